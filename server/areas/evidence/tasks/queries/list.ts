/** Lists and filters tasks, in the order in which the board shows them. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { selectReadableIds, type Reader } from '#domain/access/records/rows';
import { taskColumns } from '#domain/tasks/columns';
import { withVisibleDescriptions } from '#domain/tasks/visible-descriptions';
import { anyOf, contains, equals, ofMember, onOrAfter, onOrBefore } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import { missingLast, type SortKey } from '#platform/database/sort-keys';
import { maxControls, type TaskRow } from './tasks.ts';

type Schemas = components['schemas'];
type TaskBuilder = ExpressionBuilder<TenantTables, 'task'>;
export type TaskFilter = Omit<FilterOf<'listTasks'>, 'includeRelations'>;

/** Status, position and creation time as one text. The expression must match the index task_board (migration 0016). */
const boardOrder = sql<string>`(case task.status when 'todo' then '0' when 'in_progress' then '1' when 'in_review' then '2' when 'done' then '3' when 'not_relevant' then '4' else '5' end
    || lpad(task.position::text, 10, '0') || lpad((extract(epoch from task.created_at at time zone 'UTC') * 1000)::bigint::text, 14, '0'))`;

const selectDirectLinks = (eb: TaskBuilder) =>
  eb.selectFrom('control_task as link').select('link.id').whereRef('link.task_id', '=', 'task.id');
const selectInstanceLinks = (eb: TaskBuilder) =>
  eb.selectFrom('framework_control_task as link').select('link.id').whereRef('link.task_id', '=', 'task.id');

/** Every sort order has an index. */
const sortKeys = {
  board: { name: 'board', expression: () => boardOrder },
  createdAt: 'task.created_at',
  updatedAt: 'task.updated_at',
  title: 'task.title',
  reviewDate: missingLast('task.review_date'),
} as const satisfies Record<string, string | SortKey>;
export type TaskOrder = keyof typeof sortKeys;

const activeTasks = PagedList.of((db) => db.selectFrom('task').where('task.archived_at', 'is', null).select(taskColumns)).filteredBy<
  TaskFilter & { restrictedTo?: string }
>({
  status: anyOf('task.status'),
  frequency: anyOf('task.frequency'),
  department: anyOf('task.department'),
  assigneeId: ofMember('task.assignee_id'),
  controlId: (eb, id) =>
    eb.or([
      eb.exists(selectDirectLinks(eb).where('link.control_id', '=', id)),
      eb.exists(selectInstanceLinks(eb).where('link.control_id', '=', id)),
    ]),
  frameworkInstanceId: (eb, id) => eb.exists(selectInstanceLinks(eb).where('link.framework_instance_id', '=', id)),
  approverId: ofMember('task.approver_id'),
  search: contains('task.title', 'task.description'),
  reviewDateAfter: onOrAfter('task.review_date'),
  reviewDateBefore: onOrBefore('task.review_date'),
  ids: anyOf('task.id'),
  restrictedTo: equals('task.assignee_id'),
});

/** @returns a page of tasks that are not archived. @param restrictedTo lists only the tasks of this member (tasks, rule 2) */
export async function listTasks(
  db: OrganizationDatabase,
  filter: TaskFilter,
  page: PageRequest<TaskOrder>,
  restrictedTo: string | undefined,
): Promise<Page<TaskRow>> {
  const params = { ...filter, ...(restrictedTo !== undefined && { restrictedTo }) };
  const foundPage = await activeTasks.page(db, params, { by: sortKeys[page.sortBy], id: 'task.id' }, page);
  return { ...foundPage, rows: await withVisibleDescriptions(db, foundPage.rows) };
}

