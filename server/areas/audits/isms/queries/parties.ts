import type { OrganizationDatabase } from '#platform/database/handle';
import { type RowOf, rowsOf } from '../rules/registers.ts';
import { listDocuments } from './documents.ts';
import { allRows } from './rows.ts';

/** @returns the interested parties in the register of a framework */
export async function partiesIn(db: OrganizationDatabase, frameworkId: string): Promise<RowOf<'interested-parties'>[]> {
  const register = (await listDocuments(db, frameworkId)).find(({ type }) => type === 'interested_parties_register');
  return register ? rowsOf(await allRows(db, [register.id]), 'interested-parties') : [];
}
