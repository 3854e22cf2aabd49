/** Lists the policies that relate to a task through its controls. */
import type { components } from '#generated/api';
import { selectReadableIds, type Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { selectControlsOf } from './tasks.ts';

type Schemas = components['schemas'];

/** The maximum number of policies that are listed for each control. */
const maxPolicies = 100;

/** @returns the controls of a task that the reader may read, sorted by name, with their policies. Controls without policies are absent. */
export async function listPolicies(db: OrganizationDatabase, taskId: string, reader: Reader): Promise<Schemas['TaskPolicies'][]> {
  const controls = await selectControlsOf(db, taskId)
    .select(['control.id', 'control.name'])
    .where('control.id', 'in', selectReadableIds(db, reader, 'control'))
    .execute();
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
    .where('policy.id', 'in', selectReadableIds(db, reader, 'policy'))
    .orderBy('policy.name')
    .orderBy('policy.id')
    .execute();
  const policiesByControl = Map.groupBy(policies, ({ control_id }) => control_id);
  return controls.flatMap((control) => {
    const ownPolicies = (policiesByControl.get(control.id) ?? []).slice(0, maxPolicies).map(({ control_id: _id, ...policy }) => policy);
    return ownPolicies.length ? [{ control, policies: ownPolicies }] : [];
  });
}
