import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { actingEntry, nobody } from '../platform/audit/acting-entry.ts';
import type { AuditEntityType } from '../platform/audit/entry.ts';
import type { Changes } from '../platform/audit/changes.ts';
import { redactedChanges } from '../platform/audit/redaction.ts';
import type { AuditEntry } from '../platform/database/handle.ts';

/** What the operator did to an organization. */
export interface Deed {
  /** Of the permission that it would take over the interface. */
  readonly resource: string;
  readonly action: string;
  readonly entityType: AuditEntityType;
  readonly entityId: string;
  readonly changes: Changes;
}

/** The audit entry of a deed, which has no user (spec/areas/audit-logs). */
export function entryOf(organizationId: string, { resource, action, entityType, entityId, changes }: Deed): AuditEntry {
  return actingEntry(organizationId, {
    actor: nobody,
    action,
    entityType,
    entityId,
    data: { resource, source: 'operator', changes: redactedChanges(changes) },
  });
}

/** Appends entries to the organization's log. The last statements of a transaction: they lock the log. */
export async function record(db: Transaction<SystemTables>, organizationId: string, ...deeds: readonly Deed[]): Promise<void> {
  await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(db);
  for (const deed of deeds) {
    const { entry, head, tail } = entryOf(organizationId, deed);
    await sql`select append_audit(${entry}::jsonb, ${head}, ${tail})`.execute(db);
  }
}
