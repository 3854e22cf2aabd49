/** Starts due checks and syncs, each only once even if several servers run this (integrations, rule 4). */
import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { findScheduleActor } from '#platform/identity/schedule-actor';
import { lockConnection } from '../queries/connections.ts';
import { reschedule } from '../queries/due.ts';
import { startDueChecks } from '../queries/start-checks.ts';
import { startSync } from '../queries/start-sync.ts';

/** Maximum number of connections per call. */
const batchSize = 100;
const dayMs = 24 * 3_600_000;
const nextDueAt = sql<string>`least(checks_due_at, sync_due_at, devices_due_at)`;

/**
 * Starts the syncs and checks that are due. A connection without its own cadence is due daily. So if its due time is more than a day
 * ahead, the clock of a server was ahead, and the time is computed again.
 * @returns the number of due connections
 */
export async function startDueRuns({ system, tenant }: Database, now: Date): Promise<number> {
  const dueConnections = await system
    .selectFrom('integration_connection')
    .select(columnsOf('integration_connection', 'organizationId', 'id'))
    .where(({ eb, or, and }) =>
      or([
        eb(nextDueAt, '<=', now.toISOString()),
        and([eb('sync_cadence', 'is', null), eb(nextDueAt, '>', new Date(now.getTime() + dayMs).toISOString())]),
      ]),
    )
    .orderBy(nextDueAt)
    .limit(batchSize)
    .execute();
  for (const { organizationId, id } of dueConnections) await writeScheduled(tenant, organizationId, (db) => startIfDue(db, id, now));
  return dueConnections.length;
}

/** Locks the connection and reads the due times again, because another server may have started its syncs and checks already. */
async function startIfDue(db: OrganizationDatabase, id: string, now: Date): Promise<void> {
  const connection = await lockConnection(db, id);
  if (!connection) return;
  const { checks, sync, devices } = await db
    .selectFrom('integration_connection')
    .select(['checks_due_at as checks', 'sync_due_at as sync', 'devices_due_at as devices'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isDue = (dueAt: string | null) => dueAt !== null && Date.parse(dueAt) <= now.getTime();
  const actor = await findScheduleActor(db);
  if (actor && isDue(checks)) await startDueChecks(db, actor, connection, now);
  if (actor && isDue(devices)) await startSync(db, actor, connection, { kind: 'device_sync', dryRun: false }, 'scheduled');
  if (actor && isDue(sync)) await startSync(db, actor, connection, { kind: 'employee_sync', dryRun: false }, 'scheduled');
  await reschedule(db, connection, now);
}
