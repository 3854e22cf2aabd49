/** Frameworks, and what is asked about their controls. Both are shared: an organization reads them and writes neither (spec/areas/soa, rule 1). */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

type Configuration = components['schemas']['SoaConfiguration'];

/**
 * Makes the configuration of a framework unless there is one, of the controls that the catalog has.
 * @returns whether it did
 */
export async function ensureConfiguration(db: OrganizationDatabase, frameworkId: string): Promise<boolean> {
  const { made } = await db.selectNoFrom(sql<boolean>`ensure_soa_configuration(${frameworkId})`.as('made')).executeTakeFirstOrThrow();
  return made;
}

export function findConfiguration(db: OrganizationDatabase, frameworkId: string): Promise<Configuration | undefined> {
  return configurations(db).where('framework_id', '=', frameworkId).where('is_latest', '=', true).executeTakeFirst();
}

/** Finds the configuration of a document, whether it is the latest or not. */
export function configurationOf(
  db: OrganizationDatabase,
  { configurationId }: { readonly configurationId: string },
): Promise<Configuration> {
  return configurations(db).where('id', '=', configurationId).executeTakeFirstOrThrow();
}

/** Lists the configurations by framework, highest version first. @param includeSuperseded whether older ones, too */
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
    // Written by ensure_soa_configuration alone, in the form that the contract gives them.
    eb.ref('columns').$castTo<Configuration['columns']>().as('columns'),
    eb.ref('questions').$castTo<Configuration['questions']>().as('questions'),
  ]);
}
