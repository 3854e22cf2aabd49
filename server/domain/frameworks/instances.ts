/** Reads and deletes adopted frameworks, in the format of the API. */
import type { components } from '#generated/api';
import type { FrameworkPart, Standard } from '#domain/catalogue/types';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

type Schemas = components['schemas'];
export type Instance = Schemas['FrameworkInstance'];

function selectInstances(db: OrganizationDatabase) {
  return db
    .selectFrom('framework_instance as instance')
    .leftJoin('platform_framework as platform', 'platform.id', 'instance.framework_id')
    .leftJoin('custom_framework as custom', 'custom.id', 'instance.custom_framework_id')
    .select((eb) => [
      ...columnsOf(
        'framework_instance as instance',
        'id',
        'organizationId',
        'frameworkId',
        'customFrameworkId',
        'scope',
        'currentVersionId',
        'createdAt',
        'updatedAt',
        'version',
      ),
      ...columnsOf('platform_framework as platform', 'name', 'description', 'visible', 'familyId'),
      'platform.version as edition',
      // Only loadCatalogue writes these columns, in the format of the contract.
      eb.ref('platform.parts').$castTo<FrameworkPart[] | null>().as('parts'),
      eb.ref('platform.standard').$castTo<Standard | null>().as('standard'),
      'platform.created_at as platformCreatedAt',
      'platform.updated_at as platformUpdatedAt',
      'custom.name as customName',
      'custom.version as customVersion',
      'custom.description as customDescription',
      'custom.created_at as customCreatedAt',
      'custom.updated_at as customUpdatedAt',
      'custom.record_version as customRecordVersion',
    ])
    .orderBy('instance.created_at')
    .orderBy('instance.id');
}
type Row = Awaited<ReturnType<ReturnType<typeof selectInstances>['execute']>>[number];

/** Lists all instances in the order of their adoption. */
export async function listInstances(db: OrganizationDatabase): Promise<Instance[]> {
  return (await selectInstances(db).execute()).map(toInstance);
}

/** Lists the instances with the given ids in the order of their adoption. */
export async function listInstancesOf(db: OrganizationDatabase, ids: readonly string[]): Promise<Instance[]> {
  return ids.length ? (await selectInstances(db).where('instance.id', 'in', ids).execute()).map(toInstance) : [];
}

export async function findInstance(db: OrganizationDatabase, id: string): Promise<Instance | undefined> {
  const row = await selectInstances(db).where('instance.id', '=', id).executeTakeFirst();
  return row && toInstance(row);
}

/** @returns the instance, locked against deletion until the transaction ends; undefined if it does not exist */
export async function lockInstance(db: OrganizationDatabase, id: string): Promise<Instance | undefined> {
  const [, instance] = await Promise.all([
    db.selectFrom('framework_instance').select('id').where('id', '=', id).forKeyShare().execute(),
    findInstance(db, id),
  ]);
  return instance;
}

function toInstance({
  id,
  organizationId,
  frameworkId,
  customFrameworkId,
  scope,
  currentVersionId,
  createdAt,
  updatedAt,
  version,
  ...row
}: Row): Instance {
  return {
    id,
    organizationId,
    frameworkId,
    customFrameworkId,
    scope,
    currentVersionId,
    framework: toPlatformFramework(frameworkId, row),
    customFramework: toCustomFramework(customFrameworkId, organizationId, row),
    createdAt,
    updatedAt,
    version,
  };
}

type JoinedFrameworks = Omit<
  Row,
  'id' | 'organizationId' | 'frameworkId' | 'customFrameworkId' | 'scope' | 'currentVersionId' | 'createdAt' | 'updatedAt' | 'version'
>;

function toPlatformFramework(
  id: string | null,
  { name, edition, description, visible, standard, parts, familyId, platformCreatedAt, platformUpdatedAt }: JoinedFrameworks,
): Schemas['PlatformFramework'] | null {
  if (
    id === null ||
    name === null ||
    edition === null ||
    description === null ||
    visible === null ||
    parts === null ||
    platformCreatedAt === null ||
    platformUpdatedAt === null
  )
    return null;
  return {
    id,
    name,
    version: edition,
    description,
    visible,
    standard,
    parts,
    familyId,
    createdAt: platformCreatedAt,
    updatedAt: platformUpdatedAt,
  };
}

function toCustomFramework(
  id: string | null,
  organizationId: string,
  { customName, customVersion, customDescription, customCreatedAt, customUpdatedAt, customRecordVersion }: JoinedFrameworks,
): Schemas['CustomFramework'] | null {
  if (
    id === null ||
    customName === null ||
    customVersion === null ||
    customDescription === null ||
    customCreatedAt === null ||
    customUpdatedAt === null ||
    customRecordVersion === null
  )
    return null;
  return {
    id,
    organizationId,
    name: customName,
    description: customDescription,
    version: customVersion,
    createdAt: customCreatedAt,
    updatedAt: customUpdatedAt,
    recordVersion: customRecordVersion,
  };
}

/** @returns the name of an adopted framework */
export function frameworkNameOf({ framework, customFramework }: Instance): string {
  return framework?.name ?? customFramework?.name ?? '';
}

/** Deletes the instance; foreign keys also delete everything that belongs to it (frameworks, rule 21). */
export async function deleteInstance(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('framework_instance').where('id', '=', id).execute();
}
