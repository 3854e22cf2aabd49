/** Queries about what was submitted with forms. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import type { FilterOf } from '../../../contract/types.ts';
import type { FormType } from '../../../domain/evidence-forms/definition.ts';
import { forms } from '../../../domain/evidence-forms/forms/index.ts';
import { type FormValues, longKeysOf, searchTextOf, textsIn, valuesIn } from '../../../domain/evidence-forms/values.ts';
import { personColumns, personIn } from '../../../domain/members/person.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import { anyOf, contains, from, until } from '../../../platform/database/filters.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';

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
    'submittedAt',
    'status',
    'reviewedById',
    'reviewedAt',
    'reviewedVia',
    'reviewReason',
    'createdAt',
    'updatedAt',
  ),
  ...personColumns('submitter'),
  ...personColumns('reviewer'),
] as const;

/** Keys of the values that lists leave out, by form. */
const longKeys = JSON.stringify(Object.fromEntries(forms.map((form) => [form.type, longKeysOf(form)])));

function selectSubmissions(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('evidence_submission')
    .leftJoin('member as submitter', 'submitter.user_id', 'evidence_submission.submitted_by_id')
    .leftJoin('member as reviewer', 'reviewer.user_id', 'evidence_submission.reviewed_by_id')
    .select(columns);
}
function selectShort(db: QueryCreator<TenantTables>) {
  return selectSubmissions(db).select(
    sql<unknown>`evidence_submission.data - array(select jsonb_array_elements_text(${longKeys}::jsonb -> evidence_submission.form_type))`.as(
      'short',
    ),
  );
}
type Row = Awaited<ReturnType<ReturnType<typeof selectSubmissions>['executeTakeFirstOrThrow']>>;

const ofForm = PagedList.of((db, param: Params<{ readonly formType: FormType }>) =>
  selectShort(db).where('evidence_submission.form_type', '=', param('formType')),
).filteredBy<Filter>({
  search: contains('evidence_submission.search_text'),
  status: anyOf('evidence_submission.status'),
  submittedAtAfter: from('evidence_submission.submitted_at'),
  submittedAtBefore: until('evidence_submission.submitted_at'),
});
const whole = PagedList.of((db, param: Params<{ readonly formType: FormType }>) =>
  selectSubmissions(db).select('evidence_submission.data').where('evidence_submission.form_type', '=', param('formType')),
).filteredBy<FilterOf<'exportEvidenceSubmissionsCsv'>>({
  submittedAtAfter: from('evidence_submission.submitted_at'),
  submittedAtBefore: until('evidence_submission.submitted_at'),
});
const ofUser = PagedList.of((db, param: Params<{ readonly userId: string }>) =>
  selectShort(db).where('evidence_submission.submitted_by_id', '=', param('userId')),
).filteredBy<Pick<FilterOf<'listMyEvidenceSubmissions'>, 'formType'>>({ formType: anyOf('evidence_submission.form_type') });

const newestFirst = { by: 'evidence_submission.submitted_at', id: 'evidence_submission.id' } as const;

/** @returns the submissions of a form with their short values, newest first */
export async function listSubmissions(
  db: OrganizationDatabase,
  formType: FormType,
  { search, ...filter }: Filter,
  page: PageRequest,
): Promise<Page<Schemas['EvidenceSubmissionListItem']>> {
  const asked = { formType, ...filter, ...(search !== undefined && { search: search.trim() }) };
  return mapPage(await ofForm.page(db, asked, newestFirst, page), itemOf);
}

/** @returns the submissions of a user with their short values, newest first */
export async function listSubmissionsOf(
  db: OrganizationDatabase,
  userId: string,
  filter: Pick<FilterOf<'listMyEvidenceSubmissions'>, 'formType'>,
  page: PageRequest,
): Promise<Page<Schemas['EvidenceSubmissionListItem']>> {
  return mapPage(await ofUser.page(db, { userId, ...filter }, newestFirst, page), itemOf);
}

/** @returns some submissions of a form with all values, newest first @param after the last one that was read before */
export async function listWhole(
  db: OrganizationDatabase,
  formType: FormType,
  filter: FilterOf<'exportEvidenceSubmissionsCsv'>,
  after: PageRequest['after'],
  limit: number,
): Promise<Page<Submission>> {
  const page = { limit, after, count: false, sortBy: 'submittedAt', sortOrder: 'desc' } as const;
  return mapPage(await whole.page(db, { formType, ...filter }, newestFirst, page), submissionOf);
}

/** @returns how many submissions of a user wait for a review */
export async function countPending(db: OrganizationDatabase, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('evidence_submission')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('submitted_by_id', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns the submission, if it is of this form */
export async function findSubmission(db: OrganizationDatabase, formType: FormType, id: string): Promise<Submission | undefined> {
  const row = await selectSubmissions(db)
    .select('evidence_submission.data')
    .where('evidence_submission.id', '=', id)
    .where('evidence_submission.form_type', '=', formType)
    .executeTakeFirst();
  return row && submissionOf(row);
}

/** @returns the same, held until the transaction ends */
export async function lockSubmission(db: OrganizationDatabase, formType: FormType, id: string): Promise<Submission | undefined> {
  await db.selectFrom('evidence_submission').select('id').where('id', '=', id).forUpdate().execute();
  return findSubmission(db, formType, id);
}

/** @param submittedById null for an anonymous report @returns the id of the new submission */
export async function insertSubmission(
  db: OrganizationDatabase,
  formType: FormType,
  submittedById: string | null,
  values: FormValues,
): Promise<string> {
  const id = newId('evs');
  await db
    .insertInto('evidence_submission')
    .values({
      id,
      form_type: formType,
      submitted_by_id: submittedById,
      data: JSON.stringify(values),
      search_text: searchTextOf(values),
    })
    .execute();
  return id;
}

/** Writes the result of a review. @param via the key that acts for the reviewer, if one does */
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

/** Deletes a submission, with its files by their foreign key. */
export async function deleteSubmission(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('evidence_submission').where('id', '=', id).execute();
}

function submissionOf({ data, ...row }: Row & { readonly data: unknown }): Submission {
  return { ...coreOf(row), values: valuesIn(data) };
}

function itemOf({ short, ...row }: Row & { readonly short: unknown }): Schemas['EvidenceSubmissionListItem'] {
  return { ...coreOf(row), data: textsIn(short) };
}

function coreOf(row: Row): Core {
  const { id, organizationId, formType, submittedById, submittedAt, status, reviewedById, reviewedAt, reviewedVia } = row;
  return {
    id,
    organizationId,
    formType,
    submittedById,
    submittedBy: personIn(row, 'submitter')?.user ?? null,
    submittedAt,
    status,
    reviewedById,
    reviewedBy: personIn(row, 'reviewer')?.user ?? null,
    reviewedAt,
    reviewedVia,
    reviewReason: row.reviewReason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
