/** Finds the tasks of a request, or why the caller cannot use them (tasks, rules 1 and 2). */
import { refuseWithout } from '#platform/identity/missing-permission';
import { lockApprover } from '#domain/people/members/approvers';
import { permissionToChange, permissionToRead } from '#domain/access/records/kinds';
import type { OrganizationContext } from '#platform/context';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { findTask, lockTask, lockTasks, type TaskRow } from '../queries/tasks.ts';
import { notAssigned, taskNotFound } from '../refusals.ts';

export async function requireTask(db: OrganizationDatabase, actor: Actor, id: string) {
  return visibleTo(actor, await findTask(db, id));
}

/** @returns the same, locked until the transaction ends */
export async function lockRequiredTask(db: OrganizationDatabase, actor: Actor, id: string) {
  return visibleTo(actor, await lockTask(db, id));
}

/** @returns the same for a decision: the approver of a task may decide about it, whoever it is assigned to */
export async function lockTaskForDecision(db: OrganizationDatabase, actor: Actor, id: string) {
  const task = await lockTask(db, id);
  return task && isApprover(actor, task) ? task : visibleTo(actor, task);
}

/** @returns why this member cannot be asked to approve a task; undefined if they can (tasks, rule 7) */
export async function whyCannotApprove({ db, ports }: Pick<OrganizationContext, 'db' | 'ports'>, memberId: string) {
  const approver = await lockApprover(db, ports.access.staffEmailDomains, memberId, 'task:update');
  return typeof approver === 'string' ? invalid({ approverId: approver }) : undefined;
}

export function isApprover({ memberId }: Actor, { approverId }: TaskRow): boolean {
  return memberId !== undefined && memberId === approverId;
}

/** @returns these tasks, locked until the transaction ends, in the given order, if the caller may read all of them */
export async function lockRequiredTasks(db: OrganizationDatabase, actor: Actor, ids: readonly string[]) {
  const tasks = await lockAllTasks(db, ids);
  return isRefusal(tasks) || tasks.every((task) => isShown(actor, task)) ? tasks : notAssigned();
}

/** @returns the same, for callers who are not restricted */
export async function lockAllTasks(db: OrganizationDatabase, ids: readonly string[]) {
  const found = new Map((await lockTasks(db, ids)).map((task) => [task.id, task]));
  const tasks = ids.flatMap((id) => found.get(id) ?? []);
  return tasks.length < ids.length ? taskNotFound() : tasks;
}

/** @returns the task, if the caller may read it */
export function visibleTo(actor: Actor, task: TaskRow | undefined) {
  if (!task) return taskNotFound();
  return isShown(actor, task) ? task : notAssigned();
}

function isShown({ restrictedTo }: Actor, { assigneeId }: TaskRow): boolean {
  return restrictedTo === undefined || assigneeId === restrictedTo;
}

/** @returns why the caller may not use the files of any task, which is answered before a task is looked up */
export function refuseFiles(actor: Actor, permission: `evidence:${string}`) {
  const taskPermission = permission === 'evidence:read' ? permissionToRead('task') : permissionToChange('task');
  return refuseWithout(actor, taskPermission);
}

/**
 * Files require permissions on evidence and on the task. Files of one's own tasks require only the one on the task.
 * @returns why the caller may not use the files of this task
 */
export function refuseFilesOf({ permissions, memberId }: Actor, { assigneeId }: TaskRow, permission: `evidence:${string}`) {
  return permissions.has(permission) || (memberId !== undefined && assigneeId === memberId) ? undefined : refusal('task_not_assigned');
}
