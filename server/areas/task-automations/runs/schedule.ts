/** Starts automations that are due: once each, whatever number of servers looks (spec/areas/task-automations, rule 2). */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Database } from '../../../platform/database/open.ts';
import { writeScheduled } from '../../../platform/jobs/write-scheduled.ts';
import { scheduleActor } from '../../../platform/identity/schedule-actor.ts';
import { listDue, lockDue, reschedule } from '../queries/due.ts';
import { startAutomation } from '../queries/start.ts';
import { findVersion } from '../queries/versions.ts';

/** @returns how many automations were due */
export async function startDueAutomations({ system, tenant }: Database, now: Date): Promise<number> {
  const due = await listDue(system, now);
  for (const { organizationId, id } of due) await writeScheduled(tenant, organizationId, (db) => start(db, id, now));
  return due.length;
}

/** Another server may have been faster: with the automation locked, what is due still is. */
async function start(db: OrganizationDatabase, id: string, now: Date): Promise<void> {
  const automation = await lockDue(db, id, now);
  if (!automation) return;
  const [actor, version] = [await scheduleActor(db), await findVersion(db, id)];
  const run = actor && version !== undefined ? await startAutomation(db, actor, id, version, 'scheduled') : undefined;
  await reschedule(db, run ? { ...automation, lastRunAt: now.toISOString() } : automation, now);
}
