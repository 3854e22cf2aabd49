/** Starts automations that are due, once for all servers (task-automations, rule 2). */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { findScheduleActor } from '#platform/identity/schedule-actor';
import { listDue, lockDue, reschedule } from '../queries/due.ts';
import { startAutomation } from '../queries/start.ts';
import { findVersion } from '../queries/versions.ts';

/** @returns the number of due automations */
export async function startDueAutomations({ system, tenant }: Database, now: Date): Promise<number> {
  const due = await listDue(system, now);
  for (const { organizationId, id } of due) await writeScheduled(tenant, organizationId, (db) => startIfDue(db, id, now));
  return due.length;
}

/** Locks the automation and checks again whether it is due, because another server may have been faster. */
async function startIfDue(db: OrganizationDatabase, id: string, now: Date): Promise<void> {
  const automation = await lockDue(db, id, now);
  if (!automation) return;
  const [actor, version] = [await findScheduleActor(db), await findVersion(db, id)];
  const run = actor && version ? await startAutomation(db, actor, id, version.version, 'scheduled') : undefined;
  await reschedule(db, run ? { ...automation, lastRunAt: now.toISOString() } : automation, now);
}
