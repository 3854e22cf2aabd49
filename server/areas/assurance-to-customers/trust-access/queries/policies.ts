import { audiencesOfGrant } from '#domain/access/audience/reader';
import { type DocumentSource, findDocuments } from '#domain/policies/documents/sources';
import type { OrganizationDatabase } from '#platform/database/handle';

/** The maximum number of policies in one document. */
const maxPolicies = 500;

/**
 * @param grantId the id of the reader's access grant
 * @param id the id of the only policy to return; all policies by default
 * @returns the published policies that are not archived and were released to this reader, ordered by name
 */
export async function findSharedPolicies(db: OrganizationDatabase, grantId: string, id?: string): Promise<DocumentSource[]> {
  const audiences = await audiencesOfGrant(db, grantId);
  const documents = await findDocuments(db, { published: true, audiences, ...(id !== undefined && { ids: [id] }) }, maxPolicies);
  return documents.map((document) => ({ ...document, approver: null, history: document.history.map(withoutDetails) }));
}

/** Visitors may see the versions, but not who worked on them or what changed. */
function withoutDetails({ version, publishedAt }: DocumentSource['history'][number]): DocumentSource['history'][number] {
  return { version, publishedAt, publishedBy: null, submittedBy: null, approvedBy: null, via: null, changelog: null };
}
