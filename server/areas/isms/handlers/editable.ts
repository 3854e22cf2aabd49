import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { lockDocument } from '../queries/documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { documentNotFound, pending } from '../refusals.ts';

/** @returns the document, held until the transaction ends, or why it cannot be edited */
export async function holdEditable(db: OrganizationDatabase, id: string) {
  const document = await lockDocument(db, id);
  if (!document) return documentNotFound();
  return document.status === 'needs_review' ? pending() : document;
}

/** What the log says of every change: that it is about the framework, under the document (spec/areas/isms, rule 19). */
export function about({ id }: Pick<StoredDocument, 'id'>) {
  return { entityType: 'framework', entityId: id } as const;
}
