/** Finds automations that are due and schedules their next run. */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase, SystemDatabase } from '#platform/database/handle';
import { nextDue } from '../rules/schedule.ts';

/** The maximum number of automations that are read at once. */
const batchSize = 100;

/** @returns the automations of all organizations that are due, in the order of their due dates */
export function listDueAutomations(db: SystemDatabase, now: Date) {
  return db
    .selectFrom('evidence_automation')
    .select(columnsOf('evidence_automation', 'organizationId', 'id'))
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .limit(batchSize)
    .execute();
}

/** Locks an automation until the transaction ends. @returns undefined if it is not due anymore */
export function lockDueAutomation(db: OrganizationDatabase, id: string, now: Date) {
  return db
    .selectFrom('evidence_automation')
    .select(columnsOf('evidence_automation', 'id', 'scheduleFrequency', 'lastRunAt'))
    .where('id', '=', id)
    .where('is_enabled', '=', true)
    .where('due_at', '<=', now.toISOString())
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Computes and stores the time of the next run of an automation. */
export async function reschedule(
  db: OrganizationDatabase,
  { id, scheduleFrequency, lastRunAt }: NonNullable<Awaited<ReturnType<typeof lockDueAutomation>>>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('evidence_automation')
    .set({ due_at: nextDue(scheduleFrequency, lastRunAt, now) })
    .where('id', '=', id)
    .execute();
}
