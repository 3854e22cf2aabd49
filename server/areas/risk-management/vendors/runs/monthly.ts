/** Assesses vendors again each month (vendors, rule 9). */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { findScheduleActor } from '#platform/identity/schedule-actor';
import { lockAssessable } from '../queries/assessments.ts';
import { startAssessment } from '../steps/start-assessment.ts';

/** The maximum number of vendors that are read at once. */
const batchSize = 100;

/** @returns the first day of the next month, at 02:00 UTC */
export function nextAssessment(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 2));
}

/** Starts due assessments in all organizations, up to the size of a batch. @returns the number of due vendors that were read */
export async function assessMonthly({ system, tenant }: Database, now: Date): Promise<number> {
  const dueVendors = await system
    .selectFrom('vendor')
    .select(columnsOf('vendor', 'organizationId', 'id'))
    .where('assessment_due_at', '<=', now.toISOString())
    .orderBy('assessment_due_at')
    .limit(batchSize)
    .execute();
  for (const { organizationId, id } of dueVendors) await writeScheduled(tenant, organizationId, (db) => startIfDue(db, id, now));
  return dueVendors.length;
}

/** Locks the vendor and checks again whether it is due, because another server may have started the assessment. */
async function startIfDue(db: OrganizationDatabase, id: string, now: Date): Promise<void> {
  const dueRow = await db
    .updateTable('vendor')
    .set({ assessment_due_at: nextAssessment(now).toISOString() })
    .where('id', '=', id)
    .where('assessment_due_at', '<=', now.toISOString())
    .returning('id')
    .executeTakeFirst();
  const vendor = dueRow && (await lockAssessable(db, id));
  const actor = await findScheduleActor(db);
  if (!vendor || vendor.domain === null || !actor) return;
  await startAssessment(db, actor, { vendorId: id, domain: vendor.domain, formerStatus: vendor.status, reuseLatest: false });
}
