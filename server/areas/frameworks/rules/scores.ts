/** Decisions that need no database. */
import type { components } from '../../../../generated/api.d.ts';
import { type FormType, isFresh } from '../../../domain/evidence-forms/counted.ts';
import { isDone } from '../../../domain/tasks/status.ts';

type Schemas = components['schemas'];

/** What the controls of one framework carry in it, each artefact once. */
export interface Artefacts {
  readonly policies: readonly Schemas['PolicyStatus'][];
  readonly tasks: readonly Schemas['TaskStatus'][];
  readonly forms: readonly FormType[];
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
  const all = policies.length + tasks.length + counted.length;
  const done =
    policies.filter((status) => status === 'published').length +
    tasks.filter(isDone).length +
    counted.filter((form) => isFresh(latest.get(form), now)).length;
  return all === 0 ? 0 : Math.round((100 * done) / all);
}
