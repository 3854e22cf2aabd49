/** What the audit log calls what is done here (spec/areas/trust-access, rule 14). */
import type { AuditNote } from '../../../platform/audit/entry.ts';

/** @param entityId of the request, the grant or the agreement @returns what an entry says about it */
export function about(entityId: string): Pick<AuditNote, 'resource' | 'entityType' | 'entityId'> & { readonly resource: 'trust' } {
  return { resource: 'trust', entityType: 'trust', entityId };
}
