/** Removes from an audit entry everything that the caller may not read (audit-logs, rules 14 and 15). */
import { isDeepStrictEqual } from 'node:util';
import type { components } from '#generated/api';
import { targetColumns } from '#domain/access/findings/targets';
import { mayRead } from '#domain/access/records/kinds';
import type { Actor } from '#platform/identity/actor';
import { isObject } from '#platform/json-object';
import { resources } from '#platform/identity/roles';
import { redactionMarker } from '#platform/redaction/redact-secrets';

type Entry = components['schemas']['AuditLogEntry'];

/** The permissions that these resources of entries require. Most of them differ from the default `<resource>:read`. */
const specialPermissions = {
  app: 'app:read',
  invitation: 'member:read',
  team: 'organization:read',
  ac: 'ac:read',
  context: 'evidence:read',
  attachments: 'evidence:read',
} as const;

/** The permissions that the type of the record requires in addition. For other types, only the resource requires a permission. */
const permissionsByType = {
  requirement: 'framework:read',
  control: 'control:read',
  policy: 'policy:read',
  task: 'task:read',
  people: 'member:read',
  risk: 'risk:read',
  vendor: 'vendor:read',
  tests: 'integration:read',
  integration: 'integration:read',
  trust: 'trust:read',
  finding: 'finding:read',
  pentest: 'pentest:read',
} as const;

/** The permission to read the names of the records whose ids have the prefix. */
const permissionsByPrefix = new Map<string, string>(
  Object.entries({
    mem: 'member:read',
    usr: 'member:read',
    ctl: 'control:read',
    pol: 'policy:read',
    rsk: 'risk:read',
    vnd: 'vendor:read',
    tsk: 'task:read',
    frm: 'framework:read',
    cfrm: 'framework:read',
    req: 'framework:read',
    creq: 'framework:read',
    tvq: 'questionnaire:read',
  }),
);

/** The fields of changes that contain names of records, with the id prefix of these records. */
const prefixesByField = new Map<string, string>(
  Object.entries({
    control: 'ctl',
    controls: 'ctl',
    framework: 'frm',
    frameworks: 'frm',
    policies: 'pol',
    policy: 'pol',
    requirement: 'req',
    requirements: 'req',
    risk: 'rsk',
    risks: 'rsk',
    task: 'tsk',
    tasks: 'tsk',
    vendor: 'vnd',
    vendors: 'vnd',
  }),
);

/** The labels of items that were unassigned from a member, with the id prefixes of the records that the title may name. */
const prefixesByLabel = new Map<string, readonly string[]>(
  Object.entries({
    Task: ['tsk'],
    'Review of task': ['tsk'],
    'Task item': ['tsk', 'rsk', 'vnd'],
    Policy: ['pol'],
    'Policy to approve': ['pol'],
    Risk: ['rsk'],
    Control: ['ctl'],
    Vendor: ['vnd'],
  }),
);

/** The permission that each resource requires. The portal is missing, because its entries only require the permission for their type. */
const permissionsByResource = new Map<string, string>([
  ...Object.keys(resources).flatMap((name) => (name === 'portal' ? [] : [[name, `${name}:read`] as const])),
  ...Object.entries(specialPermissions),
]);
export const knownResources = [...permissionsByResource.keys()];

/** The parameters with which the database decides which entries are completely visible. */
export interface ReadingRights {
  readonly memberId: string;
  readonly userId: string;
  readonly hiddenResources: readonly string[];
  readonly hiddenTypes: readonly string[];
  /** The id prefixes of records that the caller may not read, regardless of the resource and type of the entry. */
  readonly hiddenPrefixes: readonly string[];
  /** Whether the caller may read entries whose resource and type require no other permission. */
  readonly readsOrganization: boolean;
  readonly readsMembers: boolean;
  readonly readsRisks: boolean;
  readonly readsVendors: boolean;
  /** The columns of findings that refer to records of kinds that the caller may read. */
  readonly findingTargets: readonly string[];
}

export function readingRightsOf({ permissions, memberId, user }: Pick<Actor, 'permissions' | 'memberId' | 'user'>): ReadingRights {
  return {
    memberId: memberId ?? '',
    userId: user?.id ?? '',
    hiddenResources: [...permissionsByResource].flatMap(([name, permission]) => (permissions.has(permission) ? [] : [name])),
    hiddenTypes: Object.entries(permissionsByType).flatMap(([name, permission]) => (permissions.has(permission) ? [] : [name])),
    hiddenPrefixes: [...permissionsByPrefix].flatMap(([prefix, permission]) => (permissions.has(permission) ? [] : [prefix])),
    readsOrganization: permissions.has('organization:read'),
    readsMembers: permissions.has('member:read'),
    readsRisks: permissions.has('risk:read'),
    readsVendors: permissions.has('vendor:read'),
    findingTargets: targetColumns.flatMap(([column, kind]) => (mayRead({ permissions }, kind) ? [column] : [])),
  };
}

export interface Visibility {
  /** Whether the caller may read the records that the entry is about. */
  readonly isReadable: boolean;
  readonly readsAllPolicies: boolean;
}

