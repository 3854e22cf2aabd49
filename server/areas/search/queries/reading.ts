/** Attachments whose text is to be read (spec/areas/search, rule 17). */
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

export interface ToRead {
  readonly id: string;
  readonly mimeType: string;
  readonly fileKey: string;
  /** With this one. */
  readonly attempts: number;
}

/** The one that is due for longest; due again later, for the case that it fails: after two minutes, and twice as long each time. */
export function takeToRead(db: OrganizationDatabase): Promise<ToRead | undefined> {
  return db
    .updateTable('attachment')
    .set((eb) => ({
      reading_attempts: eb('reading_attempts', '+', 1),
      reading_due_at: sql<string>`clock_timestamp() + interval '1 minute' * power(2, reading_attempts + 1)`,
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('attachment')
        .select('id')
        .where('reading_due_at', '<=', sql<string>`clock_timestamp()`)
        .orderBy('reading_due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate(),
    )
    .returning([...columnsOf('attachment', 'id', 'mimeType', 'fileKey'), 'reading_attempts as attempts'])
    .executeTakeFirst();
}

/** It is read once. @param text null for a file without any */
export async function keepText(db: OrganizationDatabase, id: string, text: string | null): Promise<void> {
  await db.updateTable('attachment').set({ content_text: text, reading_due_at: null }).where('id', '=', id).execute();
}
