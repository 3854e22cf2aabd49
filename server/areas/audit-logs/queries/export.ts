/** The log as lines of JSON, read piece by piece, so that its length costs no memory. */
import { Readable } from 'node:stream';
import type { OrganizationContext } from '../../../platform/context.ts';
import { type EntryFilter, listEntriesBehind } from './entries.ts';

const batch = 500;

/**
 * Reads the first piece at once, so that a fault of the database is still an answer of its own; each further one when the client has
 * taken the one before, in a transaction of its own.
 */
export async function exportLines(
  { db, newReadTransaction }: Pick<OrganizationContext, 'db' | 'newReadTransaction'>,
  filter: EntryFilter,
): Promise<Readable> {
  const first = await listEntriesBehind(db, filter, 0, batch);
  return Readable.from(lines(), { highWaterMark: 1 });

  async function* lines() {
    for (let piece = first; piece.length > 0;) {
      // Each by itself: what was changed may be long.
      for (const entry of piece) yield `${JSON.stringify(entry)}\n`;
      const last = piece.at(-1)?.sequence ?? 0;
      piece = piece.length < batch ? [] : await newReadTransaction((further) => listEntriesBehind(further, filter, last, batch));
    }
  }
}
