import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { lockOf } from '#platform/database/locks';

/**
 * Locks the external ids of this kind until the transaction ends, so that concurrent requests cannot create two records with the same id.
 * Call it before locking any record, to avoid deadlocks.
 */
export async function lockExternalIds(db: OrganizationDatabase, kind: 'control' | 'risk' | 'vendor' | 'member'): Promise<void> {
  const key = String(lockOf('external ids', db.organizationId, kind));
  await db.selectNoFrom(sql`pg_advisory_xact_lock(${key}::bigint)`.as('lock')).execute();
}
