/** Calls Google Cloud as a service account (RFC 7523), only at its fixed addresses. */
import { importPKCS8, SignJWT } from 'jose';
import { isObject } from '#platform/json-object';
import { CredentialsRefused, UnexpectedAnswer } from '../../failures.ts';
import { type Source, textValue } from '../../manifest.ts';
import { parseJson } from '../../source.ts';

export interface ServiceAccount {
  readonly email: string;
  readonly privateKey: string;
}

/** @returns undefined when the text is not a service account key */
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

/** Google Cloud services, by host name. */
type Service = 'cloudresourcemanager' | 'serviceusage' | 'securitycenter';
const tokenUrl = 'https://oauth2.googleapis.com/token';

export interface Google {
  /** E-mail address of the service account. */
  readonly email: string;
  /** @param path with its query @returns the parsed JSON answer to a GET @throws GoogleRefused, UnexpectedAnswer, Unreachable */
  read(service: Service, path: string): Promise<unknown>;
  /** The same for a POST. */
  write(service: Service, path: string, body: object): Promise<unknown>;
}

/** Google answered that the call is not allowed or the resource does not exist. */
export class GoogleRefused extends CredentialsRefused {
  readonly status: number;
  constructor(status: number, message: string, answer: string) {
    super(message, answer);
    this.status = status;
  }
}

/** @throws CredentialsRefused when the service account gets no access token */
export async function openGoogle(source: Source): Promise<Google> {
  const { http, signal, endpoints, credentials } = source;
  const account = parseServiceAccount(textValue(credentials, 'serviceAccountKey'));
  if (!account) throw new CredentialsRefused('The key of the service account cannot be read');
  source.keepSecret(account.privateKey);
  const token = await tokenOf(source, account);
  source.keepSecret(token);
  const at = (service: Service, path: string) => new URL(`${endpoints.gcp ?? `https://${service}.googleapis.com`}${path}`);
  const call = async (method: 'GET' | 'POST', service: Service, path: string, body?: object) => {
    const answer = await http.ask(at(service, path), {
      method,
      signal,
      repeats: method === 'GET' ? 2 : 0,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const message = `${service} answered ${answer.status}`;
    if ([401, 403, 404].includes(answer.status)) throw new GoogleRefused(answer.status, message, answer.text);
    if (answer.status < 200 || answer.status > 299) throw new UnexpectedAnswer(message, answer.text);
    return parseJson(answer, message);
  };
  return {
    email: account.email,
    read: (service, path) => call('GET', service, path),
    write: (service, path, body) => call('POST', service, path, body),
  };
}

async function tokenOf({ http, signal, endpoints }: Source, { email, privateKey }: ServiceAccount): Promise<string> {
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
  const answer = await http.ask(new URL(endpoints.gcp === undefined ? tokenUrl : `${endpoints.gcp}/token`), {
    method: 'POST',
    signal,
    repeats: 1,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
  });
  const message = `The token endpoint answered ${answer.status}`;
  if ([400, 401, 403].includes(answer.status)) throw new CredentialsRefused(message, answer.text);
  const body = answer.status === 200 ? parseJson(answer, message) : undefined;
  if (!isObject(body) || typeof body.access_token !== 'string') throw new UnexpectedAnswer(message, answer.text);
  return body.access_token;
}
