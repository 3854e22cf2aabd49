/** Replaces framework ids with names in texts that organizations wrote about themselves (context, rule 2). */
import type { OrganizationDatabase } from '#platform/database/handle';

const frameworkIds = /\bfrk_[0-9a-f]{24}\b/g;

/**
 * Replaces the ids of catalog frameworks with their names.
 * @param texts the stored answers of context entries
 * @returns the texts in the same order; ids that are missing from the catalog are not replaced
 */
export async function replaceFrameworkIds(db: OrganizationDatabase, texts: readonly string[]): Promise<readonly string[]> {
  if (!texts.some((text) => text.search(frameworkIds) >= 0)) return texts;
  const frameworks = await db.selectFrom('platform_framework').select(['id', 'name']).execute();
  const names = new Map(frameworks.map(({ id, name }) => [id, name]));
  return texts.map((text) => text.replace(frameworkIds, (id) => names.get(id) ?? id));
}
