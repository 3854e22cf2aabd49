/** Finds attachments whose text must be read, and stores their text (search, rule 17). */
import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

export interface AttachmentToRead {
  readonly id: string;
  readonly mimeType: string;
  readonly fileKey: string;
  /** The number of attempts, including this one. */
  readonly attempts: number;
}

/**
 * Takes the attachment that has been due for the longest time. It becomes due again after two minutes, in case the attempt fails. Each
 * further attempt doubles this delay. @returns undefined if no attachment is due
 */
export function takeNextAttachmentToRead(db: OrganizationDatabase): Promise<AttachmentToRead | undefined> {
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

/** Stores the text, so that the file is not read again. @param text the text of the file; null if the file has no text */
export async function saveText(db: OrganizationDatabase, id: string, text: string | null): Promise<void> {
  await db.updateTable('attachment').set({ content_text: text, reading_due_at: null }).where('id', '=', id).execute();
}
