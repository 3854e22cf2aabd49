/** Types of the data of a risk. Numbers of days count back from today, except where the field says otherwise. */
import type { components } from '#generated/api';
import type { PersonName } from '../people.ts';
import type { TaskName } from '../tasks.ts';

type Schemas = components['schemas'];

/** Probability and impact, each from 0 to 10. */
export type Rating = readonly [probability: number, impact: number];

/** The fields of a risk that change over time. */
export interface RiskState {
  readonly status: Schemas['RiskStatus'];
  readonly inherent: Rating;
  readonly residual: Rating;
  readonly owner: PersonName | null;
  readonly plan: readonly [type: Schemas['TreatmentType'], text: string];
}

/** The current state of a risk. `changes` is its history, oldest change first, with the values before each change. */
export interface RiskData extends RiskState {
  readonly title: string;
  readonly description: string;
  readonly category: Schemas['RiskCategory'];
  readonly department: Schemas['Department'];
  readonly created: number;
  /** The number of days until the next review. Negative numbers are days in the past. */
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
  /** The number of days until the due date. Negative numbers are days in the past. */
  readonly due?: number;
  /** When the task was last changed or completed, in days before today. */
  readonly moved?: number;
  readonly who?: PersonName;
}

export interface AcceptanceData {
  readonly ago: number;
  /** A member, or the name of a member who has been removed since. */
  readonly by: PersonName | { readonly former: string };
  readonly notes?: string;
}
