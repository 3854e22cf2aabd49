/** Reads the answers to a visitor's questionnaire with their sources, and stores and parses released answers. */
import { createHash } from 'node:crypto';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isObject } from '#platform/json-object';
import type { VisitorAudience } from '#domain/access/audience/reader';
import { createReleasedFilter } from '#domain/access/audience/sources';

type Schemas = components['schemas'];
type Source = Schemas['AnswerSource'];

/** The fields of a source that the visitor's file contains. */
export type VisitorSource = Pick<Source, 'sourceName' | 'page'>;

type Answer = Omit<Schemas['VisitorAnswer'], 'sources'>;

export interface VisitorAnswer extends Answer {
  /** Decides whether the answer replaces an existing answer in the visitor's workbook. */
  readonly status: Schemas['AnswerStatus'];
  readonly sources: readonly VisitorSource[];
}

/** @returns the current answers in the order of the questionnaire, with only the sources that the visitor may read */
export async function listVisitorAnswers(
  db: OrganizationDatabase,
  questionnaireId: string,
  audiences: readonly VisitorAudience[],
): Promise<VisitorAnswer[]> {
  const rows = await db
    .selectFrom('question_answer')
    .select((eb) => ['id as questionAnswerId', 'question', 'answer', 'status', eb.ref('sources').$castTo<Source[] | null>().as('sources')])
    .where('questionnaire_id', '=', questionnaireId)
    .orderBy('question_index')
    .execute();
  const filterReleased = await createReleasedFilter(
    db,
    audiences,
    rows.flatMap(({ sources }) => sources ?? []),
  );
  return rows.map((row) => ({ ...row, sources: filterReleased(row.sources ?? []).map(toVisitorSource) }));
}

const toVisitorSource = ({ sourceName, page }: VisitorSource): VisitorSource => ({ sourceName, ...(page !== undefined && { page }) });

/** The names that the visitor's file contains. */
export interface VisitorFile {
  readonly fileName: string;
  readonly vendorName: string | null;
}

/** @returns a hash of everything that a reviewer reads before a release; the release request must contain the same hash */
export function answersHash({ fileName, vendorName }: VisitorFile, answers: readonly Omit<VisitorAnswer, 'status'>[]): string {
  return createHash('sha256')
    .update(
      JSON.stringify([
        fileName,
        vendorName,
        answers.map(({ questionAnswerId, question, answer, sources }) => [
          questionAnswerId,
          question,
          answer,
          sources.map(({ sourceName, page = null }) => [sourceName, page]),
        ]),
      ]),
    )
    .digest('hex');
}

/** @returns released answers as JSON for the database */
export function serializeAnswers({ fileName, vendorName }: VisitorFile, answers: readonly VisitorAnswer[]): string {
  return JSON.stringify({
    fileName,
    vendorName,
    answers: Object.fromEntries(
      answers.map(({ questionAnswerId, answer, status, sources }) => [questionAnswerId, { answer, status, sources }]),
    ),
  });
}

/** @param stored JSON of `serializeAnswers` @returns the names at the time of the release; undefined if the JSON is invalid */
export function parseReleasedFile(stored: unknown): VisitorFile | undefined {
  if (!isObject(stored) || typeof stored.fileName !== 'string') return undefined;
  return { fileName: stored.fileName, vendorName: typeof stored.vendorName === 'string' ? stored.vendorName : null };
}

/** @param stored JSON of `serializeAnswers` @returns the questions with their answers and sources at the time of the release */
export function applyReleasedAnswers<Q extends object>(
  stored: unknown,
  questions: readonly Q[],
  idOf: (question: Q) => string,
): (Omit<Q, 'answer' | 'status' | 'sources'> & Pick<VisitorAnswer, 'answer' | 'status' | 'sources'>)[] {
  const answers = isObject(stored) && isObject(stored.answers) ? stored.answers : {};
  return questions.map((question) => ({ ...question, ...parseReleasedAnswer(answers[idOf(question)]) }));
}

function parseReleasedAnswer(stored: unknown): Pick<VisitorAnswer, 'answer' | 'status' | 'sources'> {
  const { answer, status, sources } = isObject(stored) ? stored : {};
  return {
    answer: typeof answer === 'string' ? answer : null,
    status: status === 'manual' || status === 'generated' ? status : 'untouched',
    sources: Array.isArray(sources) ? sources.filter(isSource) : [],
  };
}

function isSource(value: unknown): value is VisitorSource {
  return (
    isObject(value) &&
    (value.sourceName === null || typeof value.sourceName === 'string') &&
    (value.page === undefined || value.page === null || typeof value.page === 'number')
  );
}
