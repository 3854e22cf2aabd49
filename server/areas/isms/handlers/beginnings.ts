/** What a new row begins with, beside what was sent (spec/areas/isms, rules 8 and 10). */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { findHolder } from '../queries/holders.ts';
import { insertRows, type NewRow } from '../queries/rows.ts';
import type { RegisterName } from '../rules/registers.ts';
import type { StoredRow, Written } from '../rules/rows.ts';
import { seedsOf } from '../rules/seeds.ts';

/** @param author the member who acts @returns what is stored */
export async function beginnings(
  db: OrganizationDatabase,
  { frameworkId }: StoredDocument,
  register: RegisterName,
  written: Written,
  author: string | undefined,
): Promise<NewRow> {
  if (register === 'measurements') return { ...written, memberId: author ?? null };
  if (register !== 'reviews') return written;
  const [chair, owner] = await Promise.all([findHolder(db, frameworkId, 'top_management'), findHolder(db, frameworkId, 'spo')]);
  const attendees = [...new Map([chair, owner].flatMap((one) => (one ? [[one.memberId, one] as const] : []))).values()];
  return { ...written, fields: { chairName: chair?.name ?? null, attendees, ...written.fields } };
}

/** An audit comes with what it samples, and a review with its inputs. */
export async function insertChildren(db: OrganizationDatabase, { id, documentId, register }: StoredRow): Promise<void> {
  const child = register === 'audits' ? 'audit-controls' : register === 'reviews' ? 'review-inputs' : undefined;
  if (!child) return;
  const seeds = seedsOf(child).map(({ key, fields }) => ({ key, derivedFrom: `seed:${key}`, fields }));
  await insertRows(db, documentId, child, seeds, id);
}
