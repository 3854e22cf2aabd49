/** Reads the buckets of a store, with read-only calls through the guarded HTTP client of this service. */
import type { S3Client } from '@aws-sdk/client-s3';
import type { HttpResponse, Http } from '#platform/ports/http';
import { Unreachable } from '#platform/ports/unreachable';
import { CredentialsRefused, requirePackages, UnexpectedAnswer } from '../../failures.ts';
import { type Source, textValue } from '../../manifest.ts';
import { type AwsKeys, clientSettings, isDenied, isExpired } from '../aws/client.ts';

/** Maximum length of a response in characters. Responses are parsed on the main thread, and the store may be malicious. */
const maxAnswerLength = 64 * 1024;
/** Maximum number of buckets, and number of buckets per page of their list. */
const [maxBuckets, perPage] = [5_000, 100];
const notS3 = 'The store does not answer as S3 does';
/** Valid names of buckets, because a malicious store could return anything. S3 Express buckets are of another kind and are excluded. */
const bucketName = /^(?!.*--x-s3$)[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/;

/** @param endpoint an empty string for the endpoint of AWS */
function createStoreSettings({ http, signal, credentials, endpoints }: Source, endpoint: string, keys?: AwsKeys) {
  const target = { region: regionOf({ credentials }), endpoint: endpoint || endpoints.aws, credentials: keys };
  return clientSettings({ http: { ask: withLengthLimit(http) }, signal }, target);
}

/** Wraps the HTTP client so that it rejects long responses. */
function withLengthLimit({ ask: send }: Pick<Http, 'ask'>): Http['ask'] {
  return async (url, options): Promise<HttpResponse> => {
    const response = await send(url, options);
    if (response.text.length > maxAnswerLength)
      throw new UnexpectedAnswer(`The store answered with more than ${maxAnswerLength / 1024} KiB`);
    return response;
  };
}

export function regionOf({ credentials }: Pick<Source, 'credentials'>): string {
  return textValue(credentials, 'region') || 'us-east-1';
}

/** @throws CredentialsRefused, UnexpectedAnswer, Unreachable or NotInstalled if the store cannot be used */
export async function openStore(source: Source): Promise<S3Client> {
  requirePackages('Reading object storage');
  const keys = await getKeys(source);
  const { S3Client: Client } = await import('@aws-sdk/client-s3');
  return new Client({
    ...createStoreSettings(source, textValue(source.credentials, 'endpoint'), keys),
    forcePathStyle: textValue(source.credentials, 'pathStyle') !== 'false',
    followRegionRedirects: true,
  });
}

/** Gets the keys of the connection, or keys of its role that are valid for 15 minutes. */
async function getKeys(source: Source): Promise<AwsKeys> {
  const [RoleArn = '', ExternalId = '', accessKeyId = '', secretAccessKey = '', stsEndpoint = ''] = [
    'roleArn',
    'externalId',
    'accessKeyId',
    'secretAccessKey',
    'stsEndpoint',
  ].map((id) => textValue(source.credentials, id));
  if (!RoleArn) return { accessKeyId, secretAccessKey };
  const { STSClient, AssumeRoleCommand } = await import('@aws-sdk/client-sts');
  const client = new STSClient(createStoreSettings(source, stsEndpoint));
  const { Credentials: roleKeys } = await callStore(source, () =>
    client.send(new AssumeRoleCommand({ RoleArn, ExternalId, RoleSessionName: 'compliance-automation', DurationSeconds: 900 })),
  );
  if (!roleKeys?.AccessKeyId || !roleKeys.SecretAccessKey || !roleKeys.SessionToken) throw new UnexpectedAnswer('The role gave no keys');
  source.keepSecret(roleKeys.SecretAccessKey, roleKeys.SessionToken);
  return { accessKeyId: roleKeys.AccessKeyId, secretAccessKey: roleKeys.SecretAccessKey, sessionToken: roleKeys.SessionToken };
}

/** @returns the chosen buckets, or all buckets of the store if none are chosen */
export async function listBuckets(source: Source, store: S3Client): Promise<string[]> {
  const { buckets } = source.credentials;
  if (Array.isArray(buckets) && buckets.length) return [...new Set(buckets.map(String))];
  const { ListBucketsCommand } = await import('@aws-sdk/client-s3');
  const names: string[] = [];
  let ContinuationToken: string | undefined;
  for (let page = 0; page < maxBuckets / perPage; page += 1) {
    const list = await callStore(source, () => store.send(new ListBucketsCommand({ MaxBuckets: perPage, ContinuationToken })));
    if (!list.Buckets) throw new UnexpectedAnswer(notS3);
    names.push(...list.Buckets.flatMap(({ Name }) => (Name !== undefined && bucketName.test(Name) ? Name : [])));
    ContinuationToken = list.ContinuationToken || undefined;
    if (ContinuationToken === undefined && names.length <= maxBuckets) return [...new Set(names)];
  }
  throw new UnexpectedAnswer(`The store has more than ${maxBuckets.toLocaleString('en')} buckets`);
}

/** @throws errors of the store as errors of this service. Their message is text from the store, which must not be trusted. */
export async function callStore<R>({ signal }: Pick<Source, 'signal'>, call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error) || error instanceof Unreachable || error instanceof UnexpectedAnswer) throw error;
    if (error.name === 'CredentialsProviderError')
      throw new UnexpectedAnswer('The installation has no credentials of its own to assume a role with');
    // The SDK throws various errors if it cannot parse a response.
    if (!('$fault' in error)) throw new UnexpectedAnswer(notS3);
    const message = `The store answered ${error.name.slice(0, 100)}`;
    throw isDenied(error) || isExpired(error)
      ? new CredentialsRefused(message, error.message)
      : new UnexpectedAnswer(message, error.message);
  }
}
