/** Decisions about controls that need no database. */
import type { components } from '../../../../generated/api.d.ts';
import { byNaturalText, inFrameworkOrder, type PlacedRequirement } from '../../../domain/catalogue/requirement-order.ts';

type Schemas = components['schemas'];
interface Status<S extends string> {
  readonly status: S;
}

const isPublished = ({ status }: Status<Schemas['PolicyStatus']>) => status === 'published';
const isSettled = ({ status }: Status<Schemas['TaskStatus']>) => status === 'done' || status === 'not_relevant';

/** How far what is shown with a control is; forms are no part of it (spec/areas/controls, rule 1). */
export function progressOf(
  policies: readonly Status<Schemas['PolicyStatus']>[],
  tasks: readonly Status<Schemas['TaskStatus']>[],
): Schemas['ControlProgress'] {
  const policy = { total: policies.length, completed: policies.filter(isPublished).length };
  const task = { total: tasks.length, completed: tasks.filter(isSettled).length };
  const [total, completed] = [policy.total + task.total, policy.completed + task.completed];
  return { total, completed, percentComplete: total === 0 ? 0 : Math.round((100 * completed) / total), byType: { policy, task } };
}

export interface Placed extends PlacedRequirement {
  readonly frameworkName: string;
  readonly ofCustomFramework: boolean;
}

/** Compares two requirements of any frameworks: by framework, then as that framework orders them; those of the organization's own by name. */
export function byFramework(one: Placed, other: Placed): number {
  return (
    byNaturalText.compare(one.frameworkName, other.frameworkName) ||
    (one.ofCustomFramework ? byNaturalText.compare(one.name, other.name) : inFrameworkOrder(one, other))
  );
}
