/** The times at which the schedule runs automations. */
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase, SystemDatabase } from '../../../platform/database/handle.ts';
import { nextDue } from '../rules/schedule.ts';

/** How many automations are started at once. */
const most = 100;

/** @returns automations of all organizations that are due, the longest first */
export function listDue(db: SystemDatabase, now: Date) {
  return db
    .selectFrom('evidence_automation')
    .select(columnsOf('evidence_automation', 'organizationId', 'id'))
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .limit(most)
    .execute();
}

/** @returns the automation, locked until the transaction ends, if it is still due */
export function lockDue(db: OrganizationDatabase, id: string, now: Date) {
  return db
    .selectFrom('evidence_automation')
    .select(columnsOf('evidence_automation', 'id', 'scheduleFrequency', 'lastRunAt'))
    .where('id', '=', id)
    .where('is_enabled', '=', true)
    .where('due_at', '<=', now.toISOString())
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Works out the next time. */
export async function reschedule(
  db: OrganizationDatabase,
  { id, scheduleFrequency, lastRunAt }: NonNullable<Awaited<ReturnType<typeof lockDue>>>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('evidence_automation')
    .set({ due_at: nextDue(scheduleFrequency, lastRunAt, now) })
    .where('id', '=', id)
    .execute();
}
