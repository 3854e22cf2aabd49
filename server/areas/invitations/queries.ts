import { sql } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { type FilterParams, mapPage, type Page, PagedList, type PageRequest } from '../../platform/database/page.ts';
import { searching } from '../../platform/database/patterns.ts';
import { columns, invitationOf } from '../../domain/invitations/offer.ts';

const orders = { email: 'email', createdAt: 'created_at', expiresAt: 'expires_at' } as const;

export interface InvitationFilter {
  readonly includeExpired?: boolean;
  readonly search?: string;
}

const listed = new PagedList((db, param: FilterParams<{ readonly unexpired?: true; readonly search?: string }>) => {
  let query = db.selectFrom('invitation').select(columns).where('status', '=', 'pending');
  if (param.has('unexpired')) query = query.where('expires_at', '>', sql<string>`now()`);
  if (param.has('search')) query = query.where('email', 'ilike', param('search'));
  return query;
});

/** Those that may still be accepted, or sent again. */
export async function listInvitations(
  db: OrganizationDatabase,
  { includeExpired, ...filter }: InvitationFilter,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<components['schemas']['Invitation']>> {
  return mapPage(
    await listed.page(
      db,
      { ...searching(filter), ...(includeExpired === false && { unexpired: true }) },
      { by: orders[page.sortBy], id: 'id' },
      page,
    ),
    invitationOf,
  );
}

/** @returns whom it invited; undefined when there is none that is pending or expired */
export async function deleteInvitation(db: OrganizationDatabase, id: string): Promise<string | undefined> {
  const gone = await db.deleteFrom('invitation').where('id', '=', id).where('status', '=', 'pending').returning('email').executeTakeFirst();
  return gone?.email;
}
