/** People in a directory. The kinds of server have little in common except names. */
import type { LdapEntry } from '#platform/ports/ldap-search';
import { type Source, textValue } from '../../manifest.ts';
import { createPeopleFilter } from '../../people-filter.ts';
import { firstValueOf, type LdapSource, searchDirectory } from './directory.ts';
import { everyPerson } from './filter.ts';
import { parseFileTime, parseGeneralizedTime } from './times.ts';
import { emailOrText } from '#platform/identity/email-address';

export interface LdapUser {
  readonly dn: string;
  /** The account name. */
  readonly account: string;
  /** Lowercase; undefined if the person has none. */
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly department: string | undefined;
  readonly externalId: string | undefined;
  readonly status: 'active' | 'inactive' | 'suspended';
  /** ISO 8601; undefined if the directory does not state it. */
  readonly lastSignIn: string | undefined;
  /** Distinguished names of the groups listed in its entry. */
  readonly memberOf: readonly string[];
  /** The whole entry that was read. */
  readonly entry: LdapEntry;
}

const bytes = ['objectGUID'];
/** Attributes with the last sign-in: those of Active Directory, and of other servers. */
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

/** @param more additional attributes to read @throws Unreachable, CredentialsRefused and UnexpectedAnswer */
export async function listUsers(source: LdapSource, ...more: readonly string[]): Promise<LdapUser[]> {
  const filter = textValue(source.credentials, 'userFilter') || everyPerson;
  return (await searchDirectory(source, { filter, attributes: [...attributes, ...more], binary: bytes })).map(userIn);
}

/** The active people who match the connection's filter (integrations, rule 10). */
export async function listActiveUsers(source: LdapSource & Pick<Source, 'variables'>, ...more: readonly string[]): Promise<LdapUser[]> {
  const selection = createPeopleFilter(source.variables);
  return (await listUsers(source, ...more)).filter(
    (user) => user.status === 'active' && selection({ email: userKeyOf(user), department: user.department }) === 'selected',
  );
}

/** The key of a person in results: the e-mail address, or the account name if there is none. */
export function userKeyOf({ email, account }: Pick<LdapUser, 'email' | 'account'>): string {
  return email ?? account.toLowerCase();
}

function userIn(entry: LdapEntry): LdapUser {
  const principal = firstValueOf(entry, 'userPrincipalName');
  const email = firstValueOf(entry, 'mail') ?? (principal?.includes('@') ? principal : undefined);
  return {
    dn: entry.dn,
    account: firstValueOf(entry, 'uid', 'sAMAccountName', 'cn') ?? entry.dn,
    email: email && emailOrText(email),
    name: firstValueOf(entry, 'displayName', 'cn'),
    department: firstValueOf(entry, 'department', 'departmentNumber', 'ou'),
    externalId: firstValueOf(entry, 'entryUUID', ...bytes, 'nsUniqueId', 'ipaUniqueID'),
    status: statusOf(entry),
    lastSignIn: lastSignInOf(entry),
    memberOf: entry.values.get('memberof') ?? [],
    entry,
  };
}

/** The bit of `userAccountControl` for a disabled account. */
const disabled = 2;
/** The value of `pwdAccountLockedTime` when an administrator locked the account, as opposed to failed attempts. */
const lockedForGood = '000001010000Z';

function statusOf(entry: LdapEntry): LdapUser['status'] {
  const isTrue = (name: string) => firstValueOf(entry, name)?.toLowerCase() === 'true';
  const [control, lastDay] = [Number(firstValueOf(entry, 'userAccountControl') ?? 0), Number(firstValueOf(entry, 'shadowExpire') ?? -1)];
  const expires = parseFileTime(firstValueOf(entry, 'accountExpires') ?? '');
  const isExpired = (expires !== undefined && expires < Date.now()) || (lastDay >= 0 && lastDay * 86_400_000 < Date.now());
  if ((control & disabled) !== 0 || isTrue('nsAccountLock') || isTrue('loginDisabled') || isExpired) return 'inactive';
  return firstValueOf(entry, 'pwdAccountLockedTime') === lockedForGood ? 'suspended' : 'active';
}

function lastSignInOf(entry: LdapEntry): string | undefined {
  const times = [
    ...signIns.file.map((name) => parseFileTime(firstValueOf(entry, name) ?? '')),
    ...signIns.generalized.map((name) => parseGeneralizedTime(firstValueOf(entry, name) ?? '')),
  ].filter((time) => time !== undefined);
  return times.length ? new Date(Math.min(Math.max(...times), Date.now())).toISOString() : undefined;
}
