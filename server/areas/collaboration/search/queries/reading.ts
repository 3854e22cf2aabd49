/** Queries about attachments whose text has to be read (search, rule 17). */
import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

export interface ToRead {
  readonly id: string;
  readonly mimeType: string;
  readonly fileKey: string;
  /** The number of attempts, including this one. */
  readonly attempts: number;
}

/**
 * Takes the attachment that has been due for longest. It becomes due again in case of failure: after two minutes, with a delay that doubles each
 * time.
 */
export function takeNextToRead(db: OrganizationDatabase): Promise<ToRead | undefined> {
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

/** Stores the text, so that the file is not read again. @param text null if the file has none */
export async function saveText(db: OrganizationDatabase, id: string, text: string | null): Promise<void> {
  await db.updateTable('attachment').set({ content_text: text, reading_due_at: null }).where('id', '=', id).execute();
}
