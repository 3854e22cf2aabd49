import { sql } from 'kysely';
import type { OrganizationDatabase } from './handle.ts';

/** Makes an update valid even without changed columns. The database then writes the new time (migration 0010). */
export const touchUpdatedAt = { updated_at: sql.ref<string>('updated_at') };

/** Counts a change of a part of a record, such as its links, as a change of the record, so that `If-Match` notices it. */
export async function touchRecord(
  db: OrganizationDatabase,
  table: 'control' | 'policy' | 'risk' | 'task' | 'vendor',
  id: string,
): Promise<void> {
  await db.updateTable(table).set(touchUpdatedAt).where('id', '=', id).execute();
}
