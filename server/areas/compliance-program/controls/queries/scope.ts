/** Finds the scope of a link: the whole organization, or one adopted framework. */
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import { refusal } from '#platform/refusals/refusal';
import type { OrganizationDatabase } from '#platform/database/handle';

export interface LinkScope {
  readonly id: string;
  readonly isCustom: boolean;
}

const selectInstance = (db: OrganizationDatabase, id: string) =>
  db.selectFrom('framework_instance').select(['id', 'custom_framework_id']).where('id', '=', id);

/** @returns the adopted framework, undefined without an id, or an error if it does not exist or the reader may not read frameworks */
export async function findFrameworkInstance(db: OrganizationDatabase, reader: Reader, id: string | undefined) {
  return id === undefined ? undefined : scopeOf(reader, await selectInstance(db, id).executeTakeFirst());
}

/** Like `findFrameworkInstance`, but also locks the adopted framework until the transaction ends. */
export async function lockFrameworkInstance(db: OrganizationDatabase, reader: Reader, id: string | undefined) {
  return id === undefined ? undefined : scopeOf(reader, await selectInstance(db, id).forKeyShare().executeTakeFirst());
}

function scopeOf(reader: Reader, row: { readonly id: string; readonly custom_framework_id: string | null } | undefined) {
  return row && mayRead(reader, 'framework')
    ? { id: row.id, isCustom: row.custom_framework_id !== null }
    : refusal('framework_instance_not_found');
}

/** Selects the ids of custom frameworks as adopted (`framework_instance`), to which direct links also apply (controls, rules 3 and 4). */
export function selectCustomInstanceIds(db: OrganizationDatabase) {
  return db.selectFrom('framework_instance').select('framework_instance.id').where('custom_framework_id', 'is not', null);
}
