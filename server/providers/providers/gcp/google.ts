/** Calls Google Cloud as a service account (RFC 7523), only at the fixed URLs of Google. */
import { importPKCS8, SignJWT } from 'jose';
import { isObject } from '#platform/json-object';
import { CredentialsRefused, UnexpectedAnswer } from '../../failures.ts';
import { type Source, textValue } from '../../manifest.ts';
import { parseJson } from '../../source.ts';

export interface ServiceAccount {
  readonly email: string;
  readonly privateKey: string;
}

/** @returns the service account, or undefined if the text is not a service account key */
export function parseServiceAccount(text: string): ServiceAccount | undefined {
  try {
    const key: unknown = JSON.parse(text);
    if (!isObject(key) || typeof key.client_email !== 'string' || typeof key.private_key !== 'string') return undefined;
    return key.client_email !== '' && key.private_key.includes('PRIVATE KEY')
      ? { email: key.client_email, privateKey: key.private_key }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Services of Google Cloud. Their names are the first part of the host name. */
type Service = 'cloudresourcemanager' | 'serviceusage' | 'securitycenter';
const tokenUrl = 'https://oauth2.googleapis.com/token';

export interface Google {
  /** E-mail address of the service account. */
  readonly email: string;
  /** Sends a GET. @param path path and query @returns the parsed JSON response @throws GoogleRefused, UnexpectedAnswer, Unreachable */
  read(service: Service, path: string): Promise<unknown>;
  /** Sends a POST, with the same result and errors as `read`. */
  write(service: Service, path: string, body: object): Promise<unknown>;
}

/** Google responded that the call is not allowed, or that the resource does not exist. */
export class GoogleRefused extends CredentialsRefused {
  readonly status: number;
  constructor(status: number, message: string, answer: string) {
    super(message, answer);
    this.status = status;
  }
}

/** @throws CredentialsRefused if the service account gets no access token */
export async function openGoogle(source: Source): Promise<Google> {
  const { http, signal, endpoints, credentials } = source;
  const account = parseServiceAccount(textValue(credentials, 'serviceAccountKey'));
  if (!account) throw new CredentialsRefused('The key of the service account cannot be read');
  source.keepSecret(account.privateKey);
  const token = await fetchAccessToken(source, account);
  source.keepSecret(token);
  const urlOf = (service: Service, path: string) => new URL(`${endpoints.gcp ?? `https://${service}.googleapis.com`}${path}`);
  const call = async (method: 'GET' | 'POST', service: Service, path: string, body?: object) => {
    const response = await http.ask(urlOf(service, path), {
      method,
      signal,
      repeats: method === 'GET' ? 2 : 0,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const message = `${service} answered ${response.status}`;
    if ([401, 403, 404].includes(response.status)) throw new GoogleRefused(response.status, message, response.text);
    if (response.status < 200 || response.status > 299) throw new UnexpectedAnswer(message, response.text);
    return parseJson(response, message);
  };
  return {
    email: account.email,
    read: (service, path) => call('GET', service, path),
    write: (service, path, body) => call('POST', service, path, body),
  };
}

async function fetchAccessToken({ http, signal, endpoints }: Source, { email, privateKey }: ServiceAccount): Promise<string> {
  const key = await importPKCS8(privateKey, 'RS256').catch(() => undefined);
  if (!key) throw new CredentialsRefused('The private key of the service account cannot be read');
  const now = Math.floor(Date.now() / 1_000);
  const assertion = await new SignJWT({ scope: 'https://www.googleapis.com/auth/cloud-platform' })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(tokenUrl)
    .setIssuedAt(now)
    .setExpirationTime(now + 600)
    .sign(key);
  const response = await http.ask(new URL(endpoints.gcp === undefined ? tokenUrl : `${endpoints.gcp}/token`), {
    method: 'POST',
    signal,
    repeats: 1,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
  });
  const message = `The token endpoint answered ${response.status}`;
  if ([400, 401, 403].includes(response.status)) throw new CredentialsRefused(message, response.text);
  const body = response.status === 200 ? parseJson(response, message) : undefined;
  if (!isObject(body) || typeof body.access_token !== 'string') throw new UnexpectedAnswer(message, response.text);
  return body.access_token;
}
