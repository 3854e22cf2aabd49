import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';

/** @returns the policies that are not archived, in brief, by name */
export function listPoliciesInUse(db: OrganizationDatabase): Promise<components['schemas']['FrameworkControlPolicy'][]> {
  return db
    .selectFrom('policy')
    .select(['id', 'name', 'status'])
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .orderBy('name')
    .orderBy('id')
    .execute();
}
