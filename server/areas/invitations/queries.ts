import { sql } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { findPage, mapPage, type Page, type PageRequest } from '../../database/page.ts';
import { containing } from '../../database/patterns.ts';
import { columns, invitationOf } from '../../invitations/offer.ts';

const orders = { email: 'email', createdAt: 'created_at', expiresAt: 'expires_at' } as const;

export interface InvitationFilter { readonly includeExpired?: boolean; readonly search?: string }

/** Those that may still be accepted, or sent again. */
export async function listInvitations(db: OrganizationDatabase, { includeExpired, search }: InvitationFilter, page: PageRequest<keyof typeof orders>): Promise<Page<components['schemas']['Invitation']>> {
  let query = db.selectFrom('invitation').select(columns).where('status', '=', 'pending');
  if (includeExpired === false) query = query.where('expires_at', '>', sql<string>`now()`);
  if (search !== undefined) query = query.where('email', 'ilike', containing(search));
  return mapPage(await findPage(query, { by: orders[page.sortBy], id: 'id' }, page), invitationOf);
}

/** @returns whom it invited; undefined when there is none that is pending or expired */
export async function deleteInvitation(db: OrganizationDatabase, id: string): Promise<string | undefined> {
  const gone = await db.deleteFrom('invitation').where('id', '=', id).where('status', '=', 'pending').returning('email').executeTakeFirst();
  return gone?.email;
}
