/** What an organization has written about itself, as people read it (spec/areas/context, rule 2). */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';

const frameworkIds = /\bfrk_[0-9a-f]{24}\b/g;

/**
 * Puts the names of frameworks in the place of their ids.
 * @param texts answers of context entries, as they are stored
 * @returns the same texts in the same order; an id that the catalog does not have stays as it is
 */
export async function withFrameworkNames(db: OrganizationDatabase, texts: readonly string[]): Promise<readonly string[]> {
  if (!texts.some((text) => text.search(frameworkIds) >= 0)) return texts;
  const frameworks = await db.selectFrom('platform_framework').select(['id', 'name']).execute();
  const names = new Map(frameworks.map(({ id, name }) => [id, name]));
  return texts.map((text) => text.replace(frameworkIds, (id) => names.get(id) ?? id));
}
