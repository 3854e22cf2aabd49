/** Rules about API keys, ownership and access of organizations (spec/areas/organization-and-access/organization). */
import type { components } from '#generated/api';
import { sortByRank } from '#platform/identity/roles';
import { isStaffAddress, mailDomainOf } from '#platform/identity/staff';
import type { Ports } from '#platform/ports/index';

type Schemas = components['schemas'];

/** Returns when a new API key expires: after calendar days or a calendar year in UTC, or undefined for never (organization, rule 6). */
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

/** Returns the roles of the former owner: `admin` instead of `owner` (organization, rule 4). */
export function withoutOwnership(roles: readonly string[]): string[] {
  return sortByRank(new Set([...roles.filter((role) => role !== 'owner'), 'admin']));
}

/** Returns the roles of the new owner: the previous roles and `owner` (organization, rule 4). */
export function withOwnership(roles: readonly string[]): string[] {
  return sortByRank(new Set([...roles, 'owner']));
}

/** Domains of public mail providers. An address at these domains does not show where a person works. */
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
  /** The verified email address of the caller, or undefined. */
  readonly email: string | undefined;
}

/** Returns the first reason for access that applies, or `not_eligible` (organization, rule 7). */
export async function findAccessReason(
  { hasAccess, website, email }: AccessRequest,
  operator: Ports['access'],
): Promise<Schemas['OrganizationAccessReason']> {
  if (hasAccess) return 'already_has_access';
  if (operator.selfHosted) return 'self_hosted';
  if (email === undefined) return 'not_eligible';
  if (isStaffAddress(email, operator.staffEmailDomains)) return 'staff_email';
  const domain = mailDomainOf(email);
  const isOrganizationDomain = domain !== '' && domain === hostOf(website ?? '') && !publicMailboxes.has(domain);
  return isOrganizationDomain && (await operator.isActiveCustomer(domain)) ? 'active_customer' : 'not_eligible';
}

/** Returns the host of a URL or domain without `www.`, or an empty text if the website is not valid. */
function hostOf(website: string): string {
  const url = /^https?:\/\//i.test(website) ? website : `https://${website}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}
