/** The data of a risk. All days are days ago, unless noted otherwise. */
import type { components } from '#generated/api';
import type { PersonName } from '../people.ts';
import type { TaskName } from '../tasks.ts';

type Schemas = components['schemas'];

/** Probability and impact, 0 to 10 each. */
export type Rating = readonly [probability: number, impact: number];

/** The fields of a risk that change over time. */
export interface RiskState {
  readonly status: Schemas['RiskStatus'];
  readonly inherent: Rating;
  readonly residual: Rating;
  readonly owner: PersonName | null;
  readonly plan: readonly [type: Schemas['TreatmentType'], text: string];
}

/** The current state. `changes` is the history, oldest first, each with the previous values. */
export interface RiskData extends RiskState {
  readonly title: string;
  readonly description: string;
  readonly category: Schemas['RiskCategory'];
  readonly department: Schemas['Department'];
  readonly created: number;
  /** Days until the next review; negative values are in the past. */
  readonly review?: number;
  readonly changes?: readonly { readonly ago: number; readonly by?: PersonName; readonly was: Partial<RiskState> }[];
  readonly tasks?: readonly TaskName[];
  readonly work?: readonly WorkData[];
  readonly acceptances?: readonly AcceptanceData[];
}

/** A mitigation task. */
export interface WorkData {
  readonly title: string;
  readonly text?: string;
  readonly status: Schemas['TaskItemStatus'];
  readonly priority?: Schemas['TaskItemPriority'];
  readonly added: number;
  /** Days from now; negative values are in the past. */
  readonly due?: number;
  /** Days ago of the last change; for completed tasks, of the completion. */
  readonly moved?: number;
  readonly who?: PersonName;
}

export interface AcceptanceData {
  readonly ago: number;
  /** A member, or the name of one that has been removed since. */
  readonly by: PersonName | { readonly former: string };
  readonly notes?: string;
}
