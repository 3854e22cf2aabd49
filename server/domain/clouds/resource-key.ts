/** What scans have found of a resource is looked up by one key (migration 0126), and by nothing else that an index begins with. */
import { type RawBuilder, sql } from 'kysely';

/**
 * The key of a resource, in the words of the columns `resource_key`.
 * @param of the scan for a result, the connection for a resolution
 */
export const resourceKey = (of: unknown, resourceId: unknown): RawBuilder<string> => sql`md5(${of}::text || ' ' || ${resourceId})::uuid`;
