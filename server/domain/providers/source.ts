/** One connection as the code of its provider uses it: calls below its address, with its credentials. */
import type { Answered, Asked } from '../../platform/ports/http.ts';
import type { Ports } from '../../platform/ports/index.ts';
import type { Clear } from '../../platform/ports/vault.ts';
import { CredentialsRefused, UnexpectedAnswer } from './failures.ts';
import { type Auth, type Manifest, type Source, textIn, type Variables } from './manifest.ts';

/** Where the access token of a connection comes from; asked only with OAuth 2. */
export interface AccessTokens {
  /** @param refused a token that the provider did not take */
  token(refused?: string): Promise<string>;
}

export interface Connected {
  readonly credentials: Clear;
  readonly variables: Variables;
  readonly organizationId: string;
}

/** What a source calls other systems with. */
export type Calling = Pick<Ports, 'http' | 'ldap' | 'endpoints'>;

export function sourceOf(
  { auth }: Manifest,
  { credentials, variables, organizationId }: Connected,
  { http, ldap, endpoints }: Calling,
  tokens: AccessTokens,
  signal: AbortSignal,
): Source {
  const baseUrl = textIn(credentials, 'baseUrl').replace(/(?<!\/)\/+$/, '');

  function send(path: string, asked: Asked, authorization: Readonly<Record<string, string>>): Promise<Answered> {
    const url = new URL(`${baseUrl}${path.startsWith('/') ? '' : '/'}${path}`);
    if (auth.type === 'api_key' && auth.in === 'query' && textIn(credentials, auth.name))
      url.searchParams.set(auth.name, `${auth.prefix ?? ''}${textIn(credentials, auth.name)}`);
    return http.ask(url, { signal, ...asked, headers: { ...asked.headers, ...authorization } });
  }
  async function ask(path: string, asked: Asked = {}): Promise<Answered> {
    if (auth.type !== 'oauth2') return send(path, asked, headersFor(auth, credentials));
    const token = await tokens.token();
    const answer = await send(path, asked, { authorization: `Bearer ${token}` });
    return answer.status === 401 ? send(path, asked, { authorization: `Bearer ${await tokens.token(token)}` }) : answer;
  }
  return {
    credentials,
    variables,
    signal,
    organizationId,
    endpoints,
    http,
    ldap,
    baseUrl,
    ask,
    async read(path, asked = {}) {
      const answer = await ask(path, asked);
      const what = `${asked.method ?? 'GET'} ${path.split('?')[0]} answered ${answer.status}`;
      if (answer.status === 401 || answer.status === 403) throw new CredentialsRefused(what, answer.text);
      if (answer.status < 200 || answer.status > 299) throw new UnexpectedAnswer(what, answer.text);
      return jsonIn(answer, what);
    },
  };
}

/** @throws UnexpectedAnswer when it is none */
export function jsonIn({ text }: Answered, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedAnswer(`${what} without JSON`);
  }
}

function headersFor(auth: Exclude<Auth, { type: 'oauth2' }>, credentials: Clear): Readonly<Record<string, string>> {
  switch (auth.type) {
    case 'api_key': {
      const key = textIn(credentials, auth.name);
      return auth.in === 'header' && key ? { [auth.name.toLowerCase()]: `${auth.prefix ?? ''}${key}` } : {};
    }
    case 'basic':
      return {
        authorization: `Basic ${Buffer.from(`${textIn(credentials, auth.usernameField ?? 'username')}:${textIn(credentials, auth.passwordField ?? 'password')}`).toString('base64')}`,
      };
    case 'custom':
      return {};
  }
}
