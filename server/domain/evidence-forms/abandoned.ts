import { sql } from 'kysely';
import type { SystemDatabase } from '#platform/database/handle';

/** Deletes files that were uploaded for a form at least a day ago and that no submission refers to (evidence-forms, rule 7). */
export async function deleteAbandonedFiles(db: SystemDatabase): Promise<void> {
  await db
    .deleteFrom('evidence_file')
    .where('submission_id', 'is', null)
    .where('created_at', '<', sql<string>`now() - interval '1 day'`)
    .execute();
}
