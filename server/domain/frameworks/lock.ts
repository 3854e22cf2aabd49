import type { OrganizationDatabase } from '#platform/database/handle';

/**
 * Prevents other transactions from adopting, updating or removing frameworks until this transaction ends (frameworks, rule 16).
 * Read data only after this call. A transaction that adds a timeline must call this before it takes another lock, because the removal of a
 * framework keeps this lock while it waits for the timelines.
 */
export async function lockFrameworks(db: OrganizationDatabase): Promise<void> {
  await db.selectFrom('organization').select('id').forNoKeyUpdate().execute();
}
