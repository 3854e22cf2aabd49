/** Decisions about an organization that need no database (spec/areas/organization). */
import type { components } from '../../../../generated/api.d.ts';
import { leadingFirst } from '../../../platform/identity/roles.ts';
import { isStaffAddress, mailDomainOf } from '../../../platform/identity/staff.ts';
import type { Ports } from '../../../platform/ports/index.ts';

type Schemas = components['schemas'];

/** When a key made now ends: calendar days or one calendar year, always in UTC; undefined for never (spec/areas/organization, rule 6). */
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

/** The roles of who gives the ownership away: no owner any more, but an admin (spec/areas/organization, rule 4). */
export function withoutOwnership(roles: readonly string[]): string[] {
  return leadingFirst(new Set([...roles.filter((role) => role !== 'owner'), 'admin']));
}

/** The roles of the new owner: all former ones, and owner (spec/areas/organization, rule 4). */
export function withOwnership(roles: readonly string[]): string[] {
  return leadingFirst(new Set([...roles, 'owner']));
}

/** Anybody can have an address there, so it says nothing about where somebody works. */
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
  /** Of the caller, verified; undefined without one. */
  readonly email: string | undefined;
}

/** Why there is access, or `not_eligible`: the first that holds (spec/areas/organization, rule 7). */
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

/** The host of an address or bare domain, without `www.`; empty when there is none. */
function domainOf(website: string): string {
  const address = /^https?:\/\//i.test(website) ? website : `https://${website}`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
}
