/** Creates the documents that a framework does not have yet (isms, rule 1). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { isOfClause, pack, templateIdOf } from '../rules/pack.ts';

/** @returns the new documents, with the requirements of their clauses */
export async function insertMissingDocuments(
  db: OrganizationDatabase,
  frameworkId: string,
): Promise<{ id: string; requirementIds: string[] }[]> {
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
  const insertedRows = await db
    .insertInto('isms_document')
    .values(rows.map(({ row }) => ({ ...row, framework_id: frameworkId, template_id: templateIdOf(row.type) })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'framework_id', 'type']).doNothing())
    .returning('id')
    .execute();
  const createdIds = new Set(insertedRows.map(({ id }) => id));
  return rows.flatMap(({ row: { id }, requirementIds }) => (createdIds.has(id) ? [{ id, requirementIds }] : []));
}
