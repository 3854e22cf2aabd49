import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { lockOf } from '../../platform/database/locks.ts';

/**
 * Nobody else gives records of this kind external ids until the transaction ends, so what is not found by its id is not there. Taken before
 * any record is held.
 */
export async function takeTurn(db: OrganizationDatabase, kind: 'control' | 'risk' | 'vendor' | 'member'): Promise<void> {
  const key = String(lockOf('external ids', db.organizationId, kind));
  await db.selectNoFrom(sql`pg_advisory_xact_lock(${key}::bigint)`.as('lock')).execute();
}
