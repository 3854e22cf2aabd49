/** Queries about links of the page. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { touchUpdatedAt } from '#platform/database/touched';

type Schemas = components['schemas'];
type Link = Schemas['TrustCustomLink'];

const columns = [
  ...columnsOf('trust_custom_link', 'id', 'title', 'description', 'url', 'isActive', 'createdAt', 'updatedAt', 'version'),
  'trust_custom_link.position as order',
] as const;

/** @returns the links in display order */
export function listLinks(db: OrganizationDatabase, { includeInactive }: { readonly includeInactive: boolean }): Promise<Link[]> {
  const query = db.selectFrom('trust_custom_link').select(columns).orderBy('position').orderBy('id');
  return (includeInactive ? query : query.where('is_active', '=', true)).execute();
}

/** Finds a link and locks it until the transaction ends. */
export function lockLink(db: OrganizationDatabase, id: string): Promise<Link | undefined> {
  return db.selectFrom('trust_custom_link').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function insertLink(db: OrganizationDatabase, position: number, link: Schemas['TrustCustomLinkCreate']): Promise<Link> {
  return db
    .insertInto('trust_custom_link')
    .values({ id: newId('tcl'), position, title: link.title, url: link.url, description: link.description ?? null })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function updateLink(db: OrganizationDatabase, id: string, { isActive, ...fields }: Schemas['TrustCustomLinkUpdate']): Promise<Link> {
  return db
    .updateTable('trust_custom_link')
    .set({ ...touchUpdatedAt, ...fields, is_active: isActive })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** @returns the deleted link; undefined if it did not exist */
export function deleteLink(db: OrganizationDatabase, id: string): Promise<Link | undefined> {
  return db.deleteFrom('trust_custom_link').where('id', '=', id).returning(columns).executeTakeFirst();
}

/** @param ids the ids of all links, in their new order. Links whose position does not change are not updated. */
export async function orderLinks(db: OrganizationDatabase, before: readonly Link[], ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries())
    if (before.find((link) => link.id === id)?.order !== position)
      await db.updateTable('trust_custom_link').set({ position }).where('id', '=', id).execute();
}
