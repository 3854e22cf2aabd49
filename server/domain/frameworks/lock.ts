import type { OrganizationDatabase } from '#platform/database/handle';

/**
 * Prevents others from adopting, updating or removing frameworks until the transaction ends (frameworks, rule 16). Read data only after
 * taking this lock. A transaction that adds a timeline takes this lock before any other, because removing a framework holds it while waiting
 * for the timelines.
 */
export async function lockFrameworks(db: OrganizationDatabase): Promise<void> {
  await db.selectFrom('organization').select('id').forNoKeyUpdate().execute();
}
