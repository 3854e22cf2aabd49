/** The indexed key of a resource in a scan (migration 0019). No other index begins with it, so a query by it never reads a whole scan. */
import { type RawBuilder, sql } from 'kysely';

/**
 * Builds the SQL expression for a `resource_key` column.
 * @param ownerId id of the scan for results, id of the connection for resolutions
 */
export const resourceKey = (ownerId: unknown, resourceId: unknown): RawBuilder<string> =>
  sql`md5(${ownerId}::text || ' ' || ${resourceId})::uuid`;
