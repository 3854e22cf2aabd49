/** Decisions about controls that need no database. */
import type { components } from '../../../generated/api.d.ts';

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
  return { total, completed, progress: total === 0 ? 0 : Math.round((100 * completed) / total), byType: { policy, task } };
}

const formTypes: Readonly<Record<Schemas['EvidenceFormType'], true>> = {
  'board-meeting': true,
  'it-leadership-meeting': true,
  'risk-committee-meeting': true,
  meeting: true,
  'access-request': true,
  'whistleblower-report': true,
  'penetration-test': true,
  'rbac-matrix': true,
  'infrastructure-inventory': true,
  'employee-performance-evaluation': true,
  'network-diagram': true,
  'tabletop-exercise': true,
  'account-types': true,
};
export function isFormType(text: string): text is Schemas['EvidenceFormType'] {
  return Object.hasOwn(formTypes, text);
}

export interface Placed {
  readonly name: string;
  readonly identifier: string;
  readonly sortOrder: number | null;
  readonly frameworkName: string;
  readonly ofCustomFramework: boolean;
}
const byText = new Intl.Collator('en', { numeric: true });

/**
 * By framework; within one of the catalogue by its own order, what has no place in it last, then by identifier and name; within one of
 * the organization's own by name (spec/areas/frameworks, rule 12).
 */
export function inFrameworkOrder(one: Placed, other: Placed): number {
  const place = ({ sortOrder }: Placed) => sortOrder ?? Infinity;
  const byFramework = byText.compare(one.frameworkName, other.frameworkName);
  if (byFramework !== 0) return byFramework;
  const own = one.ofCustomFramework || place(one) === place(other) ? 0 : place(one) - place(other);
  return own || (one.ofCustomFramework ? 0 : byText.compare(one.identifier, other.identifier)) || byText.compare(one.name, other.name);
}
