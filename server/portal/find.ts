/** Finds the published portal, or the organization, for a friendly URL or a domain. */
import type { SystemDatabase } from '#platform/database/handle';

export interface Portal {
  readonly organizationId: string;
  readonly friendlyUrl: string;
}

/** @param address a portal's friendly URL, or else its organization's id */
export async function findByAddress(db: SystemDatabase, address: string): Promise<Portal | undefined> {
  if (!/^[a-z0-9-]{3,60}$|^org_[0-9a-f]{24}$/.test(address)) return undefined;
  const row = await db
    .selectFrom('trust_portal')
    .select('organization_id as organizationId')
    .where('status', '=', 'published')
    .where(address.includes('_') ? 'organization_id' : 'friendly_url', '=', address)
    .executeTakeFirst();
  return row && { ...row, friendlyUrl: address };
}

/** @param host that a request was sent to @returns the portal with this verified domain */
export async function findByDomain(db: SystemDatabase, host: string): Promise<Portal | undefined> {
  const row = await db
    .selectFrom('trust_portal')
    .select(['organization_id as organizationId', 'friendly_url as friendlyUrl'])
    .where('status', '=', 'published')
    .where('domain', '=', host)
    .where('cname_verified', '=', true)
    .where('txt_verified', '=', true)
    .executeTakeFirst();
  return row && { ...row, friendlyUrl: row.friendlyUrl ?? row.organizationId };
}

/** @param location friendly URL or host of a portal, published or not @returns the organization's id */
export async function findOrganizationAt(
  db: SystemDatabase,
  location: { readonly address: string } | { readonly host: string },
): Promise<string | undefined> {
  // An organization's id is its friendly URL even without a portal.
  if ('address' in location && location.address.includes('_')) return location.address;
  const rows = db.selectFrom('trust_portal').select('organization_id as organizationId');
  const query =
    'host' in location
      ? rows.where('domain', '=', location.host).where('cname_verified', '=', true).where('txt_verified', '=', true)
      : rows.where('friendly_url', '=', location.address);
  return (await query.executeTakeFirst())?.organizationId;
}
