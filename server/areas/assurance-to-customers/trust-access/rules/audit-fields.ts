/** Fields for the audit log entries of this area (trust-access, rule 14). */
import type { AuditNote } from '#platform/audit/entry';

/**
 * @param entityId id of the request, the grant or the agreement; null if there is none
 * @returns the fields of an audit log entry about this record
 */
export function auditFields(
  entityId: string | null,
): Pick<AuditNote, 'resource' | 'entityType' | 'entityId'> & { readonly resource: 'trust' } {
  return { resource: 'trust', entityType: 'trust', entityId };
}
