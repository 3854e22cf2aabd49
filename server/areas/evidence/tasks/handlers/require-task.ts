/** Finds the tasks of a request if the caller may use them (tasks, rules 1 and 2). */
import { checkPermissions } from '#platform/identity/missing-permission';
import { lockApprover } from '#domain/people/members/approvers';
import { permissionToChange, permissionToRead } from '#domain/access/records/kinds';
import type { OrganizationContext } from '#platform/context';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { findTask, lockTask, lockTasks, type TaskRow } from '../queries/tasks.ts';
import { taskNotAssigned, taskNotFound } from '../refusals.ts';

/** @returns the task, or a refusal if it does not exist or the caller may not read it */
export async function requireTask(db: OrganizationDatabase, actor: Actor, id: string) {
  return visibleTo(actor, await findTask(db, id));
}

/** Locks a task until the transaction ends. @returns the task, or a refusal if it does not exist or the caller may not read it */
export async function lockVisibleTask(db: OrganizationDatabase, actor: Actor, id: string) {
  return visibleTo(actor, await lockTask(db, id));
}

/** Locks a task for an approval or a rejection. Its approver may decide even if the task is assigned to another member. */
export async function lockTaskForDecision(db: OrganizationDatabase, actor: Actor, id: string) {
  const task = await lockTask(db, id);
  return task && isApprover(actor, task) ? task : visibleTo(actor, task);
}

/** @returns a refusal if this member cannot approve tasks; otherwise undefined (tasks, rule 7) */
export async function checkApprover({ db, ports }: Pick<OrganizationContext, 'db' | 'ports'>, memberId: string) {
  const approver = await lockApprover(db, ports.access.staffEmailDomains, memberId, 'task:update');
  return 'code' in approver ? invalid({ approverId: approver }) : undefined;
}

export function isApprover({ memberId }: Actor, { approverId }: TaskRow): boolean {
  return memberId !== undefined && memberId === approverId;
}

/** Locks tasks until the transaction ends. @returns the tasks in the order of `ids`, or a refusal if the caller may not read all of them */
export async function lockVisibleTasks(db: OrganizationDatabase, actor: Actor, ids: readonly string[]) {
  const tasks = await lockAllTasks(db, ids);
  return isRefusal(tasks) || tasks.every((task) => mayReadTask(actor, task)) ? tasks : taskNotAssigned();
}

/** Locks tasks for a caller who may read all tasks. @returns the tasks in the order of `ids`, or a refusal if a task does not exist */
export async function lockAllTasks(db: OrganizationDatabase, ids: readonly string[]) {
  const tasksById = new Map((await lockTasks(db, ids)).map((task) => [task.id, task]));
  const tasks = ids.flatMap((id) => tasksById.get(id) ?? []);
  return tasks.length < ids.length ? taskNotFound() : tasks;
}

/** @returns the task, or a refusal if it does not exist or the caller may not read it */
export function visibleTo(actor: Actor, task: TaskRow | undefined) {
  if (!task) return taskNotFound();
  return mayReadTask(actor, task) ? task : taskNotAssigned();
}

function mayReadTask({ restrictedTo }: Actor, { assigneeId }: TaskRow): boolean {
  return restrictedTo === undefined || assigneeId === restrictedTo;
}

/** Checked before a task is looked up. @returns a refusal if the caller may not use the files of any task; otherwise undefined */
export function checkFilePermissions(actor: Actor, permission: `evidence:${string}`) {
  const taskPermission = permission === 'evidence:read' ? permissionToRead('task') : permissionToChange('task');
  return checkPermissions(actor, taskPermission);
}

/**
 * Files require permissions on evidence and on tasks. For files of their own tasks, callers need only the permission on tasks.
 * @returns a refusal if the caller may not use the files of this task; otherwise undefined
 */
export function checkTaskFilePermissions({ permissions, memberId }: Actor, { assigneeId }: TaskRow, permission: `evidence:${string}`) {
  return permissions.has(permission) || (memberId !== undefined && assigneeId === memberId) ? undefined : refusal('task_not_assigned');
}
