/** Helpers shared by the handlers that edit ISMS documents. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { lockDocument } from '../queries/documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { documentNotFound, documentPending } from '../refusals.ts';

/** @returns the document, locked until the transaction ends, or a refusal if it does not exist or waits for approval */
export async function lockEditable(db: OrganizationDatabase, id: string) {
  const document = await lockDocument(db, id);
  if (!document) return documentNotFound();
  return document.status === 'needs_review' ? documentPending() : document;
}

/** Audit entries of document changes have the entity type `framework` and the id of the document (isms, rule 19). */
export function auditEntityOf({ id }: Pick<StoredDocument, 'id'>) {
  return { entityType: 'framework', entityId: id } as const;
}
