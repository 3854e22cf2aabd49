import type { SystemDatabase } from '../platform/database/handle.ts';
import { ensureConfigurations } from './soa/queries/seed.ts';

/** What has to be in the database besides the catalog, whichever version made it. */
export async function plantSeeds(db: SystemDatabase): Promise<void> {
  await ensureConfigurations(db);
}
