/** Creates the ISMS documents of a framework with their initial rows (isms, rule 1). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { constantNarrative, hasConstantNarrative, parseNarrative } from '../rules/narratives.ts';
import { isOfClause, pack, templateIdOf } from '../rules/pack.ts';
import { rowsOf } from '../rules/registers.ts';
import { seedsOf } from '../rules/seeds.ts';
import { listDocuments, lockDocuments, saveNarrative } from './documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { linkControlsMeeting } from './links.ts';
import { allRows, insertRows } from './rows.ts';

/** @returns whether anything was created */
export async function ensureDocuments(db: OrganizationDatabase, frameworkId: string): Promise<boolean> {
  const created = await insertMissing(db, frameworkId);
  await lockDocuments(db, frameworkId);
  const documents = await listDocuments(db, frameworkId);
  for (const { id, requirementIds } of created) await linkControlsMeeting(db, id, requirementIds);
  let isChanged = created.length > 0;
  for (const document of documents) {
    // Documents that wait for approval stay unchanged.
    if (document.status === 'needs_review') continue;
    const isNew = created.some(({ id }) => id === document.id);
    if (isNew && (await seedMissing(db, document))) isChanged = true;
    if (hasConstantNarrative(document.type) && parseNarrative(document.narrative) === undefined) {
      await saveNarrative(db, document.id, constantNarrative(document.type));
      isChanged = true;
    }
  }
  return isChanged;
}

async function insertMissing(db: OrganizationDatabase, frameworkId: string): Promise<{ id: string; requirementIds: string[] }[]> {
  const requirements = await db
    .selectFrom('platform_requirement')
    .select(['id', 'identifier', 'name'])
    .where('framework_id', '=', frameworkId)
    .where('removed_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('identifier')
    .execute();
  const rows = pack.map(({ type, clause, title }) => {
    const matchingIds = requirements.filter((requirement) => isOfClause(clause, requirement)).map(({ id }) => id);
    return { requirementIds: matchingIds, row: { id: newId('isms_doc'), type, title, requirement_id: matchingIds[0] ?? null } };
  });
  const inserted = await db
    .insertInto('isms_document')
    .values(rows.map(({ row }) => ({ ...row, framework_id: frameworkId, template_id: templateIdOf(row.type) })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'framework_id', 'type']).doNothing())
    .returning('id')
    .execute();
  const created = new Set(inserted.map(({ id }) => id));
  return rows.flatMap(({ row: { id }, requirementIds }) => (created.has(id) ? [{ id, requirementIds }] : []));
}

/** Adds the predefined roles or metrics that a document does not have yet. @returns whether any were added */
export async function seedMissing(db: OrganizationDatabase, { id, type }: Pick<StoredDocument, 'id' | 'type'>): Promise<boolean> {
  const register = type === 'roles_and_responsibilities' ? 'roles' : type === 'monitoring' ? 'metrics' : undefined;
  if (!register) return false;
  const rows = await allRows(db, [id]);
  const existingKeys = new Set(
    [...rowsOf(rows, 'roles').map(({ roleKey }) => roleKey), ...rowsOf(rows, 'metrics').map(({ metricKey }) => metricKey)].map(String),
  );
  const missing = seedsOf(register).filter(({ key }) => !existingKeys.has(key));
  await insertRows(
    db,
    id,
    register,
    missing.map(({ key, fields }) => ({ key, derivedFrom: `seed:${key}`, fields })),
  );
  return missing.length > 0;
}
