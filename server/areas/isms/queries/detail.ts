/** Documents with all that they show. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { rowsOf } from '../rules/registers.ts';
import { summaryOf, withRows } from '../rules/shown.ts';
import { findDocument, listDocuments } from './documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { linksOf } from './links.ts';
import { allObjectives, allRows } from './rows.ts';

type Schemas = components['schemas'];

/** @returns the documents with their rows and links, in their order */
export async function detailsOf(db: OrganizationDatabase, documents: readonly StoredDocument[]): Promise<Schemas['IsmsDocument'][]> {
  const ids = documents.map(({ id }) => id);
  const [rows, links] = await Promise.all([allRows(db, ids), linksOf(db, ids)]);
  const objectives = rowsOf(rows, 'metrics').some(({ objectiveId }) => objectiveId !== null) ? await allObjectives(db) : [];
  const byDocument = Map.groupBy(rows, ({ documentId }) => documentId);
  return documents.map((document) => withRows(document, byDocument.get(document.id) ?? [], links.get(document.id) ?? [], objectives));
}

/** @returns the document as it is now. @throws when it is gone, which its lock prevents */
export async function detailOf(db: OrganizationDatabase, id: string): Promise<Schemas['IsmsDocument']> {
  const document = await findDocument(db, id);
  const [detail] = document ? await detailsOf(db, [document]) : [];
  if (!detail) throw new Error('the document is not there');
  return detail;
}

/** @returns the documents of a framework in brief */
export async function summariesOf(db: OrganizationDatabase, frameworkId: string): Promise<Schemas['IsmsDocumentSummary'][]> {
  const documents = await listDocuments(db, frameworkId);
  const monitored = documents.filter(({ type }) => type === 'monitoring').map(({ id }) => id);
  return summaryOf(documents, await allRows(db, monitored));
}
