/** Appends entries to an organization's audit log outside a request to the organization. */
import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { AuditEntry } from '../database/handle.ts';

/** Appends entries to the organization's log. Call it last in a transaction, because it locks the log. */
export async function appendEntries(db: Transaction<SystemTables>, organizationId: string, entries: readonly AuditEntry[]): Promise<void> {
  await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(db);
  for (const { entry, head, tail } of entries) await sql`select append_audit(${entry}::jsonb, ${head}, ${tail})`.execute(db);
}
