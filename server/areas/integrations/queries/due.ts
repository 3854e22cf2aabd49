/** The times at which the schedule uses connections. To be worked out anew whenever a connection, or the choice of the source of employees, has changed. */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { checksOf } from '../../../domain/providers/registry.ts';
import { type Connection, connectionsOf, findConnection } from './connections.ts';
import { daily, nextAfter } from '../rules/schedule.ts';

/** @param now everything up to then is past @returns the connection as it is then */
export async function reschedule(db: OrganizationDatabase, connection: Connection, now = new Date()): Promise<Connection> {
  await setDue(db, connection, await chosenSource(db), now);
  return (await findConnection(db, connection.id)) ?? connection;
}

/** Of every connection: the source of employees is another one now. */
export async function rescheduleAll(db: OrganizationDatabase): Promise<void> {
  const chosen = await chosenSource(db);
  for (const connection of await connectionsOf(db)) await setDue(db, connection, chosen, new Date());
}

async function setDue(
  db: OrganizationDatabase,
  { id, manifest, status, cadence }: Connection,
  chosen: string | null,
  now: Date,
): Promise<void> {
  const isActive = status === 'active';
  await db
    .updateTable('integration_connection')
    .set({
      checks_due_at: isActive && checksOf(manifest).length ? nextAfter(cadence ?? daily.checks, now) : null,
      sync_due_at: isActive && manifest.slug === chosen ? nextAfter(cadence ?? daily.employees, now) : null,
    })
    .where('id', '=', id)
    .execute();
}

/** Slug of the provider that the schedule brings employees in from. */
export async function chosenSource(db: OrganizationDatabase): Promise<string | null> {
  return (await db.selectFrom('organization').select('employee_sync_provider as slug').executeTakeFirstOrThrow()).slug;
}

export async function chooseSource(db: OrganizationDatabase, provider: string | null): Promise<void> {
  await db.updateTable('organization').set({ employee_sync_provider: provider }).where('id', '=', db.organizationId).execute();
}
