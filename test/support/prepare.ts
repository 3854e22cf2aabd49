import { ensureConfigurations } from '../../server/areas/soa/queries/seed.ts';
import { loadRelease } from '../../server/domain/catalogue/release.ts';
import { secureAccess } from '../../server/platform/database/access.ts';
import type { SystemDatabase } from '../../server/platform/database/handle.ts';
import { migrate } from '../../server/platform/database/migrate.ts';

/** Gives a new database what a server would find in it: the schema, the catalogue, and what is planted besides. */
export async function prepare(system: SystemDatabase): Promise<void> {
  await migrate(system);
  await loadRelease(system);
  await ensureConfigurations(system);
}

/** The same for a copy of such a database on the same server, in which rights are still those of the other one. */
export async function takeOver(system: SystemDatabase): Promise<void> {
  await migrate(system);
  await secureAccess(system);
}
