/** Identifies the operator's staff. They are guests in an organization and are not assigned, counted or notified (spec/conventions, 3). */
import { domainToASCII } from 'node:url';

/** Returns the domain of an e-mail address, in ASCII. */
export function mailDomainOf(email: string): string {
  return domainToASCII(email.slice(email.lastIndexOf('@') + 1));
}

/** Returns whether a person is on the staff. Their e-mail address must be verified, because anyone can claim any address. */
export function isStaff(
  { email, isVerified }: { readonly email: string; readonly isVerified: boolean },
  domains: readonly string[],
): boolean {
  return isVerified && isStaffAddress(email, domains);
}

/** Returns whether the e-mail address is in one of the operator's domains. An unverified address proves nothing: see `isStaff`. */
export function isStaffAddress(email: string, domains: readonly string[]): boolean {
  return domains.includes(mailDomainOf(email));
}
