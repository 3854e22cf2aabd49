/** Stores files in a bucket of S3 or a compatible store. Clients read and write them by presigned URLs. */
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
import { createDrafts } from './drafts.ts';
import { dispositionOf, signedLinkTo } from './file-links.ts';
import { type ByteRange, type Files, type StoredFile, type SizeAndHash, splitKey } from './files.ts';
import { createHolds } from './holds.ts';
import { verifyHash, DamagedFile, sha256Of, truncateAbove } from './measure.ts';
import type { Secrets } from './secrets.ts';

type Bucket = NonNullable<Config['s3']>;

/** Maximum bytes per request. Larger files are sent in parts; no store takes more than 5 GiB in one request. */
const maxPutBytes = 64 * 2 ** 20;
/** Bytes of a part, small enough to be hashed without blocking. At most 10,000 parts allow 78 GiB. */
const partSize = 8 * 2 ** 20;
/** Number of concurrent deletions. */
const deletionBatchSize = 50;
/** Prefix of the notes about holds. No organization's id looks like this. */
const holdPrefix = '~holds/';
const noop = () => undefined;
/** Logger that writes nothing, because errors are thrown and logged with their request. */
const silentLogger = { trace: noop, debug: noop, info: noop, warn: noop, error: noop };

/** @param directory of this machine, for files on their way to the bucket @param baseUrl where `serveFiles` answers and redirects to the bucket */
export function s3Files(
  { bucket: Bucket, region, endpoint, pathStyle, credentials }: Bucket,
  directory: string,
  baseUrl: string,
  secrets: Secrets,
): Files {
  const client = new S3Client({
    region,
    logger: silentLogger,
    forcePathStyle: pathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    // Not every store supports the checksums that this client adds by default; we send SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
  });
  const objectOf = (key: string) => ({ Bucket, Key: splitKey(key).join('/') });

  async function send(file: string, key: string, { size, sha256 }: SizeAndHash) {
    const Body = createReadStream(file);
    const upload =
      size > maxPutBytes
        ? new Upload({ client, params: { ...objectOf(key), Body, ChecksumAlgorithm: 'SHA256' }, partSize, queueSize: 1 }).done()
        : client.send(
            new PutObjectCommand({
              ...objectOf(key),
              Body,
              ContentLength: size,
              ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
            }),
          );
    await upload.catch(throwStoreError).finally(() => Body.destroy());
  }
  async function getObject(key: string, part?: ByteRange): Promise<Readable | undefined> {
    const command = new GetObjectCommand({ ...objectOf(key), ...(part && { Range: `bytes=${part.start}-${part.end}` }) });
    const response = await client.send(command).catch(ignoreMissing);
    return response?.Body instanceof Readable ? response.Body : undefined;
  }
  const headObject = (key: string) => client.send(new HeadObjectCommand(objectOf(key))).catch(ignoreMissing);
  async function* listOf(Prefix: string): AsyncGenerator<StoredFile> {
    let continuationToken: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await client
        .send(
          new ListObjectsV2Command({ Bucket, Prefix, ...(continuationToken !== undefined && { ContinuationToken: continuationToken }) }),
        )
        .catch(throwStoreError);
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, changedAt: LastModified?.getTime() ?? Date.now() };
      continuationToken = page.NextContinuationToken;
    } while (continuationToken !== undefined);
  }
  const list = (organizationId: string) => listOf(`${organizationId}/`);
  const removeObject = async (Key: string) => void (await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(throwStoreError));
  const drafts = createDrafts(directory, send);
  const { hold, isHeld } = createHolds({
    write: async (name) =>
      void (await client.send(new PutObjectCommand({ Bucket, Key: holdPrefix + name, Body: '' })).catch(throwStoreError)),
    remove: (name) => removeObject(holdPrefix + name),
    async list() {
      const notes: { name: string; changedAt: number }[] = [];
      for await (const { key, changedAt } of listOf(holdPrefix)) notes.push({ name: key.slice(holdPrefix.length), changedAt });
      return notes;
    },
  });

  return {
    draft: drafts.draft,
    findDraft: drafts.findDraft,
    async draftOf(key, maxBytes) {
      const content = await getObject(key);
      return content && drafts.draft(truncateAbove(maxBytes, content));
    },
    removeDrafts: drafts.removeAbandoned,
    list,
    async remove(key) {
      const { Key } = objectOf(key);
      if (await isHeld()) return false;
      await removeObject(Key);
      return true;
    },
    async put(key, content) {
      splitKey(key);
      const draft = await drafts.draft(content);
      await draft.keep(key).finally(() => draft.discard());
      return { size: draft.size, sha256: draft.sha256 };
    },
    async read(key, sha256) {
      const stream = await getObject(key);
      const bytes = stream && (await buffer(stream));
      if (bytes && sha256 !== undefined && sha256Of(bytes) !== sha256) throw new DamagedFile(key);
      return bytes;
    },
    async stream(key, sha256, part) {
      const stream = await getObject(key, part);
      return stream && sha256 !== undefined && !part ? pipeline(stream, verifyHash(key, sha256), () => undefined) : stream;
    },
    async findVersion(key) {
      const { ContentLength: size, ETag: etag } = (await headObject(key)) ?? {};
      return size === undefined || etag === undefined ? undefined : { size, etag };
    },
    size: async (key) => (await headObject(key))?.ContentLength,
    async removeAll(organizationId) {
      if (await isHeld()) return false;
      const keys: string[] = [];
      for await (const { key } of list(organizationId)) keys.push(key);
      for (let start = 0; start < keys.length; start += deletionBatchSize)
        await Promise.all(keys.slice(start, start + deletionBatchSize).map(removeObject));
      return true;
    },
    holdDeletions: hold,
    link: (key, seconds, presentation) => signedLinkTo(baseUrl, secrets, key, seconds, presentation),
    direct: {
      upload: (key, expiresIn) => getSignedUrl(client, new PutObjectCommand(objectOf(key)), { expiresIn }),
      download: (key, expiresIn, { name, type, inline = false }) =>
        getSignedUrl(
          client,
          new GetObjectCommand({ ...objectOf(key), ResponseContentType: type, ResponseContentDisposition: dispositionOf(name, inline) }),
          { expiresIn },
        ),
    },
  };
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)) return undefined;
  return throwStoreError(error);
}

/** A store that is overloaded or does not answer counts as unreachable (contract/errors.ts recognizes the code). */
function throwStoreError(error: unknown): never {
  const isUnreachable =
    error instanceof S3ServiceException
      ? error.$fault === 'server' || Number(error.$metadata.httpStatusCode) >= 500
      : error instanceof Error && error.name === 'TimeoutError';
  throw isUnreachable ? Object.assign(new Error('the file store does not answer', { cause: error }), { code: 'ETIMEDOUT' }) : error;
}
