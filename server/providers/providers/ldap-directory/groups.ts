/** Group memberships: the entries of people name their groups, or the entries of groups name their members. */
import { firstValueOf, type LdapSource, searchDirectory } from './directory.ts';
import type { LdapUser } from './users.ts';

// Other group classes need no search: servers that use them list the groups of a person in `memberOf`.
const everyGroup = '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup))';

/** @returns a function that returns the names of a user's groups */
export async function findMemberships(source: LdapSource): Promise<(user: LdapUser) => string[]> {
  const groups = await searchDirectory(source, { filter: everyGroup, attributes: ['cn', 'member', 'uniqueMember', 'memberUid'] });
  const [byName, byAccount] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const group of groups) {
    const name = firstValueOf(group, 'cn') ?? group.dn;
    const addName = (map: Map<string, string[]>, key: string) => map.set(key, [...(map.get(key) ?? []), name]);
    for (const member of ['member', 'uniquemember'].flatMap((one) => group.values.get(one) ?? [])) addName(byName, normalizeDn(member));
    for (const member of group.values.get('memberuid') ?? []) addName(byAccount, member);
  }
  return ({ dn, account, memberOf }) => [
    ...new Set([...memberOf.map(commonNameOf), ...(byName.get(normalizeDn(dn)) ?? []), ...(byAccount.get(account) ?? [])]),
  ];
}

/** Normalizes case and spaces, so that equal names have the same text. */
function normalizeDn(dn: string): string {
  return dn
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .join(',');
}

/** Returns `Admins` for `CN=Admins,OU=Groups,DC=example,DC=com`. */
function commonNameOf(dn: string): string {
  const [, name = dn] = /^[^=]*=((?:[^,\\]|\\.)*)/.exec(dn) ?? [];
  return name.replace(/\\(.)/g, '$1').trim();
}
