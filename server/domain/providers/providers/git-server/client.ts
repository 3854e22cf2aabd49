/** Calls of a git server: of GitHub (REST v3) or GitLab (REST v4), page by page, and never more than it allows. */
import type { Answered } from '../../../../platform/ports/http.ts';
import { CredentialsRefused, UnexpectedAnswer } from '../../failures.ts';
import { type Source, textIn } from '../../manifest.ts';
import { jsonIn } from '../../source.ts';

export type Calling = Pick<Source, 'credentials' | 'http' | 'signal' | 'baseUrl'>;
/** An object of an answer, of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

const defaults = { github: 'https://api.github.com', gitlab: 'https://gitlab.com/api/v4' } as const;
const perPage = 100;
const mostPages = 100;

export function isGitLab({ credentials }: Pick<Source, 'credentials'>): boolean {
  return textIn(credentials, 'dialect') === 'gitlab';
}

/** The organization or group, as a part of a path. */
export function ownerOf({ credentials }: Pick<Source, 'credentials'>): string {
  return encodeURIComponent(textIn(credentials, 'owner'));
}

/** @returns undefined for one of the statuses that mean that there is nothing. @throws as `Source.read` does */
export async function find(source: Calling, path: string, nothing: readonly number[] = [404]): Promise<Fields | undefined> {
  const answer = await ask(source, urlOf(source, path));
  return nothing.includes(answer.status) || isNotInPlan(answer) ? undefined : fieldsOf(read(answer, path));
}

export async function get(source: Calling, path: string): Promise<Fields> {
  return (await find(source, path, [])) ?? {};
}

/** Every item of a list. @returns undefined for one of the statuses that mean that there is none */
export async function list(source: Calling, path: string, nothing: readonly number[] = []): Promise<Fields[] | undefined> {
  const items: Fields[] = [];
  let url: URL | undefined = urlOf(source, `${path}${path.includes('?') ? '&' : '?'}per_page=${perPage}`);
  for (let page = 0; url; page += 1) {
    if (page === mostPages) throw new UnexpectedAnswer(`GET ${path} has more than ${mostPages} pages`);
    const answer = await ask(source, url);
    if (nothing.includes(answer.status) || isNotInPlan(answer)) return undefined;
    const body = read(answer, path);
    if (!Array.isArray(body)) throw new UnexpectedAnswer(`GET ${path} answered no list`);
    items.push(...body.map(fieldsOf));
    url = nextOf(url, answer.headers.link);
  }
  return items;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

export function itemsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function urlOf(source: Calling, path: string): URL {
  return new URL(`${source.baseUrl || defaults[isGitLab(source) ? 'gitlab' : 'github']}${path}`);
}

function ask(source: Calling, url: URL): Promise<Answered> {
  const token = textIn(source.credentials, 'token');
  const headers = isGitLab(source)
    ? { accept: 'application/json', 'private-token': token }
    : { accept: 'application/vnd.github+json', authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' };
  return source.http.ask(url, { headers, signal: source.signal });
}

function read(answer: Answered, path: string): unknown {
  const { status, headers, text } = answer;
  const what = `GET ${path.split('?')[0]} answered ${status}`;
  // GitHub says with 403, too, that the limit is reached. The credentials are good, and asking again would be held against them.
  if (status === 429 || (status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined)))
    throw new UnexpectedAnswer(`${what}, because the limit of calls is reached`);
  if (status === 401 || status === 403) throw new CredentialsRefused(what, text);
  if (status < 200 || status > 299) throw new UnexpectedAnswer(what, text);
  return jsonIn(answer, what);
}

/** GitHub has no protection of private repositories in its free plan, and says so with 403. The credentials are good. */
function isNotInPlan({ status, text }: Answered): boolean {
  return status === 403 && /"message":\s*"Upgrade to GitHub/.test(text);
}

/** The next page (RFC 8288). The token is sent to no other server, whatever a link says. */
function nextOf(url: URL, link = ''): URL | undefined {
  const target = link
    .split(',')
    .find((one) => /;\s*rel="?next"?/.test(one))
    ?.split(';')[0]
    ?.trim()
    .slice(1, -1);
  if (target === undefined) return undefined;
  const next = URL.canParse(target, url.href) ? new URL(target, url) : undefined;
  if (next?.origin !== url.origin) throw new UnexpectedAnswer('The next page of a list is on another server');
  return next;
}
