/** What an organization has written about itself, with names instead of ids (context, rule 2). */
import type { OrganizationDatabase } from '#platform/database/handle';

const frameworkIds = /\bfrk_[0-9a-f]{24}\b/g;

/**
 * Replaces the ids of frameworks by their names.
 * @param texts stored answers of context entries
 * @returns the same texts in the same order; an id that the catalog does not have stays as it is
 */
export async function replaceFrameworkIds(db: OrganizationDatabase, texts: readonly string[]): Promise<readonly string[]> {
  if (!texts.some((text) => text.search(frameworkIds) >= 0)) return texts;
  const frameworks = await db.selectFrom('platform_framework').select(['id', 'name']).execute();
  const names = new Map(frameworks.map(({ id, name }) => [id, name]));
  return texts.map((text) => text.replace(frameworkIds, (id) => names.get(id) ?? id));
}
