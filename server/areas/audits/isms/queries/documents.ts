/** Queries of ISMS documents. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { touchUpdatedAt } from '#platform/database/touched';
import type { Narrative } from '../rules/narratives.ts';
import type { StoredDocument } from '../rules/stored.ts';

type DocumentExpressions = ExpressionBuilder<TenantTables & { d: TenantTables['isms_document'] }, 'd'>;

/** Selects the number of the latest version. */
const latestVersion = (eb: DocumentExpressions) =>
  eb
    .selectFrom('isms_version as n')
    .select(({ fn }) => fn.max('n.version').as('version'))
    .whereRef('n.document_id', '=', 'd.id');

function selectDocuments(db: OrganizationDatabase) {
  return db
    .selectFrom('isms_document as d')
    .leftJoin('isms_version as v', (join) => join.onRef('v.document_id', '=', 'd.id').on((eb) => eb('v.version', '=', latestVersion(eb))))
    .select([
      ...columnsOf(
        'isms_document as d',
        'id',
        'organizationId',
        'frameworkId',
        'requirementId',
        'templateId',
        'type',
        'title',
        'status',
        'preparedBy',
        'approverId',
        'approvedAt',
        'declinedAt',
        'declineReason',
        'narrative',
        'baseline',
        'submittedBy',
        'createdAt',
        'updatedAt',
        'version',
      ),
      'v.id as versionId',
      'v.version as versionNumber',
      'v.published_at as publishedAt',
    ]);
}

export function listDocuments(db: OrganizationDatabase, frameworkId: string): Promise<StoredDocument[]> {
  return selectDocuments(db).where('d.framework_id', '=', frameworkId).execute();
}

export function findDocument(db: OrganizationDatabase, id: string): Promise<StoredDocument | undefined> {
  return selectDocuments(db).where('d.id', '=', id).executeTakeFirst();
}

/** Locks the document until the transaction ends. The lock also covers its rows and links (isms, rule 6). */
export async function lockDocument(db: OrganizationDatabase, id: string): Promise<StoredDocument | undefined> {
  const lockedRow = await db.selectFrom('isms_document').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return lockedRow && findDocument(db, id);
}

/** Locks all documents of a framework, always in the same order to avoid deadlocks. */
export async function lockDocuments(db: OrganizationDatabase, frameworkId: string): Promise<void> {
  await db.selectFrom('isms_document').select('id').where('framework_id', '=', frameworkId).orderBy('id').forNoKeyUpdate().execute();
}

/** Resets the status after a content change: an approved document becomes a draft, and a draft edited by people becomes `in_progress`. */
export async function reopen(
  db: OrganizationDatabase,
  { id, status }: StoredDocument,
  changeSource: 'people' | 'generation',
): Promise<void> {
  const nextStatus = status === 'approved' ? 'draft' : status === 'draft' && changeSource === 'people' ? 'in_progress' : status;
  await db
    .updateTable('isms_document')
    .set({ ...touchUpdatedAt, status: nextStatus, ...(status === 'approved' && { approved_at: null, approver_id: null }) })
    .where('id', '=', id)
    .execute();
}

export async function saveNarrative(db: OrganizationDatabase, id: string, narrative: Narrative): Promise<void> {
  await db
    .updateTable('isms_document')
    .set({ narrative: JSON.stringify(narrative) })
    .where('id', '=', id)
    .execute();
}

export async function saveBaseline(db: OrganizationDatabase, id: string, baseline: Readonly<Record<string, string>>): Promise<void> {
  await db
    .updateTable('isms_document')
    .set({ baseline: JSON.stringify(baseline) })
    .where('id', '=', id)
    .execute();
}

export async function submitDocument(
  db: OrganizationDatabase,
  id: string,
  approverId: string,
  submittedBy: string | undefined,
): Promise<void> {
  await db
    .updateTable('isms_document')
    .set({
      status: 'needs_review',
      approver_id: approverId,
      submitted_by: submittedBy ?? null,
      approved_at: null,
      declined_at: null,
      decline_reason: null,
    })
    .where('id', '=', id)
    .execute();
}

export async function approveDocument(db: OrganizationDatabase, id: string, publishedAt: string): Promise<void> {
  await db.updateTable('isms_document').set({ status: 'approved', approved_at: publishedAt }).where('id', '=', id).execute();
}

export async function declineDocument(db: OrganizationDatabase, id: string, reason: string | null): Promise<void> {
  await db
    .updateTable('isms_document')
    .set({ status: 'rejected', declined_at: sql<string>`now()`, decline_reason: reason })
    .where('id', '=', id)
    .execute();
}
