import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { createEntry, noActor } from '#platform/audit/create-entry';
import { appendEntries } from '#platform/audit/append';
import type { AuditEntityType } from '#platform/audit/entry';
import type { Changes } from '#platform/audit/changes';
import { redactChanges } from '#platform/audit/redaction';
import type { AuditEntry } from '#platform/database/handle';

/** An operator's action on an organization. */
export interface OperatorAction {
  /** Resource of the permission that the API would require for the action. */
  readonly resource: string;
  readonly action: string;
  readonly entityType: AuditEntityType;
  readonly entityId: string;
  readonly changes: Changes;
}

/** Returns the audit entry of an operator's action. The entry has no user (spec/areas/accountability/audit-logs). */
export function createOperatorEntry(
  organizationId: string,
  { resource, action, entityType, entityId, changes }: OperatorAction,
): AuditEntry {
  return createEntry(organizationId, {
    actor: noActor,
    action,
    entityType,
    entityId,
    data: { resource, source: 'operator', changes: redactChanges(changes) },
  });
}

/** Appends entries to the organization's log. Call it last in a transaction, because it locks the log. */
export async function recordActions(
  db: Transaction<SystemTables>,
  organizationId: string,
  ...operatorActions: readonly OperatorAction[]
): Promise<void> {
  await appendEntries(
    db,
    organizationId,
    operatorActions.map((operatorAction) => createOperatorEntry(organizationId, operatorAction)),
  );
}
