/** What an update did, so that it can be taken back (spec/areas/frameworks, rule 20). */
import type { FormType } from '../../../domain/evidence-forms/counted.ts';
import type { Filling } from '../../../domain/policy-texts/filling.ts';
import type { Linked } from '../queries/linking.ts';
import { trusted } from '../../../platform/trusted.ts';

export interface Archiving {
  readonly id: string;
  readonly prevArchivedAt: string | null;
}
export interface Reversal<Content> {
  readonly created: readonly string[];
  /** Taken out of use, or into use again. */
  readonly archived: readonly Archiving[];
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
/** A link by its ends, since it is gone. */
export interface Unlinked<To extends string = string> {
  readonly controlId: string;
  readonly to: To;
}

export interface Undo {
  /** Null where the organization worked by no version. */
  readonly prevVersionId: string | null;
  /** Parts that came into scope because the version requires them; older updates brought none. */
  readonly enteredParts?: readonly string[];
  /** Whether the organization had chosen parts before. */
  readonly hadScope?: boolean;
  readonly controls: Reversal<ControlContent>;
  readonly policies: Reversal<PolicyContent> & {
    readonly drafts: readonly { readonly policyId: string; readonly draftVersionId: string }[];
  };
  readonly tasks: Reversal<TaskContent>;
  readonly maps: { readonly created: readonly string[]; readonly archived: readonly Archiving[] };
  readonly direct: Linked['direct'];
  readonly scoped: {
    readonly created: Linked['scoped'];
    readonly removed: {
      readonly policies: readonly Unlinked[];
      readonly tasks: readonly Unlinked[];
      readonly documentTypes: readonly Unlinked<FormType>[];
    };
  };
  readonly families: {
    readonly created: readonly string[];
    readonly previous: readonly { readonly controlId: string; readonly previous: string }[];
  };
}

/** @param stored by `syncInstance` @returns what an update did; undefined when it is none */
export function undoIn(stored: unknown): Undo | undefined {
  const isUndo =
    typeof stored === 'object' &&
    stored !== null &&
    ['controls', 'policies', 'tasks', 'maps', 'direct', 'scoped', 'families'].every(
      (part) => typeof Reflect.get(stored, part) === 'object',
    );
  return isUndo ? trusted<Undo>(stored, 'syncInstance alone stores what it did') : undefined;
}
