/** The groups that people are in: entries of people name them, or entries of groups name their members. */
import { firstOf, type Searching, searched } from './directory.ts';
import type { LdapUser } from './users.ts';

// A server whose groups are of other classes names them in the entries of people.
const everyGroup = '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup))';

/** @returns gives the names of the groups that somebody is in */
export async function membershipsIn(source: Searching): Promise<(user: LdapUser) => string[]> {
  const groups = await searched(source, { filter: everyGroup, attributes: ['cn', 'member', 'uniqueMember', 'memberUid'] });
  const [byName, byAccount] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const group of groups) {
    const name = firstOf(group, 'cn') ?? group.dn;
    const under = (map: Map<string, string[]>, key: string) => map.set(key, [...(map.get(key) ?? []), name]);
    for (const member of ['member', 'uniquemember'].flatMap((one) => group.values.get(one) ?? [])) under(byName, normalized(member));
    for (const member of group.values.get('memberuid') ?? []) under(byAccount, member);
  }
  return ({ dn, account, memberOf }) => [
    ...new Set([...memberOf.map(nameIn), ...(byName.get(normalized(dn)) ?? []), ...(byAccount.get(account) ?? [])]),
  ];
}

/** The same text for a name with other spaces or letters. */
function normalized(dn: string): string {
  return dn
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .join(',');
}

/** `Admins` in `CN=Admins,OU=Groups,DC=example,DC=com`. */
function nameIn(dn: string): string {
  const [, name = dn] = /^[^=]*=((?:[^,\\]|\\.)*)/.exec(dn) ?? [];
  return name.replace(/\\(.)/g, '$1').trim();
}
