/** Updates the questions of all ISO 27001 frameworks. */
import { sql } from 'kysely';
import type { SystemDatabase } from '#platform/database/handle';
import { isIso27001 } from '#domain/frameworks/iso27001';

/**
 * Updates the questions of ISO 27001 frameworks from the catalog when the server starts (soa, rule 11). Can run on several servers
 * concurrently.
 */
export async function updateSoaQuestions(db: SystemDatabase): Promise<void> {
  const frameworks = await db.selectFrom('platform_framework').select(['id', 'name']).execute();
  for (const { id } of frameworks.filter(({ name }) => isIso27001(name))) await sql`select ensure_soa_configuration(${id})`.execute(db);
}
