/** Decisions that need no database. */
import type { components } from '../../../../generated/api.d.ts';
import { type FormType, isFresh } from '../../../domain/evidence-forms/counted.ts';
import { isDone } from '../../../domain/tasks/status.ts';

type Schemas = components['schemas'];

/** How many artefacts of a kind there are, and how many of them are done. */
export interface Share {
  readonly total: number;
  readonly done: number;
}

/** What the controls of one framework carry in it, each artefact once. */
export interface Artefacts {
  readonly policies: Share;
  readonly tasks: Share;
  readonly forms: readonly FormType[];
}

/** @param policies with these statuses @returns how many there are, and how many are published */
export function shareOfPolicies(policies: readonly Schemas['PolicyStatus'][]): Share {
  return { total: policies.length, done: policies.filter((status) => status === 'published').length };
}

/** @param tasks with these statuses @returns how many there are, and for how many nothing is left to do */
export function shareOfTasks(tasks: readonly Schemas['TaskStatus'][]): Share {
  return { total: tasks.length, done: tasks.filter(isDone).length };
}

/**
 * The score of one framework in percent (spec/areas/frameworks, rule 1).
 * @param latest when each form was last handed in @param notRelevant forms that do not apply to the organization
 */
export function scoreOf(
  { policies, tasks, forms }: Artefacts,
  latest: ReadonlyMap<FormType, string>,
  notRelevant: ReadonlySet<FormType>,
  now: Date,
): number {
  const counted = forms.filter((form) => !notRelevant.has(form));
  const all = policies.total + tasks.total + counted.length;
  const done = policies.done + tasks.done + counted.filter((form) => isFresh(latest.get(form), now)).length;
  return all === 0 ? 0 : Math.round((100 * done) / all);
}
