import { type DocumentSource, findDocuments } from '../../../domain/policy-documents/sources.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

/** Policies in one document. */
const most = 500;

/** @param id of one policy, by default all @returns the published policies that are not archived, by name */
export function findSharedPolicies(db: OrganizationDatabase, id?: string): Promise<DocumentSource[]> {
  return findDocuments(db, { published: true, ...(id !== undefined && { ids: [id] }) }, most);
}
