import { sql } from 'kysely';
import type { OrganizationDatabase } from '../database/handle.ts';

/** Cancels unfinished runs, because the record that they work on ends. After that, none of their steps writes anything. */
export async function cancelRuns(db: OrganizationDatabase, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await db
    .updateTable('run')
    .set({ status: 'cancelled', lease: null, finished_at: sql<string>`clock_timestamp()` })
    .where('id', 'in', ids)
    .where('status', 'in', ['queued', 'running'])
    .execute();
}
