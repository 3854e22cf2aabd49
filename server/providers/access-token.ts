/** Fetches access tokens with the OAuth 2 client credentials grant (RFC 6749, 4.4), and revokes them (RFC 7009). */
import type { HttpResponse, Http } from '#platform/ports/http';
import type { ClearFields } from '#platform/ports/vault';
import { CredentialsRefused, UnexpectedAnswer } from './failures.ts';
import { type OAuth2, textValue } from './manifest.ts';
import { parseJson } from './source.ts';

export interface AccessToken {
  readonly token: string;
  /** ISO 8601; undefined if the provider does not state it. */
  readonly expiresAt: string | undefined;
}

/** The token endpoint itself has rejected the credentials, so no further call can succeed. */
export class TokenRefused extends CredentialsRefused {}

const transientErrors = ['temporarily_unavailable', 'server_error'];

/** @throws TokenRefused if retrying with these credentials cannot succeed; UnexpectedAnswer or Unreachable if it may */
export async function fetchToken(http: Http, oauth: OAuth2, credentials: ClearFields, signal: AbortSignal): Promise<AccessToken> {
  const fields = { grant_type: 'client_credentials', ...(oauth.scopes?.length && { scope: oauth.scopes.join(' ') }) };
  const response = await postForm(http, oauth.tokenUrl ?? textValue(credentials, 'tokenUrl'), oauth, credentials, fields, signal);
  const message = `The token endpoint answered ${response.status}`;
  const isRejected = [400, 401, 403].includes(response.status);
  if (isRejected && !transientErrors.some((error) => response.text.includes(`"${error}"`))) throw new TokenRefused(message, response.text);
  if (response.status !== 200) throw new UnexpectedAnswer(message, response.text);
  const body = parseJson(response, message);
  if (
    typeof body !== 'object' ||
    body === null ||
    !('access_token' in body) ||
    typeof body.access_token !== 'string' ||
    body.access_token === ''
  )
    throw new UnexpectedAnswer(`${message} without a token`);
  const seconds = 'expires_in' in body ? Number(body.expires_in) : NaN;
  return {
    token: body.access_token,
    expiresAt: seconds > 0 && seconds < 10 ** 9 ? new Date(Date.now() + seconds * 1_000).toISOString() : undefined,
  };
}

/** Revokes a token at the provider. Tries once with a short timeout, because a user waits. @param url the revocation endpoint */
export async function revokeToken(http: Http, url: string, oauth: OAuth2, credentials: ClearFields, token: string): Promise<void> {
  await postForm(http, url, oauth, credentials, { token, token_type_hint: 'access_token' }, AbortSignal.timeout(5_000), 0);
}

function postForm(
  http: Http,
  url: string,
  { clientAuthMethod = 'body' }: OAuth2,
  credentials: ClearFields,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
  repeats = 1,
): Promise<HttpResponse> {
  const [id, secret] = [textValue(credentials, 'clientId'), textValue(credentials, 'clientSecret')];
  const usesHeader = clientAuthMethod === 'header';
  const body = new URLSearchParams({ ...fields, ...(!usesHeader && { client_id: id, client_secret: secret }) });
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    ...(usesHeader && {
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
    }),
  };
  return http.ask(new URL(url), { method: 'POST', body: body.toString(), headers, signal, repeats, pauseFactor: 2 });
}
