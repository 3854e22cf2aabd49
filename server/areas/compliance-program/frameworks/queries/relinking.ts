/** Restores the links that an adopted framework had before an update. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Undo } from '../rules/undo.ts';

/** Removes the links that an update created, and the copies of direct links in custom frameworks (controls, rule 4). */
export async function removeCreatedLinks(db: OrganizationDatabase, { maps, direct, scoped }: Undo): Promise<void> {
  const customInstances = db.selectFrom('framework_instance').select('id').where('custom_framework_id', 'is not', null);
  if (direct.policies.length) {
    const pairs = await db.deleteFrom('control_policy').where('id', 'in', direct.policies).returning(['control_id', 'policy_id']).execute();
    for (const { control_id, policy_id } of pairs)
      await db
        .deleteFrom('framework_control_policy')
        .where('framework_instance_id', 'in', customInstances)
        .where('control_id', '=', control_id)
        .where('policy_id', '=', policy_id)
        .execute();
  }
  if (direct.tasks.length) {
    const pairs = await db.deleteFrom('control_task').where('id', 'in', direct.tasks).returning(['control_id', 'task_id']).execute();
    for (const { control_id, task_id } of pairs)
      await db
        .deleteFrom('framework_control_task')
        .where('framework_instance_id', 'in', customInstances)
        .where('control_id', '=', control_id)
        .where('task_id', '=', task_id)
        .execute();
  }
  if (direct.documentTypes.length) {
    const pairs = await db
      .deleteFrom('control_document_type')
      .where('id', 'in', direct.documentTypes)
      .returning(['control_id', 'form_type'])
      .execute();
    for (const { control_id, form_type } of pairs)
      await db
        .deleteFrom('framework_control_document_type')
        .where('framework_instance_id', 'in', customInstances)
        .where('control_id', '=', control_id)
        .where('form_type', '=', form_type)
        .execute();
  }
  const { policies, tasks, documentTypes } = scoped.created;
  if (maps.created.length) await db.deleteFrom('requirement_map').where('id', 'in', maps.created).execute();
  if (policies.length) await db.deleteFrom('framework_control_policy').where('id', 'in', policies).execute();
  if (tasks.length) await db.deleteFrom('framework_control_task').where('id', 'in', tasks).execute();
  if (documentTypes.length) await db.deleteFrom('framework_control_document_type').where('id', 'in', documentTypes).execute();
}

/**
 * Recreates the links that an update removed, if both linked records still exist.
 * @param controlIds the ids of more controls to check @returns the ids of all checked controls that still exist
 */
export async function restoreLinks(
  db: OrganizationDatabase,
  instanceId: string,
  { policies, tasks, documentTypes }: Undo['scoped']['removed'],
  controlIds: readonly string[],
): Promise<Set<string>> {
  const instanceColumn = { framework_instance_id: instanceId };
  const existingControls = await findExisting(db, 'control', [
    ...controlIds,
    ...[...policies, ...tasks, ...documentTypes].map(({ controlId }) => controlId),
  ]);
  const [existingPolicies, existingTasks] = [
    await findExisting(
      db,
      'policy',
      policies.map(({ to }) => to),
    ),
    await findExisting(
      db,
      'task',
      tasks.map(({ to }) => to),
    ),
  ];
  const restorable = {
    policies: policies.filter(({ controlId, to }) => existingControls.has(controlId) && existingPolicies.has(to)),
    tasks: tasks.filter(({ controlId, to }) => existingControls.has(controlId) && existingTasks.has(to)),
    forms: documentTypes.filter(({ controlId }) => existingControls.has(controlId)),
  };
  if (restorable.policies.length)
    await db
      .insertInto('framework_control_policy')
      .values(
        restorable.policies.map(({ controlId, to }) => ({ id: newId('fpl'), ...instanceColumn, control_id: controlId, policy_id: to })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if (restorable.tasks.length)
    await db
      .insertInto('framework_control_task')
      .values(restorable.tasks.map(({ controlId, to }) => ({ id: newId('ftl'), ...instanceColumn, control_id: controlId, task_id: to })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if (restorable.forms.length)
    await db
      .insertInto('framework_control_document_type')
      .values(restorable.forms.map(({ controlId, to }) => ({ id: newId('fdl'), ...instanceColumn, control_id: controlId, form_type: to })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return existingControls;
}

async function findExisting(db: OrganizationDatabase, table: 'control' | 'policy' | 'task', ids: readonly string[]): Promise<Set<string>> {
  const rows = ids.length
    ? await db
        .selectFrom(table)
        .select('id')
        .where('id', 'in', [...new Set(ids)])
        .forKeyShare()
        .execute()
    : [];
  return new Set(rows.map(({ id }) => id));
}
