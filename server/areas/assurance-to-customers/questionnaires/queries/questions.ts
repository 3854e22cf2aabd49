/** Queries about the questions and answers of questionnaires. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Author } from '#platform/identity/author';
import { lettersOf } from '#documents/spreadsheets/columns';
import type { Question as NewQuestion } from '../rules/items.ts';

type Schemas = components['schemas'];
type Question = Schemas['QuestionAnswer'];

const now = sql<string>`clock_timestamp()`;

const selectQuestions = (db: OrganizationDatabase) =>
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
      'version',
    ),
    // Only this area writes these columns, in the shape of the contract.
    eb.ref('sources').$castTo<Question['sources']>().as('sources'),
    eb.ref('location').$castTo<Question['location']>().as('location'),
  ]);

/** @returns the questions of these questionnaires, ordered by questionnaire, then by their order in the file */
export async function listQuestionsOf(db: OrganizationDatabase, questionnaireIds: readonly string[]): Promise<Question[]> {
  return questionnaireIds.length
    ? selectQuestions(db).where('questionnaire_id', 'in', questionnaireIds).orderBy('questionnaire_id').orderBy('question_index').execute()
    : [];
}

/** @param idOrIndex the id of the question, or its index as digits */
export function findQuestion(db: OrganizationDatabase, questionnaireId: string, idOrIndex: string): Promise<Question | undefined> {
  const query = selectQuestions(db).where('questionnaire_id', '=', questionnaireId);
  const isIndex = /^\d{1,9}$/.test(idOrIndex);
  return (isIndex ? query.where('question_index', '=', Number(idOrIndex)) : query.where('id', '=', idOrIndex)).executeTakeFirst();
}

/** @returns the questions that still need an answer, except questions that a user left empty on purpose */
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

/** @param questions in the order of the file */
export async function insertQuestions(db: OrganizationDatabase, questionnaireId: string, questions: readonly NewQuestion[]): Promise<void> {
  const rows = questions.map(({ question, reference, section, places: [place] }, index) => ({
    id: newId('qqa'),
    questionnaire_id: questionnaireId,
    question,
    reference,
    section,
    location: place ? JSON.stringify({ sheet: place.sheet, row: place.row, answerColumn: lettersOf(place.column) }) : null,
    question_index: index,
  }));
  for (let start = 0; start < rows.length; start += 500)
    await db
      .insertInto('question_answer')
      .values(rows.slice(start, start + 500))
      .execute();
}

export interface GeneratedAnswerToStore {
  readonly questionIndex: number;
  readonly answer: string;
  readonly sources: readonly Schemas['AnswerSource'][];
  readonly draftedByModel: boolean;
}

/**
 * Stores generated answers. The caller must have locked the questionnaire.
 * @param shouldReplace whether to replace answers that were generated before; answers written by hand are never replaced
 */
export async function storeGenerated(
  db: OrganizationDatabase,
  questionnaireId: string,
  answers: readonly GeneratedAnswerToStore[],
  shouldReplace = false,
): Promise<void> {
  for (const { questionIndex, answer, sources, draftedByModel } of answers) {
    const update = db
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
    await (shouldReplace ? update : update.where('answer', 'is', null)).execute();
  }
  await updateAnswerCount(db, questionnaireId);
}

export interface AnswerToSave {
  readonly answer: string | null;
  readonly status: 'generated' | 'manual';
  readonly sources: readonly Schemas['AnswerSource'][] | null;
  /** The author, stored only for answers written by hand. */
  readonly by: Author;
}

/** Saves the answer to a question. The caller must have locked the questionnaire. */
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
  await updateAnswerCount(db, questionnaireId);
  return selectQuestions(db).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Restores a question to its state after parsing. The caller must have locked the questionnaire. */
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
  await updateAnswerCount(db, questionnaireId);
}

/** Updates the number of answers. It is called in the transaction that changes an answer (questionnaires, rule 10). */
async function updateAnswerCount(db: OrganizationDatabase, questionnaireId: string): Promise<void> {
  await db
    .updateTable('questionnaire')
    .set((eb) => ({
      answered_questions: eb
        .selectFrom('question_answer')
        .select((answers) => answers.fn.count<number>('answer').as('answered'))
        .where('questionnaire_id', '=', questionnaireId),
    }))
    .where('id', '=', questionnaireId)
    .execute();
}
