/** Starts automations that are due. If several servers run this, each automation starts once (task-automations, rule 2). */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { findScheduleActor } from '#platform/identity/schedule-actor';
import { listDueAutomations, lockDueAutomation, reschedule } from '../queries/due.ts';
import { startAutomation } from '../queries/start.ts';
import { findVersion } from '../queries/versions.ts';

/** Starts due automations of all organizations, up to the size of a batch. @returns the number of due automations that were read */
export async function startDueAutomations({ system, tenant }: Database, now: Date): Promise<number> {
  const dueAutomations = await listDueAutomations(system, now);
  for (const { organizationId, id } of dueAutomations) await writeScheduled(tenant, organizationId, (db) => startIfDue(db, id, now));
  return dueAutomations.length;
}

/** Locks the automation and checks again whether it is due, because another server may have started it. */
async function startIfDue(db: OrganizationDatabase, id: string, now: Date): Promise<void> {
  const automation = await lockDueAutomation(db, id, now);
  if (!automation) return;
  const [actor, version] = [await findScheduleActor(db), await findVersion(db, id)];
  const run = actor && version ? await startAutomation(db, actor, id, version.version, 'scheduled') : undefined;
  await reschedule(db, run ? { ...automation, lastRunAt: now.toISOString() } : automation, now);
}
