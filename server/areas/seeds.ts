import type { SystemDatabase } from '#platform/database/handle';
import { updateSoaQuestions } from '#areas/audits/soa/queries/seed';

/** Updates the data that is derived from the catalog. Runs at each start, after the catalog is loaded. */
export async function ensureSeedData(db: SystemDatabase): Promise<void> {
  await updateSoaQuestions(db);
}