/** @returns the page with the automations of each task and the controls that the reader may read */
export async function withRelations(db: OrganizationDatabase, reader: Reader, page: Page<TaskRow>): Promise<Page<Schemas['TaskListItem']>> {
  const ids = page.rows.map(({ id }) => id);
  if (!ids.length) return page;
  const [controls, automations] = await Promise.all([findControls(db, reader, ids), findAutomations(db, ids)]);
  return {
    ...page,
    rows: page.rows.map((task) => ({
      ...task,
      controls: controls.get(task.id) ?? [],
      evidenceAutomations: automations.get(task.id) ?? [],
    })),
  };
}

/** @returns a map from task id to the controls of the task, sorted by name */
async function findControls(db: OrganizationDatabase, reader: Reader, ids: readonly string[]) {
  const links = await db
    .selectFrom('control')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('control_task')
          .select(['control_task.task_id', 'control_task.control_id'])
          .where('control_task.task_id', 'in', ids)
          .union(
            eb
              .selectFrom('framework_control_task')
              .select(['framework_control_task.task_id', 'framework_control_task.control_id'])
              .where('framework_control_task.task_id', 'in', ids),
          )
          .as('link'),
      (join) => join.onRef('link.control_id', '=', 'control.id'),
    )
    .select(['link.task_id', 'control.id', 'control.name'])
    .where('control.archived_at', 'is', null)
    .where('control.id', 'in', selectReadableIds(db, reader, 'control'))
    .orderBy('control.name')
    .orderBy('control.id')
    .execute();
  const linksByTask = Map.groupBy(links, ({ task_id }) => task_id);
  return new Map(
    [...linksByTask].map(([id, rows]) => [id, rows.slice(0, maxControls).map(({ id: controlId, name }) => ({ id: controlId, name }))]),
  );
}

/** The maximum number of automations of each task and of runs of each automation that a list contains. */
const limits = { automations: 20, runs: 3 } as const;

/** @returns a map from task id to the automations of the task, oldest first, each with its newest runs */
async function findAutomations(db: OrganizationDatabase, ids: readonly string[]) {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('evidence_automation')
        .select(['id', 'task_id', 'name', 'is_enabled', 'created_at'])
        .select(sql<number>`row_number() over (partition by task_id order by created_at, id)`.as('place'))
        .where('task_id', 'in', ids)
        .as('a'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('evidence_automation_run as r')
          .select([
            'r.id as run_id',
            'r.status',
            'r.success',
            'r.evaluation_status as evaluationStatus',
            'r.created_at as createdAt',
            'r.triggered_by as triggeredBy',
            'r.run_duration as runDuration',
          ])
          .whereRef('r.evidence_automation_id', '=', 'a.id')
          .orderBy('r.created_at', 'desc')
          .orderBy('r.id', 'desc')
          .limit(limits.runs)
          .as('run'),
      (join) => join.on(sql<boolean>`true`),
    )
    .select(['a.id', 'a.task_id', 'a.name', 'a.is_enabled'])
    .select(['run.status', 'run.success', 'run.evaluationStatus', 'run.createdAt', 'run.triggeredBy', 'run.runDuration'])
    .where('a.place', '<=', limits.automations)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .orderBy('run.createdAt', 'desc')
    .orderBy('run.run_id', 'desc')
    .execute();
  const automationsByTask = new Map<string, Schemas['TaskEvidenceAutomation'][]>();
  for (const [id, [firstRow, ...otherRows]] of Map.groupBy(rows, (row) => row.id)) {
    if (!firstRow) continue;
    const runs = [firstRow, ...otherRows].flatMap(({ status, success, evaluationStatus, createdAt, triggeredBy, runDuration }) =>
      status === null || createdAt === null || triggeredBy === null
        ? []
        : [{ status, success, evaluationStatus, createdAt, triggeredBy, runDuration }],
    );
    const { task_id: taskId, is_enabled: isEnabled, name } = firstRow;
    automationsByTask.set(taskId, [...(automationsByTask.get(taskId) ?? []), { id, isEnabled, name, runs }]);
  }
  return automationsByTask;
}
