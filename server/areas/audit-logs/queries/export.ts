/** The log as lines of JSON. */
import type { Readable } from 'node:stream';
import type { OrganizationContext } from '../../../platform/context.ts';
import { streamPieces } from '../../../platform/database/pieces.ts';
import { type EntryFilter, listEntriesBehind } from './entries.ts';

const batch = 500;

/** Exports the entries, oldest first. */
export function exportLines(context: Pick<OrganizationContext, 'db' | 'newReadTransaction'>, filter: EntryFilter): Promise<Readable> {
  return streamPieces(
    context,
    async (db, after: number | undefined) => {
      const rows = await listEntriesBehind(db, filter, after ?? 0, batch);
      return { rows, next: rows.length < batch ? undefined : rows.at(-1)?.sequence };
    },
    // Each by itself: what was changed may be long.
    (entries) => entries.map((entry) => `${JSON.stringify(entry)}\n`),
  );
}
