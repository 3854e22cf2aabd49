/** Reads people from a directory. Each kind of server stores them in its own attributes, so several are tried. */
import type { LdapEntry } from '#platform/ports/ldap-search';
import { type Source, textValue } from '../../manifest.ts';
import { createPeopleFilter } from '../../people-filter.ts';
import { firstValueOf, type LdapSource, searchDirectory } from './directory.ts';
import { defaultPersonFilter } from './filter.ts';
import { parseFileTime, parseGeneralizedTime } from './times.ts';
import { normalizeEmailOrText } from '#platform/identity/email-address';

export interface LdapUser {
  readonly dn: string;
  /** The account name. */
  readonly account: string;
  /** In lower case; undefined if the person has no address. */
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly department: string | undefined;
  readonly externalId: string | undefined;
  readonly status: 'active' | 'inactive' | 'suspended';
  /** ISO 8601; undefined if the directory does not state the time. */
  readonly lastSignIn: string | undefined;
  /** Distinguished names of the groups that the entry of the person lists. */
  readonly memberOf: readonly string[];
  /** The entry as it was read. */
  readonly entry: LdapEntry;
}

const binaryAttributes = ['objectGUID'];
/** Attributes with the last sign-in: as file times in Active Directory, and as generalized times in other servers. */
const signInAttributes = {
  file: ['lastLogonTimestamp', 'lastLogon'],
  generalized: ['pwdLastSuccess', 'authTimestamp', 'krbLastSuccessfulAuth', 'lastLoginTime'],
};
const userAttributes = [
  ...['mail', 'userPrincipalName', 'uid', 'sAMAccountName', 'cn', 'displayName', 'department', 'departmentNumber', 'ou', 'memberOf'],
  ...['entryUUID', 'nsUniqueId', 'ipaUniqueID', ...binaryAttributes],
  ...['userAccountControl', 'accountExpires', 'nsAccountLock', 'loginDisabled', 'pwdAccountLockedTime', 'shadowExpire'],
  ...signInAttributes.file,
  ...signInAttributes.generalized,
];

/** @param moreAttributes attributes to read in addition @throws Unreachable, CredentialsRefused or UnexpectedAnswer */
export async function listUsers(source: LdapSource, ...moreAttributes: readonly string[]): Promise<LdapUser[]> {
  const filter = textValue(source.credentials, 'userFilter') || defaultPersonFilter;
  return (await searchDirectory(source, { filter, attributes: [...userAttributes, ...moreAttributes], binary: binaryAttributes })).map(
    userFromEntry,
  );
}

/** @returns the active people who match the filter of the connection (integrations, rule 10) */
export async function listActiveUsers(
  source: LdapSource & Pick<Source, 'variables'>,
  ...moreAttributes: readonly string[]
): Promise<LdapUser[]> {
  const select = createPeopleFilter(source.variables);
  return (await listUsers(source, ...moreAttributes)).filter(
    (user) => user.status === 'active' && select({ email: userKeyOf(user), department: user.department }) === 'selected',
  );
}

/** @returns the key of a person in results: the e-mail address, or the account name if there is none */
export function userKeyOf({ email, account }: Pick<LdapUser, 'email' | 'account'>): string {
  return email ?? account.toLowerCase();
}

function userFromEntry(entry: LdapEntry): LdapUser {
  const principal = firstValueOf(entry, 'userPrincipalName');
  const email = firstValueOf(entry, 'mail') ?? (principal?.includes('@') ? principal : undefined);
  return {
    dn: entry.dn,
    account: firstValueOf(entry, 'uid', 'sAMAccountName', 'cn') ?? entry.dn,
    email: email && normalizeEmailOrText(email),
    name: firstValueOf(entry, 'displayName', 'cn'),
    department: firstValueOf(entry, 'department', 'departmentNumber', 'ou'),
    externalId: firstValueOf(entry, 'entryUUID', ...binaryAttributes, 'nsUniqueId', 'ipaUniqueID'),
    status: determineStatus(entry),
    lastSignIn: findLastSignIn(entry),
    memberOf: entry.values.get('memberof') ?? [],
    entry,
  };
}

/** The bit of `userAccountControl` that is set for disabled accounts. */
const disabledFlag = 2;
/** The value of `pwdAccountLockedTime` if an administrator locked the account. Failed attempts store a time instead. */
const lockedByAdministrator = '000001010000Z';

function determineStatus(entry: LdapEntry): LdapUser['status'] {
  const isTrue = (name: string) => firstValueOf(entry, name)?.toLowerCase() === 'true';
  const [control, lastDay] = [Number(firstValueOf(entry, 'userAccountControl') ?? 0), Number(firstValueOf(entry, 'shadowExpire') ?? -1)];
  const expiresAt = parseFileTime(firstValueOf(entry, 'accountExpires') ?? '');
  const isExpired = (expiresAt !== undefined && expiresAt < Date.now()) || (lastDay >= 0 && lastDay * 86_400_000 < Date.now());
  if ((control & disabledFlag) !== 0 || isTrue('nsAccountLock') || isTrue('loginDisabled') || isExpired) return 'inactive';
  return firstValueOf(entry, 'pwdAccountLockedTime') === lockedByAdministrator ? 'suspended' : 'active';
}

function findLastSignIn(entry: LdapEntry): string | undefined {
  const times = [
    ...signInAttributes.file.map((name) => parseFileTime(firstValueOf(entry, name) ?? '')),
    ...signInAttributes.generalized.map((name) => parseGeneralizedTime(firstValueOf(entry, name) ?? '')),
  ].filter((time) => time !== undefined);
  return times.length ? new Date(Math.min(Math.max(...times), Date.now())).toISOString() : undefined;
}
