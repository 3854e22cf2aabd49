import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../../generated/database.d.ts';

/** Lifts the limits of a request: a whole organization takes its time, and so does the pipe that it comes or goes through. */
export async function unhurried(db: Transaction<SystemTables>): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(db);
}
