/** Decides who may read confidential documents without an agreement (trust-access, rule 3). */
interface AllowLists {
  readonly allowedEmails: readonly string[];
  readonly allowedDomains: readonly string[];
}

/**
 * @param email the address in lower case
 * @returns the list that contains the address or its domain; undefined if neither does
 */
export function findBypassList(
  email: string,
  { allowedEmails, allowedDomains }: AllowLists,
): 'allowedEmails' | 'allowedDomains' | undefined {
  if (allowedEmails.includes(email)) return 'allowedEmails';
  return allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1)) ? 'allowedDomains' : undefined;
}
