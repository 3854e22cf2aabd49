/** The times at which the schedule uses connections. To be worked out anew whenever a connection, or the choice of a source, has changed. */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { checksOf } from '../../../domain/providers/registry.ts';
import { type Connection, connectionsOf, findConnection } from './connections.ts';
import { daily, nextAfter } from '../rules/schedule.ts';

/** @param now everything up to then is past @returns the connection as it is then */
export async function reschedule(db: OrganizationDatabase, connection: Connection, now = new Date()): Promise<Connection> {
  await setDue(db, connection, await chosenSources(db), now);
  return (await findConnection(db, connection.id)) ?? connection;
}

/** Of every connection: a source is another one now. */
export async function rescheduleAll(db: OrganizationDatabase): Promise<void> {
  const chosen = await chosenSources(db);
  for (const connection of await connectionsOf(db)) await setDue(db, connection, chosen, new Date());
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

/** Slugs of the providers that are chosen. */
export type Sources = Readonly<Record<SourceKind, string | null>>;
export type SourceKind = 'employees' | 'devices' | 'twoFactor';

export async function chosenSources(db: OrganizationDatabase): Promise<Sources> {
  return db
    .selectFrom('organization')
    .select(['employee_sync_provider as employees', 'device_sync_provider as devices', 'two_factor_source as twoFactor'])
    .executeTakeFirstOrThrow();
}

const columns = { employees: 'employee_sync_provider', devices: 'device_sync_provider', twoFactor: 'two_factor_source' } as const;

/** @param provider slug; null for none */
export async function chooseSource(db: OrganizationDatabase, kind: SourceKind, provider: string | null): Promise<void> {
  await db
    .updateTable('organization')
    .set({ [columns[kind]]: provider })
    .where('id', '=', db.organizationId)
    .execute();
}
