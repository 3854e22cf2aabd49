/** Counts policies by status. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Reader, selectVisibleIds } from '#domain/access/records/rows';

/**
 * @param reader the reader whose visible policies are counted (policies, rules 2 and 29); `'all'` counts the policies of the organization
 * @returns the number of policies in each status, without archived ones (frameworks, rule 2)
 */
export async function countPolicies(db: OrganizationDatabase, reader: Reader | 'all') {
  const allPolicies = db
    .selectFrom('policy')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .groupBy('status');
  const rows = await (reader === 'all' ? allPolicies : allPolicies.where('id', 'in', selectVisibleIds(db, reader, 'policy'))).execute();
  const counts = { draft: 0, published: 0, needs_review: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return { ...counts, total: counts.draft + counts.published + counts.needs_review };
}
