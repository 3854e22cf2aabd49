/** Queries of documents. Answers are counted on every read, so the counts are always current. */
import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { approvalFields, latestApproval, latestApprovals, type ApprovalView } from '#domain/approvals/views';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, equals, ofMember } from '#platform/database/filters';
import type { FilterOf } from '#contract/types';
import { outdateApprovals } from '#domain/approvals/stored';
import { approvalStatusOf, percentCompleteOf, statusAfter } from '../rules/documents.ts';

type Schemas = components['schemas'];
type Document = Schemas['SoaDocument'];

const sortColumns = { version: 'd.version', createdAt: 'd.created_at', updatedAt: 'd.updated_at' } as const;
export type DocumentOrder = keyof typeof sortColumns;

type DocumentFilter = FilterOf<'listSoaDocuments'>;

const pagedDocuments = PagedList.of((db) => selectDocuments(db)).filteredBy<DocumentFilter>({
  frameworkId: equals('d.framework_id'),
  status: anyOf('d.status'),
  latest: equals('d.is_latest'),
  approverId: ofMember('d.approver_id'),
  ids: anyOf('d.id'),
  approvalStatus: (eb, statuses) => eb(selectApprovalStatus(eb), '=', eb.fn.any(statuses)),
});

export async function listDocuments(
  db: OrganizationDatabase,
  filter: DocumentFilter,
  page: PageRequest<DocumentOrder>,
): Promise<Page<Document>> {
  const foundPage = await pagedDocuments.page(db, filter, { by: sortColumns[page.sortBy], id: 'd.id' }, page);
  const approvals = await latestApprovals(
    db,
    'soaDocument',
    foundPage.rows.map(({ id }) => id),
  );
  return mapPage(foundPage, (row) => documentOf(row, approvals.get(row.id)));
}

export async function findDocument(db: OrganizationDatabase, id: string): Promise<Document | undefined> {
  const row = await selectDocuments(db).where('d.id', '=', id).executeTakeFirst();
  return row && documentOf(row, await latestApproval(db, 'soaDocument', id));
}

export async function findLatestDocument(db: OrganizationDatabase, frameworkId: string): Promise<Document | undefined> {
  const row = await selectDocuments(db).where('d.framework_id', '=', frameworkId).where('d.is_latest', '=', true).executeTakeFirst();
  return row && documentOf(row, await latestApproval(db, 'soaDocument', row.id));
}

/** Locks the document and its answers until the transaction ends. */
export async function lockDocument(db: OrganizationDatabase, id: string): Promise<Document | undefined> {
  const lockedRow = await db.selectFrom('soa_document').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return lockedRow && findDocument(db, id);
}

/** Locks the organization's row until the transaction ends, so that other transactions cannot add documents. */
export async function lockVersions(db: OrganizationDatabase): Promise<void> {
  await db.selectFrom('organization').select('id').where('id', '=', db.organizationId).forNoKeyUpdate().execute();
}

export interface NewDocument {
  readonly frameworkId: string;
  readonly configuration: Schemas['SoaConfiguration'];
  readonly preparedBy: string | undefined;
}

/** Creates the next version, which becomes the latest one. The caller must lock the versions first. */
export async function insertDocument(db: OrganizationDatabase, { frameworkId, configuration, preparedBy }: NewDocument): Promise<string> {
  const { highest: highestVersion } = await db
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
      version: (highestVersion ?? 0) + 1,
      total_questions: configuration.questions.length,
      ...(preparedBy !== undefined && { prepared_by: preparedBy }),
    })
    .execute();
  return id;
}

/** Updates the status after an answer changed, and clears approvals and rejections of the previous content (soa, rule 6). */
export async function reopenDocument(db: OrganizationDatabase, id: string): Promise<void> {
  const { answered, total } = await db
    .selectFrom('soa_document as d')
    .select((eb) => [selectAnsweredCount(eb).as('answered'), 'd.total_questions as total'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow();
  await outdateApprovals(db, { kind: 'soaDocument', id });
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

type DocumentExpressions = ExpressionBuilder<TenantTables & { d: TenantTables['soa_document'] }, 'd'>;

/** Selects the same value as `approvalStatusOf` returns, for use in filters. */
const selectApprovalStatus = (eb: DocumentExpressions) =>
  eb
    .case()
    .when('d.approved_at', 'is not', null)
    .then('approved')
    .when('d.declined_at', 'is not', null)
    .then('rejected')
    .when('d.status', '=', 'needs_review')
    .then('pending')
    .else('none')
    .end();

const selectAnsweredCount = (eb: DocumentExpressions) =>
  eb
    .selectFrom('soa_answer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('soa_answer.document_id', '=', 'd.id')
    .where('soa_answer.is_latest_answer', '=', true)
    .where('soa_answer.is_applicable', 'is not', null);

const selectReviewCount = (eb: DocumentExpressions) =>
  eb
    .selectFrom('soa_answer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('soa_answer.document_id', '=', 'd.id')
    .where('soa_answer.is_latest_answer', '=', true)
    .where('soa_answer.needs_review', '=', true);

function selectDocuments(db: QueryCreator<TenantTables>) {
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
        'recordVersion',
      ),
      'f.name as frameworkName',
      'm.name as approverName',
      'm.email as approverEmail',
      selectAnsweredCount(eb).as('answered'),
      selectReviewCount(eb).as('needsReviewCount'),
    ]);
}

type ApprovalField = 'submittedBy' | 'approvedBy' | 'selfApproved' | 'via';
type Row = Omit<
  Document,
  ApprovalField | 'approvalStatus' | 'answeredQuestions' | 'needsReviewCount' | 'percentComplete' | 'approver' | 'framework'
> & {
  readonly frameworkName: string;
  readonly approverName: string | null;
  readonly approverEmail: string | null;
  readonly answered: number | null;
  readonly needsReviewCount: number | null;
};

function documentOf(
  { frameworkName, approverName, approverEmail, answered, needsReviewCount, ...row }: Row,
  approval: ApprovalView | undefined,
): Document {
  const { submittedBy, via, approvedBy, selfApproved } = approvalFields(approval);
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
    submittedBy,
    via,
    approvedBy,
    selfApproved,
  };
}
