/** Queries of answers. An answer is never overwritten: each change adds a version, and the latest version counts (soa, rule 5). */
import { type Expression, type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { anyOf } from '#platform/database/filters';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import type { Author } from '#platform/identity/author';
import type { Answered } from '../rules/answers.ts';
import type { StoredAnswer } from '../rules/references.ts';

type Schemas = components['schemas'];
type Answer = StoredAnswer;

/** Lists the latest answers of a document, in no particular order. */
export function listAnswers(db: OrganizationDatabase, documentId: string): Promise<Answer[]> {
  return selectAnswers(db, documentId).where('is_latest_answer', '=', true).execute();
}

export function findAnswer(db: OrganizationDatabase, documentId: string, questionId: string): Promise<Answer | undefined> {
  return selectAnswers(db, documentId).where('question_id', '=', questionId).where('is_latest_answer', '=', true).executeTakeFirst();
}

const sortKeys = {
  answerVersion: 'soa_answer.answer_version',
  createdAt: 'soa_answer.created_at',
  updatedAt: 'soa_answer.updated_at',
} as const;

const pagedVersions = PagedList.of((db, param: Params<{ readonly documentId: string; readonly questionId: string }>) =>
  selectAnswers(db, param('documentId')).where('question_id', '=', param('questionId')),
).filteredBy<FilterOf<'listSoaAnswerVersions'>>({ ids: anyOf('soa_answer.id') });

/** Lists the versions of an answer. */
export function listVersions(
  db: OrganizationDatabase,
  { documentId, questionId }: { readonly documentId: string; readonly questionId: string },
  filter: FilterOf<'listSoaAnswerVersions'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Answer>> {
  return pagedVersions.page(db, { documentId, questionId, ...filter }, { by: sortKeys[page.sortBy], id: 'soa_answer.id' }, page);
}

export interface NewAnswer extends Answered {
  readonly documentId: string;
  readonly questionId: string;
  readonly status: Answer['status'];
  readonly sources?: readonly Schemas['AnswerSource'][];
  readonly draftedByModel?: boolean;
  readonly by: Author;
}

/** Adds the next version, which becomes the latest one. @param previous the latest version; the caller must lock its document */
export async function insertAnswer(
  db: OrganizationDatabase,
  previous: Answer | undefined,
  {
    documentId,
    questionId,
    isApplicable,
    justification,
    reasons,
    needsReview,
    manualStatus,
    status,
    sources,
    draftedByModel = false,
    by: author,
  }: NewAnswer,
): Promise<Answer> {
  const now = sql<string>`clock_timestamp()`;
  if (previous)
    await db
      .updateTable('soa_answer')
      .set({ is_latest_answer: false, updated_by_id: author.userId, updated_via: author.via })
      .where('id', '=', previous.id)
      .execute();
  const id = newId('soa_ans');
  await db
    .insertInto('soa_answer')
    .values({
      id,
      document_id: documentId,
      question_id: questionId,
      is_applicable: isApplicable,
      justification,
      reasons: [...reasons],
      needs_review: needsReview,
      implementation_status: manualStatus,
      status,
      sources: sources?.length ? JSON.stringify(sources) : null,
      generated_at: status === 'generated' ? now : null,
      drafted_by_model: draftedByModel,
      answer_version: (previous?.answerVersion ?? 0) + 1,
      created_by_id: author.userId,
      created_via: author.via,
      updated_by_id: author.userId,
      updated_via: author.via,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return selectAnswers(db, documentId).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Copies the latest answers to another document, for the questions that both documents have (createSoaDocument). */
export async function copyAnswers(
  db: OrganizationDatabase,
  sourceId: string,
  targetId: string,
  questions: readonly Schemas['SoaQuestion'][],
): Promise<void> {
  const questionIds = new Set(questions.map(({ id }) => id));
  const answersToCopy = (await listAnswers(db, sourceId)).filter(({ questionId }) => questionIds.has(questionId));
  if (!answersToCopy.length) return;
  await db
    .insertInto('soa_answer')
    .values(
      answersToCopy.map(
        ({
          questionId,
          isApplicable,
          justification,
          reasons,
          needsReview,
          manualStatus,
          status,
          sources,
          generatedAt,
          draftedByModel,
          createdById,
          createdVia,
          updatedById,
          updatedVia,
        }) => ({
          id: newId('soa_ans'),
          document_id: targetId,
          question_id: questionId,
          is_applicable: isApplicable,
          justification,
          reasons,
          needs_review: needsReview,
          implementation_status: manualStatus,
          status,
          sources: sources && JSON.stringify(sources),
          generated_at: generatedAt,
          drafted_by_model: draftedByModel,
          answer_version: 1,
          created_by_id: createdById,
          created_via: createdVia,
          updated_by_id: updatedById,
          updated_via: updatedVia,
        }),
      ),
    )
    .execute();
}

function selectAnswers(db: QueryCreator<TenantTables>, documentId: string | Expression<string>) {
  return db
    .selectFrom('soa_answer')
    .where('document_id', '=', documentId)
    .select((eb) => [
      ...columnsOf(
        'soa_answer',
        'id',
        'documentId',
        'questionId',
        'isApplicable',
        'justification',
        'needsReview',
        'status',
        'generatedAt',
        'draftedByModel',
        'answerVersion',
        'isLatestAnswer',
        'createdById',
        'createdVia',
        'updatedById',
        'updatedVia',
        'createdAt',
        'updatedAt',
      ),
      // Each change stores a new row, which has the next number.
      'soa_answer.answer_version as version',
      // These casts are safe, because only this file writes these columns, in the shape of the contract.
      eb.ref('sources').$castTo<Answer['sources']>().as('sources'),
      eb.ref('reasons').$castTo<Answer['reasons']>().as('reasons'),
      'implementation_status as manualStatus',
    ]);
}

export interface FilledAnswer {
  readonly questionId: string;
  readonly isApplicable: boolean | null;
  readonly needsReview: boolean;
  readonly previousDecision: boolean | null;
}

/** Lists the answers that the attempts of a run have filled in since this time, each with the decision before it. */
export function listFilledSince(db: OrganizationDatabase, documentId: string, startedAt: string): Promise<FilledAnswer[]> {
  return db
    .selectFrom('soa_answer as a')
    .leftJoin('soa_answer as b', (join) =>
      join
        .onRef('b.document_id', '=', 'a.document_id')
        .onRef('b.question_id', '=', 'a.question_id')
        .on(({ eb, ref }) => eb('b.answer_version', '=', eb(ref('a.answer_version'), '-', 1))),
    )
    .select([...columnsOf('soa_answer as a', 'questionId', 'isApplicable', 'needsReview'), 'b.is_applicable as previousDecision'])
    .where('a.document_id', '=', documentId)
    .where('a.generated_at', '>=', startedAt)
    .where('a.status', '=', 'generated')
    .orderBy('a.created_at')
    .execute();
}
