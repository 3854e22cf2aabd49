/** Queues a run of an automation: a background run, and the run that the history of the automation shows. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { startRun } from '../../../platform/jobs/start.ts';
import { findBackgroundRun } from './runs.ts';

type Schemas = components['schemas'];

/**
 * @param automationId of an automation that is locked @param version that is run
 * @returns the background run; undefined when a run of the automation is under way
 */
export async function startAutomation(
  db: OrganizationDatabase,
  actor: Actor,
  automationId: string,
  version: number,
  triggeredBy: Schemas['EvidenceAutomationTrigger'],
): Promise<Schemas['Run'] | undefined> {
  // Seen first, because the insertion would wait for the step that holds the background run, and that may wait for the automation.
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
