/** Streams long lists as files in chunks, so that memory use does not depend on their length. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { OrganizationContext } from '../context.ts';
import type { OrganizationDatabase } from './handle.ts';

/** Consecutive rows of a list, which are written as one or more chunks of the file. */
export interface ListPart<Row, After> {
  readonly rows: readonly Row[];
  /** Where the next part starts; undefined after the last one. */
  readonly next: After | undefined;
}

/**
 * Reads the first part immediately, so that a database error can still be answered as such. Each further part is read when the client has
 * taken the previous part, in its own transaction.
 * @param read reads one part; the first call gets no position @param write converts rows to chunks of the file @param head starts the file
 */
export async function streamChunks<Row, After>(
  { db, newReadTransaction }: Pick<OrganizationContext, 'db' | 'newReadTransaction'>,
  read: (db: OrganizationDatabase, after: After | undefined) => Promise<ListPart<Row, After>>,
  write: (rows: readonly Row[]) => Iterable<string | Buffer>,
  head: readonly Buffer[] = [],
): Promise<Readable> {
  const first = await read(db, undefined);
  return Readable.from(chunks(), { highWaterMark: 1 });

  async function* chunks() {
    yield* head;
    for (let part = first; ;) {
      // Not yield*: a synchronous iterable would not be closed when the client disconnects.
      for (const chunk of write(part.rows)) {
        yield chunk;
        // Without a pause, a fast client takes all chunks of a part before another request gets a turn.
        await setImmediate();
      }
      const { next } = part;
      if (next === undefined) return;
      part = await newReadTransaction((transaction) => read(transaction, next));
    }
  }
}
