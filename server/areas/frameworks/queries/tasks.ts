/** The tasks that controls carry in an adopted framework. */
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { taskColumns } from '../../../domain/tasks/columns.ts';
import { type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { type Control, findInUse } from './controls.ts';

type FrameworkTask = components['schemas']['FrameworkTask'];

const listed = PagedList.of((db, param: Params<{ readonly instanceId: string }>) =>
  db
    .selectFrom('task')
    .select(taskColumns)
    .where('task.archived_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('framework_control_task as link')
          .innerJoin('control', 'control.id', 'link.control_id')
          .innerJoin('requirement_map as map', 'map.control_id', 'link.control_id')
          .select('link.id')
          .whereRef('link.task_id', '=', 'task.id')
          .where('link.framework_instance_id', '=', param('instanceId'))
          .where('control.archived_at', 'is', null)
          .where('map.framework_instance_id', '=', param('instanceId'))
          .where('map.archived_at', 'is', null),
      ),
    ),
);

/** The tasks that controls in use carry in an instance, by title; archived ones are left out. */
export async function pageOfTasks(db: OrganizationDatabase, instanceId: string, page: PageRequest): Promise<Page<FrameworkTask>> {
  const order = { by: 'task.title', id: 'task.id' } as const;
  const [{ rows, ...rest }, { controls }] = await Promise.all([
    listed.page(db, { instanceId }, order, { ...page, sortOrder: 'asc' }),
    findInUse(db, [instanceId]),
  ]);
  const links = await linksOf(db, instanceId, controls);
  return { ...rest, rows: withControls(rows, links, controls) };
}

/** By title; archived ones are left out. @param controls whose tasks are looked for, by name */
export async function listTasks(db: OrganizationDatabase, instanceId: string, controls: readonly Control[]): Promise<FrameworkTask[]> {
  const links = await linksOf(db, instanceId, controls);
  if (!links.length) return [];
  const tasks = await db
    .selectFrom('task')
    .select(taskColumns)
    .where('archived_at', 'is', null)
    .where('id', 'in', [...new Set(links.map(({ taskId }) => taskId))])
    .orderBy('title')
    .orderBy('id')
    .execute();
  return withControls(tasks, links, controls);
}

interface Link {
  readonly controlId: string;
  readonly taskId: string;
}

function linksOf(db: OrganizationDatabase, instanceId: string, controls: readonly Control[]): Promise<Link[]> {
  if (!controls.length) return Promise.resolve([]);
  return db
    .selectFrom('framework_control_task')
    .select(columnsOf('framework_control_task', 'controlId', 'taskId'))
    .where('framework_instance_id', '=', instanceId)
    .where(
      'control_id',
      'in',
      controls.map(({ id }) => id),
    )
    .execute();
}

function withControls<Task extends { readonly id: string }>(tasks: readonly Task[], links: readonly Link[], controls: readonly Control[]) {
  const carriers = Map.groupBy(links, ({ taskId }) => taskId);
  return tasks.map((task) => {
    const ids = new Set((carriers.get(task.id) ?? []).map(({ controlId }) => controlId));
    return { ...task, controls: controls.flatMap(({ id, name }) => (ids.has(id) ? [{ id, name }] : [])) };
  });
}
