/** Calculates the scores of frameworks. */
import type { components } from '#generated/api';
import { type FormType, isFresh } from '#domain/evidence-forms/count';
import { isDone } from '#domain/tasks/status';

type Schemas = components['schemas'];

/** The number of records of a kind, and how many of them are done. */
export interface Share {
  readonly total: number;
  readonly done: number;
}

/** The records linked to the controls of a framework, without duplicates. */
export interface ScoredRecords {
  readonly policies: Share;
  readonly tasks: Share;
  readonly forms: readonly FormType[];
}

/** @param policies the statuses of the policies @returns the number of policies, and the number of published policies */
export function shareOfPolicies(policies: readonly Schemas['PolicyStatus'][]): Share {
  return { total: policies.length, done: policies.filter((status) => status === 'published').length };
}

/** @param tasks the statuses of the tasks @returns the number of tasks, and the number of tasks that need no more work */
export function shareOfTasks(tasks: readonly Schemas['TaskStatus'][]): Share {
  return { total: tasks.length, done: tasks.filter(isDone).length };
}

/**
 * Calculates the score of a framework as a percentage from 0 to 100 (frameworks, rule 1).
 * @param latestSubmissionTimes the time of the latest submission of each form
 * @param notRelevantForms the forms that do not apply to the organization
 */
export function scoreOf(
  { policies, tasks, forms }: ScoredRecords,
  latestSubmissionTimes: ReadonlyMap<FormType, string>,
  notRelevantForms: ReadonlySet<FormType>,
  now: Date,
): number {
  const relevantForms = forms.filter((form) => !notRelevantForms.has(form));
  const total = policies.total + tasks.total + relevantForms.length;
  const doneCount = policies.done + tasks.done + relevantForms.filter((form) => isFresh(latestSubmissionTimes.get(form), now)).length;
  return total === 0 ? 0 : Math.round((100 * doneCount) / total);
}
