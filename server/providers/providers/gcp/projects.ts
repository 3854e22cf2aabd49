/** The organizations and projects that are visible to a service account. */
import { isObject, type JsonObject } from '#platform/json-object';
import type { Google } from './google.ts';

export interface GcpProject {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  /** The number of its organization, if that is its direct parent. */
  readonly organizationId: string | undefined;
}
export interface GcpOrganization {
  readonly id: string;
  readonly displayName: string;
}

/** Maximum number of pages, with 500 items each. */
const maxPages = 20;

export async function listProjects(google: Google): Promise<GcpProject[]> {
  const found = await pages(google, '/v3/projects:search', 'projects');
  return found.flatMap(({ name, parent, projectId, displayName, state }) => {
    if (typeof projectId !== 'string' || (typeof state === 'string' && state !== 'ACTIVE')) return [];
    return [
      {
        id: projectId,
        name: typeof displayName === 'string' && displayName !== '' ? displayName : projectId,
        number: numberIn(name),
        organizationId: typeof parent === 'string' && parent.startsWith('organizations/') ? numberIn(parent) : undefined,
      },
    ];
  });
}

export async function listOrganizations(google: Google): Promise<GcpOrganization[]> {
  const found = await pages(google, '/v3/organizations:search', 'organizations');
  return found.map(({ name, displayName }) => ({
    id: numberIn(name),
    displayName: typeof displayName === 'string' ? displayName : numberIn(name),
  }));
}

async function pages(google: Google, path: string, member: string): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  let token: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({ pageSize: '500', ...(token !== undefined && { pageToken: token }) });
    const answer = await google.read('cloudresourcemanager', `${path}?${query}`);
    const { [member]: items, nextPageToken }: JsonObject = isObject(answer) ? answer : {};
    if (Array.isArray(items)) found.push(...items.filter(isObject));
    if (typeof nextPageToken !== 'string' || nextPageToken === '') break;
    token = nextPageToken;
  }
  return found;
}

/** The number in `projects/123` or `organizations/123`. */
function numberIn(name: unknown): string {
  return typeof name === 'string' ? (name.split('/')[1] ?? '') : '';
}
