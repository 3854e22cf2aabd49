/** Starts the daily scans of accounts that the service reads itself (spec/areas/cloud-security, rule 9). */
import { scannedServices } from '../../../domain/clouds/services.ts';
import { startScan } from '../../../domain/clouds/start-scan.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Database } from '../../../platform/database/open.ts';
import { scheduleActor } from '../../../platform/identity/schedule-actor.ts';
import { writeScheduled } from '../../../platform/jobs/write-scheduled.ts';
import { changeAccount, lockAccount } from '../queries/connections.ts';

/** How many connections are read at once. */
const most = 100;
const day = 24 * 3_600_000;
/** In UTC. */
const hour = 5;

/** @returns how many connections were due */
export async function startDueScans({ system, tenant }: Database, now: Date): Promise<number> {
  const due = await system
    .selectFrom('integration_connection')
    .select(columnsOf('integration_connection', 'organizationId', 'id'))
    .where(({ eb, or }) =>
      // Where the time is further away than a day, the clock was ahead when it was worked out.
      or([eb('scan_due_at', '<=', now.toISOString()), eb('scan_due_at', '>', new Date(now.getTime() + day).toISOString())]),
    )
    .orderBy('scan_due_at')
    .limit(most)
    .execute();
  for (const { organizationId, id } of due) await writeScheduled(tenant, organizationId, (db) => start(db, id, now));
  return due.length;
}

/** Another server may have been faster: with the connection held, what is due still is. */
async function start(db: OrganizationDatabase, id: string, now: Date): Promise<void> {
  const account = await lockAccount(db, id);
  if (!account) return;
  const { at } = await db.selectFrom('integration_connection').select('scan_due_at as at').where('id', '=', id).executeTakeFirstOrThrow();
  const actor = await scheduleActor(db);
  if (actor && at !== null && Date.parse(at) <= now.getTime())
    await startScan(db, actor, account, {
      trigger: 'scheduled',
      wanted: scannedServices(account.manifest, account.chosen, account.detected),
      byFile: false,
    });
  if (at !== null) await changeAccount(db, id, { scan_due_at: nextFive(now).toISOString() });
}

function nextFive(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour);
  return new Date(today > now.getTime() ? today : today + day);
}
