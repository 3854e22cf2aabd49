/** Calls to Google Cloud as a service account (RFC 7523), to its fixed addresses only. */
import { importPKCS8, SignJWT } from 'jose';
import { isObject } from '../../../../platform/json-object.ts';
import { CredentialsRefused, UnexpectedAnswer } from '../../failures.ts';
import { type Source, textIn } from '../../manifest.ts';
import { jsonIn } from '../../source.ts';

export interface ServiceAccount {
  readonly email: string;
  readonly privateKey: string;
}

/** @returns undefined for what is no key of a service account */
export function serviceAccountIn(text: string): ServiceAccount | undefined {
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

/** Services of Google Cloud, by their hosts. */
type Service = 'cloudresourcemanager' | 'serviceusage' | 'securitycenter';
const tokenUrl = 'https://oauth2.googleapis.com/token';

export interface Google {
  /** The address of the service account. */
  readonly email: string;
  /** @param path with its query @returns the answer to a GET as JSON @throws GoogleRefused, UnexpectedAnswer, Unreachable */
  read(service: Service, path: string): Promise<unknown>;
  /** The same for a POST. */
  write(service: Service, path: string, body: object): Promise<unknown>;
}

/** Google answered that this is not allowed, or not there. */
export class GoogleRefused extends CredentialsRefused {
  readonly status: number;
  constructor(status: number, message: string, said: string) {
    super(message, said);
    this.status = status;
  }
}

/** @throws CredentialsRefused when there is no access token for the service account */
export async function openGoogle(source: Source): Promise<Google> {
  const { http, signal, endpoints, credentials } = source;
  const account = serviceAccountIn(textIn(credentials, 'serviceAccountKey'));
  if (!account) throw new CredentialsRefused('The key of the service account cannot be read');
  const token = await tokenOf(source, account);
  const at = (service: Service, path: string) => new URL(`${endpoints.gcp ?? `https://${service}.googleapis.com`}${path}`);
  const call = async (method: 'GET' | 'POST', service: Service, path: string, body?: object) => {
    const answer = await http.ask(at(service, path), {
      method,
      signal,
      repeats: method === 'GET' ? 2 : 0,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const said = `${service} answered ${answer.status}`;
    if ([401, 403, 404].includes(answer.status)) throw new GoogleRefused(answer.status, said, answer.text);
    if (answer.status < 200 || answer.status > 299) throw new UnexpectedAnswer(said, answer.text);
    return jsonIn(answer, said);
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
  const said = `The token endpoint answered ${answer.status}`;
  if ([400, 401, 403].includes(answer.status)) throw new CredentialsRefused(said, answer.text);
  const body = answer.status === 200 ? jsonIn(answer, said) : undefined;
  if (!isObject(body) || typeof body.access_token !== 'string') throw new UnexpectedAnswer(said, answer.text);
  return body.access_token;
}
