/** How clients of the AWS SDK call AWS: by the guarded calls of the service, like all other calls to outside systems. */
import type { Http } from '../../../../platform/ports/http.ts';
import { Unreachable } from '../../../../platform/ports/unreachable.ts';
import { type Source, textIn } from '../../manifest.ts';

/** As the SDK describes a request. */
interface SdkRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends the requests of the SDK. What the network refuses is no error of AWS, and is thrown as it is. */
function handlerOf(http: Pick<Http, 'ask'>, signal: AbortSignal) {
  return {
    async handle(request: SdkRequest) {
      const method = methods.find((one) => one === request.method);
      if (!method) throw new Error(`the SDK uses ${request.method}`);
      const answer = await http.ask(urlOf(request), {
        method,
        // The client makes these itself.
        headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !/^(?:host|content-length|expect)$/i.test(name))),
        signal,
        repeats: 0,
        ...(hasBody(request.body) && { body: textOf(request.body) }),
      });
      return { response: { statusCode: answer.status, headers: { ...answer.headers }, body: Buffer.from(answer.text) } };
    },
    destroy: () => undefined,
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  };
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function urlOf({ protocol, hostname, port, path, query = {} }: SdkRequest): URL {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (value === null ? [''] : [value].flat()).map((one) => `${encode(name)}=${encode(one)}`),
  );
  return new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${pairs.length ? `?${pairs.join('&')}` : ''}`);
}

/** As signatures want it (RFC 3986). */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

const hasBody = (body: unknown) => (typeof body === 'string' || body instanceof Uint8Array) && body.length > 0;

function textOf(body: unknown): string {
  return body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : String(body);
}

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Settings of any client of the SDK in a region. */
export type Settings = (region: string) => ReturnType<typeof settingsIn>;

function settingsIn({ http, signal, endpoints }: Pick<Source, 'http' | 'signal' | 'endpoints'>, region: string, credentials?: AwsKeys) {
  return clientSettings({ http, signal }, { region, endpoint: endpoints.aws, credentials });
}

interface Called {
  readonly region: string;
  /** Without it, the one of AWS. */
  readonly endpoint: string | undefined;
  readonly credentials: AwsKeys | undefined;
}

/** What all clients of the SDK have in common: the guarded calls of the service, and no log. */
export function clientSettings(
  { http, signal }: { readonly http: Pick<Http, 'ask'>; readonly signal: AbortSignal },
  { region, endpoint, credentials }: Called,
) {
  return {
    region,
    requestHandler: handlerOf(http, signal),
    logger: silent,
    maxAttempts: 3,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
  };
}

const nothing = () => undefined;
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Region of calls that concern all of an account. */
export const homeRegion = 'us-east-1';

/**
 * Gets what a connection signs its calls with: its own keys, or those that its role gives to the installation for a quarter of an hour. The
 * external id is always the organization, so that nobody can use the role of another organization.
 */
export async function settingsFor(source: Source): Promise<Settings> {
  const { credentials, organizationId } = source;
  const [RoleArn, accessKeyId, secretAccessKey] = (['roleArn', 'accessKeyId', 'secretAccessKey'] as const).map((id) =>
    textIn(credentials, id),
  );
  if (!RoleArn) {
    const keys = { accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '' };
    return (region) => settingsIn(source, region, keys);
  }
  const { STSClient, AssumeRoleCommand } = await import('@aws-sdk/client-sts');
  const { Credentials: given } = await new STSClient(settingsIn(source, homeRegion)).send(
    new AssumeRoleCommand({ RoleArn, ExternalId: organizationId, RoleSessionName: 'compliance-automation', DurationSeconds: 900 }),
  );
  const keys = {
    accessKeyId: given?.AccessKeyId ?? '',
    secretAccessKey: given?.SecretAccessKey ?? '',
    sessionToken: given?.SessionToken ?? '',
  };
  return (region) => settingsIn(source, region, keys);
}

/** The account that the credentials are of. */
export async function accountOf(settings: Settings): Promise<string> {
  const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  const { Account = '' } = await new STSClient(settings(homeRegion)).send(new GetCallerIdentityCommand({}));
  return Account;
}

/** Whether AWS has refused a call because of who makes it. */
export function isDenied(error: unknown): boolean {
  return error instanceof Error && (/AccessDenied|Unauthorized|AuthFailure|Forbidden/.test(error.name) || isExpired(error));
}

/** Whether the credentials as such are not taken any more. */
export function isExpired(error: unknown): boolean {
  return (
    error instanceof Error &&
    /ExpiredToken|InvalidClientTokenId|UnrecognizedClient|InvalidAccessKeyId|SignatureDoesNotMatch/.test(error.name)
  );
}

/** Whether an error is AWS answering, or not answering, and no bug of ours. */
export function isOfAws(error: unknown): error is Error {
  return error instanceof Unreachable || (error instanceof Error && ('$fault' in error || error.name === 'CredentialsProviderError'));
}

/** @returns undefined where AWS has nothing of that name */
export function unlessNone(...names: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && names.includes(error.name)) return undefined;
    throw error;
  };
}
