/** Lists as files, read piece by piece, so that their length costs no memory. */
import { Readable } from 'node:stream';
import type { OrganizationContext } from '../context.ts';
import type { OrganizationDatabase } from './handle.ts';

/** A part of a list. */
export interface Piece<Row, After> {
  readonly rows: readonly Row[];
  /** From where the next piece is read; undefined behind the last one. */
  readonly next: After | undefined;
}

/**
 * Reads the first piece at once, so that a fault of the database is still an answer of its own; each further one when the client has taken
 * the one before, in a transaction of its own.
 * @param read one piece: the first without a place @param write a piece as chunks of the file @param head what the file begins with
 */
export async function streamPieces<Row, After>(
  { db, newReadTransaction }: Pick<OrganizationContext, 'db' | 'newReadTransaction'>,
  read: (db: OrganizationDatabase, after: After | undefined) => Promise<Piece<Row, After>>,
  write: (rows: readonly Row[]) => Iterable<string | Buffer>,
  head: readonly Buffer[] = [],
): Promise<Readable> {
  const first = await read(db, undefined);
  return Readable.from(chunks(), { highWaterMark: 1 });

  async function* chunks() {
    yield* head;
    for (let piece = first; ;) {
      // Not yield*: what is made without waiting cannot be told that the client has gone away.
      for (const chunk of write(piece.rows)) yield chunk;
      const { next } = piece;
      if (next === undefined) return;
      piece = await newReadTransaction((further) => read(further, next));
    }
  }
}
