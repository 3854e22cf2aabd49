/** Starts what is due: once, whatever number of servers looks (areas/integrations, rule 4). */
import { sql } from 'kysely';
import { writeTransaction, type OrganizationDatabase } from '../../database/handle.ts';
import type { Database } from '../../database/open.ts';
import { inTurn } from '../../database/turns.ts';
import { scheduleActor } from '../../identity/schedule-actor.ts';
import { findConnection } from './connection.ts';
import { reschedule } from './due.ts';
import { startIdleChecks } from './start-checks.ts';
import { startSync } from './start-sync.ts';

/** Connections in one look. */
const most = 100;

/** @returns how many connections were due */
export async function startDue({ system, tenant }: Database, now: Date): Promise<number> {
  const due = await system.selectFrom('integration_connection').select(['organization_id as organizationId', 'id'])
    .where(sql`least(checks_due_at, sync_due_at)`, '<=', now.toISOString()).orderBy(sql`least(checks_due_at, sync_due_at)`).limit(most).execute();
  for (const { organizationId, id } of due) {
    await inTurn(organizationId, () => writeTransaction(tenant, organizationId, async (db) => ({ result: await start(db, id, now), settlement: [] })));
  }
  return due.length;
}

/** Another server may have been faster: with the connection held, what is due still is. */
async function start(db: OrganizationDatabase, id: string, now: Date): Promise<void> {
  const connection = await findConnection(db, id, true);
  if (!connection) return;
  const { checks, sync } = await db.selectFrom('integration_connection').select(['checks_due_at as checks', 'sync_due_at as sync']).where('id', '=', id).executeTakeFirstOrThrow();
  const isDue = (at: string | null) => at !== null && Date.parse(at) <= now.getTime();
  const actor = await scheduleActor(db);
  if (actor && isDue(checks)) await startIdleChecks(db, actor, connection, 'scheduled');
  if (actor && isDue(sync)) await startSync(db, actor, connection, false, 'scheduled');
  await reschedule(db, connection, now);
}
