/** Starts what is due: once, whatever number of servers looks (spec/areas/integrations, rule 4). */
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Database } from '../../../platform/database/open.ts';
import { writeScheduled } from '../../../platform/jobs/write-scheduled.ts';
import { scheduleActor } from '../../../platform/identity/schedule-actor.ts';
import { lockConnection } from '../queries/connections.ts';
import { reschedule } from '../queries/due.ts';
import { startDueChecks } from '../queries/start-checks.ts';
import { startSync } from '../queries/start-sync.ts';

/** How many connections are read at once. */
const most = 100;
const day = 24 * 3_600_000;
const next = sql<string>`least(checks_due_at, sync_due_at, devices_due_at)`;

/**
 * A connection without a cadence of its own is used every day. Where its next time is further away, the clock was ahead when that was worked out,
 * and it is worked out anew.
 * @returns how many connections were due
 */
export async function startDue({ system, tenant }: Database, now: Date): Promise<number> {
  const due = await system
    .selectFrom('integration_connection')
    .select(columnsOf('integration_connection', 'organizationId', 'id'))
    .where(({ eb, or, and }) =>
      or([
        eb(next, '<=', now.toISOString()),
        and([eb('sync_cadence', 'is', null), eb(next, '>', new Date(now.getTime() + day).toISOString())]),
      ]),
    )
    .orderBy(next)
    .limit(most)
    .execute();
  for (const { organizationId, id } of due) await writeScheduled(tenant, organizationId, (db) => start(db, id, now));
  return due.length;
}

/** Another server may have been faster: with the connection held, what is due still is. */
async function start(db: OrganizationDatabase, id: string, now: Date): Promise<void> {
  const connection = await lockConnection(db, id);
  if (!connection) return;
  const { checks, sync, devices } = await db
    .selectFrom('integration_connection')
    .select(['checks_due_at as checks', 'sync_due_at as sync', 'devices_due_at as devices'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isDue = (at: string | null) => at !== null && Date.parse(at) <= now.getTime();
  const actor = await scheduleActor(db);
  if (actor && isDue(checks)) await startDueChecks(db, actor, connection, now);
  if (actor && isDue(devices)) await startSync(db, actor, connection, { kind: 'device_sync', dryRun: false }, 'scheduled');
  if (actor && isDue(sync)) await startSync(db, actor, connection, { kind: 'employee_sync', dryRun: false }, 'scheduled');
  await reschedule(db, connection, now);
}
