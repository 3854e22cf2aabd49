/** Configures clients of the AWS SDK to send their requests through the guarded HTTP client of this service. */
import type { Http } from '#platform/ports/http';
import { Unreachable } from '#platform/ports/unreachable';
import { type Source, textValue } from '../../manifest.ts';

/** A request of the SDK. */
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

/** Sends the requests of the SDK. Network errors are not AWS errors and are thrown unchanged. */
function handlerOf(http: Pick<Http, 'ask'>, signal: AbortSignal) {
  return {
    async handle(request: SdkRequest) {
      const method = methods.find((one) => one === request.method);
      if (!method) throw new Error(`the SDK uses ${request.method}`);
      const answer = await http.ask(urlOf(request), {
        method,
        // The HTTP client sets these headers itself.
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

/** Encodes as signatures require (RFC 3986). */
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

/** Creates the settings of an SDK client for a region. */
export type Settings = (region: string) => ReturnType<typeof settingsIn>;

function settingsIn({ http, signal, endpoints }: Pick<Source, 'http' | 'signal' | 'endpoints'>, region: string, credentials?: AwsKeys) {
  return clientSettings({ http, signal }, { region, endpoint: endpoints.aws, credentials });
}

interface Called {
  readonly region: string;
  /** Defaults to the endpoint of AWS. */
  readonly endpoint: string | undefined;
  readonly credentials: AwsKeys | undefined;
}

/** Settings that all SDK clients share: guarded HTTP calls, and no logging. */
export function clientSettings(
  { http, signal }: { readonly http: Pick<Http, 'ask'>; readonly signal: AbortSignal },
  { region, endpoint, credentials }: Called,
) {
  return {
    region,
    requestHandler: handlerOf(http, signal),
    logger: silentLogger,
    maxAttempts: 3,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
  };
}

const doNothing = () => undefined;
const silentLogger = { trace: doNothing, debug: doNothing, info: doNothing, warn: doNothing, error: doNothing };

/** Region for calls about the whole account. */
export const homeRegion = 'us-east-1';

/**
 * Gets the credentials of a connection: its own keys, or those of its role, which are valid for 15 minutes. The external id is always the
 * organization's id, so that the role of another organization cannot be used.
 */
export async function createSettings(source: Source): Promise<Settings> {
  const { credentials, organizationId } = source;
  const [RoleArn, accessKeyId, secretAccessKey] = (['roleArn', 'accessKeyId', 'secretAccessKey'] as const).map((id) =>
    textValue(credentials, id),
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
  source.keepSecret(keys.secretAccessKey, keys.sessionToken);
  return (region) => settingsIn(source, region, keys);
}

/** The id of the account that the credentials belong to. */
export async function findAccountId(settings: Settings): Promise<string> {
  const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  const { Account = '' } = await new STSClient(settings(homeRegion)).send(new GetCallerIdentityCommand({}));
  return Account;
}

/** Whether AWS denied a call because of the caller. */
export function isDenied(error: unknown): boolean {
  return error instanceof Error && (/AccessDenied|Unauthorized|AuthFailure|Forbidden/.test(error.name) || isExpired(error));
}

/** Whether the credentials themselves are no longer valid. */
export function isExpired(error: unknown): boolean {
  return (
    error instanceof Error &&
    /ExpiredToken|InvalidClientTokenId|UnrecognizedClient|InvalidAccessKeyId|SignatureDoesNotMatch/.test(error.name)
  );
}

/** Whether an error comes from AWS or the connection to it, as opposed to a bug in this service. */
export function isAwsError(error: unknown): error is Error {
  return error instanceof Unreachable || (error instanceof Error && ('$fault' in error || error.name === 'CredentialsProviderError'));
}

/** @returns an error handler that returns undefined when AWS reports that the resource does not exist */
export function undefinedIfMissing(...names: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && names.includes(error.name)) return undefined;
    throw error;
  };
}
