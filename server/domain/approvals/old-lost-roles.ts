import { sql } from 'kysely';
import type { SystemDatabase } from '#platform/database/handle';

/** Deletes roles that members lost more than 30 days ago, because they no longer count for approvals (spec/conventions, 3). */
export async function removeOldLostRoles(db: SystemDatabase): Promise<void> {
  await db
    .deleteFrom('lost_role')
    .where('lost_at', '<', sql<string>`now() - interval '30 days'`)
    .execute();
}
