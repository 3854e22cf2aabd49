/**
 * Queries of configurations, which are the questions about a framework's controls. Organizations share them, and cannot change them (soa,
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
  const { made: wasCreated } = await db
    .selectNoFrom(sql<boolean>`ensure_soa_configuration(${frameworkId})`.as('made'))
    .executeTakeFirstOrThrow();
  return wasCreated;
}

export function findConfiguration(db: OrganizationDatabase, frameworkId: string): Promise<Configuration | undefined> {
  return selectConfigurations(db).where('framework_id', '=', frameworkId).where('is_latest', '=', true).executeTakeFirst();
}

/** Finds the configuration of a document, even if it is no longer the latest one. */
export function findConfigurationOfDocument(
  db: OrganizationDatabase,
  { configurationId }: { readonly configurationId: string },
): Promise<Configuration> {
  return selectConfigurations(db).where('id', '=', configurationId).executeTakeFirstOrThrow();
}

/** Lists configurations by framework, latest version first. @param includeSuperseded whether to include superseded versions */
export function listConfigurations(
  db: OrganizationDatabase,
  { frameworkId, includeSuperseded }: { readonly frameworkId?: string; readonly includeSuperseded: boolean },
): Promise<Configuration[]> {
  let query = selectConfigurations(db).orderBy('framework_id').orderBy('version', 'desc');
  if (frameworkId !== undefined) query = query.where('framework_id', '=', frameworkId);
  if (!includeSuperseded) query = query.where('is_latest', '=', true);
  return query.execute();
}

function selectConfigurations(db: OrganizationDatabase) {
  return db.selectFrom('soa_configuration').select((eb) => [
    ...columnsOf('soa_configuration', 'id', 'frameworkId', 'version', 'isLatest', 'createdAt', 'updatedAt'),
    // These casts are safe, because only ensure_soa_configuration writes these columns, in the shape of the contract.
    eb.ref('columns').$castTo<Configuration['columns']>().as('columns'),
    eb.ref('questions').$castTo<Configuration['questions']>().as('questions'),
  ]);
}
