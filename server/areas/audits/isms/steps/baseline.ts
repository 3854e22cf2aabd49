/** Baselines of documents, and the current data to compare them with (isms, rule 11). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { baselineOf } from '../rules/sources.ts';
import type { IsmsData } from './data.ts';
import { saveBaseline } from '../queries/documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { partiesIn } from './parties.ts';

/** @returns the current data that the document depends on */
export async function findCurrentData(
  db: OrganizationDatabase,
  { type, frameworkId }: Pick<StoredDocument, 'type' | 'frameworkId'>,
  { sources, treatment }: IsmsData,
): Promise<Readonly<Record<string, string>>> {
  // Requirements depend on the contents of the interested parties, but not on their ids or order.
  const parties = type === 'interested_parties_requirements' ? await partiesIn(db, frameworkId) : [];
  const comparedParties = parties.map(({ name, category, needsExpectations }) => ({ name, category, needsExpectations }));
  return baselineOf(type, sources, { parties: comparedParties, riskTreatment: treatment });
}

/** Stores the current data of the document for later comparison. */
export async function updateBaseline(db: OrganizationDatabase, document: StoredDocument, data: IsmsData): Promise<void> {
  await saveBaseline(db, document.id, await findCurrentData(db, document, data));
}
