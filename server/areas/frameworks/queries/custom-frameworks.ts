/** Queries about frameworks of the organization's own making. */
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';

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
);

/** With its instance, since it is adopted at once. @returns the id of the instance */
export async function insertCustomFramework(
  db: OrganizationDatabase,
  { name, description, version }: { readonly name: string; readonly description: string; readonly version: string },
): Promise<string> {
  const [id, instance] = [newId('cfrm'), newId('frm')];
  await db.insertInto('custom_framework').values({ id, name, description, version }).execute();
  await db.insertInto('framework_instance').values({ id: instance, custom_framework_id: id }).execute();
  return instance;
}

export function updateCustomFramework(
  db: OrganizationDatabase,
  id: string,
  fields: { readonly name?: string; readonly description?: string },
): Promise<Schemas['CustomFramework']> {
  return db.updateTable('custom_framework').set(fields).where('id', '=', id).returning(customColumns).executeTakeFirstOrThrow();
}
