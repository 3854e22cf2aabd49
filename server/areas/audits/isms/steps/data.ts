/** Reads all data needed to generate, validate and print documents (isms, rules 3 and 6). */
import type { ApprovalView } from '#domain/approvals/views';
import { findBands } from '#domain/ratings/bands';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type PaperData, type Paper, paperOf } from '../rules/paper.ts';
import type { Sources } from '../rules/sources.ts';
import { sectionsOf } from '../rules/sections.ts';
import { planOf, type Treatment } from '../rules/treatment.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { findHolder } from '../queries/holders.ts';
import { linksOf } from '../queries/links.ts';
import { listAllRows } from '../queries/rows.ts';
import { findSources, findMemberNames } from '../queries/sources.ts';
import { findTreatment } from '../queries/treatment.ts';

interface PublishedVersion {
  readonly version: number;
  readonly at: string;
  readonly approver: string;
  readonly submission: ApprovalView | undefined;
}

export interface IsmsData {
  readonly sources: Sources;
  readonly treatment: Treatment;
}

/** @param staffDomains e-mail domains of the operator, whose staff are excluded */
export async function findIsmsData(db: OrganizationDatabase, frameworkId: string, staffDomains: readonly string[]): Promise<IsmsData> {
  const treatment = await findTreatment(db);
  return { sources: await findSources(db, frameworkId, staffDomains, treatment), treatment };
}

/**
 * @param published the version to publish, with its approver; undefined for the working draft
 * @returns the content to print
 */
export async function describeDocument(
  db: OrganizationDatabase,
  document: StoredDocument,
  data: IsmsData,
  published?: PublishedVersion,
): Promise<Paper> {
  return paperOf(await readPaperData(db, document, data, published));
}

/** @returns the content to approve: all sections except measurements, which may be recorded while the document waits */
export async function findApprovedContent(db: OrganizationDatabase, document: StoredDocument, data: IsmsData): Promise<object> {
  const paperData = await readPaperData(db, document, data, undefined);
  const rows = paperData.rows.filter(({ register }) => register !== 'measurements');
  return { id: document.id, title: document.title, sections: sectionsOf(document.type, { ...paperData, rows }) };
}

async function readPaperData(
  db: OrganizationDatabase,
  document: StoredDocument,
  { sources, treatment }: IsmsData,
  published: PublishedVersion | undefined,
): Promise<PaperData> {
  const [rows, links, bands, names, owner] = await Promise.all([
    listAllRows(db, [document.id]),
    linksOf(db, [document.id]),
    findBands(db),
    findMemberNames(db),
    findHolder(db, document.frameworkId, 'spo'),
  ]);
  return {
    organization: sources.organizationName,
    document,
    published,
    owner: owner?.name,
    approver: published?.approver ?? (document.approverId === null ? undefined : names.get(document.approverId)),
    narrative: document.narrative,
    rows,
    plan: planOf(treatment, bands),
    bands,
    names,
    controls: (links.get(document.id) ?? []).map(({ control }) => control.name),
  };
}
