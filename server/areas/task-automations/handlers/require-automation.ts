/** The task and the automation that a request is about, or why there are none for this caller (spec/areas/task-automations, rule 1). */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { isRefusal } from '../../../platform/refusals/refusal.ts';
import { findAutomation, lockAutomation } from '../queries/automations.ts';
import { findTask, type TaskOfAutomations } from '../queries/tasks.ts';
import { automationNotFound, notAssigned, restricted, taskNotFound } from '../refusals.ts';

interface Place {
  readonly taskId: string;
  readonly automationId: string;
}

/** @returns the task, if the caller may read it */
export async function requireTask(db: OrganizationDatabase, actor: Actor, { taskId }: Pick<Place, 'taskId'>) {
  return shownTo(actor, await findTask(db, taskId));
}

/** @returns the task, if the caller may change its automations */
export function changeableBy(actor: Actor, task: TaskOfAutomations | undefined) {
  const shown = shownTo(actor, task);
  return isRefusal(shown) || actor.restrictedTo === undefined ? shown : restricted();
}

/** @returns the automation, if the caller may read it */
export async function requireAutomation(db: OrganizationDatabase, actor: Actor, place: Place) {
  const task = await requireTask(db, actor, place);
  return isRefusal(task) ? task : ((await findAutomation(db, task.id, place.automationId)) ?? automationNotFound());
}

/** @returns the automation, locked until the transaction ends, if the caller may change it */
export async function lockRequiredAutomation(db: OrganizationDatabase, actor: Actor, place: Place) {
  const task = changeableBy(actor, await findTask(db, place.taskId));
  return isRefusal(task) ? task : ((await lockAutomation(db, task.id, place.automationId)) ?? automationNotFound());
}

function shownTo({ restrictedTo }: Actor, task: TaskOfAutomations | undefined) {
  if (!task) return taskNotFound();
  return restrictedTo === undefined || task.assigneeId === restrictedTo ? task : notAssigned();
}
