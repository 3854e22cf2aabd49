import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';

/** Lifts the limits of a request for this transaction, which may take its time: it waits for another server, rewrites a table, or moves a whole organization through a pipe. */
export async function unhurried(db: Transaction<SystemTables>): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(db);
}
