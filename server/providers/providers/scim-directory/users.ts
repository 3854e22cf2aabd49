/** Reads users of a SCIM 2.0 directory (RFC 7643, 7644). */
import { UnexpectedAnswer } from '../../failures.ts';
import type { Source } from '../../manifest.ts';

export interface ScimUser {
  readonly id: string;
  readonly userName: string;
  readonly email: string;
  readonly name: string;
  readonly active: boolean;
  readonly department: string | undefined;
  readonly startDate: string | undefined;
  /** The names of the groups. */
  readonly groups: readonly string[];
  /** The values of the roles. */
  readonly roles: readonly string[];
}

const perPage = 100;
const maxPages = 100;
const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Reads all pages of users. @throws UnexpectedAnswer if a response is not a SCIM list, or the list has too many pages */
export async function listUsers({ read }: Pick<Source, 'read'>): Promise<ScimUser[]> {
  const users: ScimUser[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const { total, resources } = parsePage(
      await read(`/Users?startIndex=${users.length + 1}&count=${perPage}`, {
        headers: { accept: 'application/scim+json, application/json' },
      }),
    );
    users.push(...resources.map(toUser));
    if (users.length >= total || resources.length === 0) return users;
  }
  throw new UnexpectedAnswer(`The list of users has more than ${maxPages} pages`);
}

export function parsePage(body: unknown): { readonly total: number; readonly resources: readonly unknown[] } {
  const [total, resources] = [getField(body, 'totalResults'), getField(body, 'Resources') ?? []];
  if (typeof total !== 'number' || !Array.isArray(resources)) throw new UnexpectedAnswer('The list of users is not a SCIM list');
  return { total, resources };
}

function toUser(resource: unknown): ScimUser {
  const [extension, name] = [getField(resource, enterpriseSchema), getField(resource, 'name')];
  const userName = toText(getField(resource, 'userName')) ?? '';
  const addresses = toList(getField(resource, 'emails'));
  const address = addresses.find((candidate) => getField(candidate, 'primary') === true) ?? addresses[0];
  return {
    id: toText(getField(resource, 'id')) ?? '',
    userName,
    email: toText(getField(address, 'value')) ?? userName,
    name:
      toText(getField(resource, 'displayName')) ??
      toText(getField(name, 'formatted')) ??
      [toText(getField(name, 'givenName')), toText(getField(name, 'familyName'))].filter((part) => part !== undefined).join(' '),
    active: getField(resource, 'active') !== false,
    department: toText(getField(extension, 'department')),
    startDate: toText(getField(extension, 'startDate')),
    groups: toList(getField(resource, 'groups')).flatMap(
      (group) => toText(getField(group, 'display')) ?? toText(getField(group, 'value')) ?? [],
    ),
    roles: toList(getField(resource, 'roles')).flatMap((role) => toText(role) ?? toText(getField(role, 'value')) ?? []),
  };
}

function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    : undefined;
}
function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
