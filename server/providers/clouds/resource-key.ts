/** The key by which scan results of a resource are looked up (migration 0126). It is the leading column of no other index. */
import { type RawBuilder, sql } from 'kysely';

/**
 * The SQL expression for the value of a `resource_key` column.
 * @param of the scan for a result, the connection for a resolution
 */
export const resourceKey = (of: unknown, resourceId: unknown): RawBuilder<string> => sql`md5(${of}::text || ' ' || ${resourceId})::uuid`;
