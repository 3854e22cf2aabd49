/** Finds the task and the automation of a request if the caller may use them (task-automations, rule 1). */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { isRefusal } from '#platform/refusals/refusal';
import { findAutomation, lockAutomation } from '../queries/automations.ts';
import { findTask, type TaskOfAutomations } from '../queries/tasks.ts';
import { automationNotFound, taskNotAssigned, taskChangeRestricted, taskNotFound } from '../refusals.ts';

interface AutomationPath {
  readonly taskId: string;
  readonly automationId: string;
}

/** @returns the task, or a refusal if the task does not exist or the caller may not read it */
export async function requireTask(db: OrganizationDatabase, actor: Actor, { taskId }: Pick<AutomationPath, 'taskId'>) {
  return requireVisible(actor, await findTask(db, taskId));
}

/** @returns the task, or a refusal if the task does not exist or the caller may not change its automations */
export function requireChangeable(actor: Actor, task: TaskOfAutomations | undefined) {
  const visibleTask = requireVisible(actor, task);
  return isRefusal(visibleTask) || actor.restrictedTo === undefined ? visibleTask : taskChangeRestricted();
}

/** @returns the automation, or a refusal if it does not exist or the caller may not read it */
export async function requireAutomation(db: OrganizationDatabase, actor: Actor, path: AutomationPath) {
  const task = await requireTask(db, actor, path);
  return isRefusal(task) ? task : ((await findAutomation(db, task.id, path.automationId)) ?? automationNotFound());
}

/** Locks an automation until the transaction ends. @returns a refusal if it does not exist or the caller may not change it */
export async function lockRequiredAutomation(db: OrganizationDatabase, actor: Actor, path: AutomationPath) {
  const task = requireChangeable(actor, await findTask(db, path.taskId));
  return isRefusal(task) ? task : ((await lockAutomation(db, task.id, path.automationId)) ?? automationNotFound());
}

function requireVisible({ restrictedTo }: Actor, task: TaskOfAutomations | undefined) {
  if (!task) return taskNotFound();
  return restrictedTo === undefined || task.assigneeId === restrictedTo ? task : taskNotAssigned();
}
