/** Rules of controls that need no database. */
import type { components } from '#generated/api';
import { naturalCollator, compareRequirements, type PlacedRequirement } from '#domain/catalogue/requirement-order';

type Schemas = components['schemas'];
interface Status<S extends string> {
  readonly status: S;
}

const isPublished = ({ status }: Status<Schemas['PolicyStatus']>) => status === 'published';
const isResolved = ({ status }: Status<Schemas['TaskStatus']>) => status === 'done' || status === 'not_relevant';

/** The progress of a control over its listed policies and tasks; forms do not count (controls, rule 1). */
export function progressOf(
  policies: readonly Status<Schemas['PolicyStatus']>[],
  tasks: readonly Status<Schemas['TaskStatus']>[],
): Schemas['ControlProgress'] {
  const policy = { total: policies.length, completed: policies.filter(isPublished).length };
  const task = { total: tasks.length, completed: tasks.filter(isResolved).length };
  const [total, completed] = [policy.total + task.total, policy.completed + task.completed];
  return { total, completed, percentComplete: total === 0 ? 0 : Math.round((100 * completed) / total), byType: { policy, task } };
}

export interface Placed extends PlacedRequirement {
  readonly frameworkName: string;
  readonly ofCustomFramework: boolean;
}

/** Sorts requirements by framework, then in the order of the framework; requirements of custom frameworks by name. */
export function byFramework(one: Placed, other: Placed): number {
  return (
    naturalCollator.compare(one.frameworkName, other.frameworkName) ||
    (one.ofCustomFramework ? naturalCollator.compare(one.name, other.name) : compareRequirements(one, other))
  );
}
