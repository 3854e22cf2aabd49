/** The tasks that a request is about, or why there are none for this caller (spec/areas/tasks, rules 1 and 2). */
import { lockApprover } from '../../../domain/members/approvers.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { findTask, lockTask, lockTasks, type TaskRow } from '../queries/tasks.ts';
import { notAssigned, taskNotFound } from '../refusals.ts';

export async function requireTask(db: OrganizationDatabase, actor: Actor, id: string) {
  return shownTo(actor, await findTask(db, id));
}

/** @returns the same, locked until the transaction ends */
export async function lockRequiredTask(db: OrganizationDatabase, actor: Actor, id: string) {
  return shownTo(actor, await lockTask(db, id));
}

/** @returns the same for a decision about it: who is asked to approve a task decides about it, whoever it is assigned to */
export async function lockDecidedTask(db: OrganizationDatabase, actor: Actor, id: string) {
  const task = await lockTask(db, id);
  return task && isApprover(actor, task) ? task : shownTo(actor, task);
}

/** @returns why this member cannot be asked to approve a task; undefined when it can (spec/areas/tasks, rule 7) */
export async function approverRefusal({ db, ports }: Pick<OrganizationContext, 'db' | 'ports'>, memberId: string) {
  const approver = await lockApprover(db, ports.access.staffEmailDomains, memberId, 'task:update');
  return typeof approver === 'string' ? invalid({ approverId: approver }) : undefined;
}

export function isApprover({ memberId }: Actor, { approverId }: TaskRow): boolean {
  return memberId !== undefined && memberId === approverId;
}

/** @returns all of these tasks, locked until the transaction ends, in the order in which they are named, if the caller may read them */
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
export function shownTo(actor: Actor, task: TaskRow | undefined) {
  if (!task) return taskNotFound();
  return isShown(actor, task) ? task : notAssigned();
}

function isShown({ restrictedTo }: Actor, { assigneeId }: TaskRow): boolean {
  return restrictedTo === undefined || assigneeId === restrictedTo;
}

/**
 * What the permission to update tasks is good for without the one on evidence: the files of one's own tasks.
 * @param permission on evidence that reaches every task @returns why the caller has nothing to do with the files of this task
 */
export function filesRefusal({ permissions, memberId }: Actor, { assigneeId }: TaskRow, permission: `evidence:${string}`) {
  return permissions.has(permission) || (memberId !== undefined && assigneeId === memberId) ? undefined : refusal('task_not_assigned');
}
