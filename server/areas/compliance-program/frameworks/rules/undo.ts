/** The changes of an update, which are stored so that the update can be rolled back (frameworks, rule 20). */
import type { FormType } from '#domain/evidence-forms/count';
import type { Filling } from '#domain/policies/texts/filling';
import type { NewLinks } from './edges.ts';
import { trusted } from '#platform/trusted';

export interface ArchivedRow {
  readonly id: string;
  readonly prevArchivedAt: string | null;
}
export interface Reversal<Content> {
  readonly created: readonly string[];
  /** The rows that the update archived or restored. */
  readonly archived: readonly ArchivedRow[];
  readonly contentUpdated: readonly { readonly id: string; readonly prevContent: Content }[];
}
export interface ControlContent {
  readonly name: string;
  readonly description: string;
}
export interface TaskContent {
  readonly title: string;
  readonly description: string;
  readonly frequency: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly' | null;
  readonly department: string | null;
}
export interface PolicyContent {
  readonly name: string;
  readonly description: string | null;
  readonly frequency: 'monthly' | 'quarterly' | 'yearly' | null;
  readonly department: string | null;
  readonly content: readonly Record<string, unknown>[];
  readonly filling: Filling | null;
}
/** A deleted link, with the ids of its two records. */
export interface RemovedLink<To extends string = string> {
  readonly controlId: string;
  readonly to: To;
}

export interface Undo {
  /** Null if the organization had no version before. */
  readonly prevVersionId: string | null;
  /** The parts that came into scope because the new version requires them. Older stored updates do not have this field. */
  readonly enteredParts?: readonly string[];
  /** Whether the framework had a scope before the update. */
  readonly hadScope?: boolean;
  readonly controls: Reversal<ControlContent>;
  readonly policies: Reversal<PolicyContent> & {
    readonly drafts: readonly { readonly policyId: string; readonly draftVersionId: string }[];
  };
  readonly tasks: Reversal<TaskContent>;
  readonly maps: { readonly created: readonly string[]; readonly archived: readonly ArchivedRow[] };
  readonly direct: NewLinks['direct'];
  readonly scoped: {
    readonly created: NewLinks['scoped'];
    readonly removed: {
      readonly policies: readonly RemovedLink[];
      readonly tasks: readonly RemovedLink[];
      readonly documentTypes: readonly RemovedLink<FormType>[];
    };
  };
  readonly families: {
    readonly created: readonly string[];
    readonly previous: readonly { readonly controlId: string; readonly previous: string }[];
  };
}

/** @param stored the stored changes of an operation @returns the changes of an update, or undefined if the operation is not an update */
export function parseUndo(stored: unknown): Undo | undefined {
  const isUndo =
    typeof stored === 'object' &&
    stored !== null &&
    ['controls', 'policies', 'tasks', 'maps', 'direct', 'scoped', 'families'].every(
      (part) => typeof Reflect.get(stored, part) === 'object',
    );
  return isUndo ? trusted<Undo>(stored, 'syncInstance alone stores what it did') : undefined;
}
