/** Automations themselves: created, listed, changed and deleted. */
import { cancelRuns } from '../../../platform/jobs/cancel.ts';
import { isRefusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import {
  type AutomationRow,
  deleteAutomation,
  insertAutomation,
  listAutomations,
  updateAutomation,
  withLatestRun,
} from '../queries/automations.ts';
import { findBackgroundRun } from '../queries/runs.ts';
import { findTask, holdTask } from '../queries/tasks.ts';
import { findVersion } from '../queries/versions.ts';
import { automationNotFound, notPublished } from '../refusals.ts';
import { nextDue } from '../rules/schedule.ts';
import { changeableBy, lockRequiredAutomation, requireAutomation, requireTask } from './require-automation.ts';

type Automations = 'listTaskAutomations' | 'createTaskAutomation' | 'getTaskAutomation' | 'updateTaskAutomation' | 'deleteTaskAutomation';

/** Fields of an automation that the audit log tells of. */
const logged = ['name', 'description', 'isEnabled', 'scheduleFrequency', 'evaluationCriteria'] as const;

export const automations: Pick<Handlers<'task-automations'>, Automations> = {
  async listTaskAutomations({ path, page, db, actor }) {
    const task = await requireTask(db, actor, path);
    return isRefusal(task) ? task : { status: 200, page: await listAutomations(db, task.id, page) };
  },

  async createTaskAutomation({ path, body, db, actor, audit }) {
    const task = changeableBy(actor, await holdTask(db, path.taskId));
    if (isRefusal(task)) return task;
    const automation = await insertAutomation(db, task, body);
    const { name, description, scheduleFrequency, evaluationCriteria } = automation;
    audit.created(
      { name, description, scheduleFrequency, evaluationCriteria, automationId: automation.id },
      { entityId: task.id, description: 'Created automation' },
    );
    return { status: 201, body: { ...automation, latestRun: null } };
  },

  async getTaskAutomation({ path, db, actor }) {
    const automation = await requireAutomation(db, actor, path);
    return isRefusal(automation) ? automation : { status: 200, body: await shown(db, automation) };
  },

  async updateTaskAutomation({ path, body, db, actor, audit }) {
    const before = await lockRequiredAutomation(db, actor, path);
    if (isRefusal(before)) return before;
    const { isEnabled = before.isEnabled, scheduleFrequency = before.scheduleFrequency } = body;
    if (isEnabled && !before.isEnabled && (await findVersion(db, before.id)) === undefined) return notPublished();
    const isRescheduled = isEnabled !== before.isEnabled || scheduleFrequency !== before.scheduleFrequency;
    const after = await updateAutomation(db, before.id, {
      ...(body.name !== undefined && { name: body.name.trim() }),
      ...(body.description !== undefined && { description: body.description?.trim() ?? null }),
      ...(body.evaluationCriteria !== undefined && { evaluation_criteria: body.evaluationCriteria?.trim() ?? null }),
      is_enabled: isEnabled,
      schedule_frequency: scheduleFrequency,
      ...(isRescheduled && { due_at: isEnabled ? nextDue(scheduleFrequency, before.lastRunAt, new Date()) : null }),
    });
    audit.changed(before, after, { entityId: after.taskId, description: deedOf(before, after), fields: logged });
    return { status: 200, body: await shown(db, after) };
  },

  async deleteTaskAutomation({ path, db, actor, audit }) {
    const task = changeableBy(actor, await findTask(db, path.taskId));
    if (isRefusal(task)) return task;
    // The run first, because a step of it holds it before it touches the automation.
    const runId = await findBackgroundRun(db, path.automationId);
    if (runId !== undefined) await cancelRuns(db, [runId]);
    const automation = await lockRequiredAutomation(db, actor, path);
    if (isRefusal(automation)) return automation;
    if (!(await deleteAutomation(db, automation.id))) return automationNotFound();
    audit.removed({ name: automation.name, automationId: automation.id }, { entityId: task.id, description: 'Deleted automation' });
    return { status: 204 };
  },
};

async function shown(db: Parameters<typeof withLatestRun>[0], automation: AutomationRow) {
  const [whole = { ...automation, latestRun: null }] = await withLatestRun(db, [automation]);
  return whole;
}

/** @returns what was done to an automation, by the change that matters most */
function deedOf(before: AutomationRow, after: AutomationRow): string {
  if (before.isEnabled !== after.isEnabled) return after.isEnabled ? 'Enabled automation' : 'Disabled automation';
  return before.evaluationCriteria === after.evaluationCriteria ? 'Updated automation' : 'Updated criteria of automation';
}
