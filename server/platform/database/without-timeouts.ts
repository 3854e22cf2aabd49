import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';

/** The statement that lifts time limits. The client recognizes its text and then also waits without limit. */
export const liftLimits = "select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)";

/** Lifts the time limits for a transaction that may take long: it waits for another server, rewrites a table, or streams a whole organization. */
export async function withoutTimeouts(db: Transaction<SystemTables>): Promise<void> {
  await sql.raw(liftLimits).execute(db);
}
