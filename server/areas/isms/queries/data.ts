/** All that documents are generated, judged and printed from, read once (spec/areas/isms, rules 3 and 6). */
import { findBands } from '../../../domain/ratings/bands.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type Paper, paperOf } from '../rules/paper.ts';
import type { Sources } from '../rules/sources.ts';
import { planOf, type Treatment } from '../rules/treatment.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { findHolder } from './holders.ts';
import { linksOf } from './links.ts';
import { allRows } from './rows.ts';
import { findSources, memberNames } from './sources.ts';
import { findTreatment } from './treatment.ts';

export interface Data {
  readonly sources: Sources;
  readonly treatment: Treatment;
}

/** @param staffDomains e-mail domains of the operator, whose people take no part */
export async function findData(db: OrganizationDatabase, frameworkId: string, staffDomains: readonly string[]): Promise<Data> {
  const treatment = await findTreatment(db);
  return { sources: await findSources(db, frameworkId, staffDomains, treatment), treatment };
}

/**
 * @param published the version that it becomes, with its approver; undefined for the working draft
 * @returns what the file of a document shows
 */
export async function describe(
  db: OrganizationDatabase,
  document: StoredDocument,
  { sources, treatment }: Data,
  published?: { readonly version: number; readonly at: string; readonly approver: string },
): Promise<Paper> {
  const [rows, links, bands, names, owner] = await Promise.all([
    allRows(db, [document.id]),
    linksOf(db, [document.id]),
    findBands(db),
    memberNames(db),
    findHolder(db, document.frameworkId, 'spo'),
  ]);
  return paperOf({
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
  });
}
