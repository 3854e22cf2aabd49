/** Queries of the approval of documents: submission, decision, and the member to notify. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { FrozenMap, FrozenReferences } from '../rules/statement.ts';

export async function submitDocument(
  db: OrganizationDatabase,
  id: string,
  approverId: string,
  submittedBy: string | undefined,
): Promise<void> {
  await db
    .updateTable('soa_document')
    .set((eb) => ({
      status: 'needs_review',
      approver_id: approverId,
      submitted_by: submittedBy ?? null,
      submitted_at: sql<string>`now()`,
      completed_at: eb.fn.coalesce('completed_at', sql<string>`now()`),
      approved_by: null,
      approved_at: null,
      approved_references: null,
      declined_at: null,
      decline_reason: null,
    }))
    .where('id', '=', id)
    .execute();
}

/** @param approvedBy name of the approver @param references the current references of each answer, which are frozen with the approval */
export async function approveDocument(
  db: OrganizationDatabase,
  id: string,
  approvedBy: string,
  references: Readonly<Record<string, FrozenReferences>>,
): Promise<void> {
  await db
    .updateTable('soa_document')
    .set({ status: 'completed', approved_by: approvedBy, approved_at: sql<string>`now()`, approved_references: JSON.stringify(references) })
    .where('id', '=', id)
    .execute();
}

export async function declineDocument(db: OrganizationDatabase, id: string, reason: string | null): Promise<void> {
  await db
    .updateTable('soa_document')
    .set({
      status: 'completed',
      approver_id: null,
      declined_at: sql<string>`now()`,
      decline_reason: reason,
    })
    .where('id', '=', id)
    .execute();
}

/** Returns who approved a document, when, and for which organization; undefined if it is not approved. */
export async function findApproval(
  db: OrganizationDatabase,
  id: string,
): Promise<
  | { readonly organization: string; readonly approverName: string; readonly approvedAt: string; readonly references: FrozenMap | null }
  | undefined
> {
  const row = await db
    .selectFrom('soa_document as d')
    .innerJoin('organization as o', 'o.id', 'd.organization_id')
    .select((eb) => [
      'o.name as organization',
      'd.approved_by as approverName',
      'd.approved_at as approvedAt',
      // This cast is safe, because only approveDocument writes this column.
      eb.ref('d.approved_references').$castTo<FrozenMap | null>().as('references'),
    ])
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!row || row.approverName === null || row.approvedAt === null) return undefined;
  return { organization: row.organization, approverName: row.approverName, approvedAt: row.approvedAt, references: row.references };
}

/** Returns the user to notify of the decision, as a list of recipients; empty if unknown. */
export async function findSubmitter(db: OrganizationDatabase, id: string): Promise<string[]> {
  const row = await db.selectFrom('soa_document').select('submitted_by').where('id', '=', id).executeTakeFirst();
  return row?.submitted_by ? [row.submitted_by] : [];
}
