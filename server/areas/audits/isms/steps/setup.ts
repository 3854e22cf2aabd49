/** Creates the ISMS documents of a framework with their initial rows (isms, rule 1). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { constantNarrative, hasConstantNarrative, parseNarrative } from '../rules/narratives.ts';
import { rowsOf } from '../rules/registers.ts';
import { seedsOf } from '../rules/seeds.ts';
import { insertMissingDocuments } from '../queries/missing.ts';
import { listDocuments, lockDocuments, saveNarrative } from '../queries/documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { linkControlsOfRequirements } from '../queries/links.ts';
import { listAllRows, insertRows } from '../queries/rows.ts';

/** @returns whether anything was created */
export async function ensureDocuments(db: OrganizationDatabase, frameworkId: string): Promise<boolean> {
  const newDocuments = await insertMissingDocuments(db, frameworkId);
  await lockDocuments(db, frameworkId);
  const documents = await listDocuments(db, frameworkId);
  for (const { id, requirementIds } of newDocuments) await linkControlsOfRequirements(db, id, requirementIds);
  let isChanged = newDocuments.length > 0;
  for (const document of documents) {
    // Documents that wait for approval stay unchanged.
    if (document.status === 'needs_review') continue;
    const isNew = newDocuments.some(({ id }) => id === document.id);
    if (isNew && (await seedMissing(db, document))) isChanged = true;
    if (hasConstantNarrative(document.type) && parseNarrative(document.narrative) === undefined) {
      await saveNarrative(db, document.id, constantNarrative(document.type));
      isChanged = true;
    }
  }
  return isChanged;
}

/** Adds the predefined roles or metrics that a document does not have yet. @returns whether any were added */
export async function seedMissing(db: OrganizationDatabase, { id, type }: Pick<StoredDocument, 'id' | 'type'>): Promise<boolean> {
  const register = type === 'roles_and_responsibilities' ? 'roles' : type === 'monitoring' ? 'metrics' : undefined;
  if (!register) return false;
  const rows = await listAllRows(db, [id]);
  const existingKeys = new Set(
    [...rowsOf(rows, 'roles').map(({ roleKey }) => roleKey), ...rowsOf(rows, 'metrics').map(({ metricKey }) => metricKey)].map(String),
  );
  const missingSeeds = seedsOf(register).filter(({ key }) => !existingKeys.has(key));
  await insertRows(
    db,
    id,
    register,
    missingSeeds.map(({ key, fields }) => ({ key, derivedFrom: `seed:${key}`, fields })),
  );
  return missingSeeds.length > 0;
}
