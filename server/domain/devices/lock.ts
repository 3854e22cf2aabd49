/** Locks the registration of devices, so that concurrent registrations of the same device run one after the other. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { lockOf } from '#platform/database/locks';

/** Waits for concurrent registrations, and blocks other registrations until the transaction ends. */
export async function lockDeviceRegistration(db: OrganizationDatabase): Promise<void> {
  await db
    .selectNoFrom(sql`pg_advisory_xact_lock(${String(lockOf('device-registration', db.organizationId))}::bigint)`.as('lock'))
    .execute();
}
