import { sql } from 'kysely';
import type { SystemDatabase } from '#platform/database/handle';

/** Deletes expired evidence archives. Their files are deleted with their rows (evidence-export, rule 15). */
export async function removeExpiredExports(db: SystemDatabase): Promise<void> {
  await db
    .deleteFrom('evidence_export')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute();
}
