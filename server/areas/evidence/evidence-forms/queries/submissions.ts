/** Queries for form submissions. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import type { FormType } from '#domain/evidence-forms/definition';
import { forms } from '#domain/evidence-forms/forms/index';
import { type FormValues, keysOmittedFromLists, searchTextOf, stringProperties, parseFormValues } from '#domain/evidence-forms/values';
import { personColumns, personFromRow } from '#domain/people/members/person';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains, onOrAfter, onOrBefore } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { ActingMember } from '#platform/identity/acting-member';
import type { Params } from '#platform/database/prepared';

type Schemas = components['schemas'];
type Core = Schemas['EvidenceSubmissionCore'];
export type Submission = Core & { readonly values: FormValues };
type Filter = FilterOf<'listEvidenceSubmissions'>;

const columns = [
  ...columnsOf(
    'evidence_submission',
    'id',
    'organizationId',
    'formType',
    'submittedById',
    'submittedVia',
    'submittedAt',
    'status',
    'reviewedById',
    'reviewedAt',
    'reviewedVia',
    'reviewReason',
    'createdAt',
    'updatedAt',
    'version',
  ),
  ...personColumns('submitter'),
  ...personColumns('reviewer'),
] as const;

/** The keys of the long values of each form, which lists omit. */
const longKeysJson = JSON.stringify(Object.fromEntries(forms.map((form) => [form.type, keysOmittedFromLists(form)])));

function selectSubmissions(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('evidence_submission')
    .leftJoin('member as submitter', 'submitter.user_id', 'evidence_submission.submitted_by_id')
    .leftJoin('member as reviewer', 'reviewer.user_id', 'evidence_submission.reviewed_by_id')
    .select(columns)
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('approval')
            .select('approval.id')
            .whereRef('approval.evidence_submission_id', '=', 'evidence_submission.id')
            .where('approval.self_approved', '=', true),
        )
        .$castTo<boolean>()
        .as('selfApproved'),
    );
}
/** Selects submissions without their long values. */
function selectListItems(db: QueryCreator<TenantTables>) {
  return selectSubmissions(db).select(
    sql<unknown>`evidence_submission.data - array(select jsonb_array_elements_text(${longKeysJson}::jsonb -> evidence_submission.form_type))`.as(
      'short',
    ),
  );
}
type Row = Awaited<ReturnType<ReturnType<typeof selectSubmissions>['executeTakeFirstOrThrow']>>;

const sortKeys = {
  submittedAt: 'evidence_submission.submitted_at',
  createdAt: 'evidence_submission.created_at',
  updatedAt: 'evidence_submission.updated_at',
} as const;
type SubmissionOrder = keyof typeof sortKeys;
type OwnFilter = Omit<FilterOf<'listMyEvidenceSubmissions'>, 'userId'>;

const submissionsOfForm = PagedList.of((db, param: Params<{ readonly formType: FormType }>) =>
  selectListItems(db).where('evidence_submission.form_type', '=', param('formType')),
).filteredBy<Filter>({
  search: contains('evidence_submission.search_text'),
  status: anyOf('evidence_submission.status'),
  submittedAtAfter: onOrAfter('evidence_submission.submitted_at'),
  submittedAtBefore: onOrBefore('evidence_submission.submitted_at'),
  ids: anyOf('evidence_submission.id'),
});
const completeSubmissions = PagedList.of((db, param: Params<{ readonly formType: FormType }>) =>
  selectSubmissions(db).select('evidence_submission.data').where('evidence_submission.form_type', '=', param('formType')),
).filteredBy<FilterOf<'exportEvidenceSubmissionsCsv'>>({
  submittedAtAfter: onOrAfter('evidence_submission.submitted_at'),
  submittedAtBefore: onOrBefore('evidence_submission.submitted_at'),
});
const submissionsOfUser = PagedList.of((db, param: Params<{ readonly userId: string }>) =>
  selectListItems(db).where('evidence_submission.submitted_by_id', '=', param('userId')),
).filteredBy<OwnFilter>({
  search: contains('evidence_submission.search_text'),
  formType: anyOf('evidence_submission.form_type'),
  ids: anyOf('evidence_submission.id'),
});

/** @returns a page of the submissions of a form without their long values */
export async function listSubmissions(
  db: OrganizationDatabase,
  formType: FormType,
  { search, ...filter }: Filter,
  page: PageRequest<SubmissionOrder>,
): Promise<Page<Schemas['EvidenceSubmissionListItem']>> {
  const params = { formType, ...filter, ...(search !== undefined && { search }) };
  return mapPage(await submissionsOfForm.page(db, params, { by: sortKeys[page.sortBy], id: 'evidence_submission.id' }, page), itemOf);
}

