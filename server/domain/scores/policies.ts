/** How many policies are published. */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';

/** @returns how many policies that are not archived have each status (spec/areas/frameworks, rule 2) */
export async function countPolicies(db: OrganizationDatabase) {
  const rows = await db
    .selectFrom('policy')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .groupBy('status')
    .execute();
  const counts = { draft: 0, published: 0, needs_review: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return { ...counts, total: counts.draft + counts.published + counts.needs_review };
}
