/** The operator's own people. In an organization they are guests: nobody assigns, counts or notifies them (CONVENTIONS 3). */
import { domainToASCII } from 'node:url';

/** What is behind the @, in ASCII. */
export function mailDomainOf(email: string): string {
  return domainToASCII(email.slice(email.lastIndexOf('@') + 1));
}

/** Whether this address, which has to be verified, is at one of the operator's domains. */
export function isStaffAddress(email: string, domains: readonly string[]): boolean {
  return domains.includes(mailDomainOf(email));
}
