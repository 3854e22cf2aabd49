import { sql } from 'kysely';
import type { SystemDatabase } from '../../platform/database/handle.ts';

/** Removes files that were uploaded for a form a day ago and that no submission has named since (spec/areas/evidence-forms, rule 7). */
export async function removeAbandoned(db: SystemDatabase): Promise<void> {
  await db
    .deleteFrom('evidence_file')
    .where('submission_id', 'is', null)
    .where('created_at', '<', sql<string>`now() - interval '1 day'`)
    .execute();
}
