/** Reads an installation's files that the rows of a snapshot name. Deletions must be on hold since before the snapshot. */
import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { Files } from '#platform/ports/files';
import { Meter } from '#platform/ports/measure';
import type { MissingFile, FileChunk } from './parts.ts';

interface Stored {
  readonly key: string;
  readonly size: number;
  readonly sha256: string | null;
  /** Whether the file must exist. Clients upload to a bucket without confirming it. */
  readonly entered: boolean;
}

/** Number of small files to prefetch, because a bucket is slow, and their maximum size in bytes. */
const ahead = { count: 8, size: 262_144 } as const;
const batchSize = 500;

/** @param warn called for each file that is missing or was changed */
export async function* readFiles(
  db: Transaction<SystemTables>,
  files: Files,
  warn: (fault: string) => void,
): AsyncGenerator<FileChunk | MissingFile> {
  const prefetched: { readonly stored: Stored; readonly small: Promise<Buffer | undefined> | undefined }[] = [];
  const next = async function* ({ stored, small }: (typeof prefetched)[number]) {
    const content = small ? await small : await files.stream(stored.key);
    if (content) yield* piecesOf(stored, content, warn);
    else if (stored.entered) {
      warn(`the file ${stored.key} is missing`);
      yield { missing: stored.key };
    }
  };
  for await (const stored of storedIn(db)) {
    const small = stored.entered && stored.size <= ahead.size ? files.read(stored.key) : undefined;
    // It is awaited later and may reject before that.
    small?.catch(() => undefined);
    prefetched.push({ stored, small });
    const [first] = prefetched;
    if (first && prefetched.length > ahead.count) {
      prefetched.shift();
      yield* next(first);
    }
  }
  for (const one of prefetched) yield* next(one);
}

async function* piecesOf(
  { key: file, sha256: known }: Stored,
  content: Buffer | AsyncIterable<Uint8Array>,
  warn: (fault: string) => void,
): AsyncGenerator<FileChunk> {
  const meter = new Meter();
  let pending: Uint8Array = Buffer.alloc(0);
  for await (const bytes of content instanceof Uint8Array ? [content] : content) {
    if (pending.length) yield { file, bytes: pending };
    meter.add(bytes);
    pending = bytes;
  }
  const { size, sha256 } = meter.measured();
  if (known !== null && known !== sha256) warn(`the file ${file} is not as it was stored`);
  yield { file, bytes: pending, measure: { size, sha256 } };
}

async function* storedIn(db: Transaction<SystemTables>): AsyncGenerator<Stored> {
  await sql`declare stored no scroll cursor for
    select id as key, size, sha256, true as entered from stored_file
    union all select file_key, 0, null, false from upload u
      where kept and content_key is null and not exists (select from stored_file f where f.organization_id = u.organization_id and f.id = u.file_key)
    order by 1`.execute(db);
  for (let full = true; full;) {
    const { rows } = await sql<Stored>`fetch ${sql.lit(batchSize)} from stored`.execute(db);
    yield* rows;
    full = rows.length === batchSize;
  }
  await sql`close stored`.execute(db);
}
