/** Exports the audit log as lines of JSON. */
import type { Readable } from 'node:stream';
import type { OrganizationContext } from '#platform/context';
import { streamChunks } from '#platform/database/stream-chunks';
import { type EntryFilter, listEntriesAfter } from '../queries/entries.ts';

/** A small batch, so that its preparation does not delay other requests. */
const batchSize = 20;

/** Exports the entries, oldest first. */
export function exportEntries(
  context: Pick<OrganizationContext, 'db' | 'newReadTransaction' | 'actor'>,
  filter: EntryFilter,
): Promise<Readable> {
  return streamChunks(
    context,
    async (db, after: number | undefined) => {
      const rows = await listEntriesAfter(db, filter, context.actor, after ?? 0, batchSize);
      return { rows, next: rows.length < batchSize ? undefined : rows.at(-1)?.sequence };
    },
    // Each entry is a separate string, because an entry may be long.
    (entries) => entries.map((entry) => `${JSON.stringify(entry)}\n`),
  );
}
