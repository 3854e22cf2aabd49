/** Queries of custom frameworks. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';

type Schemas = components['schemas'];
export const customColumns = columnsOf(
  'custom_framework',
  'id',
  'organizationId',
  'name',
  'description',
  'version',
  'createdAt',
  'updatedAt',
  'recordVersion',
);

/** Creates a custom framework, and adopts it. @returns the id of the adopted framework */
export async function insertCustomFramework(
  db: OrganizationDatabase,
  { name, description, version }: { readonly name: string; readonly description: string; readonly version: string },
): Promise<string> {
  const [id, instanceId] = [newId('cfrm'), newId('frm')];
  await db.insertInto('custom_framework').values({ id, name, description, version }).execute();
  await db.insertInto('framework_instance').values({ id: instanceId, custom_framework_id: id }).execute();
  return instanceId;
}

/** Locks the custom framework that an adopted framework is, if it is one, until the transaction ends. */
export async function lockCustomFramework(db: OrganizationDatabase, instanceId: string): Promise<void> {
  await db
    .selectFrom('custom_framework')
    .innerJoin('framework_instance', 'framework_instance.custom_framework_id', 'custom_framework.id')
    .select('custom_framework.id')
    .where('framework_instance.id', '=', instanceId)
    .forNoKeyUpdate('custom_framework')
    .execute();
}

export function updateCustomFramework(
  db: OrganizationDatabase,
  id: string,
  fields: { readonly name?: string; readonly description?: string },
): Promise<Schemas['CustomFramework']> {
  return db.updateTable('custom_framework').set(fields).where('id', '=', id).returning(customColumns).executeTakeFirstOrThrow();
}
