/** Creates the source of a connection. A source makes calls below the base URL of the connection, with its credentials. */
import type { HttpResponse, HttpRequest } from '#platform/ports/http';
import type { Ports } from '#platform/ports/index';
import type { ClearFields } from '#platform/ports/vault';
import { secretsOf } from './destinations.ts';
import { CredentialsRefused, UnexpectedAnswer } from './failures.ts';
import { hideSecretsInAnswer } from './hide-secrets.ts';
import { resolveBelow } from './path-below.ts';
import { type Auth, type Manifest, type Source, textValue, type Variables } from './manifest.ts';

/** Supplies the access tokens of a connection. It is used only with OAuth 2. */
export interface AccessTokens {
  /** Returns an access token. @param rejectedToken a token that the provider has rejected, and that must not be returned again */
  token(rejectedToken?: string): Promise<string>;
}

export interface ConnectionSettings {
  readonly credentials: ClearFields;
  readonly variables: Variables;
  readonly organizationId: string;
}

/** The clients that a source uses to call other systems. */
export type Clients = Pick<Ports, 'http' | 'ldap' | 'endpoints'>;

/** @param secrets the secrets of the connection. Tokens that are fetched later are added to this array. */
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

  function send(path: string, options: HttpRequest, authorization: Readonly<Record<string, string>>): Promise<HttpResponse> {
    const url = resolveBelow(baseUrl, path);
    if (auth.type === 'api_key' && auth.in === 'query' && textValue(credentials, auth.name))
      url.searchParams.set(auth.name, `${auth.prefix ?? ''}${textValue(credentials, auth.name)}`);
    return http.ask(url, { signal, ...options, headers: { ...options.headers, ...authorization } });
  }
  function keepSecret(...values: readonly string[]): void {
    secrets.push(...values.filter((value) => value !== '' && !secrets.includes(value)));
  }
  async function getToken(rejectedToken?: string): Promise<string> {
    const token = await tokens.token(rejectedToken);
    keepSecret(token);
    return token;
  }
  async function sendAuthorized(path: string, options: HttpRequest): Promise<HttpResponse> {
    if (auth.type !== 'oauth2') return send(path, options, createHeaders(auth, credentials));
    const token = await getToken();
    const response = await send(path, options, { authorization: `Bearer ${token}` });
    return response.status === 401 ? send(path, options, { authorization: `Bearer ${await getToken(token)}` }) : response;
  }
  // Secrets are hidden before the code of the provider can compare or cut the response.
  async function request(path: string, options: HttpRequest = {}): Promise<HttpResponse> {
    return hideSecretsInAnswer(await sendAuthorized(path, options), secrets, { organizationId, signal });
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
    request,
    async read(path, options = {}) {
      const response = await request(path, options);
      const message = `${options.method ?? 'GET'} ${path.split('?')[0]} answered ${response.status}`;
      if (response.status === 401 || response.status === 403) throw new CredentialsRefused(message, response.text);
      if (response.status < 200 || response.status > 299) throw new UnexpectedAnswer(message, response.text);
      return parseJson(response, message);
    },
  };
}

/** @throws UnexpectedAnswer if the text is not JSON */
export function parseJson({ text }: HttpResponse, message: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedAnswer(`${message} without JSON`);
  }
}

function createHeaders(auth: Exclude<Auth, { type: 'oauth2' }>, credentials: ClearFields): Readonly<Record<string, string>> {
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
