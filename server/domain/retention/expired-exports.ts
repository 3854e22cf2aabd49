import { sql } from 'kysely';
import type { SystemDatabase } from '../../platform/database/handle.ts';

/** Removes archives of evidence that have expired. Their files go with their rows (spec/areas/evidence-export, rule 15). */
export async function removeExpiredExports(db: SystemDatabase): Promise<void> {
  await db
    .deleteFrom('evidence_export')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute();
}
