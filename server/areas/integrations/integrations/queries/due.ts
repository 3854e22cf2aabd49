/** Computes and stores when connections are due. This must happen whenever a connection or the choice of a source changes. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { checksOf } from '#providers/registry';
import { listAllConnections, findConnection } from './connections.ts';
import { type Connection } from '../rules/connection.ts';
import { defaultSchedules, nextAfter } from '../rules/schedule.ts';

/** Computes and stores when a connection is due next, after `now`. @returns the changed connection */
export async function reschedule(db: OrganizationDatabase, connection: Connection, now = new Date()): Promise<Connection> {
  await setDueTimes(db, connection, await findChosenSources(db), now);
  return (await findConnection(db, connection.id)) ?? connection;
}

/** Computes and stores when each connection is due, after the choice of a source has changed. */
export async function rescheduleAll(db: OrganizationDatabase): Promise<void> {
  const sources = await findChosenSources(db);
  for (const connection of await listAllConnections(db)) await setDueTimes(db, connection, sources, new Date());
}

async function setDueTimes(
  db: OrganizationDatabase,
  { id, manifest, status, mode, cadence }: Connection,
  sources: Sources,
  now: Date,
): Promise<void> {
  const isActive = status === 'active';
  await db
    .updateTable('integration_connection')
    .set({
      checks_due_at: isActive && checksOf(manifest).length ? nextAfter(cadence ?? defaultSchedules.checks, now) : null,
      sync_due_at: isActive && manifest.slug === sources.employees ? nextAfter(cadence ?? defaultSchedules.employees, now) : null,
      devices_due_at: isActive && manifest.slug === sources.devices ? nextAfter(cadence ?? defaultSchedules.devices, now) : null,
      scan_due_at: isActive && mode === 'credentials' && manifest.cloud?.collect ? nextAfter(defaultSchedules.scans, now) : null,
    })
    .where('id', '=', id)
    .execute();
}

/** Slugs of the providers that are chosen as sources. */
export type Sources = Readonly<Record<SourceKind, string | null>>;
export type SourceKind = 'employees' | 'devices' | 'twoFactor';

export async function findChosenSources(db: OrganizationDatabase): Promise<Sources> {
  return db
    .selectFrom('organization')
    .select(['employee_sync_provider as employees', 'device_sync_provider as devices', 'two_factor_source as twoFactor'])
    .executeTakeFirstOrThrow();
}

const columns = { employees: 'employee_sync_provider', devices: 'device_sync_provider', twoFactor: 'two_factor_source' } as const;

/** @param provider the slug of the provider, or null to choose none */
export async function chooseSource(db: OrganizationDatabase, kind: SourceKind, provider: string | null): Promise<void> {
  await db
    .updateTable('organization')
    .set({ [columns[kind]]: provider })
    .where('id', '=', db.organizationId)
    .execute();
}
