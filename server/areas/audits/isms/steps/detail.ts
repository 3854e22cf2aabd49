/** Reads documents with their rows and links. */
import type { components } from '#generated/api';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { approvalFields, latestApprovals, type ApprovalView } from '#domain/approvals/views';
import { rowsOf } from '../rules/registers.ts';
import { summaryOf, withRows } from '../rules/response.ts';
import { findDocument, listDocuments } from '../queries/documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { linksOf } from '../queries/links.ts';
import { listAllObjectives, listAllRows } from '../queries/rows.ts';

type Schemas = components['schemas'];

/** @returns the documents in the given order, with their rows and the controls that the reader may read */
export async function detailsOf(
  db: OrganizationDatabase,
  reader: Reader,
  documents: readonly StoredDocument[],
): Promise<Schemas['IsmsDocument'][]> {
  const ids = documents.map(({ id }) => id);
  const [rows, links, approvals] = await Promise.all([
    listAllRows(db, ids),
    mayRead(reader, 'control') ? linksOf(db, ids) : new Map(),
    latestApprovals(db, 'ismsDocument', ids),
  ]);
  const objectives = rowsOf(rows, 'metrics').some(({ objectiveId }) => objectiveId !== null) ? await listAllObjectives(db) : [];
  const rowsByDocument = Map.groupBy(rows, ({ documentId }) => documentId);
  return documents.map((document) => ({
    ...withRows(document, rowsByDocument.get(document.id) ?? [], links.get(document.id) ?? [], objectives),
    ...approvalOf(document, approvals.get(document.id)),
  }));
}

/** Returns no approval for a document that was changed after its approval. */
function approvalOf({ status }: StoredDocument, latestApproval: ApprovalView | undefined) {
  const isCurrent = status === 'needs_review' || status === 'approved' || status === 'rejected';
  const { submittedBy, submittedAt, approvedBy, selfApproved, via } = approvalFields(isCurrent ? latestApproval : undefined);
  return { submittedBy, submittedAt, approvedBy, selfApproved, via };
}

/** @returns the current document. @throws if it does not exist, which cannot happen while it is locked */
export async function detailOf(db: OrganizationDatabase, reader: Reader, id: string): Promise<Schemas['IsmsDocument']> {
  const document = await findDocument(db, id);
  const [detail] = document ? await detailsOf(db, reader, [document]) : [];
  if (!detail) throw new Error('the document was not found, although it is locked');
  return detail;
}

/** @returns summaries of the documents of a framework */
export async function summariesOf(db: OrganizationDatabase, frameworkId: string): Promise<Schemas['IsmsDocumentSummary'][]> {
  const documents = await listDocuments(db, frameworkId);
  const monitoringIds = documents.filter(({ type }) => type === 'monitoring').map(({ id }) => id);
  return summaryOf(documents, await listAllRows(db, monitoringIds));
}
