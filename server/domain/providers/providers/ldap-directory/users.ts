/** People in a directory: entries of several kinds of server, which agree on little but names. */
import type { LdapEntry } from '../../../../platform/ports/ldap-search.ts';
import { type Source, textIn } from '../../manifest.ts';
import { selectedBy } from '../../people-filter.ts';
import { firstOf, type Searching, searched } from './directory.ts';
import { everyPerson } from './filter.ts';
import { fileTime, generalizedTime } from './times.ts';

export interface LdapUser {
  readonly dn: string;
  /** The name of the account. */
  readonly account: string;
  /** Lower-case; undefined for who has none. */
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly department: string | undefined;
  readonly externalId: string | undefined;
  readonly status: 'active' | 'inactive' | 'suspended';
  /** ISO 8601; undefined where the directory does not know. */
  readonly lastSignIn: string | undefined;
  /** Distinguished names of the groups that its entry names. */
  readonly memberOf: readonly string[];
  /** All that was read of the entry. */
  readonly entry: LdapEntry;
}

const bytes = ['objectGUID'];
/** When somebody signed in last: of Active Directory, and of others. */
const signIns = {
  file: ['lastLogonTimestamp', 'lastLogon'],
  generalized: ['pwdLastSuccess', 'authTimestamp', 'krbLastSuccessfulAuth', 'lastLoginTime'],
};
const attributes = [
  ...['mail', 'userPrincipalName', 'uid', 'sAMAccountName', 'cn', 'displayName', 'department', 'departmentNumber', 'ou', 'memberOf'],
  ...['entryUUID', 'nsUniqueId', 'ipaUniqueID', ...bytes],
  ...['userAccountControl', 'accountExpires', 'nsAccountLock', 'loginDisabled', 'pwdAccountLockedTime', 'shadowExpire'],
  ...signIns.file,
  ...signIns.generalized,
];

/** @param more attributes that are read @throws Unreachable, CredentialsRefused and UnexpectedAnswer */
export async function usersOf(source: Searching, ...more: readonly string[]): Promise<LdapUser[]> {
  const filter = textIn(source.credentials, 'userFilter') || everyPerson;
  return (await searched(source, { filter, attributes: [...attributes, ...more], binary: bytes })).map(userIn);
}

/** The active people whom the filter of the connection selects (spec/areas/integrations, rule 10). */
export async function activeUsers(source: Searching & Pick<Source, 'variables'>, ...more: readonly string[]): Promise<LdapUser[]> {
  const selection = selectedBy(source.variables);
  return (await usersOf(source, ...more)).filter(
    (user) => user.status === 'active' && selection({ email: keyOf(user), department: user.department }) === 'selected',
  );
}

/** What stands for somebody in results: the address, or else the name of the account. */
export function keyOf({ email, account }: Pick<LdapUser, 'email' | 'account'>): string {
  return email ?? account.toLowerCase();
}

function userIn(entry: LdapEntry): LdapUser {
  const principal = firstOf(entry, 'userPrincipalName');
  return {
    dn: entry.dn,
    account: firstOf(entry, 'uid', 'sAMAccountName', 'cn') ?? entry.dn,
    email: (firstOf(entry, 'mail') ?? (principal?.includes('@') ? principal : undefined))?.toLowerCase(),
    name: firstOf(entry, 'displayName', 'cn'),
    department: firstOf(entry, 'department', 'departmentNumber', 'ou'),
    externalId: firstOf(entry, 'entryUUID', ...bytes, 'nsUniqueId', 'ipaUniqueID'),
    status: statusOf(entry),
    lastSignIn: lastSignInOf(entry),
    memberOf: entry.values.get('memberof') ?? [],
    entry,
  };
}

/** The bit of `userAccountControl` that is set for an account that is off. */
const disabled = 2;
/** What `pwdAccountLockedTime` says of an account that somebody has locked, and not too many attempts. */
const lockedForGood = '000001010000Z';

function statusOf(entry: LdapEntry): LdapUser['status'] {
  const isTrue = (name: string) => firstOf(entry, name)?.toLowerCase() === 'true';
  const [control, lastDay] = [Number(firstOf(entry, 'userAccountControl') ?? 0), Number(firstOf(entry, 'shadowExpire') ?? -1)];
  const expires = fileTime(firstOf(entry, 'accountExpires') ?? '');
  const isOver = (expires !== undefined && expires < Date.now()) || (lastDay >= 0 && lastDay * 86_400_000 < Date.now());
  if ((control & disabled) !== 0 || isTrue('nsAccountLock') || isTrue('loginDisabled') || isOver) return 'inactive';
  return firstOf(entry, 'pwdAccountLockedTime') === lockedForGood ? 'suspended' : 'active';
}

function lastSignInOf(entry: LdapEntry): string | undefined {
  const times = [
    ...signIns.file.map((name) => fileTime(firstOf(entry, name) ?? '')),
    ...signIns.generalized.map((name) => generalizedTime(firstOf(entry, name) ?? '')),
  ].filter((time) => time !== undefined);
  return times.length ? new Date(Math.min(Math.max(...times), Date.now())).toISOString() : undefined;
}