/** @returns the parts of the entry that the caller may read, with `isReduced` if anything was removed */
export function reduceEntry(
  entry: Entry,
  { isReadable, readsAllPolicies }: Visibility,
  rights: ReadingRights,
  permissions: ReadonlySet<string>,
): Entry {
  const isPersonShown = rights.readsMembers || (entry.userId !== null && entry.userId === rights.userId);
  const person = isPersonShown ? {} : { userId: null, memberId: null, user: null, member: null };
  if (!isReadable) return { ...entry, ...person, ...outlineOf(entry), isReduced: true };
  const readsAll = readsAllPolicies && rights.hiddenResources.length + rights.hiddenTypes.length === 0;
  const mayName = (prefix: string) =>
    readsAll || (permissions.has(permissionsByPrefix.get(prefix) ?? '') && (prefix !== 'pol' || readsAllPolicies));
  const visibleEntry = rights.readsMembers ? entry : withoutAssignee(entry);
  const data = withoutNames(isPersonShown ? visibleEntry.data : withoutVia(visibleEntry.data), mayName);
  const description = isPersonShown || entry.data.via === undefined ? visibleEntry.description : visibleEntry.data.action;
  const isUnchanged = (isPersonShown || (entry.userId === null && entry.data.via === undefined)) && isDeepStrictEqual(data, entry.data);
  return isUnchanged ? entry : { ...entry, ...person, description, data, isReduced: true };
}

/** The names of records that differ from the name in the permission. */
const nouns: Readonly<Record<string, string>> = {
  ac: 'custom role',
  apiKey: 'API key',
  app: 'organization',
  audit: 'letter of engagement',
  people: 'member',
  pentest: 'penetration test',
  tests: 'test',
  trust: 'trust portal',
};
const verbs = { create: 'Created', update: 'Updated', delete: 'Deleted', read: 'Viewed' } as const;

/** @returns fields that reveal only the kind of the changed record and the kind of change */
function outlineOf({ entityType, data: { resource, permission } }: Entry): Pick<Entry, 'entityId' | 'description' | 'data'> {
  const kind = entityType === null || entityType === 'organization' ? resource : entityType;
  const action = `${permission === undefined ? 'Changed' : verbs[permission]} ${nouns[kind] ?? kind}`;
  return { entityId: null, description: action, data: { action, resource, ...(permission !== undefined && { permission }) } };
}

function withoutVia({ via: _via, impersonatedBy: _by, ...data }: Entry['data']): Entry['data'] {
  return data;
}

/** Removes the name of the assignee from entries about task items; the assignee's id remains. */
function withoutAssignee(entry: Entry): Entry {
  const { assigneeName, ...data } = entry.data;
  if (typeof assigneeName !== 'string') return entry;
  const nameStart = entry.description?.lastIndexOf(` to ${assigneeName}`) ?? -1;
  return { ...entry, data, description: nameStart < 0 ? entry.description : (entry.description?.slice(0, nameStart) ?? null) };
}

const reference = /\((([a-z]+)_[0-9a-f]{24})\)(?=, |$)/g;

/** Replaces texts such as `Name (id)` with their ids if names must be hidden. Names may contain commas, so the whole text is replaced. */
function withoutNames(data: Entry['data'], mayName: (prefix: string) => boolean): Entry['data'] {
  const mask = (text: string) => {
    const references = [...text.matchAll(reference)];
    return references.every(([, , prefix = '']) => mayName(prefix)) ? text : references.map(([, id]) => id).join(', ');
  };
  const { changes } = data;
  if (changes === undefined) return data;
  if (Array.isArray(changes)) return { ...data, changes: changes.map((value) => (typeof value === 'string' ? mask(value) : value)) };
  return {
    ...data,
    changes: Object.fromEntries(
      Object.entries(changes).map(([field, { previous, current }]) => {
        const maskIn = field === 'unassigned' ? (text: string) => maskTitle(text, mayName) : maskOf(field, mayName, mask);
        return [field, { previous: mapTexts(previous, maskIn), current: mapTexts(current, maskIn) }];
      }),
    ),
  };
}

type Mask = (text: string) => string;

function mapTexts(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, mask));
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, mask)])) : value;
}

/** @returns the mask for a field; a text with names but without ids is redacted */
function maskOf(field: string, mayName: (prefix: string) => boolean, mask: Mask): Mask {
  const prefix = prefixesByField.get(field);
  if (prefix === undefined || mayName(prefix)) return mask;
  return (text) => (onlyIds.test(text) ? text : [...text.matchAll(reference)].map(([, id]) => id).join(', ') || redactionMarker);
}
const onlyIds = /^[a-z]+_[0-9a-f]{24}(?:, [a-z]+_[0-9a-f]{24})*$/;

/** Redacts the title in a text such as `Kind: title` unless `mayName` allows it. If the kind is unknown, redacts the whole text instead. */
function maskTitle(text: string, mayName: (prefix: string) => boolean): string {
  const [label = ''] = text.split(': ', 1);
  const prefixes = prefixesByLabel.get(label) ?? [...permissionsByPrefix.keys(), ''];
  if (prefixes.every(mayName)) return text;
  return prefixesByLabel.has(label) ? `${label}: ${redactionMarker}` : redactionMarker;
}
