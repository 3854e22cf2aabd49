/**
 * Queries about frameworks and the questions about their controls. Both are shared: organizations can read them, but not change them (soa,
 * rule 1).
 */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

type Configuration = components['schemas']['SoaConfiguration'];

/**
 * Creates the configuration of a framework from the controls of the catalog, if there is none.
 * @returns whether it was created
 */
export async function ensureConfiguration(db: OrganizationDatabase, frameworkId: string): Promise<boolean> {
  const { made } = await db.selectNoFrom(sql<boolean>`ensure_soa_configuration(${frameworkId})`.as('made')).executeTakeFirstOrThrow();
  return made;
}

export function findConfiguration(db: OrganizationDatabase, frameworkId: string): Promise<Configuration | undefined> {
  return configurations(db).where('framework_id', '=', frameworkId).where('is_latest', '=', true).executeTakeFirst();
}

/** Finds the configuration of a document, even if it is no longer the latest one. */
export function findConfigurationOfDocument(
  db: OrganizationDatabase,
  { configurationId }: { readonly configurationId: string },
): Promise<Configuration> {
  return configurations(db).where('id', '=', configurationId).executeTakeFirstOrThrow();
}

/** Lists the configurations by framework, highest version first. @param includeSuperseded whether to include older ones */
export function listConfigurations(
  db: OrganizationDatabase,
  { frameworkId, includeSuperseded }: { readonly frameworkId?: string; readonly includeSuperseded: boolean },
): Promise<Configuration[]> {
  let query = configurations(db).orderBy('framework_id').orderBy('version', 'desc');
  if (frameworkId !== undefined) query = query.where('framework_id', '=', frameworkId);
  if (!includeSuperseded) query = query.where('is_latest', '=', true);
  return query.execute();
}

function configurations(db: OrganizationDatabase) {
  return db.selectFrom('soa_configuration').select((eb) => [
    ...columnsOf('soa_configuration', 'id', 'frameworkId', 'version', 'isLatest', 'createdAt', 'updatedAt'),
    // Only ensure_soa_configuration writes this column, in the shape of the contract.
    eb.ref('columns').$castTo<Configuration['columns']>().as('columns'),
    eb.ref('questions').$castTo<Configuration['questions']>().as('questions'),
  ]);
}
