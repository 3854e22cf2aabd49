/** Users of a SCIM 2.0 directory (RFC 7643, 7644). */
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

/** Reads all pages. @throws UnexpectedAnswer when the answer is not a list or the list is endless */
export async function listUsers({ read }: Pick<Source, 'read'>): Promise<ScimUser[]> {
  const users: ScimUser[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const { total, resources } = parsePage(
      await read(`/Users?startIndex=${users.length + 1}&count=${perPage}`, {
        headers: { accept: 'application/scim+json, application/json' },
      }),
    );
    users.push(...resources.map(userIn));
    if (users.length >= total || resources.length === 0) return users;
  }
  throw new UnexpectedAnswer(`The list of users has more than ${maxPages} pages`);
}

export function parsePage(body: unknown): { readonly total: number; readonly resources: readonly unknown[] } {
  const [total, resources] = [fieldOf(body, 'totalResults'), fieldOf(body, 'Resources') ?? []];
  if (typeof total !== 'number' || !Array.isArray(resources)) throw new UnexpectedAnswer('The list of users is not a SCIM list');
  return { total, resources };
}

function userIn(resource: unknown): ScimUser {
  const [extension, name] = [fieldOf(resource, enterprise), fieldOf(resource, 'name')];
  const userName = text(fieldOf(resource, 'userName')) ?? '';
  const addresses = list(fieldOf(resource, 'emails'));
  const address = addresses.find((one) => fieldOf(one, 'primary') === true) ?? addresses[0];
  return {
    id: text(fieldOf(resource, 'id')) ?? '',
    userName,
    email: text(fieldOf(address, 'value')) ?? userName,
    name:
      text(fieldOf(resource, 'displayName')) ??
      text(fieldOf(name, 'formatted')) ??
      [text(fieldOf(name, 'givenName')), text(fieldOf(name, 'familyName'))].filter((part) => part !== undefined).join(' '),
    active: fieldOf(resource, 'active') !== false,
    department: text(fieldOf(extension, 'department')),
    startDate: text(fieldOf(extension, 'startDate')),
    groups: list(fieldOf(resource, 'groups')).flatMap((group) => text(fieldOf(group, 'display')) ?? text(fieldOf(group, 'value')) ?? []),
    roles: list(fieldOf(resource, 'roles')).flatMap((role) => text(role) ?? text(fieldOf(role, 'value')) ?? []),
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    : undefined;
}
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
