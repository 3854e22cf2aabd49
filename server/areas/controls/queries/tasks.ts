/** Queries about the compliance tasks of controls. */
import type { components } from '../../../../generated/api.d.ts';
import { taskColumns } from '../../../domain/tasks/columns.ts';
import { asShown } from '../../../domain/tasks/shown.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { newId } from '../../../platform/database/ids.ts';
import { type Artefacts, inOrder, titleOf } from './artefacts.ts';
import { customInstances, type Instance } from './scope.ts';

type Schemas = components['schemas'];

export const tasks: Artefacts = {
  field: 'tasks',
  plural: 'tasks',
  async linkable(db, ids) {
    const found = await db
      .selectFrom('task')
      .select(['id as key', 'title'])
      .where('id', 'in', ids)
      .where('archived_at', 'is', null)
      .forKeyShare()
      .execute();
    return inOrder(
      ids,
      found.map(({ key, title }) => ({ key, title: titleOf(title, key) })),
    );
  },
  async find(db, id) {
    const found = await db.selectFrom('task').select('title').where('id', '=', id).executeTakeFirst();
    return found && { key: id, title: titleOf(found.title, id) };
  },
  async link(db, controlId, ids) {
    const linked = await db
      .insertInto('control_task')
      .values(ids.map((id) => ({ id: newId('ctk'), control_id: controlId, task_id: id })))
      .onConflict((conflict) => conflict.columns(['organization_id', 'task_id', 'control_id']).doNothing())
      .returning('task_id')
      .execute();
    return linked.map(({ task_id }) => task_id);
  },
  async linkIn(db, instanceId, controlId, ids) {
    const linked = await db
      .insertInto('framework_control_task')
      .values(ids.map((id) => ({ id: newId('ftl'), framework_instance_id: instanceId, control_id: controlId, task_id: id })))
      .onConflict((conflict) => conflict.columns(['organization_id', 'framework_instance_id', 'control_id', 'task_id']).doNothing())
      .returning('task_id')
      .execute();
    return linked.map(({ task_id }) => task_id);
  },
  async unlink(db, controlId, id) {
    const [direct, custom] = await Promise.all([
      db.deleteFrom('control_task').where('control_id', '=', controlId).where('task_id', '=', id).executeTakeFirst(),
      db
        .deleteFrom('framework_control_task')
        .where('control_id', '=', controlId)
        .where('task_id', '=', id)
        .where('framework_instance_id', 'in', customInstances(db))
        .executeTakeFirst(),
    ]);
    return Number(direct.numDeletedRows + custom.numDeletedRows);
  },
  async unlinkIn(db, instanceId, controlId, id) {
    const { numDeletedRows } = await db
      .deleteFrom('framework_control_task')
      .where('framework_instance_id', '=', instanceId)
      .where('control_id', '=', controlId)
      .where('task_id', '=', id)
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
};

/** The tasks linked directly to these controls, in brief, by title: of a restricted reader the own ones alone (spec/areas/controls, rule 10). */
export function tasksInBrief(db: OrganizationDatabase, controlIds: readonly string[], { restrictedTo }: Pick<Actor, 'restrictedTo'>) {
  const all = db
    .selectFrom('control_task')
    .innerJoin('task', 'task.id', 'control_task.task_id')
    .select([...columnsOf('control_task', 'controlId'), 'task.id', 'task.title', 'task.status'])
    .where('control_task.control_id', 'in', controlIds)
    .where('task.archived_at', 'is', null)
    .orderBy('task.title')
    .orderBy('task.id');
  return (restrictedTo === undefined ? all : all.where('task.assignee_id', '=', restrictedTo)).execute();
}

/** The tasks of a control, by title: the direct ones, or those in an adopted framework (spec/areas/controls, rule 2). */
export async function listTasks(db: OrganizationDatabase, controlId: string, instance: Instance | undefined): Promise<Schemas['Task'][]> {
  const tasks = await db
    .selectFrom('task')
    .select(taskColumns)
    .where('archived_at', 'is', null)
    .where((eb) => {
      const direct = eb('id', 'in', eb.selectFrom('control_task').select('task_id').where('control_id', '=', controlId));
      const scoped = eb(
        'id',
        'in',
        eb
          .selectFrom('framework_control_task')
          .select('task_id')
          .where('control_id', '=', controlId)
          .where('framework_instance_id', '=', instance?.id ?? ''),
      );
      return instance === undefined ? direct : instance.isCustom ? eb.or([direct, scoped]) : scoped;
    })
    .orderBy('title')
    .orderBy('id')
    .execute();
  return asShown(db, tasks);
}
