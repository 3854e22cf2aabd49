import { sql } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../platform/database/page.ts';
import { contains, dependingOn } from '../../platform/database/filters.ts';
import type { FilterOf } from '../../contract/types.ts';
import { columns, invitationOf } from '../../domain/invitations/offer.ts';

const orders = { email: 'email', createdAt: 'created_at', expiresAt: 'expires_at' } as const;

type Filter = FilterOf<'listInvitations'>;

const listed = PagedList.of((db) => db.selectFrom('invitation').select(columns).where('status', '=', 'pending')).filteredBy<Filter>({
  includeExpired: dependingOn(
    (expiredToo) => expiredToo,
    (eb, expiredToo) => (expiredToo ? undefined : eb('expires_at', '>', sql<string>`now()`)),
  ),
  search: contains('email'),
});

/** Those that may still be accepted, or sent again. */
export async function listInvitations(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<components['schemas']['Invitation']>> {
  return mapPage(await listed.page(db, filter, { by: orders[page.sortBy], id: 'id' }, page), invitationOf);
}

/** @returns the invited person; undefined when no such invitation is pending or expired */
export async function deleteInvitation(db: OrganizationDatabase, id: string): Promise<string | undefined> {
  const gone = await db.deleteFrom('invitation').where('id', '=', id).where('status', '=', 'pending').returning('email').executeTakeFirst();
  return gone?.email;
}
