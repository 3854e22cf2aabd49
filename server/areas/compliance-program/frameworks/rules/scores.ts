/** Scores of frameworks, which need no database. */
import type { components } from '#generated/api';
import { type FormType, isFresh } from '#domain/evidence-forms/count';
import { isDone } from '#domain/tasks/status';

type Schemas = components['schemas'];

/** The number of records of a kind, and how many of them are done. */
export interface Share {
  readonly total: number;
  readonly done: number;
}

/** Records linked to the controls of a framework, each once. */
export interface ScoredRecords {
  readonly policies: Share;
  readonly tasks: Share;
  readonly forms: readonly FormType[];
}

/** @param policies statuses of the policies @returns how many there are, and how many are published */
export function shareOfPolicies(policies: readonly Schemas['PolicyStatus'][]): Share {
  return { total: policies.length, done: policies.filter((status) => status === 'published').length };
}

/** @param tasks statuses of the tasks @returns how many there are, and how many need no more work */
export function shareOfTasks(tasks: readonly Schemas['TaskStatus'][]): Share {
  return { total: tasks.length, done: tasks.filter(isDone).length };
}

/**
 * The score of a framework in percent (frameworks, rule 1).
 * @param latest the last submission of each form @param notRelevant forms that do not apply to the organization
 */
export function scoreOf(
  { policies, tasks, forms }: ScoredRecords,
  latest: ReadonlyMap<FormType, string>,
  notRelevant: ReadonlySet<FormType>,
  now: Date,
): number {
  const counted = forms.filter((form) => !notRelevant.has(form));
  const all = policies.total + tasks.total + counted.length;
  const done = policies.done + tasks.done + counted.filter((form) => isFresh(latest.get(form), now)).length;
  return all === 0 ? 0 : Math.round((100 * done) / all);
}
