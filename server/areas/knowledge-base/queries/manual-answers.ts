/** Manual answers as the knowledge base shows and changes them. */
import { sql, type SqlBool } from 'kysely';
import type { FilterOf } from '../../../contract/types.ts';
import { type ManualAnswer, manualAnswerColumns } from '../../../domain/manual-answers/manual-answers.ts';
import { contains, is } from '../../../platform/database/filters.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { violates } from '../../../platform/database/violations.ts';

const orders = {
  updatedAt: 'manual_answer.updated_at',
  createdAt: 'manual_answer.created_at',
  question: 'manual_answer.question_start',
} as const;
export type ManualAnswerOrder = keyof typeof orders;

const listed = PagedList.of((db) =>
  db.selectFrom('manual_answer').select([...manualAnswerColumns, 'manual_answer.question_start']),
).filteredBy<FilterOf<'listManualAnswers'>>({
  search: contains('manual_answer.question', 'manual_answer.answer'),
  tag: (eb, place) => sql<SqlBool>`${eb.ref('tags')} && ${place}::text[]`,
  sourceQuestionnaireId: is('manual_answer.source_questionnaire_id'),
});

/** @returns a page of the manual answers that match */
export async function listManualAnswers(
  db: OrganizationDatabase,
  filter: FilterOf<'listManualAnswers'>,
  page: PageRequest<ManualAnswerOrder>,
): Promise<Page<ManualAnswer>> {
  const found = await listed.page(db, filter, { by: orders[page.sortBy], id: 'manual_answer.id' }, page);
  return { ...found, rows: found.rows.map(({ question_start: _start, ...answer }) => answer) };
}

/** @returns the manual answer */
export function findManualAnswer(db: OrganizationDatabase, id: string): Promise<ManualAnswer | undefined> {
  return db.selectFrom('manual_answer').select(manualAnswerColumns).where('id', '=', id).executeTakeFirst();
}

/** @returns the same, held until the transaction ends */
export function lockManualAnswer(db: OrganizationDatabase, id: string): Promise<ManualAnswer | undefined> {
  return db.selectFrom('manual_answer').select(manualAnswerColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** @returns whether it was changed: not when another one has the question */
export async function updateManualAnswer(
  db: OrganizationDatabase,
  id: string,
  { question, answer, tags }: Pick<ManualAnswer, 'question' | 'answer' | 'tags'>,
  by: string | null,
): Promise<boolean> {
  try {
    await db.updateTable('manual_answer').set({ question, answer, tags, updated_by_id: by }).where('id', '=', id).execute();
  } catch (error) {
    if (violates(error, 'manual_answer_question')) return false;
    throw error;
  }
  return true;
}

export async function deleteManualAnswer(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('manual_answer').where('id', '=', id).execute();
}

/** @returns how many there were */
export async function deleteManualAnswers(db: OrganizationDatabase): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('manual_answer').executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** @returns whether the organization has the questionnaire, which is held so that it stays until the transaction ends */
export async function hasQuestionnaire(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (await db.selectFrom('questionnaire').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !== undefined;
}