/** @returns a page of the submissions of a user without their long values */
export async function listSubmissionsOf(
  db: OrganizationDatabase,
  userId: string,
  filter: OwnFilter,
  page: PageRequest<SubmissionOrder>,
): Promise<Page<Schemas['EvidenceSubmissionListItem']>> {
  const order = { by: sortKeys[page.sortBy], id: 'evidence_submission.id' } as const;
  return mapPage(await submissionsOfUser.page(db, { userId, ...filter }, order, page), itemOf);
}

/** @returns a batch of submissions of a form with all values, newest first @param after the last submission of the previous batch */
export async function listCompleteSubmissions(
  db: OrganizationDatabase,
  formType: FormType,
  filter: FilterOf<'exportEvidenceSubmissionsCsv'>,
  after: PageRequest['after'],
  limit: number,
): Promise<Page<Submission>> {
  const page = { limit, after, count: false, sortBy: 'submittedAt', sortOrder: 'desc' } as const;
  return mapPage(
    await completeSubmissions.page(db, { formType, ...filter }, { by: sortKeys.submittedAt, id: 'evidence_submission.id' }, page),
    submissionOf,
  );
}

/** @returns the number of pending submissions of a user */
export async function countPending(db: OrganizationDatabase, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('evidence_submission')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('submitted_by_id', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns the submission; undefined if it does not exist or belongs to another form */
export async function findSubmission(db: OrganizationDatabase, formType: FormType, id: string): Promise<Submission | undefined> {
  const row = await selectSubmissions(db)
    .select('evidence_submission.data')
    .where('evidence_submission.id', '=', id)
    .where('evidence_submission.form_type', '=', formType)
    .executeTakeFirst();
  return row && submissionOf(row);
}

/** Locks a submission until the transaction ends. @returns undefined if it does not exist or belongs to another form */
export async function lockSubmission(db: OrganizationDatabase, formType: FormType, id: string): Promise<Submission | undefined> {
  await db.selectFrom('evidence_submission').select('id').where('id', '=', id).forUpdate().execute();
  return findSubmission(db, formType, id);
}

/** Stores a submission. @param submitter null for an anonymous report @returns the id of the new submission */
export async function insertSubmission(
  db: OrganizationDatabase,
  formType: FormType,
  submitter: Pick<ActingMember, 'userId' | 'via'> | null,
  values: FormValues,
): Promise<string> {
  const id = newId('evs');
  await db
    .insertInto('evidence_submission')
    .values({
      id,
      form_type: formType,
      submitted_by_id: submitter?.userId ?? null,
      submitted_via: submitter?.via ?? null,
      data: JSON.stringify(values),
      search_text: searchTextOf(values),
    })
    .execute();
  return id;
}

/** Stores the result of a review. `review.via` is the API key that acts for the reviewer, or null. */
export async function reviewSubmission(
  db: OrganizationDatabase,
  id: string,
  review: {
    readonly status: Schemas['EvidenceReviewAction'];
    readonly reason: string | null;
    readonly reviewerId: string;
    readonly via: string | null;
  },
): Promise<void> {
  await db
    .updateTable('evidence_submission')
    .set({
      status: review.status,
      reviewed_by_id: review.reviewerId,
      reviewed_at: sql<string>`now()`,
      reviewed_via: review.via,
      review_reason: review.reason,
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes a submission; the foreign key deletes its files. */
export async function deleteSubmission(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('evidence_submission').where('id', '=', id).execute();
}

function submissionOf({ data, ...row }: Row & { readonly data: unknown }): Submission {
  return { ...coreOf(row), values: parseFormValues(data) };
}

function itemOf({ short, ...row }: Row & { readonly short: unknown }): Schemas['EvidenceSubmissionListItem'] {
  return { ...coreOf(row), data: stringProperties(short) };
}

function coreOf(row: Row): Core {
  const { id, organizationId, formType, submittedById, submittedVia, submittedAt } = row;
  const { status, reviewedById, reviewedAt, reviewedVia, selfApproved } = row;
  return {
    id,
    organizationId,
    formType,
    submittedById,
    submittedBy: personFromRow(row, 'submitter')?.user ?? null,
    submittedVia,
    submittedAt,
    status,
    reviewedById,
    reviewedBy: personFromRow(row, 'reviewer')?.user ?? null,
    reviewedAt,
    reviewedVia,
    selfApproved,
    reviewReason: row.reviewReason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}
