/** Queries about manual answers. */
import { sql, type SqlBool } from 'kysely';
import type { FilterOf } from '#contract/types';
import { type ManualAnswer, manualAnswerColumns } from '#domain/questionnaires/manual-answers/manual-answers';
import { anyOf, contains, equals } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import { violates } from '#platform/database/violations';
import type { Author } from '#platform/identity/author';

const sortColumns = {
  updatedAt: 'manual_answer.updated_at',
  createdAt: 'manual_answer.created_at',
  question: 'manual_answer.question_start',
} as const;
export type ManualAnswerOrder = keyof typeof sortColumns;

const pagedList = PagedList.of((db) =>
  db.selectFrom('manual_answer').select([...manualAnswerColumns, 'manual_answer.question_start']),
).filteredBy<FilterOf<'listManualAnswers'>>({
  search: contains('manual_answer.question', 'manual_answer.answer'),
  tag: (eb, parameter) => sql<SqlBool>`${eb.ref('tags')} && ${parameter}::text[]`,
  audience: anyOf('manual_answer.audience'),
  sourceQuestionnaireId: equals('manual_answer.source_questionnaire_id'),
  ids: anyOf('manual_answer.id'),
});

/** @returns a page of the manual answers that match the filter */
export async function listManualAnswers(
  db: OrganizationDatabase,
  filter: FilterOf<'listManualAnswers'>,
  page: PageRequest<ManualAnswerOrder>,
): Promise<Page<ManualAnswer>> {
  const foundPage = await pagedList.page(db, filter, { by: sortColumns[page.sortBy], id: 'manual_answer.id' }, page);
  return { ...foundPage, rows: foundPage.rows.map(({ question_start: _start, ...answer }) => answer) };
}

/** @returns the manual answer, or undefined if it does not exist */
export function findManualAnswer(db: OrganizationDatabase, id: string): Promise<ManualAnswer | undefined> {
  return db.selectFrom('manual_answer').select(manualAnswerColumns).where('id', '=', id).executeTakeFirst();
}

/** Finds a manual answer and locks it until the transaction ends. */
export function lockManualAnswer(db: OrganizationDatabase, id: string): Promise<ManualAnswer | undefined> {
  return db.selectFrom('manual_answer').select(manualAnswerColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** @returns whether the answer was changed; false if another manual answer has the same question */
export async function updateManualAnswer(
  db: OrganizationDatabase,
  id: string,
  { question, answer, tags, audience }: Pick<ManualAnswer, 'question' | 'answer' | 'tags' | 'audience'>,
  author: Author,
): Promise<boolean> {
  try {
    await db
      .updateTable('manual_answer')
      .set({ question, answer, tags, audience, updated_by_id: author.userId, updated_via: author.via })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if (violates(error, 'manual_answer_question')) return false;
    throw error;
  }
  return true;
}

export async function deleteManualAnswer(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('manual_answer').where('id', '=', id).execute();
}

/** @returns the number of deleted answers */
export async function deleteManualAnswers(db: OrganizationDatabase): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('manual_answer').executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Counts the manual answers that `deleteManualAnswers` would delete. */
export async function countManualAnswers(db: OrganizationDatabase): Promise<number> {
  const { count } = await db
    .selectFrom('manual_answer')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns whether the questionnaire exists; if so, it cannot be deleted until the transaction ends */
export async function lockQuestionnaireIfExists(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (await db.selectFrom('questionnaire').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !== undefined;
}
