/** Starts the daily scans of accounts that the service reads with credentials (cloud-security, rule 9). */
import { listScannedServices } from '#providers/clouds/services';
import { startScan } from '#providers/clouds/start-scan';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { findScheduleActor } from '#platform/identity/schedule-actor';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { changeAccount, lockAccount } from '../queries/connections.ts';

/** Maximum number of connections per call. */
const batchSize = 100;
const dayMs = 24 * 3_600_000;
/** The hour of daily scans, in UTC. */
const scanHour = 5;

/** @returns the number of connections that were due */
export async function startDueScans({ system, tenant }: Database, now: Date): Promise<number> {
  const dueConnections = await system
    .selectFrom('integration_connection')
    .select(columnsOf('integration_connection', 'organizationId', 'id'))
    .where(({ eb, or }) =>
      // A due time more than a day ahead was computed by a server whose clock was ahead.
      or([eb('scan_due_at', '<=', now.toISOString()), eb('scan_due_at', '>', new Date(now.getTime() + dayMs).toISOString())]),
    )
    .orderBy('scan_due_at')
    .limit(batchSize)
    .execute();
  for (const { organizationId, id } of dueConnections) await writeScheduled(tenant, organizationId, (db) => startIfDue(db, id, now));
  return dueConnections.length;
}

/** Locks the connection and checks again whether it is due, because another server may have started its scan already. */
async function startIfDue(db: OrganizationDatabase, id: string, now: Date): Promise<void> {
  const account = await lockAccount(db, id);
  if (!account) return;
  const { at: dueAt } = await db
    .selectFrom('integration_connection')
    .select('scan_due_at as at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const actor = await findScheduleActor(db);
  if (actor && dueAt !== null && Date.parse(dueAt) <= now.getTime())
    await startScan(db, actor, account, {
      trigger: 'scheduled',
      wanted: listScannedServices(account.manifest, account.chosen, account.detected),
      byFile: false,
    });
  if (dueAt !== null) await changeAccount(db, id, { scan_due_at: nextScanTime(now).toISOString() });
}

function nextScanTime(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), scanHour);
  return new Date(today > now.getTime() ? today : today + dayMs);
}
