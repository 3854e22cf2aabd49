/** Queries about the documents. What they show of answers is counted where it is read, so that it cannot go stale. */
import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { anyOf, is } from '../../../platform/database/filters.ts';
import type { FilterOf } from '../../../contract/types.ts';
import type { FrozenMap, FrozenReferences } from '../rules/statement.ts';
import { approvalStatusOf, percentCompleteOf, statusAfter } from '../rules/documents.ts';

type Schemas = components['schemas'];
type Document = Schemas['SoaDocument'];

const orders = { version: 'd.version', createdAt: 'd.created_at', updatedAt: 'd.updated_at' } as const;
export type DocumentOrder = keyof typeof orders;

type DocumentFilter = FilterOf<'listSoaDocuments'>;

const listed = PagedList.of((db) => documents(db)).filteredBy<DocumentFilter>({
  frameworkId: is('d.framework_id'),
  status: anyOf('d.status'),
  latest: is('d.is_latest'),
  approvalStatus: (eb, statuses) => eb(approval(eb), '=', eb.fn.any(statuses)),
});

export async function listDocuments(
  db: OrganizationDatabase,
  filter: DocumentFilter,
  page: PageRequest<DocumentOrder>,
): Promise<Page<Document>> {
  return mapPage(await listed.page(db, filter, { by: orders[page.sortBy], id: 'd.id' }, page), documentOf);
}

export async function findDocument(db: OrganizationDatabase, id: string): Promise<Document | undefined> {
  const row = await documents(db).where('d.id', '=', id).executeTakeFirst();
  return row && documentOf(row);
}

export async function findLatestDocument(db: OrganizationDatabase, frameworkId: string): Promise<Document | undefined> {
  const row = await documents(db).where('d.framework_id', '=', frameworkId).where('d.is_latest', '=', true).executeTakeFirst();
  return row && documentOf(row);
}

/** The document, locked with its answers until the transaction ends. */
export async function lockDocument(db: OrganizationDatabase, id: string): Promise<Document | undefined> {
  const held = await db.selectFrom('soa_document').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return held && findDocument(db, id);
}

/** Nobody else adds a document until the transaction ends: they wait at the organization's row. */
export async function lockVersions(db: OrganizationDatabase): Promise<void> {
  await db.selectFrom('organization').select('id').where('id', '=', db.organizationId).forNoKeyUpdate().execute();
}

export interface NewDocument {
  readonly frameworkId: string;
  readonly configuration: Schemas['SoaConfiguration'];
  readonly preparedBy: string | undefined;
}

/** Creates the next version, which is the latest from then on. The caller has locked the versions. */
export async function insertDocument(db: OrganizationDatabase, { frameworkId, configuration, preparedBy }: NewDocument): Promise<string> {
  const { highest } = await db
    .selectFrom('soa_document')
    .select(({ fn }) => fn.max('version').as('highest'))
    .where('framework_id', '=', frameworkId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('soa_document')
    .set({ is_latest: false })
    .where('framework_id', '=', frameworkId)
    .where('is_latest', '=', true)
    .execute();
  const id = newId('soa_doc');
  await db
    .insertInto('soa_document')
    .values({
      id,
      framework_id: frameworkId,
      configuration_id: configuration.id,
      version: (highest ?? 0) + 1,
      total_questions: configuration.questions.length,
      ...(preparedBy !== undefined && { prepared_by: preparedBy }),
    })
    .execute();
  return id;
}

/** After an answer was saved or filled in: how far the document is now, and that nobody has approved or declined what it says now (spec/areas/soa, rule 6). */
export async function reopenDocument(db: OrganizationDatabase, id: string): Promise<void> {
  const { answered, total } = await db
    .selectFrom('soa_document as d')
    .select((eb) => [answeredQuestions(eb).as('answered'), 'd.total_questions as total'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow();
  const status = statusAfter(answered ?? 0, total);
  await db
    .updateTable('soa_document')
    .set({
      status,
      completed_at: status === 'completed' ? sql<string>`now()` : null,
      approver_id: null,
      approved_by: null,
      approved_at: null,
      approved_references: null,
      declined_at: null,
      decline_reason: null,
    })
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

/** @param approvedBy name of the approver @param references what stands behind each answer now */
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

/** Who approved a document for which organization, and when; undefined unless it is approved. */
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
      // Written by approveDocument alone.
      eb.ref('d.approved_references').$castTo<FrozenMap | null>().as('references'),
    ])
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!row || row.approverName === null || row.approvedAt === null) return undefined;
  return { organization: row.organization, approverName: row.approverName, approvedAt: row.approvedAt, references: row.references };
}

