/** Reads the stored files that the rows of a snapshot name. Deletions must have been on hold since before the snapshot. */
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { Files } from '#platform/ports/files';
import { Meter } from '#platform/ports/measure';
import type { MissingFile, FileChunk } from './parts.ts';

interface Stored {
  readonly key: string;
  readonly size: number;
  readonly sha256: string | null;
  /** Whether the file must exist. False for an upload to a bucket, which its client may not have completed. */
  readonly entered: boolean;
}

/** Number of small files to prefetch, because a bucket is slow, and their maximum size in bytes. */
const prefetchLimits = { count: 8, size: 262_144 } as const;
const batchSize = 500;

/** @param warn called for each file that is missing or was changed */
export async function* readFiles(
  db: Transaction<SystemTables>,
  files: Files,
  warn: (fault: string) => void,
): AsyncGenerator<FileChunk | MissingFile> {
  const prefetched: { readonly stored: Stored; readonly content: Promise<Buffer | undefined> | undefined }[] = [];
  const chunksOfNext = async function* ({ stored, content: prefetchedContent }: (typeof prefetched)[number]) {
    const content = prefetchedContent ? await prefetchedContent : await files.stream(stored.key);
    if (content) yield* chunksOf(stored, content, warn);
    else if (stored.entered) {
      warn(`the file ${stored.key} is missing`);
      yield { missing: stored.key };
    }
  };
  for await (const stored of listStored(db)) {
    const prefetchedContent = stored.entered && stored.size <= prefetchLimits.size ? files.read(stored.key) : undefined;
    // The promise may reject before it is awaited, which would otherwise end the process.
    prefetchedContent?.catch(() => undefined);
    prefetched.push({ stored, content: prefetchedContent });
    const [first] = prefetched;
    if (first && prefetched.length > prefetchLimits.count) {
      prefetched.shift();
      yield* chunksOfNext(first);
    }
  }
  for (const prefetchedFile of prefetched) yield* chunksOfNext(prefetchedFile);
}

async function* chunksOf(
  { key: file, sha256: storedSha256 }: Stored,
  content: Buffer | AsyncIterable<Uint8Array>,
  warn: (fault: string) => void,
): AsyncGenerator<FileChunk> {
  const meter = new Meter();
  let pendingBytes: Uint8Array = Buffer.alloc(0);
  for await (const bytes of content instanceof Uint8Array ? [content] : content) {
    if (pendingBytes.length) yield { file, bytes: pendingBytes };
    meter.add(bytes);
    pendingBytes = bytes;
  }
  const { size, sha256 } = meter.measured();
  if (storedSha256 !== null && storedSha256 !== sha256) warn(`the file ${file} is not as it was stored`);
  yield { file, bytes: pendingBytes, measure: { size, sha256 } };
}

async function* listStored(db: Transaction<SystemTables>): AsyncGenerator<Stored> {
  await sql`declare stored no scroll cursor for
    select id as key, size, sha256, true as entered from stored_file
    union all select file_key, 0, null, false from upload u
      where kept and content_key is null and not exists (select from stored_file f where f.organization_id = u.organization_id and f.id = u.file_key)
    order by 1`.execute(db);
  for (let isBatchFull = true; isBatchFull;) {
    const { rows } = await sql<Stored>`fetch ${sql.lit(batchSize)} from stored`.execute(db);
    yield* rows;
    isBatchFull = rows.length === batchSize;
  }
  await sql`close stored`.execute(db);
}
