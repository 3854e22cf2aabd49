import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { isVisibleTo } from './visible.ts';

/**
 * @param reader id of the member who reads them; left out for all of them
 * @returns the policies that are not archived, in brief, by name
 */
export function listPoliciesInUse(db: OrganizationDatabase, reader?: string): Promise<components['schemas']['FrameworkControlPolicy'][]> {
  const all = db
    .selectFrom('policy')
    .select(['id', 'name', 'status'])
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .orderBy('name')
    .orderBy('id');
  return (reader === undefined ? all : all.where((eb) => isVisibleTo(eb, reader))).execute();
}
