import type { SystemDatabase } from '#platform/database/handle';
import { ensureConfigurations } from '#areas/audits/soa/queries/seed';

/** Writes the data besides the catalog that every version of the database needs. */
export async function ensureSeedData(db: SystemDatabase): Promise<void> {
  await ensureConfigurations(db);
}
