/** Users of a directory that speaks SCIM 2.0 (RFC 7643, 7644). */
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
  /** Names of the groups. */
  readonly groups: readonly string[];
  /** Values of the roles. */
  readonly roles: readonly string[];
}

const perPage = 100;
const mostPages = 100;
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** All of them, page by page. @throws UnexpectedAnswer when the list is none, or has no end */
export async function listUsers({ read }: Pick<Source, 'read'>): Promise<ScimUser[]> {
  const users: ScimUser[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const { total, resources } = pageIn(
      await read(`/Users?startIndex=${users.length + 1}&count=${perPage}`, {
        headers: { accept: 'application/scim+json, application/json' },
      }),
    );
    users.push(...resources.map(userIn));
    if (users.length >= total || resources.length === 0) return users;
  }
  throw new UnexpectedAnswer(`The list of users has more than ${mostPages} pages`);
}

export function pageIn(body: unknown): { readonly total: number; readonly resources: readonly unknown[] } {
  const [total, resources] = [of(body, 'totalResults'), of(body, 'Resources') ?? []];
  if (typeof total !== 'number' || !Array.isArray(resources)) throw new UnexpectedAnswer('The list of users is not a SCIM list');
  return { total, resources };
}

function userIn(resource: unknown): ScimUser {
  const [extension, name] = [of(resource, enterprise), of(resource, 'name')];
  const userName = text(of(resource, 'userName')) ?? '';
  const addresses = list(of(resource, 'emails'));
  const address = addresses.find((one) => of(one, 'primary') === true) ?? addresses[0];
  return {
    id: text(of(resource, 'id')) ?? '',
    userName,
    email: text(of(address, 'value')) ?? userName,
    name:
      text(of(resource, 'displayName')) ??
      text(of(name, 'formatted')) ??
      [text(of(name, 'givenName')), text(of(name, 'familyName'))].filter((part) => part !== undefined).join(' '),
    active: of(resource, 'active') !== false,
    department: text(of(extension, 'department')),
    startDate: text(of(extension, 'startDate')),
    groups: list(of(resource, 'groups')).flatMap((group) => text(of(group, 'display')) ?? text(of(group, 'value')) ?? []),
    roles: list(of(resource, 'roles')).flatMap((role) => text(role) ?? text(of(role, 'value')) ?? []),
  };
}

function of(value: unknown, name: string): unknown {
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
