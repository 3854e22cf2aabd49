/** Where a link holds: for the whole organization, or in one adopted framework. */
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

export interface Instance {
  readonly id: string;
  readonly isCustom: boolean;
}

/** The adopted framework that is named, if one is, or why it will not do. @param hold whether it must stay until the transaction ends */
export async function findScope(db: OrganizationDatabase, id: string | undefined, hold = false) {
  if (id === undefined) return undefined;
  const query = db.selectFrom('framework_instance').select(['id', 'custom_framework_id']).where('id', '=', id);
  const found = await (hold ? query.forKeyShare() : query).executeTakeFirst();
  return found ? { id: found.id, isCustom: found.custom_framework_id !== null } : refusal(404, 'Framework instance not found');
}

/** The adopted custom frameworks, which direct links reach (spec/areas/controls, rules 3 and 4). */
export function customInstances(db: OrganizationDatabase) {
  return db.selectFrom('framework_instance').select('framework_instance.id').where('custom_framework_id', 'is not', null);
}
