import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { type AuditEntityType, seal } from '../contract/audit.ts';
import type { Changes } from '../contract/changes.ts';
import { redactedValue } from '../contract/redaction.ts';
import { newId } from '../database/ids.ts';

/** What the operator did to an organization. */
export interface Deed {
  /** Of the permission that it would take over the interface. */
  readonly resource: string;
  readonly action: string;
  readonly entityType: AuditEntityType;
  readonly entityId: string;
  readonly changes: Changes;
}

/** The changes of a creation. */
export function created(fields: Readonly<Record<string, unknown>>): Changes {
  return Object.fromEntries(Object.entries(fields).map(([field, current]) => [field, { previous: null, current }]));
}

/** Appends entries without a user to the organization's log (areas/audit-logs). The last statements of a transaction: they lock the log. */
export async function record(db: Transaction<SystemTables>, organizationId: string, ...deeds: readonly Deed[]): Promise<void> {
  await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(db);
  for (const { resource, action, entityType, entityId, changes } of deeds) {
    const shown = Object.fromEntries(Object.entries(changes).map(([field, { previous, current }]) => [field, { previous: redactedValue(field, previous), current: redactedValue(field, current) }]));
    const columns = { id: newId('aud'), userId: null, memberId: null, entityType, entityId, description: action, data: { action, resource, source: 'operator', changes: shown }, user: null };
    const { entry, head, tail } = seal(columns, organizationId);
    await sql`select append_audit(${entry}::jsonb, ${head}, ${tail})`.execute(db);
  }
}
