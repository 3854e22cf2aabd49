/** The staff of the operator. They are guests in an organization and are not assigned, counted or notified (spec/conventions, 3). */
import { domainToASCII } from 'node:url';

/** What is behind the @, in ASCII. */
export function mailDomainOf(email: string): string {
  return domainToASCII(email.slice(email.lastIndexOf('@') + 1));
}

/** Whether a person belongs to the staff. The address must be verified, because anybody can claim one. */
export function isStaff(
  { email, isVerified }: { readonly email: string; readonly isVerified: boolean },
  domains: readonly string[],
): boolean {
  return isVerified && isStaffAddress(email, domains);
}

/** Whether this address is at one of the operator's domains. That it is somebody's says nothing as long as it is not verified: see `isStaff`. */
export function isStaffAddress(email: string, domains: readonly string[]): boolean {
  return domains.includes(mailDomainOf(email));
}
