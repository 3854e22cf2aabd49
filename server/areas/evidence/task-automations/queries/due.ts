/** Queries about scheduled automations. */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase, SystemDatabase } from '#platform/database/handle';
import { nextDue } from '../rules/schedule.ts';

/** The number of automations per batch. */
const batchSize = 100;

/** @returns automations of all organizations that are due, longest overdue first */
export function listDue(db: SystemDatabase, now: Date) {
  return db
    .selectFrom('evidence_automation')
    .select(columnsOf('evidence_automation', 'organizationId', 'id'))
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .limit(batchSize)
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

/** Computes and stores the next time. */
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
