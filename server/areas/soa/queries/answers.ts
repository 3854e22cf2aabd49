/** Queries about the answers. An answer is never overwritten: each time makes a version, and one version counts (spec/areas/soa, rule 5). */
import { type Expression, type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import type { Answered } from '../rules/answers.ts';
import type { StoredAnswer } from '../rules/references.ts';

type Schemas = components['schemas'];
type Answer = StoredAnswer;

/** The latest answers of a document, in no particular order. */
export function listAnswers(db: OrganizationDatabase, documentId: string): Promise<Answer[]> {
  return answers(db, documentId).where('is_latest_answer', '=', true).execute();
}

export function findAnswer(db: OrganizationDatabase, documentId: string, questionId: string): Promise<Answer | undefined> {
  return answers(db, documentId).where('question_id', '=', questionId).where('is_latest_answer', '=', true).executeTakeFirst();
}

const versions = PagedList.of((db, param: Params<{ readonly documentId: string; readonly questionId: string }>) =>
  answers(db, param('documentId')).where('question_id', '=', param('questionId')),
);

/** Lists the versions of an answer. */
export function listVersions(db: OrganizationDatabase, documentId: string, questionId: string, page: PageRequest): Promise<Page<Answer>> {
  return versions.page(db, { documentId, questionId }, { by: 'answer_version', id: 'id' }, page);
}

export interface NewAnswer extends Answered {
  readonly documentId: string;
  readonly questionId: string;
  readonly status: Answer['status'];
  readonly sources?: readonly Schemas['AnswerSource'][];
  readonly draftedByModel?: boolean;
  /** User id. */
  readonly by: string | undefined;
}

/** The next version, which counts from now on. @param previous the one that has counted until now; its document is held */
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
    by,
  }: NewAnswer,
): Promise<Answer> {
  const now = sql<string>`clock_timestamp()`;
  const user = by ?? null;
  if (previous)
    await db.updateTable('soa_answer').set({ is_latest_answer: false, updated_by_id: user }).where('id', '=', previous.id).execute();
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
      created_by_id: user,
      updated_by_id: user,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return answers(db, documentId).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Carries the latest answers of a document over to another one, unchanged, as far as it asks the same (createSoaDocument). */
export async function copyAnswers(
  db: OrganizationDatabase,
  from: string,
  to: string,
  questions: readonly Schemas['SoaQuestion'][],
): Promise<void> {
  const asked = new Set(questions.map(({ id }) => id));
  const copied = (await listAnswers(db, from)).filter(({ questionId }) => asked.has(questionId));
  if (!copied.length) return;
  await db
    .insertInto('soa_answer')
    .values(
      copied.map(
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
          updatedById,
        }) => ({
          id: newId('soa_ans'),
          document_id: to,
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
          updated_by_id: updatedById,
        }),
      ),
    )
    .execute();
}

function answers(db: QueryCreator<TenantTables>, documentId: string | Expression<string>) {
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
        'updatedById',
        'createdAt',
        'updatedAt',
      ),
      // Written here alone, in the form that the contract gives them.
      eb.ref('sources').$castTo<Answer['sources']>().as('sources'),
      eb.ref('reasons').$castTo<Answer['reasons']>().as('reasons'),
      'implementation_status as manualStatus',
    ]);
}

export interface Filled {
  readonly questionId: string;
  readonly isApplicable: boolean | null;
  readonly needsReview: boolean;
  readonly before: boolean | null;
}

/** What a run has filled in, in all of its attempts, with the decisions there were before. */
export function filledSince(db: OrganizationDatabase, documentId: string, startedAt: string): Promise<Filled[]> {
  return db
    .selectFrom('soa_answer as a')
    .leftJoin('soa_answer as b', (join) =>
      join
        .onRef('b.document_id', '=', 'a.document_id')
        .onRef('b.question_id', '=', 'a.question_id')
        .on(({ eb, ref }) => eb('b.answer_version', '=', eb(ref('a.answer_version'), '-', 1))),
    )
    .select([...columnsOf('soa_answer as a', 'questionId', 'isApplicable', 'needsReview'), 'b.is_applicable as before'])
    .where('a.document_id', '=', documentId)
    .where('a.generated_at', '>=', startedAt)
    .where('a.status', '=', 'generated')
    .orderBy('a.created_at')
    .execute();
}
