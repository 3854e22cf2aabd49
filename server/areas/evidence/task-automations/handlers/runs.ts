/** Starts, reads and cancels runs of automations. */
import { stateOf } from '#contract/states';
import { evidenceAutomationRunStatus } from '#generated/transitions';
import { changesOnCreate } from '#platform/audit/changes';
import { cancelRuns } from '#platform/jobs/cancel';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { findRun, listRuns, listRunsOfTask, lockBackgroundRun } from '../queries/runs.ts';
import { startAutomation } from '../queries/start.ts';
import { findTask } from '../queries/tasks.ts';
import { findVersion } from '../queries/versions.ts';
import { automationNotFound, automationRunNotFound, automationNotPublished } from '../refusals.ts';
import { findAutomation } from '../queries/automations.ts';
import { mayReadIntegrations, checkConnectionUse } from '../rules/connection-use.ts';
import { requireChangeable, lockRequiredAutomation, requireAutomation, requireTask } from './require-automation.ts';

type RunOperations = 'listTaskAutomationRuns' | 'listAutomationRuns' | 'startAutomationRun' | 'getAutomationRun' | 'cancelAutomationRun';

export const runs: Pick<Handlers<'task-automations'>, RunOperations> = {
  async listTaskAutomationRuns({ path, query, page, db, actor }) {
    const task = await requireTask(db, actor, path);
    return isRefusal(task) ? task : { status: 200, page: await listRunsOfTask(db, task.id, mayReadIntegrations(actor), query, page) };
  },

  async listAutomationRuns({ path, query, page, db, actor }) {
    const automation = await requireAutomation(db, actor, path);
    return isRefusal(automation)
      ? automation
      : { status: 200, page: await listRuns(db, automation.id, mayReadIntegrations(actor), query, page) };
  },

  async startAutomationRun({ path, body, db, actor, audit }) {
    const automation = await lockRequiredAutomation(db, actor, path);
    if (isRefusal(automation)) return automation;
    if ((await findVersion(db, automation.id)) === undefined) return automationNotPublished();
    const version = await findVersion(db, automation.id, body.version);
    if (!version) return invalid({ version: fieldErrors.unknownReference('automation_version', 'a published version of the automation') });
    const connectionRefusal = checkConnectionUse(actor, version.usesConnections);
    if (connectionRefusal) return connectionRefusal;
    const run = await startAutomation(db, actor, automation.id, version.version, actor.credential === 'session' ? 'manual' : 'api');
    if (!run) return refusal('automation_running');
    audit.performed('Started run of automation', {
      entityId: automation.taskId,
      changes: changesOnCreate({ automation: automation.name, version: version.version, runId: run.id }),
    });
    return { status: 202, body: run };
  },

  async getAutomationRun({ path, db, actor }) {
    const automation = await requireAutomation(db, actor, path);
    if (isRefusal(automation)) return automation;
    const foundRun = await findRun(db, automation.id, path.runId);
    if (!foundRun) return automationRunNotFound();
    return checkConnectionUse(actor, foundRun.usesConnections) ?? { status: 200, body: foundRun.run };
  },

  async cancelAutomationRun({ path, db, actor, audit, skipAudit }) {
    const task = requireChangeable(actor, await findTask(db, path.taskId));
    if (isRefusal(task)) return task;
    const automation = await findAutomation(db, task.id, path.automationId);
    if (!automation) return automationNotFound();
    const runId = (await findRun(db, automation.id, path.runId))?.run.runId ?? null;
    // The lock waits until the current step of the run ends.
    if (runId !== null) await lockBackgroundRun(db, runId);
    const before = (await findRun(db, automation.id, path.runId))?.run;
    if (!before) return automationRunNotFound();
    if (before.status === 'cancelled') {
      skipAudit();
      return { status: 200, body: before };
    }
    if (before.status === 'completed' || before.status === 'failed')
      return refusal('automation_run_ended', stateOf(evidenceAutomationRunStatus, before.status));
    // A trigger updates the run of the automation when its background run changes.
    await cancelRuns(db, runId === null ? [] : [runId]);
    const after = (await findRun(db, automation.id, path.runId))?.run;
    if (!after) return automationRunNotFound();
    audit.performed('Cancelled run of automation', {
      entityId: task.id,
      changes: changesOnCreate({ automation: automation.name, automationRunId: after.id }),
    });
    return { status: 200, body: after };
  },
};
