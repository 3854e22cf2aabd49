/** Rules about organizations that need no database (spec/areas/organization-and-access/organization). */
import type { components } from '#generated/api';
import { sortByRank } from '#platform/identity/roles';
import { isStaffAddress, mailDomainOf } from '#platform/identity/staff';
import type { Ports } from '#platform/ports/index';

type Schemas = components['schemas'];

/** When a new API key expires: after calendar days or one calendar year, in UTC; undefined for never (organization, rule 6). */
export function expiryOf(choice: Schemas['ApiKeyCreate']['expiration'], now: Date): Date | undefined {
  const end = new Date(now);
  switch (choice) {
    case 'never':
      return undefined;
    case '30days':
      end.setUTCDate(end.getUTCDate() + 30);
      return end;
    case '90days':
      end.setUTCDate(end.getUTCDate() + 90);
      return end;
    case '1year':
      end.setUTCFullYear(end.getUTCFullYear() + 1);
      return end;
  }
}

/** The former owner's roles: no longer owner, but admin (organization, rule 4). */
export function withoutOwnership(roles: readonly string[]): string[] {
  return sortByRank(new Set([...roles.filter((role) => role !== 'owner'), 'admin']));
}

/** The new owner's roles: all former ones, and owner (organization, rule 4). */
export function withOwnership(roles: readonly string[]): string[] {
  return sortByRank(new Set([...roles, 'owner']));
}

/** Public mail providers. Their addresses do not show where someone works. */
const publicMailboxes = new Set([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'yahoo.com',
  'ymail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'aol.com',
]);

interface AccessRequest {
  readonly hasAccess: boolean;
  readonly website: string | null;
  /** The verified address of the caller, if there is one. */
  readonly email: string | undefined;
}

/** The first reason for access that applies, or `not_eligible` (organization, rule 7). */
export async function accessReason(
  { hasAccess, website, email }: AccessRequest,
  operator: Ports['access'],
): Promise<Schemas['OrganizationAccessReason']> {
  if (hasAccess) return 'already_has_access';
  if (operator.selfHosted) return 'self_hosted';
  if (email === undefined) return 'not_eligible';
  if (isStaffAddress(email, operator.staffEmailDomains)) return 'staff_email';
  const domain = mailDomainOf(email);
  const isOwn = domain !== '' && domain === domainOf(website ?? '') && !publicMailboxes.has(domain);
  return isOwn && (await operator.isActiveCustomer(domain)) ? 'active_customer' : 'not_eligible';
}

/** The host of an address or domain, without `www.`; empty if there is none. */
function domainOf(website: string): string {
  const address = /^https?:\/\//i.test(website) ? website : `https://${website}`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
}
