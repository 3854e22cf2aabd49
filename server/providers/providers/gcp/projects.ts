/** Lists the organizations and projects that a service account can see. */
import { isObject, type JsonObject } from '#platform/json-object';
import type { Google } from './google.ts';

export interface GcpProject {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  /** The number of the organization, if it is the direct parent of the project. */
  readonly organizationId: string | undefined;
}
export interface GcpOrganization {
  readonly id: string;
  readonly displayName: string;
}

/** Maximum number of pages, with 500 items each. */
const maxPages = 20;

export async function listProjects(google: Google): Promise<GcpProject[]> {
  const projects = await readAllPages(google, '/v3/projects:search', 'projects');
  return projects.flatMap(({ name, parent, projectId, displayName, state }) => {
    if (typeof projectId !== 'string' || (typeof state === 'string' && state !== 'ACTIVE')) return [];
    return [
      {
        id: projectId,
        name: typeof displayName === 'string' && displayName !== '' ? displayName : projectId,
        number: parseNumber(name),
        organizationId: typeof parent === 'string' && parent.startsWith('organizations/') ? parseNumber(parent) : undefined,
      },
    ];
  });
}

export async function listOrganizations(google: Google): Promise<GcpOrganization[]> {
  const organizations = await readAllPages(google, '/v3/organizations:search', 'organizations');
  return organizations.map(({ name, displayName }) => ({
    id: parseNumber(name),
    displayName: typeof displayName === 'string' ? displayName : parseNumber(name),
  }));
}

async function readAllPages(google: Google, path: string, listName: string): Promise<JsonObject[]> {
  const items: JsonObject[] = [];
  let token: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({ pageSize: '500', ...(token !== undefined && { pageToken: token }) });
    const body = await google.read('cloudresourcemanager', `${path}?${query}`);
    const { [listName]: pageItems, nextPageToken }: JsonObject = isObject(body) ? body : {};
    if (Array.isArray(pageItems)) items.push(...pageItems.filter(isObject));
    if (typeof nextPageToken !== 'string' || nextPageToken === '') break;
    token = nextPageToken;
  }
  return items;
}

/** @returns the number in `projects/123` or `organizations/123` */
function parseNumber(name: unknown): string {
  return typeof name === 'string' ? (name.split('/')[1] ?? '') : '';
}
