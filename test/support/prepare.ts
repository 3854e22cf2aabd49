import { updateSoaQuestions } from '#areas/audits/soa/queries/seed';
import { loadRelease } from '#domain/catalogue/release';
import { secureAccess } from '#platform/database/access';
import type { SystemDatabase } from '#platform/database/handle';
import { migrate } from '#platform/database/migrate';

/** Prepares a new database like a server does: the schema, the catalog, and seed data. */
export async function prepare(system: SystemDatabase): Promise<void> {
  await migrate(system);
  await loadRelease(system);
  await updateSoaQuestions(system);
}

/** Prepares a copy of such a database on the same server. Its roles still have the permissions of the original. */
export async function adaptCopy(system: SystemDatabase): Promise<void> {
  await migrate(system);
  await secureAccess(system);
}
