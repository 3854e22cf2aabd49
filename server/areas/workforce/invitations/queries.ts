import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { contains, dependingOn } from '#platform/database/filters';
import type { FilterOf } from '#contract/types';
import { invitationColumns, toInvitation } from '#domain/people/invitations/invitations';
import { selectGivable } from '#domain/people/invitations/inviters';

const orders = { email: 'email', createdAt: 'created_at', expiresAt: 'expires_at' } as const;

type Filter = FilterOf<'listInvitations'>;

const listed = PagedList.of((db) =>
  db.selectFrom('invitation').select(invitationColumns).where('status', '=', 'pending'),
).filteredBy<Filter>({
  includeExpired: dependingOn(
    (expiredToo) => expiredToo,
    (eb, expiredToo) => (expiredToo ? undefined : eb('expires_at', '>', sql<string>`now()`)),
  ),
  search: contains('email'),
});

/** Lists pending and expired invitations. */
export async function listInvitations(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<components['schemas']['Invitation']>> {
  const found = await listed.page(db, filter, { by: orders[page.sortBy], id: 'id' }, page);
  const givable = await selectGivable(db, found.rows);
  return mapPage(found, (row) => toInvitation(row, givable.has(row)));
}

/** @returns the e-mail address of the invited person, or undefined if no such invitation is pending or expired */
export async function deleteInvitation(db: OrganizationDatabase, id: string): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('invitation')
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('email')
    .executeTakeFirst();
  return deleted?.email;
}
