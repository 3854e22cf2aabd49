/** Finds group memberships, which are stored in the entries of people, or in the entries of groups. */
import { firstValueOf, type LdapSource, searchDirectory } from './directory.ts';
import type { LdapUser } from './users.ts';

// No other group classes are searched, because servers that use them list the groups of a person in `memberOf`.
const groupFilter = '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup))';

/** @returns a function that returns the names of a user's groups */
export async function findMemberships(source: LdapSource): Promise<(user: LdapUser) => string[]> {
  const groups = await searchDirectory(source, { filter: groupFilter, attributes: ['cn', 'member', 'uniqueMember', 'memberUid'] });
  const [namesByMemberDn, namesByMemberAccount] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const group of groups) {
    const name = firstValueOf(group, 'cn') ?? group.dn;
    const addName = (map: Map<string, string[]>, key: string) => map.set(key, [...(map.get(key) ?? []), name]);
    for (const member of ['member', 'uniquemember'].flatMap((attribute) => group.values.get(attribute) ?? []))
      addName(namesByMemberDn, normalizeDn(member));
    for (const member of group.values.get('memberuid') ?? []) addName(namesByMemberAccount, member);
  }
  return ({ dn, account, memberOf }) => [
    ...new Set([
      ...memberOf.map(parseCommonName),
      ...(namesByMemberDn.get(normalizeDn(dn)) ?? []),
      ...(namesByMemberAccount.get(account) ?? []),
    ]),
  ];
}

/** Normalizes case and spaces, so that equal names have equal texts. */
function normalizeDn(dn: string): string {
  return dn
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .join(',');
}

/** Converts `CN=Admins,OU=Groups,DC=example,DC=com` to `Admins`. */
function parseCommonName(dn: string): string {
  const [, name = dn] = /^[^=]*=((?:[^,\\]|\\.)*)/.exec(dn) ?? [];
  return name.replace(/\\(.)/g, '$1').trim();
}
