/** Queries of tasks that are linked to the controls of an adopted framework. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains, ofMember, onOrAfter, onOrBefore } from '#platform/database/filters';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isLinkedInFramework } from '#domain/tasks/linked-in-framework';
import { taskColumns } from '#domain/tasks/columns';
import { withVisibleDescriptions } from '#domain/tasks/visible-descriptions';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { missingLast } from '#platform/database/sort-keys';
import { isMapped } from './controls.ts';
import { type Control } from '../rules/copies.ts';

type FrameworkTask = components['schemas']['FrameworkTask'];

const sortKeys = {
  title: 'task.title',
  createdAt: 'task.created_at',
  updatedAt: 'task.updated_at',
  reviewDate: missingLast('task.review_date'),
} as const;

const taskList = PagedList.of((db, param: Params<{ readonly instanceId: string }>) =>
  db
    .selectFrom('task')
    .select(taskColumns)
    .where('task.archived_at', 'is', null)
    .where((eb) => isLinkedInFramework(eb, param('instanceId'))),
).filteredBy<FilterOf<'listFrameworkTasks'>>({
  search: contains('task.title', 'task.description'),
  assigneeId: ofMember('task.assignee_id'),
  approverId: ofMember('task.approver_id'),
  reviewDateAfter: onOrAfter('task.review_date'),
  reviewDateBefore: onOrBefore('task.review_date'),
  ids: anyOf('task.id'),
});

/** Lists the active tasks of the active controls of an instance. */
export async function listTasksPage(
  db: OrganizationDatabase,
  instanceId: string,
  filter: FilterOf<'listFrameworkTasks'>,
  reader: Reader,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<FrameworkTask>> {
  const order = { by: sortKeys[page.sortBy], id: 'task.id' } as const;
  const { rows, ...pageInfo } = await taskList.page(db, { instanceId, ...filter }, order, page);
  const [tasks, controlsOfTasks] = await Promise.all([
    withVisibleDescriptions(db, rows),
    mayRead(reader, 'control')
      ? listControlsOfTasks(
          db,
          instanceId,
          rows.map(({ id }) => id),
        )
      : [],
  ]);
  const controlsByTask = Map.groupBy(controlsOfTasks, ({ taskId }) => taskId);
  return {
    ...pageInfo,
    rows: tasks.map((task) => ({ ...task, controls: (controlsByTask.get(task.id) ?? []).map(({ id, name }) => ({ id, name })) })),
  };
}

/** Lists the active controls of tasks in an instance, sorted by name, each with the id of its task. */
async function listControlsOfTasks(db: OrganizationDatabase, instanceId: string, taskIds: readonly string[]) {
  if (!taskIds.length) return [];
  return db
    .selectFrom('framework_control_task as link')
    .innerJoin('control', 'control.id', 'link.control_id')
    .select(['link.task_id as taskId', 'control.id', 'control.name'])
    .where('link.framework_instance_id', '=', instanceId)
    .where('link.task_id', 'in', taskIds)
    .where('control.archived_at', 'is', null)
    .where((eb) => isMapped(eb, instanceId))
    .orderBy('control.name')
    .orderBy('control.id')
    .execute();
}

/** Lists the active tasks of controls, sorted by title. @param controls must be sorted by name */
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
  return withControls(await withVisibleDescriptions(db, tasks), links, controls);
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
  const linksByTask = Map.groupBy(links, ({ taskId }) => taskId);
  return tasks.map((task) => {
    const ids = new Set((linksByTask.get(task.id) ?? []).map(({ controlId }) => controlId));
    return { ...task, controls: controls.flatMap(({ id, name }) => (ids.has(id) ? [{ id, name }] : [])) };
  });
}
