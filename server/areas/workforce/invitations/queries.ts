/** Queries for pending invitations. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains, dependingOn, onOrAfter, onOrBefore } from '#platform/database/filters';
import type { FilterOf } from '#contract/types';
import { invitationColumns, toInvitation } from '#domain/people/invitations/invitations';
import { filterGivable } from '#domain/people/invitations/inviters';

const sortColumns = { email: 'email', createdAt: 'created_at', updatedAt: 'updated_at', expiresAt: 'expires_at' } as const;

type Filter = FilterOf<'listInvitations'>;

const pendingInvitations = PagedList.of((db) =>
  db.selectFrom('invitation').select(invitationColumns).where('status', '=', 'pending'),
).filteredBy<Filter>({
  includeExpired: dependingOn(
    (includeExpired) => includeExpired,
    (eb, includeExpired) => (includeExpired ? undefined : eb('expires_at', '>', sql<string>`now()`)),
  ),
  search: contains('email'),
  expiresAtAfter: onOrAfter('expires_at'),
  expiresAtBefore: onOrBefore('expires_at'),
  ids: anyOf('id'),
});

/** @returns a page of pending invitations, including expired invitations if the filter requests them */
export async function listInvitations(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<keyof typeof sortColumns>,
): Promise<Page<components['schemas']['Invitation']>> {
  const foundPage = await pendingInvitations.page(db, filter, { by: sortColumns[page.sortBy], id: 'id' }, page);
  const givableInvitations = await filterGivable(db, foundPage.rows);
  return mapPage(foundPage, (row) => toInvitation(row, givableInvitations.has(row)));
}

/** Deletes a pending or expired invitation. @returns its e-mail address and version; undefined if it does not exist */
export function deleteInvitation(db: OrganizationDatabase, id: string) {
  return db
    .deleteFrom('invitation')
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(columnsOf('invitation', 'email', 'version', 'updatedAt'))
    .executeTakeFirst();
}
