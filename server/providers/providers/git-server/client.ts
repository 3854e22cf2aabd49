/** Calls the API of GitHub (REST v3) or GitLab (REST v4). Handles paging, and recognizes rate limits. */
import type { HttpResponse } from '#platform/ports/http';
import { CredentialsRefused, UnexpectedAnswer } from '../../failures.ts';
import { type Source, textValue } from '../../manifest.ts';
import { parseJson } from '../../source.ts';
import { pathSegment } from '../../path-segment.ts';

export type GitServerSource = Pick<Source, 'credentials' | 'http' | 'signal' | 'baseUrl'>;
/** An object in a response, not validated yet. */
export type UnknownFields = Readonly<Record<string, unknown>>;

const defaults = { github: 'https://api.github.com', gitlab: 'https://gitlab.com/api/v4' } as const;
const perPage = 100;
const maxPages = 100;

export function isGitLab({ credentials }: Pick<Source, 'credentials'>): boolean {
  return textValue(credentials, 'dialect') === 'gitlab';
}

/** @returns the organization or group, as a path segment */
export function ownerOf({ credentials }: Pick<Source, 'credentials'>): string {
  return pathSegment(textValue(credentials, 'owner'));
}

/** @returns the object, or undefined for a status that means that it does not exist @throws the same errors as `Source.read` */
export async function findObject(
  source: GitServerSource,
  path: string,
  missingStatuses: readonly number[] = [404],
): Promise<UnknownFields | undefined> {
  const response = await sendRequest(source, createUrl(source, path));
  return missingStatuses.includes(response.status) || isNotInPlan(response) ? undefined : toFields(parseResponse(response, path));
}

/** Reads an object that must exist. @returns {} if GitHub's free plan does not include it @throws the same errors as `Source.read` */
export async function getObject(source: GitServerSource, path: string): Promise<UnknownFields> {
  return (await findObject(source, path, [])) ?? {};
}

/** Reads all pages of a list. @returns undefined for a status that means that the list does not exist */
export async function listItems(
  source: GitServerSource,
  path: string,
  missingStatuses: readonly number[] = [],
): Promise<UnknownFields[] | undefined> {
  const items: UnknownFields[] = [];
  let url: URL | undefined = createUrl(source, `${path}${path.includes('?') ? '&' : '?'}per_page=${perPage}`);
  for (let page = 0; url; page += 1) {
    if (page === maxPages) throw new UnexpectedAnswer(`GET ${path} has more than ${maxPages} pages`);
    const response = await sendRequest(source, url);
    if (missingStatuses.includes(response.status) || isNotInPlan(response)) return undefined;
    const body = parseResponse(response, path);
    if (!Array.isArray(body)) throw new UnexpectedAnswer(`GET ${path} answered no list`);
    items.push(...body.map(toFields));
    url = findNextPage(url, response.headers.link);
  }
  return items;
}

export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function toFields(value: unknown): UnknownFields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

export function toItems(value: unknown): UnknownFields[] {
  return Array.isArray(value) ? value.map(toFields) : [];
}

/** @returns the API URL of the public server */
export function defaultAddressOf(source: Pick<Source, 'credentials'>): string {
  return defaults[isGitLab(source) ? 'gitlab' : 'github'];
}

function createUrl(source: GitServerSource, path: string): URL {
  return new URL(`${source.baseUrl || defaultAddressOf(source)}${path}`);
}

function sendRequest(source: GitServerSource, url: URL): Promise<HttpResponse> {
  const token = textValue(source.credentials, 'token');
  const headers = isGitLab(source)
    ? { accept: 'application/json', 'private-token': token }
    : { accept: 'application/vnd.github+json', authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' };
  return source.http.ask(url, { headers, signal: source.signal });
}

function parseResponse(response: HttpResponse, path: string): unknown {
  const { status, headers, text } = response;
  const message = `GET ${path.split('?')[0]} answered ${status}`;
  // GitHub also uses 403 if a rate limit is exceeded. The credentials are valid then, and retrying would be penalized.
  if (status === 429 || (status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined)))
    throw new UnexpectedAnswer(`${message}, because the limit of calls is reached`);
  if (status === 401 || status === 403) throw new CredentialsRefused(message, text);
  if (status < 200 || status > 299) throw new UnexpectedAnswer(message, text);
  return parseJson(response, message);
}

/** Private repositories cannot be protected in GitHub's free plan, which responds with 403 although the credentials are valid. */
function isNotInPlan({ status, text }: HttpResponse): boolean {
  return status === 403 && /"message":\s*"Upgrade to GitHub/.test(text);
}

/** @returns the next page (RFC 8288). A link to another server is rejected, because that server must not get the token. */
function findNextPage(url: URL, link = ''): URL | undefined {
  const target = link
    .split(',')
    .find((part) => /;\s*rel="?next"?/.test(part))
    ?.split(';')[0]
    ?.trim()
    .slice(1, -1);
  if (target === undefined) return undefined;
  const next = URL.canParse(target, url.href) ? new URL(target, url) : undefined;
  if (next?.origin !== url.origin) throw new UnexpectedAnswer('The next page of a list is on another server');
  return next;
}
