/** What documents were generated from, and what it is now (spec/areas/isms, rule 11). */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { baselineOf } from '../rules/sources.ts';
import type { Data } from './data.ts';
import { saveBaseline } from './documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { partiesIn } from './parties.ts';

/** @returns what the document reads now */
export async function readingOf(
  db: OrganizationDatabase,
  { type, frameworkId }: Pick<StoredDocument, 'type' | 'frameworkId'>,
  { sources, treatment }: Data,
): Promise<Readonly<Record<string, string>>> {
  // What requirements depend on: not which rows say it, or in which order.
  const parties = type === 'interested_parties_requirements' ? await partiesIn(db, frameworkId) : [];
  const compared = parties.map(({ name, category, needsExpectations }) => ({ name, category, needsExpectations }));
  return baselineOf(type, sources, { parties: compared, riskTreatment: treatment });
}

/** Keeps what the document reads now, for later comparison. */
export async function measure(db: OrganizationDatabase, document: StoredDocument, data: Data): Promise<void> {
  await saveBaseline(db, document.id, await readingOf(db, document, data));
}
