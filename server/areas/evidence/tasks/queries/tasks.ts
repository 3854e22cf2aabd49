/** Queries that read, create, change and delete tasks by their ids. */
import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { approvalFields, latestApproval } from '#domain/approvals/views';
import { linkSet } from '#domain/access/links/link-set';
import type { Linkable } from '#domain/access/links/linkable';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import { addDerivedFields } from '#domain/controls/derived-fields';
import { controlColumns } from '#domain/controls/columns';
import { toPerson } from '#domain/people/members/person';
import { taskColumns } from '#domain/tasks/columns';
import { withVisibleDescriptions } from '#domain/tasks/visible-descriptions';
import { columnsOf } from '#platform/database/columns';
import { selectReadableIds, type Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { touchUpdatedAt } from '#platform/database/touched';
import type { TaskColumns } from '../rules/status.ts';
import { linkVendor } from './vendors.ts';

type Schemas = components['schemas'];
export type TaskRow = Schemas['Task'];

/** The maximum number of controls that are listed for each task. */
export const maxControls = 100;

const selectTasks = (db: OrganizationDatabase) => db.selectFrom('task').select(taskColumns);

/** @returns the stored task without checking permissions; undefined if it does not exist */
export function findTask(db: OrganizationDatabase, id: string): Promise<TaskRow | undefined> {
  return selectTasks(db).where('id', '=', id).executeTakeFirst();
}

/** Locks a task until the transaction ends. @returns undefined if it does not exist */
export function lockTask(db: OrganizationDatabase, id: string): Promise<TaskRow | undefined> {
  return selectTasks(db).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks a task so that it cannot be deleted until the transaction ends; it can still be read and changed. */
export function shareLockTask(db: OrganizationDatabase, id: string): Promise<TaskRow | undefined> {
  return selectTasks(db).where('id', '=', id).forKeyShare().executeTakeFirst();
}

/** Locks tasks in the order of their ids, to avoid deadlocks. @returns the existing tasks, sorted by id */
export function lockTasks(db: OrganizationDatabase, ids: readonly string[]): Promise<TaskRow[]> {
  return selectTasks(db).where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** Condition of a query for controls: the task is linked to the control, directly or in a framework. */
function isLinkedToTask({ or, exists, selectFrom }: ExpressionBuilder<TenantTables, 'control'>, taskId: string) {
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

/** @returns a query for the controls of a task, sorted by name */
export function selectControlsOf(db: QueryCreator<TenantTables>, taskId: string) {
  return db
    .selectFrom('control')
    .where('control.archived_at', 'is', null)
    .where((eb) => isLinkedToTask(eb, taskId))
    .orderBy('control.name')
    .orderBy('control.id')
    .limit(maxControls);
}

/** @returns the response with a task, its people, and the controls that the reader may read */
export async function findDetail(db: OrganizationDatabase, reader: Reader, task: TaskRow): Promise<Schemas['TaskDetail']> {
  const ids = [task.assigneeId, task.approverId].filter((id) => id !== null);
  const [[visibleTask = task], members, controls, approval] = await Promise.all([
    withVisibleDescriptions(db, [task]),
    ids.length
      ? db
          .selectFrom('member')
          .select(columnsOf('member', 'id', 'userId', 'name', 'email', 'image'))
          .where('id', 'in', ids)
          .execute()
      : [],
    selectControlsOf(db, task.id)
      .select(controlColumns)
      .where('control.id', 'in', selectReadableIds(db, reader, 'control'))
      .execute()
      .then((rows) => addDerivedFields(db, rows)),
    latestApproval(db, 'task', task.id),
  ]);
  const findPerson = (id: string | null) => {
    const member = members.find((candidate) => candidate.id === id);
    return member ? toPerson(member) : null;
  };
  const isCurrent = task.status === 'in_review' || task.approvedAt !== null;
  const { submittedBy, submittedAt, approvedBy, selfApproved, via } = approvalFields(isCurrent ? approval : undefined);
  const people = { assignee: findPerson(task.assigneeId), approver: findPerson(task.approverId), submittedBy, approvedBy };
  return { ...visibleTask, ...people, submittedAt, selfApproved, via, controls };
}

/**
 * @param id the id of a task that the transaction has locked and changed
 * @returns the response with the task
 * @throws Error if the task does not exist, which its lock prevents
 */
export async function findChangedDetail(db: OrganizationDatabase, reader: Reader, id: string): Promise<Schemas['TaskDetail']> {
  const task = await findTask(db, id);
  if (!task) throw new Error(`${id} was not found, although it is locked`);
  return findDetail(db, reader, task);
}

const taskControls = linkSet('control_task', 'control_id');

/**
 * Creates a task, and links it to controls and a vendor.
 * @param controls the controls to link @param automationStatus the automation status of the template
 * @returns the new task
 */
export async function insertTask(
  db: OrganizationDatabase,
  { title, description, assigneeId, frequency, department, taskTemplateId, vendorId }: Schemas['TaskCreate'],
  controls: readonly Linkable<'control'>[],
  automationStatus: Schemas['TaskAutomationStatus'],
): Promise<TaskRow> {
  const task = await db
    .insertInto('task')
    .values({
      id: newId('tsk'),
      title,
      description,
      automation_status: automationStatus,
      assignee_id: assigneeId ?? null,
      frequency: frequency ?? null,
      department,
      task_template_id: taskTemplateId ?? null,
    })
    .returning(taskColumns)
    .executeTakeFirstOrThrow();
  if (vendorId !== undefined) await linkVendor(db, vendorId, task.id);
  await taskControls.add(db, { task_id: task.id }, controls);
  await copyLinksToCustomFrameworks(
    db,
    controls.map(({ key }) => key),
  );
  return task;
}

/** The columns that updates and reviews of tasks write. */
export type TaskUpdates = Omit<TaskColumns, 'approved_at'> & {
  readonly position?: number;
  readonly approved_at?: string | null;
  readonly previous_status?: Schemas['TaskStatus'] | null;
  readonly automation_status?: Schemas['TaskAutomationStatus'];
};

/** Changes a task. Sets `updatedAt` even if all fields stay the same. @returns the changed task */
export function updateTask(
  db: OrganizationDatabase,
  id: string,
  { status, ...columns }: Omit<TaskUpdates, 'status'> & { readonly status?: Schemas['TaskStatus'] },
): Promise<TaskRow> {
  return db
    .updateTable('task')
    .set({ ...touchUpdatedAt, ...columns, ...(status !== undefined && { status }) })
    .where('id', '=', id)
    .returning(taskColumns)
    .executeTakeFirstOrThrow();
}

/** Changes many tasks, with one statement for each group of equal changes. */
export async function updateTasks(
  db: OrganizationDatabase,
  changes: readonly { readonly id: string; readonly columns: TaskUpdates }[],
): Promise<void> {
  for (const equalChanges of Map.groupBy(changes, ({ columns }) => JSON.stringify(columns)).values()) {
    const [{ columns } = { columns: {} }] = equalChanges;
    const ids = equalChanges.map(({ id }) => id);
    await db
      .updateTable('task')
      .set({ ...touchUpdatedAt, ...columns })
      .where('id', 'in', ids)
      .execute();
  }
}

/** Sets the positions of tasks on the board. */
export async function placeTasks(
  db: OrganizationDatabase,
  positions: readonly { readonly id: string; readonly order: number }[],
): Promise<void> {
  const newPositions = sql<{
    id: string;
    place: number;
  }>`unnest(${positions.map(({ id }) => id)}::text[], ${positions.map(({ order }) => order)}::integer[])`.as<'moved'>(
    sql`moved(id, place)`,
  );
  await db
    .updateTable('task')
    .from(newPositions)
    .set((eb) => ({ position: eb.ref('moved.place') }))
    .whereRef('task.id', '=', 'moved.id')
    .execute();
}

/** Sets the status and the approver of submitted tasks. Keeps the justification for the approver, and for a return to not_relevant. */
export async function setInReview(db: OrganizationDatabase, ids: readonly string[], approverId: string): Promise<void> {
  await db
    .updateTable('task')
    .set((eb) => ({
      status: 'in_review',
      previous_status: eb.case().when('status', '=', 'in_review').then(eb.ref('previous_status')).else(eb.ref('status')).end(),
      approver_id: approverId,
    }))
    .where('id', 'in', ids)
    .execute();
}

/** Deletes tasks; foreign keys and triggers delete their links, files and comments. */
export async function deleteTasks(db: OrganizationDatabase, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('task').where('id', 'in', ids).execute();
}
