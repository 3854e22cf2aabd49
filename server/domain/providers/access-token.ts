/** Access tokens of OAuth 2, for clients that have credentials of their own (RFC 6749, 4.4), and their end (RFC 7009). */
import type { Answered, Http } from '../../platform/ports/http.ts';
import type { Clear } from '../../platform/ports/vault.ts';
import { CredentialsRefused, UnexpectedAnswer } from './failures.ts';
import { type OAuth2, textIn } from './manifest.ts';
import { jsonIn } from './source.ts';

export interface AccessToken {
  readonly token: string;
  /** ISO 8601; undefined when the provider does not say. */
  readonly expiresAt: string | undefined;
}

/** The token endpoint itself refused, so that nothing can be asked any more. */
export class TokenRefused extends CredentialsRefused {}

const failing = ['temporarily_unavailable', 'server_error'];

/** @throws TokenRefused when no other attempt with these credentials can succeed; UnexpectedAnswer, Unreachable when one may */
export async function fetchToken(http: Http, oauth: OAuth2, credentials: Clear, signal: AbortSignal): Promise<AccessToken> {
  const fields = { grant_type: 'client_credentials', ...(oauth.scopes?.length && { scope: oauth.scopes.join(' ') }) };
  const answer = await post(http, oauth.tokenUrl ?? textIn(credentials, 'tokenUrl'), oauth, credentials, fields, signal);
  const said = `The token endpoint answered ${answer.status}`;
  const refused = [400, 401, 403].includes(answer.status);
  if (refused && !failing.some((error) => answer.text.includes(`"${error}"`))) throw new TokenRefused(said, answer.text);
  if (answer.status !== 200) throw new UnexpectedAnswer(said, answer.text);
  const body = jsonIn(answer, said);
  if (
    typeof body !== 'object' ||
    body === null ||
    !('access_token' in body) ||
    typeof body.access_token !== 'string' ||
    body.access_token === ''
  )
    throw new UnexpectedAnswer(`${said} without a token`);
  const seconds = 'expires_in' in body ? Number(body.expires_in) : NaN;
  return {
    token: body.access_token,
    expiresAt: seconds > 0 && seconds < 10 ** 9 ? new Date(Date.now() + seconds * 1_000).toISOString() : undefined,
  };
}

/** Tells the provider that a token is no longer used; once, and not for long, because somebody waits. @param url of its revocation endpoint */
export async function revokeToken(http: Http, url: string, oauth: OAuth2, credentials: Clear, token: string): Promise<void> {
  await post(http, url, oauth, credentials, { token, token_type_hint: 'access_token' }, AbortSignal.timeout(5_000), 0);
}

function post(
  http: Http,
  url: string,
  { clientAuthMethod = 'body' }: OAuth2,
  credentials: Clear,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
  repeats = 1,
): Promise<Answered> {
  const [id, secret] = [textIn(credentials, 'clientId'), textIn(credentials, 'clientSecret')];
  const inHeader = clientAuthMethod === 'header';
  const body = new URLSearchParams({ ...fields, ...(!inHeader && { client_id: id, client_secret: secret }) });
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    ...(inHeader && {
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
    }),
  };
  return http.ask(new URL(url), { method: 'POST', body: body.toString(), headers, signal, repeats, slowly: 2 });
}
