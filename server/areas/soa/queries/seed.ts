import { sql } from 'kysely';
import type { SystemDatabase } from '../../../platform/database/handle.ts';
import { isIso27001 } from '../../../domain/frameworks/iso27001.ts';

/**
 * When the server starts: what is asked about the controls of ISO 27001 follows the catalog (spec/areas/soa, rule 11). Any number of
 * servers may do it at once.
 */
export async function ensureConfigurations(db: SystemDatabase): Promise<void> {
  const frameworks = await db.selectFrom('platform_framework').select(['id', 'name']).execute();
  for (const { id } of frameworks.filter(({ name }) => isIso27001(name))) await sql`select ensure_soa_configuration(${id})`.execute(db);
}
