/** Reads entries of a directory with the credentials of a connection. */
import { LdapRefused } from '#platform/ports/ldap';
import type { LdapEntry, LdapSearch } from '#platform/ports/ldap-search';
import { CredentialsRefused, requirePackages, UnexpectedAnswer } from '../../failures.ts';
import { type Source, textValue } from '../../manifest.ts';

export type LdapSource = Pick<Source, 'credentials' | 'ldap' | 'organizationId' | 'signal'>;

/** @throws Unreachable, CredentialsRefused, UnexpectedAnswer or NotInstalled if the directory cannot be read */
export async function searchDirectory(
  { credentials, ldap, organizationId, signal }: LdapSource,
  search: Omit<LdapSearch, 'base'>,
): Promise<LdapEntry[]> {
  requirePackages('Reading an LDAP directory');
  const [url = '', bindDn = '', password = '', base = ''] = ['url', 'bindDn', 'bindPassword', 'baseDn'].map((id) =>
    textValue(credentials, id),
  );
  try {
    return await ldap.search({ url: new URL(url), bindDn, password, organizationId, signal }, { base, ...search });
  } catch (error) {
    if (!(error instanceof LdapRefused)) throw error;
    throw error.isAboutCredentials
      ? new CredentialsRefused(error.message, error.directoryMessage)
      : new UnexpectedAnswer(error.message, error.directoryMessage);
  }
}

/** @returns the first value of these attributes that is not blank, in the order of the attributes */
export function firstValueOf({ values }: LdapEntry, ...attributes: readonly string[]): string | undefined {
  for (const attribute of attributes) {
    const value = values.get(attribute.toLowerCase())?.find((candidate) => candidate.trim() !== '');
    if (value !== undefined) return value.trim();
  }
  return undefined;
}
