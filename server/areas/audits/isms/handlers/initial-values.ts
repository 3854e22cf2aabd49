/** Sets the initial values of a new row that are not part of the request (isms, rules 8 and 10). */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Author } from '#platform/identity/author';
import type { StoredDocument } from '../rules/stored.ts';
import { findHolder } from '../queries/holders.ts';
import { insertRows, type NewRow } from '../queries/rows.ts';
import type { RegisterName } from '../rules/registers.ts';
import type { StoredRow, RowValues } from '../rules/rows.ts';
import { seedsOf } from '../rules/seeds.ts';

/** @returns the values to store */
export async function initialValues(
  db: OrganizationDatabase,
  { frameworkId }: StoredDocument,
  register: RegisterName,
  written: RowValues,
  { memberId, via: enteredVia }: Author,
): Promise<NewRow> {
  if (register === 'measurements') return { ...written, memberId, enteredVia };
  if (register !== 'reviews') return written;
  const [chair, owner] = await Promise.all([findHolder(db, frameworkId, 'top_management'), findHolder(db, frameworkId, 'spo')]);
  const attendees = [...new Map([chair, owner].flatMap((holder) => (holder ? [[holder.memberId, holder] as const] : []))).values()];
  return { ...written, fields: { chairName: chair?.name ?? null, attendees, ...written.fields } };
}

/** Creates the sampled controls of a new audit, or the inputs of a new review. */
export async function insertChildren(db: OrganizationDatabase, { id, documentId, register }: StoredRow): Promise<void> {
  const child = register === 'audits' ? 'audit-controls' : register === 'reviews' ? 'review-inputs' : undefined;
  if (!child) return;
  const seeds = seedsOf(child).map(({ key, fields }) => ({ key, derivedFrom: `seed:${key}`, fields }));
  await insertRows(db, documentId, child, seeds, id);
}
