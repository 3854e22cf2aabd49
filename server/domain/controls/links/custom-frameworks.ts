/**
 * Copies a control's organization-wide links into the custom frameworks that the control is mapped to (controls, rule 3). Links
 * of catalog frameworks are separate and do not change.
 */
import type { OrganizationDatabase } from '#platform/database/handle';
import { newRowId } from '#platform/database/ids';

/**
 * Copies the controls' direct links to unarchived policies and tasks and to forms into each adopted custom framework in which the
 * control meets a requirement. Keeps existing links. Call it in the transaction that changes a direct link or a map, after the change:
 * it locks the controls, so that the later of two concurrent changes sees both changes.
 */
export async function copyLinksToCustomFrameworks(db: OrganizationDatabase, controlIds: readonly string[]): Promise<void> {
  if (!controlIds.length) return;
  await lockControls(db, controlIds);
  const mapped = db
    .selectFrom('requirement_map as map')
    .innerJoin('framework_instance as instance', 'instance.id', 'map.framework_instance_id')
    .where('map.control_id', 'in', controlIds)
    .where('map.archived_at', 'is', null)
    .where('instance.custom_framework_id', 'is not', null);
  const instanceAndControl = ['map.framework_instance_id', 'map.control_id'] as const;
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
          .select([newRowId('fpl').as('id'), ...instanceAndControl, 'link.policy_id']),
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
          .select([newRowId('ftl').as('id'), ...instanceAndControl, 'link.task_id']),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
    db
      .insertInto('framework_control_document_type')
      .columns(['id', 'framework_instance_id', 'control_id', 'form_type'])
      .expression(
        mapped
          .innerJoin('control_document_type as link', 'link.control_id', 'map.control_id')
          .select([newRowId('fdl').as('id'), ...instanceAndControl, 'link.form_type']),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  ]);
}

/** Locks the given controls until the transaction ends. Every change to a control's links takes this lock first. */
export async function lockControls(db: OrganizationDatabase, controlIds: readonly string[]): Promise<void> {
  await db.selectFrom('control').select('id').where('id', 'in', controlIds).orderBy('id').forNoKeyUpdate().execute();
}
