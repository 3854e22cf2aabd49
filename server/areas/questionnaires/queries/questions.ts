import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { lettersOf } from '../../../documents/spreadsheets/columns.ts';
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
      'createdAt',
      'updatedAt',
    ),
    // Written by this area alone, in the form that the contract gives them.
    eb.ref('sources').$castTo<Question['sources']>().as('sources'),
    eb.ref('location').$castTo<Question['location']>().as('location'),
  ]);

/** Of each questionnaire in the order of its file. */
export async function listQuestionsOf(db: OrganizationDatabase, questionnaireIds: readonly string[]): Promise<Question[]> {
  return questionnaireIds.length
    ? questions(db).where('questionnaire_id', 'in', questionnaireIds).orderBy('questionnaire_id').orderBy('question_index').execute()
    : [];
}

/** @param place its id, or its index in digits */
export function findQuestion(db: OrganizationDatabase, questionnaireId: string, place: string): Promise<Question | undefined> {
  const query = questions(db).where('questionnaire_id', '=', questionnaireId);
  const isIndex = /^\d{1,9}$/.test(place);
  return (isIndex ? query.where('question_index', '=', Number(place)) : query.where('id', '=', place)).executeTakeFirst();
}

/** The indexes of those that an answer may be found for: without one, and not left empty by hand. */
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
 * Stores what was generated. The questionnaire is held.
 * @param replaces whether also in place of what was generated before; what was written by hand stays in any case
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
      })
      .where('questionnaire_id', '=', questionnaireId)
      .where('question_index', '=', questionIndex)
      .where('status', '<>', 'manual');
    await (replaces ? place : place.where('answer', 'is', null)).execute();
  }
  await countAnswers(db, questionnaireId);
}

export interface Saved {
  readonly answer: string | null;
  readonly status: 'generated' | 'manual';
  readonly sources: readonly Schemas['AnswerSource'][] | null;
  /** Who writes it by hand. */
  readonly by: string | null;
}

/** The questionnaire is held. */
export async function saveAnswer(
  db: OrganizationDatabase,
  { id, questionnaireId, ...before }: Question,
  { answer, status, sources, by }: Saved,
): Promise<Question> {
  const isGenerated = status === 'generated';
  await db
    .updateTable('question_answer')
    .set({
      answer,
      status,
      sources: sources && JSON.stringify(sources),
      generated_at: isGenerated ? now : null,
      // A draft that is accepted as it is was drafted all the same.
      drafted_by_model: isGenerated && before.draftedByModel && before.answer === answer,
      ...(!isGenerated && { updated_by_id: by }),
    })
    .where('id', '=', id)
    .execute();
  await countAnswers(db, questionnaireId);
  return questions(db).where('id', '=', id).executeTakeFirstOrThrow();
}

/** As it was when it was found. The questionnaire is held. */
export async function resetQuestion(db: OrganizationDatabase, { id, questionnaireId }: Question): Promise<void> {
  await db
    .updateTable('question_answer')
    .set({ answer: null, status: 'untouched', sources: null, generated_at: null, drafted_by_model: false, updated_by_id: null })
    .where('id', '=', id)
    .execute();
  await countAnswers(db, questionnaireId);
}

/** In the transaction of the answer (spec/areas/questionnaires, rule 10). */
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
