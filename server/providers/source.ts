/** Creates the source of a connection: calls below its address, with its credentials. */
import type { HttpResponse, HttpRequest } from '#platform/ports/http';
import type { Ports } from '#platform/ports/index';
import type { ClearFields } from '#platform/ports/vault';
import { secretsOf } from './destinations.ts';
import { CredentialsRefused, UnexpectedAnswer } from './failures.ts';
import { hideSecretsInAnswer } from './hide-secrets.ts';
import { resolveBelow } from './path-below.ts';
import { type Auth, type Manifest, type Source, textValue, type Variables } from './manifest.ts';

/** The access tokens of a connection, used only with OAuth 2. */
export interface AccessTokens {
  /** @param refused a token that the provider rejected */
  token(refused?: string): Promise<string>;
}

export interface ConnectionSettings {
  readonly credentials: ClearFields;
  readonly variables: Variables;
  readonly organizationId: string;
}

/** The clients that a source uses to call other systems. */
export type Clients = Pick<Ports, 'http' | 'ldap' | 'endpoints'>;

/** @param secrets of the connection; tokens that are fetched later are added to the array */
export function createSource(
  manifest: Manifest,
  { credentials, variables, organizationId }: ConnectionSettings,
  { http, ldap, endpoints }: Clients,
  tokens: AccessTokens,
  signal: AbortSignal,
  secrets: string[] = secretsOf(manifest, credentials, variables),
): Source {
  const { auth } = manifest;
  const baseUrl = textValue(credentials, 'baseUrl').replace(/(?<!\/)\/+$/, '');

  function send(path: string, asked: HttpRequest, authorization: Readonly<Record<string, string>>): Promise<HttpResponse> {
    const url = resolveBelow(baseUrl, path);
    if (auth.type === 'api_key' && auth.in === 'query' && textValue(credentials, auth.name))
      url.searchParams.set(auth.name, `${auth.prefix ?? ''}${textValue(credentials, auth.name)}`);
    return http.ask(url, { signal, ...asked, headers: { ...asked.headers, ...authorization } });
  }
  function keepSecret(...values: readonly string[]): void {
    secrets.push(...values.filter((value) => value !== '' && !secrets.includes(value)));
  }
  async function tokenFor(refused?: string): Promise<string> {
    const token = await tokens.token(refused);
    keepSecret(token);
    return token;
  }
  async function sendAuthorized(path: string, asked: HttpRequest): Promise<HttpResponse> {
    if (auth.type !== 'oauth2') return send(path, asked, headersFor(auth, credentials));
    const token = await tokenFor();
    const answer = await send(path, asked, { authorization: `Bearer ${token}` });
    return answer.status === 401 ? send(path, asked, { authorization: `Bearer ${await tokenFor(token)}` }) : answer;
  }
  // Secrets are hidden before the provider's code can compare or cut the answer.
  async function ask(path: string, asked: HttpRequest = {}): Promise<HttpResponse> {
    return hideSecretsInAnswer(await sendAuthorized(path, asked), secrets, { organizationId, signal });
  }
  return {
    credentials,
    variables,
    signal,
    organizationId,
    secrets,
    keepSecret,
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
      return parseJson(answer, what);
    },
  };
}

/** @throws UnexpectedAnswer when the text is not JSON */
export function parseJson({ text }: HttpResponse, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedAnswer(`${what} without JSON`);
  }
}

function headersFor(auth: Exclude<Auth, { type: 'oauth2' }>, credentials: ClearFields): Readonly<Record<string, string>> {
  switch (auth.type) {
    case 'api_key': {
      const key = textValue(credentials, auth.name);
      return auth.in === 'header' && key ? { [auth.name.toLowerCase()]: `${auth.prefix ?? ''}${key}` } : {};
    }
    case 'basic':
      return {
        authorization: `Basic ${Buffer.from(`${textValue(credentials, auth.usernameField ?? 'username')}:${textValue(credentials, auth.passwordField ?? 'password')}`).toString('base64')}`,
      };
    case 'custom':
      return {};
  }
}
