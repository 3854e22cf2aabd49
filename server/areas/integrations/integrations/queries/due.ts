/** Due times of connections. They must be recomputed whenever a connection or the choice of a source changes. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { checksOf } from '#providers/registry';
import { type Connection, listAllConnections, findConnection } from './connections.ts';
import { daily, nextAfter } from '../rules/schedule.ts';

/** @param now times up to it count as past @returns the connection after the change */
export async function reschedule(db: OrganizationDatabase, connection: Connection, now = new Date()): Promise<Connection> {
  await setDue(db, connection, await chosenSources(db), now);
  return (await findConnection(db, connection.id)) ?? connection;
}

/** Reschedules every connection after a source was changed. */
export async function rescheduleAll(db: OrganizationDatabase): Promise<void> {
  const chosen = await chosenSources(db);
  for (const connection of await listAllConnections(db)) await setDue(db, connection, chosen, new Date());
}

async function setDue(
  db: OrganizationDatabase,
  { id, manifest, status, mode, cadence }: Connection,
  chosen: Sources,
  now: Date,
): Promise<void> {
  const isActive = status === 'active';
  await db
    .updateTable('integration_connection')
    .set({
      checks_due_at: isActive && checksOf(manifest).length ? nextAfter(cadence ?? daily.checks, now) : null,
      sync_due_at: isActive && manifest.slug === chosen.employees ? nextAfter(cadence ?? daily.employees, now) : null,
      devices_due_at: isActive && manifest.slug === chosen.devices ? nextAfter(cadence ?? daily.devices, now) : null,
      scan_due_at: isActive && mode === 'credentials' && manifest.cloud?.collect ? nextAfter(daily.scans, now) : null,
    })
    .where('id', '=', id)
    .execute();
}

/** Slugs of the chosen providers. */
export type Sources = Readonly<Record<SourceKind, string | null>>;
export type SourceKind = 'employees' | 'devices' | 'twoFactor';

export async function chosenSources(db: OrganizationDatabase): Promise<Sources> {
  return db
    .selectFrom('organization')
    .select(['employee_sync_provider as employees', 'device_sync_provider as devices', 'two_factor_source as twoFactor'])
    .executeTakeFirstOrThrow();
}

const columns = { employees: 'employee_sync_provider', devices: 'device_sync_provider', twoFactor: 'two_factor_source' } as const;

/** @param provider the slug, or null for none */
export async function chooseSource(db: OrganizationDatabase, kind: SourceKind, provider: string | null): Promise<void> {
  await db
    .updateTable('organization')
    .set({ [columns[kind]]: provider })
    .where('id', '=', db.organizationId)
    .execute();
}
