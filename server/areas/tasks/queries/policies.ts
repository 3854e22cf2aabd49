/** The policies behind a task. */
import type { components } from '../../../../generated/api.d.ts';
import { isVisibleTo } from '../../../domain/policies/visible.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { controlsOf } from './tasks.ts';

type Schemas = components['schemas'];

/** Policies that are shown with a control. */
const mostPolicies = 100;

/** The controls of a task, each with its policies, directly or in a framework, by name. @param memberId who reads them */
export async function listPolicies(db: OrganizationDatabase, taskId: string, memberId: string): Promise<Schemas['TaskPolicies'][]> {
  const controls = await controlsOf(db, taskId).select(['control.id', 'control.name']).execute();
  const ids = controls.map(({ id }) => id);
  if (!ids.length) return [];
  const policies = await db
    .selectFrom('policy')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('control_policy')
          .select(['control_policy.control_id', 'control_policy.policy_id'])
          .where('control_policy.control_id', 'in', ids)
          .union(
            eb
              .selectFrom('framework_control_policy')
              .select(['framework_control_policy.control_id', 'framework_control_policy.policy_id'])
              .where('framework_control_policy.control_id', 'in', ids),
          )
          .as('link'),
      (join) => join.onRef('link.policy_id', '=', 'policy.id'),
    )
    .select(['link.control_id', 'policy.id', 'policy.name', 'policy.status', 'policy.frequency', 'policy.department'])
    .where('policy.archived_at', 'is', null)
    .where('policy.is_archived', '=', false)
    .where((eb) => isVisibleTo(eb, memberId))
    .orderBy('policy.name')
    .orderBy('policy.id')
    .execute();
  const ofControl = Map.groupBy(policies, ({ control_id }) => control_id);
  return controls.flatMap((control) => {
    const own = (ofControl.get(control.id) ?? []).slice(0, mostPolicies).map(({ control_id: _id, ...policy }) => policy);
    return own.length ? [{ control, policies: own }] : [];
  });
}
