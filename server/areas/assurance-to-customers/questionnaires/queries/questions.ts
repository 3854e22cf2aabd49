import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Author } from '#platform/identity/author';
import { lettersOf } from '#documents/spreadsheets/columns';
import type { Question as Found } from '../rules/items.ts';

type Schemas = components['schemas'];
type Question = Schemas['QuestionAnswer'];

const now = sql<string>`clock_timestamp()`;

const questions = (db: OrganizationDatabase) =>
  db.selectFrom('question_answer').select((eb) => [
    ...columnsOf(
      'question_answer',
      'id',
      'questionnaireId',
      'question',
      'reference',
      'section',
      'answer',
      'status',
      'questionIndex',
      'generatedAt',
      'draftedByModel',
      'updatedById',
      'updatedVia',
      'createdAt',
      'updatedAt',
    ),
    // Only this area writes the column, in the shape of the contract.
    eb.ref('sources').$castTo<Question['sources']>().as('sources'),
    eb.ref('location').$castTo<Question['location']>().as('location'),
  ]);

/** Ordered by questionnaire, then as in the file. */
export async function listQuestionsOf(db: OrganizationDatabase, questionnaireIds: readonly string[]): Promise<Question[]> {
  return questionnaireIds.length
    ? questions(db).where('questionnaire_id', 'in', questionnaireIds).orderBy('questionnaire_id').orderBy('question_index').execute()
    : [];
}

/** @param place the id of the question, or its index in digits */
export function findQuestion(db: OrganizationDatabase, questionnaireId: string, place: string): Promise<Question | undefined> {
  const query = questions(db).where('questionnaire_id', '=', questionnaireId);
  const isIndex = /^\d{1,9}$/.test(place);
  return (isIndex ? query.where('question_index', '=', Number(place)) : query.where('id', '=', place)).executeTakeFirst();
}

/** The indexes of the questions that can be answered: those without an answer that were not left empty by hand. */
export function listOpenQuestions(
  db: OrganizationDatabase,
  questionnaireId: string,
): Promise<{ readonly question: string; readonly questionIndex: number }[]> {
  return db
    .selectFrom('question_answer')
    .select(columnsOf('question_answer', 'question', 'questionIndex'))
    .where('questionnaire_id', '=', questionnaireId)
    .where('answer', 'is', null)
    .where('status', '<>', 'manual')
    .orderBy('question_index')
    .execute();
}

/** @param found in the order of the file */
export async function insertQuestions(db: OrganizationDatabase, questionnaireId: string, found: readonly Found[]): Promise<void> {
  const rows = found.map(({ question, reference, section, places: [place] }, index) => ({
    id: newId('qqa'),
    questionnaire_id: questionnaireId,
    question,
    reference,
    section,
    location: place ? JSON.stringify({ sheet: place.sheet, row: place.row, answerColumn: lettersOf(place.column) }) : null,
    question_index: index,
  }));
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insertInto('question_answer')
      .values(rows.slice(at, at + 500))
      .execute();
}

export interface Generated {
  readonly questionIndex: number;
  readonly answer: string;
  readonly sources: readonly Schemas['AnswerSource'][];
  readonly draftedByModel: boolean;
}

/**
 * Stores generated answers. The caller has locked the questionnaire.
 * @param replaces whether to replace answers that were generated before; answers written by hand are never replaced
 */
export async function storeGenerated(
  db: OrganizationDatabase,
  questionnaireId: string,
  answers: readonly Generated[],
  replaces = false,
): Promise<void> {
  for (const { questionIndex, answer, sources, draftedByModel } of answers) {
    const place = db
      .updateTable('question_answer')
      .set({
        answer,
        status: 'generated',
        sources: JSON.stringify(sources),
        generated_at: now,
        drafted_by_model: draftedByModel,
        updated_by_id: null,
        updated_via: null,
      })
      .where('questionnaire_id', '=', questionnaireId)
      .where('question_index', '=', questionIndex)
      .where('status', '<>', 'manual');
    await (replaces ? place : place.where('answer', 'is', null)).execute();
  }
  await countAnswers(db, questionnaireId);
}

export interface AnswerToSave {
  readonly answer: string | null;
  readonly status: 'generated' | 'manual';
  readonly sources: readonly Schemas['AnswerSource'][] | null;
  /** Who writes it by hand. */
  readonly by: Author;
}

/** The caller has locked the questionnaire. */
export async function saveAnswer(
  db: OrganizationDatabase,
  { id, questionnaireId, ...before }: Question,
  { answer, status, sources, by }: AnswerToSave,
): Promise<Question> {
  const isGenerated = status === 'generated';
  await db
    .updateTable('question_answer')
    .set({
      answer,
      status,
      sources: sources && JSON.stringify(sources),
      generated_at: isGenerated ? now : null,
      // A draft that is accepted unchanged still counts as drafted by the model.
      drafted_by_model: isGenerated && before.draftedByModel && before.answer === answer,
      ...(!isGenerated && { updated_by_id: by.userId, updated_via: by.via }),
    })
    .where('id', '=', id)
    .execute();
  await countAnswers(db, questionnaireId);
  return questions(db).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Restores the question as it was parsed. The caller has locked the questionnaire. */
export async function resetQuestion(db: OrganizationDatabase, { id, questionnaireId }: Question): Promise<void> {
  await db
    .updateTable('question_answer')
    .set({
      answer: null,
      status: 'untouched',
      sources: null,
      generated_at: null,
      drafted_by_model: false,
      updated_by_id: null,
      updated_via: null,
    })
    .where('id', '=', id)
    .execute();
  await countAnswers(db, questionnaireId);
}

/** Runs in the transaction that changes the answer (questionnaires, rule 10). */
async function countAnswers(db: OrganizationDatabase, questionnaireId: string): Promise<void> {
  await db
    .updateTable('questionnaire')
    .set((eb) => ({
      answered_questions: eb
        .selectFrom('question_answer')
        .select((count) => count.fn.count<number>('answer').as('answered'))
        .where('questionnaire_id', '=', questionnaireId),
    }))
    .where('id', '=', questionnaireId)
    .execute();
}
