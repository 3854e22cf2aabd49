import { ensureConfigurations } from '../../server/areas/soa/queries/seed.ts';
import { catalogue } from '../../server/domain/catalogue/index.ts';
import { loadCatalogue } from '../../server/domain/catalogue/load.ts';
import { secureAccess } from '../../server/platform/database/access.ts';
import type { SystemDatabase } from '../../server/platform/database/handle.ts';
import { migrate } from '../../server/platform/database/migrate.ts';

/** Gives a new database what a server would find in it: the schema, the catalogue, and what is planted besides. */
export async function prepare(system: SystemDatabase): Promise<void> {
  await migrate(system);
  await loadCatalogue(system, catalogue);
  await ensureConfigurations(system);
}

/** The same for a copy of such a database on the same server, in which rights are still those of the other one. */
export async function takeOver(system: SystemDatabase): Promise<void> {
  await migrate(system);
  await secureAccess(system);
}
