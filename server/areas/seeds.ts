import type { SystemDatabase } from '#platform/database/handle';
import { ensureConfigurations } from '#areas/audits/soa/queries/seed';

/** Writes the data that every version of the database needs in addition to the catalog. */
export async function ensureSeedData(db: SystemDatabase): Promise<void> {
  await ensureConfigurations(db);
}
