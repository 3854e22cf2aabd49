/** Configures clients of the AWS SDK so that they send requests through the guarded HTTP client of this service. */
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

/** @returns an SDK handler that sends requests. Network errors are not errors of AWS, and are thrown unchanged. */
function createHandler(http: Pick<Http, 'ask'>, signal: AbortSignal) {
  return {
    async handle(request: SdkRequest) {
      const method = methods.find((candidate) => candidate === request.method);
      if (!method) throw new Error(`the SDK uses ${request.method}`);
      const response = await http.ask(toUrl(request), {
        method,
        // The HTTP client sets these headers itself.
        headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !/^(?:host|content-length|expect)$/i.test(name))),
        signal,
        repeats: 0,
        ...(hasBody(request.body) && { body: toText(request.body) }),
      });
      return { response: { statusCode: response.status, headers: { ...response.headers }, body: Buffer.from(response.text) } };
    },
    destroy: () => undefined,
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  };
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function toUrl({ protocol, hostname, port, path, query = {} }: SdkRequest): URL {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (value === null ? [''] : [value].flat()).map((item) => `${encode(name)}=${encode(item)}`),
  );
  return new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${pairs.length ? `?${pairs.join('&')}` : ''}`);
}

/** Encodes text as request signatures require (RFC 3986). */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

const hasBody = (body: unknown) => (typeof body === 'string' || body instanceof Uint8Array) && body.length > 0;

function toText(body: unknown): string {
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

interface ClientTarget {
  readonly region: string;
  /** Undefined for the endpoint of AWS. */
  readonly endpoint: string | undefined;
  readonly credentials: AwsKeys | undefined;
}

/** @returns the settings that all SDK clients share: guarded HTTP calls, and no logging */
export function clientSettings(
  { http, signal }: { readonly http: Pick<Http, 'ask'>; readonly signal: AbortSignal },
  { region, endpoint, credentials }: ClientTarget,
) {
  return {
    region,
    requestHandler: createHandler(http, signal),
    logger: silentLogger,
    maxAttempts: 3,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
  };
}

const doNothing = () => undefined;
const silentLogger = { trace: doNothing, debug: doNothing, info: doNothing, warn: doNothing, error: doNothing };

/** The region for calls about the whole account. */
export const homeRegion = 'us-east-1';

/**
 * Creates SDK settings with the credentials of a connection: its own keys, or keys of its role that are valid for 15 minutes. The external
 * id is always the id of the organization, so that one organization cannot use the role of another.
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
  const { Credentials: roleKeys } = await new STSClient(settingsIn(source, homeRegion)).send(
    new AssumeRoleCommand({ RoleArn, ExternalId: organizationId, RoleSessionName: 'compliance-automation', DurationSeconds: 900 }),
  );
  const keys = {
    accessKeyId: roleKeys?.AccessKeyId ?? '',
    secretAccessKey: roleKeys?.SecretAccessKey ?? '',
    sessionToken: roleKeys?.SessionToken ?? '',
  };
  source.keepSecret(keys.secretAccessKey, keys.sessionToken);
  return (region) => settingsIn(source, region, keys);
}

/** @returns the id of the account to which the credentials belong */
export async function findAccountId(settings: Settings): Promise<string> {
  const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  const { Account = '' } = await new STSClient(settings(homeRegion)).send(new GetCallerIdentityCommand({}));
  return Account;
}

/** @returns whether AWS denied the call because of the caller's permissions or credentials */
export function isDenied(error: unknown): boolean {
  return error instanceof Error && (/AccessDenied|Unauthorized|AuthFailure|Forbidden/.test(error.name) || isExpired(error));
}

/** @returns whether the credentials are no longer valid */
export function isExpired(error: unknown): boolean {
  return (
    error instanceof Error &&
    /ExpiredToken|InvalidClientTokenId|UnrecognizedClient|InvalidAccessKeyId|SignatureDoesNotMatch/.test(error.name)
  );
}

/** @returns whether an error comes from AWS or from the connection to it, and not from a bug in this service */
export function isAwsError(error: unknown): error is Error {
  return error instanceof Unreachable || (error instanceof Error && ('$fault' in error || error.name === 'CredentialsProviderError'));
}

/** @param names names of the errors of AWS to treat as a missing value @returns an error handler that returns undefined for these errors */
export function undefinedForErrors(...names: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && names.includes(error.name)) return undefined;
    throw error;
  };
}
