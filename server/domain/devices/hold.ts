/** Whoever brings computers in holds those of the organization, so that two who bring in the same one do it one after the other. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { lockOf } from '../../platform/database/locks.ts';

/** Waits for whoever brings computers in, until the transaction ends. */
export async function holdDevices(db: OrganizationDatabase): Promise<void> {
  await db
    .selectNoFrom(sql`pg_advisory_xact_lock(${String(lockOf('device-registration', db.organizationId))}::bigint)`.as('lock'))
    .execute();
}
