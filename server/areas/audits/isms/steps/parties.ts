/** Reads the interested parties of a framework. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { type RowOf, rowsOf } from '../rules/registers.ts';
import { listDocuments } from '../queries/documents.ts';
import { listAllRows } from '../queries/rows.ts';

/** @returns the rows of the framework's register of interested parties */
export async function partiesIn(db: OrganizationDatabase, frameworkId: string): Promise<RowOf<'interested-parties'>[]> {
  const register = (await listDocuments(db, frameworkId)).find(({ type }) => type === 'interested_parties_register');
  return register ? rowsOf(await listAllRows(db, [register.id]), 'interested-parties') : [];
}
