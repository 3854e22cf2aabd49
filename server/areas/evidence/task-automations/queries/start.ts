/** Queues a run of an automation: creates a background run, and a run in the history of the automation. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Actor } from '#platform/identity/actor';
import { startRun } from '#platform/jobs/start';
import { findBackgroundRun } from './runs.ts';

type Schemas = components['schemas'];

/**
 * @param automationId the id of an automation that the transaction has locked
 * @param version the published version to run
 * @returns the background run; undefined if a run of the automation is already active
 */
export async function startAutomation(
  db: OrganizationDatabase,
  actor: Actor,
  automationId: string,
  version: number,
  triggeredBy: Schemas['EvidenceAutomationTrigger'],
): Promise<Schemas['Run'] | undefined> {
  // Without this check, the insertion could wait for a step that has locked the background run and waits for the automation (a deadlock).
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
