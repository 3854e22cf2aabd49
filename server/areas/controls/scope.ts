/** Where a link holds: for the whole organization, or in one adopted framework. */
import type { OrganizationDatabase } from '../../database/handle.ts';

export interface Instance { readonly id: string; readonly isCustom: boolean }

/** The adopted framework. It stays until the transaction ends. */
export async function findInstance(db: OrganizationDatabase, id: string): Promise<Instance | undefined> {
  const found = await db.selectFrom('framework_instance').select(['id', 'custom_framework_id']).where('id', '=', id).forKeyShare().executeTakeFirst();
  return found && { id: found.id, isCustom: found.custom_framework_id !== null };
}

/** The adopted frameworks of the organization's own, which direct links reach (areas/controls, rules 3 and 4). */
export function customInstances(db: OrganizationDatabase) {
  return db.selectFrom('framework_instance').select('framework_instance.id').where('custom_framework_id', 'is not', null);
}
