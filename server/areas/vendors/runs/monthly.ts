/** Assesses vendors again each month (spec/areas/vendors, rule 9). */
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Database } from '../../../platform/database/open.ts';
import { writeScheduled } from '../../../platform/jobs/write-scheduled.ts';
import { scheduleActor } from '../../../platform/identity/schedule-actor.ts';
import { lockAssessable } from '../queries/assessments.ts';
import { startAssessment } from '../queries/start.ts';

/** Vendors in one look. */
const most = 100;

/** @returns the first day of the next month, at 02:00 UTC */
export function nextAssessment(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 2));
}

/** @returns how many vendors were due */
export async function assessMonthly({ system, tenant }: Database, now: Date): Promise<number> {
  const due = await system
    .selectFrom('vendor')
    .select(columnsOf('vendor', 'organizationId', 'id'))
    .where('assessment_due_at', '<=', now.toISOString())
    .orderBy('assessment_due_at')
    .limit(most)
    .execute();
  for (const { organizationId, id } of due) await writeScheduled(tenant, organizationId, (db) => start(db, id, now));
  return due.length;
}

/** Another server may have been faster: with the vendor held, it is still due, or nothing is done. */
async function start(db: OrganizationDatabase, id: string, now: Date): Promise<void> {
  const isDue = await db
    .updateTable('vendor')
    .set({ assessment_due_at: nextAssessment(now).toISOString() })
    .where('id', '=', id)
    .where('assessment_due_at', '<=', now.toISOString())
    .returning('id')
    .executeTakeFirst();
  const vendor = isDue && (await lockAssessable(db, id));
  const actor = await scheduleActor(db);
  if (!vendor || vendor.domain === null || !actor) return;
  await startAssessment(db, actor, { vendorId: id, domain: vendor.domain, formerStatus: vendor.status, reuseLatest: false });
}
