import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../../generated/database.d.ts';

/** The statement that lifts the limits. The client knows it by its text, and from then on waits for answers without a limit, too. */
export const liftLimits = "select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)";

/** Lifts the limits of a request for this transaction, which may take its time: it waits for another server, rewrites a table, or moves a whole organization through a pipe. */
export async function withoutTimeouts(db: Transaction<SystemTables>): Promise<void> {
  await sql.raw(liftLimits).execute(db);
}
