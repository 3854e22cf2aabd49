/** Queries about single tasks and about the tasks that a request names. */
import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { extendToCustomFrameworks } from '../../../domain/control-links/custom-frameworks.ts';
import { asShown as controlsAsShown } from '../../../domain/controls/shown.ts';
import { controlColumns } from '../../../domain/controls/columns.ts';
import { personOf } from '../../../domain/members/person.ts';
import { taskColumns } from '../../../domain/tasks/columns.ts';
import { asShown } from '../../../domain/tasks/shown.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { touched } from '../../../platform/database/touched.ts';
import type { TaskColumns } from '../rules/status.ts';
import { linkVendor } from './vendors.ts';

type Schemas = components['schemas'];
export type TaskRow = Schemas['Task'];

/** Controls that are shown with a task. */
export const mostControls = 100;

const select = (db: OrganizationDatabase) => db.selectFrom('task').select(taskColumns);

/** @returns the task as it is stored, whoever asks */
export function findTask(db: OrganizationDatabase, id: string): Promise<TaskRow | undefined> {
  return select(db).where('id', '=', id).executeTakeFirst();
}

/** @returns the same, which is locked until the transaction ends */
export function lockTask(db: OrganizationDatabase, id: string): Promise<TaskRow | undefined> {
  return select(db).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** @returns the same, to which something can be added while others read and change it */
export function holdTask(db: OrganizationDatabase, id: string): Promise<TaskRow | undefined> {
  return select(db).where('id', '=', id).forKeyShare().executeTakeFirst();
}

/** @returns those of these tasks that there are, locked in the order of their ids, so that two requests never wait for each other */
export function lockTasks(db: OrganizationDatabase, ids: readonly string[]): Promise<TaskRow[]> {
  return select(db).where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** Whether the control of a query carries this task, directly or in a framework. */
function carries({ or, exists, selectFrom }: ExpressionBuilder<TenantTables, 'control'>, taskId: string) {
  return or([
    exists(
      selectFrom('control_task as link')
        .select('link.id')
        .whereRef('link.control_id', '=', 'control.id')
        .where('link.task_id', '=', taskId),
    ),
    exists(
      selectFrom('framework_control_task as link')
        .select('link.id')
        .whereRef('link.control_id', '=', 'control.id')
        .where('link.task_id', '=', taskId),
    ),
  ]);
}

/** The controls of a task, by name. */
export function controlsOf(db: QueryCreator<TenantTables>, taskId: string) {
  return db
    .selectFrom('control')
    .where('control.archived_at', 'is', null)
    .where((eb) => carries(eb, taskId))
    .orderBy('control.name')
    .orderBy('control.id')
    .limit(mostControls);
}

/** @returns the task as it is shown, with its people and controls */
export async function detailOf(db: OrganizationDatabase, task: TaskRow): Promise<Schemas['TaskDetail']> {
  const ids = [task.assigneeId, task.approverId].filter((id) => id !== null);
  const [[shown = task], members, controls] = await Promise.all([
    asShown(db, [task]),
    ids.length
      ? db
          .selectFrom('member')
          .select(columnsOf('member', 'id', 'userId', 'name', 'email', 'image'))
          .where('id', 'in', ids)
          .execute()
      : [],
    controlsOf(db, task.id)
      .select(controlColumns)
      .execute()
      .then((rows) => controlsAsShown(db, rows)),
  ]);
  const personAt = (id: string | null) => {
    const member = members.find((one) => one.id === id);
    return member ? personOf(member) : null;
  };
  return { ...shown, assignee: personAt(task.assigneeId), approver: personAt(task.approverId), controls };
}

/** @returns the same of a task that was just changed @throws when it is gone, which its lock prevents */
export async function changedDetail(db: OrganizationDatabase, id: string): Promise<Schemas['TaskDetail']> {
  const task = await findTask(db, id);
  if (!task) throw new Error(`${id} is not there`);
  return detailOf(db, task);
}

/** Creates a task with its direct links. @param automationStatus of its template @returns the task */
export async function insertTask(
  db: OrganizationDatabase,
  { title, description, assigneeId, frequency, department, controlIds = [], taskTemplateId, vendorId }: Schemas['TaskCreate'],
  automationStatus: Schemas['TaskAutomationStatus'],
): Promise<TaskRow> {
  const task = await db
    .insertInto('task')
    .values({
      id: newId('tsk'),
      title: title.trim(),
      description,
      automation_status: automationStatus,
      assignee_id: assigneeId ?? null,
      frequency: frequency ?? null,
      department: department.trim(),
      task_template_id: taskTemplateId ?? null,
    })
    .returning(taskColumns)
    .executeTakeFirstOrThrow();
  if (vendorId !== undefined) await linkVendor(db, vendorId, task.id);
  if (!controlIds.length) return task;
  await db
    .insertInto('control_task')
    .values(controlIds.map((control_id) => ({ id: newId('ctk'), control_id, task_id: task.id })))
    .execute();
  await extendToCustomFrameworks(db, controlIds);
  return task;
}

/** Columns of a task that are written: what an update changes, and what a review changes. */
export type Written = TaskColumns & {
  readonly position?: number;
  readonly approved_at?: string | null;
  readonly previous_status?: Schemas['TaskStatus'] | null;
  readonly automation_status?: Schemas['TaskAutomationStatus'];
};

/** Changes a task, which counts as a change also when nothing is different. @returns it as it is now */
export function updateTask(
  db: OrganizationDatabase,
  id: string,
  { status, ...columns }: Omit<Written, 'status'> & { readonly status?: Schemas['TaskStatus'] },
): Promise<TaskRow> {
  return db
    .updateTable('task')
    .set({ ...touched, ...columns, ...(status !== undefined && { status }) })
    .where('id', '=', id)
    .returning(taskColumns)
    .executeTakeFirstOrThrow();
}

/** Changes many tasks: one statement for all that change alike. */
export async function updateTasks(
  db: OrganizationDatabase,
  changes: readonly { readonly id: string; readonly columns: Written }[],
): Promise<void> {
  for (const alike of Map.groupBy(changes, ({ columns }) => JSON.stringify(columns)).values()) {
    const [{ columns } = { columns: {} }] = alike;
    const ids = alike.map(({ id }) => id);
    await db
      .updateTable('task')
      .set({ ...touched, ...columns })
      .where('id', 'in', ids)
      .execute();
  }
}

/** Gives tasks their places on the board. */
export async function placeTasks(
  db: OrganizationDatabase,
  places: readonly { readonly id: string; readonly order: number }[],
): Promise<void> {
  const moved = sql<{
    id: string;
    place: number;
  }>`unnest(${places.map(({ id }) => id)}::text[], ${places.map(({ order }) => order)}::integer[])`.as<'moved'>(sql`moved(id, place)`);
  await db
    .updateTable('task')
    .from(moved)
    .set((eb) => ({ position: eb.ref('moved.place') }))
    .whereRef('task.id', '=', 'moved.id')
    .execute();
}

/** Submits tasks to an approver. A justification stays for the approver to read, and for the case that the task is rejected. */
export async function submitTasks(db: OrganizationDatabase, ids: readonly string[], approverId: string): Promise<void> {
  await db
    .updateTable('task')
    .set(({ ref }) => ({ status: 'in_review', previous_status: ref('status'), approver_id: approverId }))
    .where('id', 'in', ids)
    .execute();
}

/** With their links, files and comments, by foreign keys and triggers. */
export async function deleteTasks(db: OrganizationDatabase, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('task').where('id', 'in', ids).execute();
}
