/** Runs of automations: started, read and cancelled. */
import { added } from '../../../platform/audit/changes.ts';
import { cancelRuns } from '../../../platform/jobs/cancel.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { findRun, listRuns, listRunsOfTask, lockBackgroundRun } from '../queries/runs.ts';
import { startAutomation } from '../queries/start.ts';
import { findTask } from '../queries/tasks.ts';
import { findVersion } from '../queries/versions.ts';
import { automationNotFound, automationRunNotFound, notPublished } from '../refusals.ts';
import { findAutomation } from '../queries/automations.ts';
import { changeableBy, lockRequiredAutomation, requireAutomation, requireTask } from './require-automation.ts';

type Runs = 'listTaskAutomationRuns' | 'listAutomationRuns' | 'startAutomationRun' | 'getAutomationRun' | 'cancelAutomationRun';

export const runs: Pick<Handlers<'task-automations'>, Runs> = {
  async listTaskAutomationRuns({ path, query, page, db, actor }) {
    const task = await requireTask(db, actor, path);
    return isRefusal(task) ? task : { status: 200, page: await listRunsOfTask(db, task.id, query, page) };
  },

  async listAutomationRuns({ path, query, page, db, actor }) {
    const automation = await requireAutomation(db, actor, path);
    return isRefusal(automation) ? automation : { status: 200, page: await listRuns(db, automation.id, query, page) };
  },

  async startAutomationRun({ path, body, db, actor, audit }) {
    const automation = await lockRequiredAutomation(db, actor, path);
    if (isRefusal(automation)) return automation;
    if ((await findVersion(db, automation.id)) === undefined) return notPublished();
    const version = await findVersion(db, automation.id, body.version);
    if (version === undefined) return invalid({ version: 'must be a published version of the automation' });
    const run = await startAutomation(db, actor, automation.id, version, actor.credential === 'session' ? 'manual' : 'api');
    if (!run) return refusal('automation_running');
    audit.did('Started run of automation', {
      entityId: automation.taskId,
      changes: added({ automation: automation.name, version, runId: run.id }),
    });
    return { status: 202, body: run };
  },

  async getAutomationRun({ path, db, actor }) {
    const automation = await requireAutomation(db, actor, path);
    if (isRefusal(automation)) return automation;
    const run = await findRun(db, automation.id, path.runId);
    return run ? { status: 200, body: run } : automationRunNotFound();
  },

  async cancelAutomationRun({ path, db, actor, audit, skipAudit }) {
    const task = changeableBy(actor, await findTask(db, path.taskId));
    if (isRefusal(task)) return task;
    const automation = await findAutomation(db, task.id, path.automationId);
    if (!automation) return automationNotFound();
    const { runId = null } = (await findRun(db, automation.id, path.runId)) ?? {};
    // Waits for the step that is being worked on.
    if (runId !== null) await lockBackgroundRun(db, runId);
    const before = await findRun(db, automation.id, path.runId);
    if (!before) return automationRunNotFound();
    if (before.status === 'cancelled') {
      skipAudit();
      return { status: 200, body: before };
    }
    if (before.status === 'completed' || before.status === 'failed') return refusal('automation_run_ended', { runStatus: before.status });
    // The run of the automation follows its background run, by a trigger.
    await cancelRuns(db, runId === null ? [] : [runId]);
    const after = await findRun(db, automation.id, path.runId);
    if (!after) return automationRunNotFound();
    audit.did('Cancelled run of automation', {
      entityId: task.id,
      changes: added({ automation: automation.name, automationRunId: after.id }),
    });
    return { status: 200, body: after };
  },
};
