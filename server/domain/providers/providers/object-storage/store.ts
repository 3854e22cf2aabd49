/** A store as its buckets are read: by calls that change nothing, and by the guarded calls of the service. */
import type { S3Client } from '@aws-sdk/client-s3';
import type { Answered, Http } from '../../../../platform/ports/http.ts';
import { Unreachable } from '../../../../platform/ports/unreachable.ts';
import { CredentialsRefused, UnexpectedAnswer } from '../../failures.ts';
import { type Source, textIn } from '../../manifest.ts';
import { type AwsKeys, clientSettings, isDenied, isExpired } from '../aws/client.ts';

/** Characters of an answer: it is parsed where requests are answered, and a store may be anybody's. */
const longest = 64 * 1024;
/** Buckets that are looked at, and those of one page of the list. */
const [mostBuckets, perPage] = [5_000, 100];
const notS3 = 'The store does not answer as S3 does';
/** How buckets may be called; a store could answer with anything. Those of S3 Express are of another kind, and in no list. */
const bucketName = /^(?!.*--x-s3$)[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/;

/** @param endpoint that is called; without it that of AWS */
function settingsOf({ http, signal, credentials, endpoints }: Source, endpoint: string, keys?: AwsKeys) {
  const called = { region: regionOf({ credentials }), endpoint: endpoint || endpoints.aws, credentials: keys };
  return clientSettings({ http: { ask: shortly(http) }, signal }, called);
}

/** The calls of the service, with short answers alone. */
function shortly({ ask }: Pick<Http, 'ask'>): Http['ask'] {
  return async (url, asked): Promise<Answered> => {
    const answer = await ask(url, asked);
    if (answer.text.length > longest) throw new UnexpectedAnswer(`The store answered with more than ${longest / 1024} KiB`);
    return answer;
  };
}

export function regionOf({ credentials }: Pick<Source, 'credentials'>): string {
  return textIn(credentials, 'region') || 'us-east-1';
}

/** @throws CredentialsRefused, UnexpectedAnswer or Unreachable */
export async function openStore(source: Source): Promise<S3Client> {
  const keys = await keysOf(source);
  const { S3Client: Client } = await import('@aws-sdk/client-s3');
  return new Client({
    ...settingsOf(source, textIn(source.credentials, 'endpoint'), keys),
    forcePathStyle: textIn(source.credentials, 'pathStyle') !== 'false',
    followRegionRedirects: true,
  });
}

/** The keys of the connection, or those that its role gives to the installation for a quarter of an hour. */
async function keysOf(source: Source): Promise<AwsKeys> {
  const [RoleArn = '', ExternalId = '', accessKeyId = '', secretAccessKey = '', stsEndpoint = ''] = [
    'roleArn',
    'externalId',
    'accessKeyId',
    'secretAccessKey',
    'stsEndpoint',
  ].map((id) => textIn(source.credentials, id));
  if (!RoleArn) return { accessKeyId, secretAccessKey };
  const { STSClient, AssumeRoleCommand } = await import('@aws-sdk/client-sts');
  const client = new STSClient(settingsOf(source, stsEndpoint));
  const { Credentials: given } = await answered(source, () =>
    client.send(new AssumeRoleCommand({ RoleArn, ExternalId, RoleSessionName: 'compliance-automation', DurationSeconds: 900 })),
  );
  if (!given?.AccessKeyId || !given.SecretAccessKey || !given.SessionToken) throw new UnexpectedAnswer('The role gave no keys');
  return { accessKeyId: given.AccessKeyId, secretAccessKey: given.SecretAccessKey, sessionToken: given.SessionToken };
}

/** The buckets that were chosen, or else all of the store. */
export async function bucketsOf(source: Source, store: S3Client): Promise<string[]> {
  const { buckets } = source.credentials;
  if (Array.isArray(buckets) && buckets.length) return [...new Set(buckets.map(String))];
  const { ListBucketsCommand } = await import('@aws-sdk/client-s3');
  const found: string[] = [];
  let ContinuationToken: string | undefined;
  for (let page = 0; page < mostBuckets / perPage; page += 1) {
    const list = await answered(source, () => store.send(new ListBucketsCommand({ MaxBuckets: perPage, ContinuationToken })));
    if (!list.Buckets) throw new UnexpectedAnswer(notS3);
    found.push(...list.Buckets.flatMap(({ Name }) => (Name !== undefined && bucketName.test(Name) ? Name : [])));
    ContinuationToken = list.ContinuationToken || undefined;
    if (ContinuationToken === undefined && found.length <= mostBuckets) return [...new Set(found)];
  }
  throw new UnexpectedAnswer(`The store has more than ${mostBuckets.toLocaleString('en')} buckets`);
}

/** @throws for what the store refuses, in the words of this service: what it says itself is known only to be a text */
export async function answered<R>({ signal }: Pick<Source, 'signal'>, call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error) || error instanceof Unreachable || error instanceof UnexpectedAnswer) throw error;
    if (error.name === 'CredentialsProviderError')
      throw new UnexpectedAnswer('The installation has no credentials of its own to assume a role with');
    // What the SDK cannot read is thrown in any form.
    if (!('$fault' in error)) throw new UnexpectedAnswer(notS3);
    const said = `The store answered ${error.name.slice(0, 100)}`;
    throw isDenied(error) || isExpired(error) ? new CredentialsRefused(said, error.message) : new UnexpectedAnswer(said, error.message);
  }
}
