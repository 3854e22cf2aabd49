/** Plans a sync of employees, without the database (integrations, rules 8 to 10). */
import type { components } from '#generated/api';
import { isObject } from '#platform/json-object';
import type { Selection } from '#providers/people-filter';
import { type DroppedEntry, parseEntries, parseText, toIsoTime } from './entries.ts';
import { normalizeEmailOrText, normalizeEmail } from '#platform/identity/email-address';

type Detail = components['schemas']['EmployeeSyncResult']['people'][number];

/** A person in a source. */
export interface Person {
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly status: 'active' | 'inactive' | 'suspended';
  /** Names of roles, as the source writes them. */
  readonly roles: readonly string[];
  readonly department: string | undefined;
  /** ISO 8601. */
  readonly startDate: string | undefined;
  readonly externalId: string | undefined;
}

export interface KnownMember {
  readonly id: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly roles: readonly string[];
}

export type Decision = { readonly email: string; readonly reason?: string; readonly providerStatus?: Person['status'] } & (
  | { readonly status: 'imported'; readonly person: Person }
  | { readonly status: 'reactivated' | 'deactivated'; readonly memberId: string }
  | { readonly status: 'skipped' }
);

/** The people in a source. */
export interface ParsedPeople {
  /** The valid people, without duplicates. */
  readonly people: readonly Person[];
  /** Entries that are invalid or that repeat a person. */
  readonly dropped: readonly DroppedEntry[];
  /** E-mail addresses of invalid entries. Members with these addresses do not count as missing from the source. */
  readonly invalidEmails: ReadonlySet<string>;
}

/** @returns the valid people among the items, and the dropped items */
export function parsePeople(items: readonly unknown[]): ParsedPeople {
  const [seenEmails, invalidEmails] = [new Set<string>(), new Set<string>()];
  const [people, dropped] = parseEntries(items, (item) => {
    const person = parsePerson(item);
    if (typeof person === 'string') {
      const emailText = isObject(item) ? parseText(item.email, 254) : undefined;
      const email = emailText && normalizeEmailOrText(emailText);
      if (email !== undefined) invalidEmails.add(email);
      return person;
    }
    if (seenEmails.has(person.email)) return 'the e-mail address is listed twice';
    seenEmails.add(person.email);
    return person;
  });
  return { people, dropped, invalidEmails };
}

/** @returns the person, or the reason why the entry is invalid */
function parsePerson(item: unknown): Person | string {
  if (!isObject(item)) return 'it is not a person';
  const email = normalizeEmail(parseText(item.email, 254) ?? '');
  if (email === undefined) return 'the e-mail address is missing or invalid';
  const status = item.status ?? 'active';
  if (status !== 'active' && status !== 'inactive' && status !== 'suspended') return 'the status is not active, inactive or suspended';
  const name =
    parseText(item.name, 200) ??
    [parseText(item.firstName, 100), parseText(item.lastName, 100)].filter((part) => part !== undefined).join(' ');
  return {
    email,
    status,
    name: name || email.slice(0, email.indexOf('@')),
    roles: (parseText(item.role, 1_000) ?? '')
      .split(',')
      .map((role) => role.trim())
      .filter((role) => role !== ''),
    department: parseText(item.department, 64),
    startDate: parseDate(item.startDate),
    externalId: parseText(item.externalId, 255),
  };
}

function parseDate(value: unknown): string | undefined {
  const dateText = parseText(value, 40) ?? '';
  return toIsoTime(/^\d{4}-\d\d-\d\d/.test(dateText) ? Date.parse(dateText) : Number.NaN);
}

export interface Source {
  readonly people: readonly Person[];
  readonly invalidEmails: ReadonlySet<string>;
  /** Whether the source is a complete directory of employees. */
  readonly isDirectory: boolean;
  selection(person: { readonly email: string; readonly department: string | undefined }): Selection;
}

const protectedRoles = ['owner', 'admin', 'auditor'];
const domainOf = (email: string) => email.slice(email.lastIndexOf('@'));

/** @returns decisions about the people of the source, in its order, then about members who are missing from it */
export function planPeople({ people, invalidEmails, isDirectory, selection }: Source, members: readonly KnownMember[]): Decision[] {
  const membersByEmail = new Map(members.map((member) => [member.email, member]));
  const sourceDecisions = people.map((person) => decideOn(person, membersByEmail.get(person.email), isDirectory, selection(person)));
  const [emails, domains] = [new Set(people.map(({ email }) => email)), new Set(people.map(({ email }) => domainOf(email)))];
  const isAbsent = (email: string) => !emails.has(email) && !invalidEmails.has(email) && domains.has(domainOf(email));
  const absentMembers = isDirectory ? members.filter(({ email, isActive }) => isActive && isAbsent(email)) : [];
  return [
    ...sourceDecisions,
    ...absentMembers.map((member) => ({ email: member.email, ...decideDeactivation(member, 'not in the source') })),
  ];
}

function decideOn(person: Person, member: KnownMember | undefined, isDirectory: boolean, selection: Selection): Decision {
  const commonFields = { email: person.email, providerStatus: person.status };
  const skip = (reason: string): Decision => ({ ...commonFields, status: 'skipped', reason });
  if (selection === 'outside') return skip('outside the filter');
  const exclusionReason =
    selection === 'excluded' ? 'excluded by the filter' : person.status === 'active' ? undefined : 'not active in the source';
  if (exclusionReason !== undefined)
    return isDirectory && member?.isActive ? { ...commonFields, ...decideDeactivation(member, exclusionReason) } : skip(exclusionReason);
  if (!member) return { ...commonFields, status: 'imported', person };
  if (member.isActive) return skip('already a member');
  return isDirectory ? { ...commonFields, status: 'reactivated', memberId: member.id } : skip('deactivated here');
}

function decideDeactivation(
  { id, roles }: KnownMember,
  reason: string,
):
  | { readonly status: 'deactivated'; readonly memberId: string; readonly reason: string }
  | { readonly status: 'skipped'; readonly reason: string } {
  return roles.some((role) => protectedRoles.includes(role))
    ? { status: 'skipped', reason: `${reason}, and owners, admins and auditors stay` }
    : { status: 'deactivated', memberId: id, reason };
}

/** @returns the decision as it is reported in the result of a sync */
export function detailOf({ email, status, reason, providerStatus }: Decision): Detail {
  return { email, status, ...(reason !== undefined && { reason }), ...(providerStatus !== undefined && { providerStatus }) };
}
