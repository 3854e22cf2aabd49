import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { selectReadableIds, type Reader } from '#domain/access/records/rows';

/**
 * @param reader limits the result to policies that the reader may read; undefined for all policies
 * @returns the unarchived policies in short form, sorted by name
 */
export function listUnarchivedPolicies(
  db: OrganizationDatabase,
  reader?: Reader,
): Promise<components['schemas']['FrameworkControlPolicy'][]> {
  const query = db
    .selectFrom('policy')
    .select(['id', 'name', 'status'])
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .orderBy('name')
    .orderBy('id');
  return (reader === undefined ? query : query.where('id', 'in', selectReadableIds(db, reader, 'policy'))).execute();
}
