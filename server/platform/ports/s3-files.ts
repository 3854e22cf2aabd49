/** Files kept in a bucket of S3, or of a store that speaks its protocol. Clients read and write there by presigned addresses. */
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Config } from '../config.ts';
import { draftsIn } from './drafts.ts';
import { dispositionOf, linkTo } from './file-links.ts';
import { type Files, type Found, type Measure, stepsOf } from './files.ts';
import { holdsOn } from './holds.ts';
import { checked, Damaged, sha256Of, upTo } from './measure.ts';
import type { Secrets } from './secrets.ts';

type Bucket = NonNullable<Config['s3']>;

/** Bytes that are sent in one request. A larger file is sent in parts, because no store takes more than 5 GiB at once. */
const largestPut = 64 * 2 ** 20;
/** Bytes of a part, few enough to be hashed without a pause. A file has 10,000 parts at most, and so this many make 78 GiB. */
const partSize = 8 * 2 ** 20;
/** How many objects are removed at once. */
const batch = 50;
/** No organization has an id like it. */
const holds = '~holds/';
const nothing = () => undefined;
/** What goes wrong is thrown, and logged with the request that it went wrong in. */
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** @param directory of this machine, for what is on its way to the bucket @param baseUrl where `serveFiles` answers, and leads on to the bucket */
export function s3Files(
  { bucket: Bucket, region, endpoint, pathStyle, credentials }: Bucket,
  directory: string,
  baseUrl: string,
  secrets: Secrets,
): Files {
  const client = new S3Client({
    region,
    logger: silent,
    forcePathStyle: pathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    // Not every store knows the checksums that this client would add by itself; ours are SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
  });
  const at = (key: string) => ({ Bucket, Key: stepsOf(key).join('/') });

  async function send(file: string, key: string, { size, sha256 }: Measure) {
    const Body = createReadStream(file);
    const sent =
      size > largestPut
        ? new Upload({ client, params: { ...at(key), Body, ChecksumAlgorithm: 'SHA256' }, partSize, queueSize: 1 }).done()
        : client.send(
            new PutObjectCommand({ ...at(key), Body, ContentLength: size, ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64') }),
          );
    await sent.catch(unlessThere).finally(() => Body.destroy());
  }
  async function get(key: string): Promise<Readable | undefined> {
    const found = await client.send(new GetObjectCommand(at(key))).catch(unlessMissing);
    return found?.Body instanceof Readable ? found.Body : undefined;
  }
  async function* listOf(Prefix: string): AsyncGenerator<Found> {
    let from: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await client
        .send(new ListObjectsV2Command({ Bucket, Prefix, ...(from !== undefined && { ContinuationToken: from }) }))
        .catch(unlessThere);
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, changedAt: LastModified?.getTime() ?? Date.now() };
      from = page.NextContinuationToken;
    } while (from !== undefined);
  }
  const list = (organizationId: string) => listOf(`${organizationId}/`);
  const removeObject = async (Key: string) => void (await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(unlessThere));
  const drafts = draftsIn(directory, send);
  const { hold, isHeld } = holdsOn({
    write: async (name) => void (await client.send(new PutObjectCommand({ Bucket, Key: holds + name, Body: '' })).catch(unlessThere)),
    remove: (name) => removeObject(holds + name),
    async list() {
      const found: { name: string; changedAt: number }[] = [];
      for await (const { key, changedAt } of listOf(holds)) found.push({ name: key.slice(holds.length), changedAt });
      return found;
    },
  });

  return {
    draft: drafts.draft,
    drafted: drafts.drafted,
    async draftOf(key, maxBytes) {
      const content = await get(key);
      return content && drafts.draft(upTo(maxBytes, content));
    },
    removeDrafts: drafts.tidy,
    list,
    async remove(key) {
      const { Key } = at(key);
      if (await isHeld()) return false;
      await removeObject(Key);
      return true;
    },
    async put(key, content) {
      stepsOf(key);
      const draft = await drafts.draft(content);
      await draft.keep(key).finally(() => draft.discard());
      return { size: draft.size, sha256: draft.sha256 };
    },
    async read(key, sha256) {
      const stream = await get(key);
      const bytes = stream && (await buffer(stream));
      if (bytes && sha256 !== undefined && sha256Of(bytes) !== sha256) throw new Damaged(key);
      return bytes;
    },
    async stream(key, sha256) {
      const stream = await get(key);
      return stream && sha256 !== undefined ? pipeline(stream, checked(key, sha256), () => undefined) : stream;
    },
    size: async (key) => (await client.send(new HeadObjectCommand(at(key))).catch(unlessMissing))?.ContentLength,
    async removeAll(organizationId) {
      if (await isHeld()) return false;
      const keys: string[] = [];
      for await (const { key } of list(organizationId)) keys.push(key);
      for (let first = 0; first < keys.length; first += batch) await Promise.all(keys.slice(first, first + batch).map(removeObject));
      return true;
    },
    hold,
    link: (key, seconds, shown) => linkTo(baseUrl, secrets, key, seconds, shown),
    direct: {
      upload: (key, expiresIn) => getSignedUrl(client, new PutObjectCommand(at(key)), { expiresIn }),
      download: (key, expiresIn, { name, type, inline = false }) =>
        getSignedUrl(
          client,
          new GetObjectCommand({ ...at(key), ResponseContentType: type, ResponseContentDisposition: dispositionOf(name, inline) }),
          { expiresIn },
        ),
    },
  };
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)) return undefined;
  return unlessThere(error);
}

/** A store that has no time, or does not answer, is away like one that cannot be connected to (contract/errors.ts knows it by the code). */
function unlessThere(error: unknown): never {
  const isAway =
    error instanceof S3ServiceException
      ? error.$fault === 'server' || Number(error.$metadata.httpStatusCode) >= 500
      : error instanceof Error && error.name === 'TimeoutError';
  throw isAway ? Object.assign(new Error('the file store does not answer', { cause: error }), { code: 'ETIMEDOUT' }) : error;
}
