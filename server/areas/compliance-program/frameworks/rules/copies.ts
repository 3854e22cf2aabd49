/** Records of the organization that were copied from templates of a framework (frameworks, rule 8). */
import type { components } from '#generated/api';
import type { Filling } from '#domain/policies/texts/filling';

type Schemas = components['schemas'];

/** A control without derived fields, which `addDerivedFields` adds. */
export type Control = Schemas['UpdatePreviewControl'];

interface Copy {
  readonly archivedAt: string | null;
}

export type ControlCopy = Control;

export type TaskCopy = Copy & Schemas['UpdatePreviewTask'];

export type PolicyCopy = Copy &
  Schemas['UpdatePreviewPolicy'] & {
    readonly content: Record<string, unknown>[];
    readonly draftContent: Record<string, unknown>[];
    readonly currentVersionId: string | null;
    /** The values that were filled into the policy template. */
    readonly filling: Filling | null;
  };

/** Copies by template id. */
export interface Copies {
  readonly controls: ReadonlyMap<string, ControlCopy>;
  readonly policies: ReadonlyMap<string, PolicyCopy>;
  readonly tasks: ReadonlyMap<string, TaskCopy>;
}
