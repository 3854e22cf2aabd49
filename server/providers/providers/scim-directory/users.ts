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
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

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
  const [total, resources] = [fieldOf(body, 'totalResults'), fieldOf(body, 'Resources') ?? []];
  if (typeof total !== 'number' || !Array.isArray(resources)) throw new UnexpectedAnswer('The list of users is not a SCIM list');
  return { total, resources };
}

function toUser(resource: unknown): ScimUser {
  const [extension, name] = [fieldOf(resource, enterprise), fieldOf(resource, 'name')];
  const userName = textOf(fieldOf(resource, 'userName')) ?? '';
  const addresses = listOf(fieldOf(resource, 'emails'));
  const address = addresses.find((candidate) => fieldOf(candidate, 'primary') === true) ?? addresses[0];
  return {
    id: textOf(fieldOf(resource, 'id')) ?? '',
    userName,
    email: textOf(fieldOf(address, 'value')) ?? userName,
    name:
      textOf(fieldOf(resource, 'displayName')) ??
      textOf(fieldOf(name, 'formatted')) ??
      [textOf(fieldOf(name, 'givenName')), textOf(fieldOf(name, 'familyName'))].filter((part) => part !== undefined).join(' '),
    active: fieldOf(resource, 'active') !== false,
    department: textOf(fieldOf(extension, 'department')),
    startDate: textOf(fieldOf(extension, 'startDate')),
    groups: listOf(fieldOf(resource, 'groups')).flatMap((group) => textOf(fieldOf(group, 'display')) ?? textOf(fieldOf(group, 'value')) ?? []),
    roles: listOf(fieldOf(resource, 'roles')).flatMap((role) => textOf(role) ?? textOf(fieldOf(role, 'value')) ?? []),
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    : undefined;
}
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
