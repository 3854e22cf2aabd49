/** Who reads confidential documents without an agreement (spec/areas/trust-access, rule 3). */
interface Lists {
  readonly allowedEmails: readonly string[];
  readonly allowedDomains: readonly string[];
}

/** @param email in lower case @returns the list that it is on; undefined when it is on none */
export function bypassOf(email: string, { allowedEmails, allowedDomains }: Lists): 'allowedEmails' | 'allowedDomains' | undefined {
  if (allowedEmails.includes(email)) return 'allowedEmails';
  return allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1)) ? 'allowedDomains' : undefined;
}
