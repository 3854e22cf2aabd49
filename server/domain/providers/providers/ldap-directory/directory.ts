/** A directory as its entries are read, with the credentials of a connection. */
import { LdapRefused } from '../../../../platform/ports/ldap.ts';
import type { LdapEntry, LdapSearch } from '../../../../platform/ports/ldap-search.ts';
import { CredentialsRefused, UnexpectedAnswer } from '../../failures.ts';
import { type Source, textIn } from '../../manifest.ts';

export type Searching = Pick<Source, 'credentials' | 'ldap' | 'organizationId' | 'signal'>;

/** @throws Unreachable, CredentialsRefused and UnexpectedAnswer */
export async function searched(
  { credentials, ldap, organizationId, signal }: Searching,
  search: Omit<LdapSearch, 'base'>,
): Promise<LdapEntry[]> {
  const [url = '', bindDn = '', password = '', base = ''] = ['url', 'bindDn', 'bindPassword', 'baseDn'].map((id) =>
    textIn(credentials, id),
  );
  try {
    return await ldap.search({ url: new URL(url), bindDn, password, organizationId, signal }, { base, ...search });
  } catch (error) {
    if (!(error instanceof LdapRefused)) throw error;
    throw error.isOfCredentials ? new CredentialsRefused(error.message, error.said) : new UnexpectedAnswer(error.message, error.said);
  }
}

/** The first value of the first of these attributes that has one. */
export function firstOf({ values }: LdapEntry, ...attributes: readonly string[]): string | undefined {
  for (const attribute of attributes) {
    const value = values.get(attribute.toLowerCase())?.find((one) => one.trim() !== '');
    if (value !== undefined) return value.trim();
  }
  return undefined;
}
