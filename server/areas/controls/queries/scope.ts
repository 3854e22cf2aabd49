/** Where a link holds: for the whole organization, or in one adopted framework. */
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

export interface Instance {
  readonly id: string;
  readonly isCustom: boolean;
}

const instance = (db: OrganizationDatabase, id: string) =>
  db.selectFrom('framework_instance').select(['id', 'custom_framework_id']).where('id', '=', id);

/** @returns the adopted framework that is named, if one is, or why it will not do */
export async function findScope(db: OrganizationDatabase, id: string | undefined) {
  return id === undefined ? undefined : scopeOf(await instance(db, id).executeTakeFirst());
}

/** @returns the same, which stays until the transaction ends */
export async function lockScope(db: OrganizationDatabase, id: string | undefined) {
  return id === undefined ? undefined : scopeOf(await instance(db, id).forKeyShare().executeTakeFirst());
}

function scopeOf(found: { readonly id: string; readonly custom_framework_id: string | null } | undefined) {
  return found ? { id: found.id, isCustom: found.custom_framework_id !== null } : refusal('framework_instance_not_found');
}

/** The adopted custom frameworks, which direct links reach (spec/areas/controls, rules 3 and 4). */
export function customInstances(db: OrganizationDatabase) {
  return db.selectFrom('framework_instance').select('framework_instance.id').where('custom_framework_id', 'is not', null);
}
