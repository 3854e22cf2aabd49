/** Calculates the progress of controls and sorts requirements. */
import type { components } from '#generated/api';
import { naturalCollator, compareRequirements, type PlacedRequirement } from '#domain/catalogue/requirement-order';

type Schemas = components['schemas'];
interface Status<S extends string> {
  readonly status: S;
}

const isPublished = ({ status }: Status<Schemas['PolicyStatus']>) => status === 'published';
const isResolved = ({ status }: Status<Schemas['TaskStatus']>) => status === 'done' || status === 'not_relevant';

/** Calculates the progress of a control from its policies and tasks. Forms do not count (controls, rule 1). */
export function progressOf(
  policies: readonly Status<Schemas['PolicyStatus']>[],
  tasks: readonly Status<Schemas['TaskStatus']>[],
): Schemas['ControlProgress'] {
  const policy = { total: policies.length, completed: policies.filter(isPublished).length };
  const task = { total: tasks.length, completed: tasks.filter(isResolved).length };
  const [total, completed] = [policy.total + task.total, policy.completed + task.completed];
  return { total, completed, percentComplete: total === 0 ? 0 : Math.round((100 * completed) / total), byType: { policy, task } };
}

export interface RequirementOfFramework extends PlacedRequirement {
  readonly frameworkName: string;
  readonly isOfCustomFramework: boolean;
}

/** Compares requirements by framework, and then by their order in the framework, or by name in a custom framework. */
export function compareByFramework(one: RequirementOfFramework, other: RequirementOfFramework): number {
  return (
    naturalCollator.compare(one.frameworkName, other.frameworkName) ||
    (one.isOfCustomFramework ? naturalCollator.compare(one.name, other.name) : compareRequirements(one, other))
  );
}
