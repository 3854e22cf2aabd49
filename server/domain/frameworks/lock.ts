import type { OrganizationDatabase } from '#platform/database/handle';

/**
 * Prevents other transactions from adopting, updating or removing frameworks until this transaction ends (frameworks, rule 16).
 * Read data only after this call. A transaction that adds a timeline must call this before it takes another lock, because the removal of a
 * framework keeps this lock while it waits for the timelines.
 */
export async function lockFrameworks(db: OrganizationDatabase): Promise<void> {
  await db.selectFrom('organization').select('id').forNoKeyUpdate().execute();
}

/** Locks an adopted framework before it is compared with `If-Match` and changed. `lockFrameworks` comes first where both are needed. */
export async function lockInstanceRow(db: OrganizationDatabase, id: string): Promise<void> {
  await db.selectFrom('framework_instance').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
