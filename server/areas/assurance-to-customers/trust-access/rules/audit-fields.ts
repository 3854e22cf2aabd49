/** Audit log entries of this area (trust-access, rule 14). */
import type { AuditNote } from '#platform/audit/entry';

/**
 * @param entityId of the request, the grant or the agreement; null if there is none
 * @returns the fields of an audit entry about it
 */
export function auditFields(
  entityId: string | null,
): Pick<AuditNote, 'resource' | 'entityType' | 'entityId'> & { readonly resource: 'trust' } {
  return { resource: 'trust', entityType: 'trust', entityId };
}