/** The person who is notified of the decision. */
export async function submitterOf(db: OrganizationDatabase, id: string): Promise<string[]> {
  const row = await db.selectFrom('soa_document').select('submitted_by').where('id', '=', id).executeTakeFirst();
  return row?.submitted_by ? [row.submitted_by] : [];
}

type OfDocument = ExpressionBuilder<TenantTables & { d: TenantTables['soa_document'] }, 'd'>;

/** Selects the same value as `approvalStatusOf`, for filters. */
const approval = (eb: OfDocument) =>
  eb
    .case()
    .when('d.approved_at', 'is not', null)
    .then('approved')
    .when('d.declined_at', 'is not', null)
    .then('declined')
    .when('d.status', '=', 'needs_review')
    .then('pending')
    .else('none')
    .end();

const answeredQuestions = (eb: OfDocument) =>
  eb
    .selectFrom('soa_answer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('soa_answer.document_id', '=', 'd.id')
    .where('soa_answer.is_latest_answer', '=', true)
    .where('soa_answer.is_applicable', 'is not', null);

const inReview = (eb: OfDocument) =>
  eb
    .selectFrom('soa_answer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('soa_answer.document_id', '=', 'd.id')
    .where('soa_answer.is_latest_answer', '=', true)
    .where('soa_answer.needs_review', '=', true);

function documents(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('soa_document as d')
    .innerJoin('platform_framework as f', 'f.id', 'd.framework_id')
    .leftJoin('member as m', 'm.id', 'd.approver_id')
    .select((eb) => [
      ...columnsOf(
        'soa_document as d',
        'id',
        'organizationId',
        'frameworkId',
        'configurationId',
        'version',
        'isLatest',
        'status',
        'totalQuestions',
        'preparedBy',
        'approverId',
        'submittedAt',
        'approvedAt',
        'declinedAt',
        'completedAt',
        'declineReason',
        'createdAt',
        'updatedAt',
      ),
      'f.name as frameworkName',
      'm.name as approverName',
      'm.email as approverEmail',
      answeredQuestions(eb).as('answered'),
      inReview(eb).as('needsReviewCount'),
    ]);
}

type Row = Omit<Document, 'approvalStatus' | 'answeredQuestions' | 'needsReviewCount' | 'percentComplete' | 'approver' | 'framework'> & {
  readonly frameworkName: string;
  readonly approverName: string | null;
  readonly approverEmail: string | null;
  readonly answered: number | null;
  readonly needsReviewCount: number | null;
};

function documentOf({ frameworkName, approverName, approverEmail, answered, needsReviewCount, ...row }: Row): Document {
  const answeredQuestions = answered ?? 0;
  return {
    ...row,
    approvalStatus: approvalStatusOf(row),
    answeredQuestions,
    needsReviewCount: needsReviewCount ?? 0,
    percentComplete: percentCompleteOf(answeredQuestions, row.totalQuestions),
    approver:
      row.approverId === null || approverName === null || approverEmail === null
        ? null
        : { id: row.approverId, user: { name: approverName, email: approverEmail } },
    framework: { id: row.frameworkId, name: frameworkName },
  };
}
