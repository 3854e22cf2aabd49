/** Creates, lists, changes and deletes automations. */
import { cancelRuns } from '#platform/jobs/cancel';
import { isRefusal } from '#platform/refusals/refusal';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import type { Handlers } from '#contract/types';
import {
  type AutomationRow,
  deleteAutomation,
  insertAutomation,
  listAutomations,
  updateAutomation,
  withLatestRun,
} from '../queries/automations.ts';
import { findBackgroundRun } from '../queries/runs.ts';
import { findTask, shareLockTask } from '../queries/tasks.ts';
import { findVersion } from '../queries/versions.ts';
import { automationNotFound, automationNotPublished } from '../refusals.ts';
import { changesConnectionUse, mayReadIntegrations, checkConnectionUse } from '../rules/connection-use.ts';
import { nextDue } from '../rules/schedule.ts';
import { requireChangeable, lockRequiredAutomation, requireAutomation, requireTask } from './require-automation.ts';

type AutomationOperations =
  'listTaskAutomations' | 'createTaskAutomation' | 'getTaskAutomation' | 'updateTaskAutomation' | 'deleteTaskAutomation';

/** Fields of an automation whose changes are recorded in the audit log. */
const loggedFields = ['name', 'description', 'isEnabled', 'scheduleFrequency', 'evaluationCriteria'] as const;

export const automations: Pick<Handlers<'task-automations'>, AutomationOperations> = {
  async listTaskAutomations({ path, query, page, db, actor }) {
    const task = await requireTask(db, actor, path);
    return isRefusal(task) ? task : { status: 200, page: await listAutomations(db, task.id, mayReadIntegrations(actor), query, page) };
  },

  async createTaskAutomation({ path, body, db, actor, audit }) {
    const task = requireChangeable(actor, await shareLockTask(db, path.taskId));
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
    return isRefusal(automation) ? automation : { status: 200, body: await addLatestRun(db, actor, automation) };
  },

  async updateTaskAutomation({ path, body, db, actor, audit }) {
    const before = await lockRequiredAutomation(db, actor, path);
    if (isRefusal(before)) return before;
    const { isEnabled = before.isEnabled, scheduleFrequency = before.scheduleFrequency } = body;
    const version = await findVersion(db, before.id);
    if (isEnabled && !before.isEnabled && !version) return automationNotPublished();
    const connectionRefusal = changesConnectionUse(body) ? checkConnectionUse(actor, version?.usesConnections === true) : undefined;
    if (connectionRefusal) return connectionRefusal;
    const isRescheduled = isEnabled !== before.isEnabled || scheduleFrequency !== before.scheduleFrequency;
    const after = await updateAutomation(db, before.id, {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.description !== undefined && { description: body.description }),
      ...(body.evaluationCriteria !== undefined && { evaluation_criteria: body.evaluationCriteria }),
      is_enabled: isEnabled,
      schedule_frequency: scheduleFrequency,
      ...(isRescheduled && { due_at: isEnabled ? nextDue(scheduleFrequency, before.lastRunAt, new Date()) : null }),
    });
    audit.changed(before, after, { entityId: after.taskId, description: descriptionOf(before, after), fields: loggedFields });
    return { status: 200, body: await addLatestRun(db, actor, after) };
  },

  async deleteTaskAutomation({ path, db, actor, audit }) {
    const task = requireChangeable(actor, await findTask(db, path.taskId));
    if (isRefusal(task)) return task;
    // The run is locked first, because each step of a run locks the run before the automation. The same order prevents deadlocks.
    const runId = await findBackgroundRun(db, path.automationId);
    if (runId !== undefined) await cancelRuns(db, [runId]);
    const automation = await lockRequiredAutomation(db, actor, path);
    if (isRefusal(automation)) return automation;
    if (!(await deleteAutomation(db, automation.id))) return automationNotFound();
    audit.removed({ name: automation.name, automationId: automation.id }, { entityId: task.id, description: 'Deleted automation' });
    return { status: 204 };
  },
};

async function addLatestRun(db: OrganizationDatabase, actor: Actor, automation: AutomationRow) {
  const [automationWithRun = { ...automation, latestRun: null }] = await withLatestRun(db, [automation], mayReadIntegrations(actor));
  return automationWithRun;
}

/** @returns the text in the audit log for the most important part of a change */
function descriptionOf(before: AutomationRow, after: AutomationRow): string {
  if (before.isEnabled !== after.isEnabled) return after.isEnabled ? 'Enabled automation' : 'Disabled automation';
  return before.evaluationCriteria === after.evaluationCriteria ? 'Updated automation' : 'Updated criteria of automation';
}
