/**
 * What a control carries for the whole organization reaches the frameworks of the organization's own that the control is mapped to
 * (spec/areas/controls, rule 3). Those of the catalog have links of their own, which nothing here touches.
 */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newRowId } from '../../platform/database/ids.ts';

/**
 * Copies the direct policies, tasks and forms of these controls that are not archived into each adopted custom framework in which the
 * control meets a requirement. What is there already stays as it is. To be called in the transaction that changed a direct link or
 * mapped a requirement, after it did: the controls are held until the end, so of two such changes at once the later one sees both.
 */
export async function extendToCustomFrameworks(db: OrganizationDatabase, controlIds: readonly string[]): Promise<void> {
  if (!controlIds.length) return;
  await lockControls(db, controlIds);
  const mapped = db
    .selectFrom('requirement_map as map')
    .innerJoin('framework_instance as instance', 'instance.id', 'map.framework_instance_id')
    .where('map.control_id', 'in', controlIds)
    .where('map.archived_at', 'is', null)
    .where('instance.custom_framework_id', 'is not', null);
  const place = ['map.framework_instance_id', 'map.control_id'] as const;
  await Promise.all([
    db
      .insertInto('framework_control_policy')
      .columns(['id', 'framework_instance_id', 'control_id', 'policy_id'])
      .expression(
        mapped
          .innerJoin('control_policy as link', 'link.control_id', 'map.control_id')
          .innerJoin('policy', 'policy.id', 'link.policy_id')
          .where('policy.archived_at', 'is', null)
          .where('policy.is_archived', '=', false)
          .select([newRowId('fpl').as('id'), ...place, 'link.policy_id']),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
    db
      .insertInto('framework_control_task')
      .columns(['id', 'framework_instance_id', 'control_id', 'task_id'])
      .expression(
        mapped
          .innerJoin('control_task as link', 'link.control_id', 'map.control_id')
          .innerJoin('task', 'task.id', 'link.task_id')
          .where('task.archived_at', 'is', null)
          .select([newRowId('ftl').as('id'), ...place, 'link.task_id']),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
    db
      .insertInto('framework_control_document_type')
      .columns(['id', 'framework_instance_id', 'control_id', 'form_type'])
      .expression(
        mapped
          .innerJoin('control_document_type as link', 'link.control_id', 'map.control_id')
          .select([newRowId('fdl').as('id'), ...place, 'link.form_type']),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  ]);
}

/** Until the transaction ends nobody else changes what these controls are linked to: whoever does holds them first. */
export async function lockControls(db: OrganizationDatabase, controlIds: readonly string[]): Promise<void> {
  await db.selectFrom('control').select('id').where('id', 'in', controlIds).orderBy('id').forNoKeyUpdate().execute();
}
