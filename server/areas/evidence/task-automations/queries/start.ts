/** Queues a run of an automation: a background run, and a run in the history of the automation. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Actor } from '#platform/identity/actor';
import { startRun } from '#platform/jobs/start';
import { findBackgroundRun } from './runs.ts';

type Schemas = components['schemas'];

/**
 * @param automationId of a locked automation
 * @param version to run
 * @returns the background run; undefined if a run of the automation is active
 */
export async function startAutomation(
  db: OrganizationDatabase,
  actor: Actor,
  automationId: string,
  version: number,
  triggeredBy: Schemas['EvidenceAutomationTrigger'],
): Promise<Schemas['Run'] | undefined> {
  // Checked first, because the insertion would wait for the step that has locked the background run, and that step may wait for the automation.
  if ((await findBackgroundRun(db, automationId)) !== undefined) return undefined;
  const id = newId('ear');
  const run = await startRun(db, actor, {
    kind: 'task_automation',
    subject: automationId,
    input: { automationRunId: id },
    total: 1,
    result: { automationRunId: id },
  });
  if (!run) return undefined;
  await db
    .insertInto('evidence_automation_run')
    .values({ id, evidence_automation_id: automationId, run_id: run.id, triggered_by: triggeredBy, version })
    .execute();
  return run;
}
