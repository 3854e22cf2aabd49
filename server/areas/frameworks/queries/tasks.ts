/** The tasks that controls carry in an adopted framework. */
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { taskColumns } from '../../../domain/tasks/columns.ts';
import type { Control } from './controls.ts';

type FrameworkTask = components['schemas']['FrameworkTask'];

/** By title; archived ones are left out. @param controls whose tasks are looked for, by name */
export async function listTasks(db: OrganizationDatabase, instanceId: string, controls: readonly Control[]): Promise<FrameworkTask[]> {
  if (!controls.length) return [];
  const links = await db
    .selectFrom('framework_control_task')
    .select(columnsOf('framework_control_task', 'controlId', 'taskId'))
    .where('framework_instance_id', '=', instanceId)
    .where(
      'control_id',
      'in',
      controls.map(({ id }) => id),
    )
    .execute();
  if (!links.length) return [];
  const tasks = await db
    .selectFrom('task')
    .select(taskColumns)
    .where('archived_at', 'is', null)
    .where('id', 'in', [...new Set(links.map(({ taskId }) => taskId))])
    .orderBy('title')
    .orderBy('id')
    .execute();
  const carriers = Map.groupBy(links, ({ taskId }) => taskId);
  return tasks.map((task) => {
    const ids = new Set((carriers.get(task.id) ?? []).map(({ controlId }) => controlId));
    return { ...task, controls: controls.flatMap(({ id, name }) => (ids.has(id) ? [{ id, name }] : [])) };
  });
}
