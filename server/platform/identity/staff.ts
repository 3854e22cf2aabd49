/** The operator's own people. In an organization they are guests: nobody assigns, counts or notifies them (spec/conventions, 3). */
import { domainToASCII } from 'node:url';

/** What is behind the @, in ASCII. */
export function mailDomainOf(email: string): string {
  return domainToASCII(email.slice(email.lastIndexOf('@') + 1));
}

/** Whether somebody is of the staff. Anybody may be said to have an address there: it has to be verified. */
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
