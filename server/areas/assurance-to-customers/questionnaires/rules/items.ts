/** Builds the list of questions from the content of a file (questionnaires, rules 5, 6 and 15). */
import type { Block } from '#documents/extraction/blocks';
import { maxQuestions, UnusableFile } from '#documents/extraction/unusable';
import { duplicateKeyOf } from './classes.ts';
import { hasItem, type Place, type QuestionExtractor } from './extractor.ts';
import { splitIntoChunks, toLines } from './lines.ts';

/** A question of a file, with each place in which its answer belongs. */
export interface Question {
  readonly question: string;
  readonly answer: string | null;
  readonly reference: string | null;
  readonly section: string | null;
  /** For a workbook, the place of the answer, then the places for repetitions of the question. */
  readonly places: readonly Place[];
}

const maxQuestionLength = 5000;
const maxAnswerLength = 20_000;
const concurrency = 4;

/**
 * @param onProgress called after every few chunks with the number of finished chunks and the number of all chunks
 * @returns distinct questions in the order of the file, at least one
 * @throws UnusableFile if there are no questions or too many
 */
export async function findItems(
  blocks: readonly Block[],
  extractor: QuestionExtractor,
  onProgress: (doneCount: number, total: number) => Promise<unknown> = async () => undefined,
): Promise<Question[]> {
  const chunks = splitIntoChunks(toLines(blocks), hasItem);
  const questions = new Map<string, Question & { readonly places: Place[] }>();
  let section: string | null = null;
  for (let chunkIndex = 0; chunkIndex < chunks.length; chunkIndex += concurrency) {
    for (const extracted of await Promise.all(
      chunks.slice(chunkIndex, chunkIndex + concurrency).map((chunk) => extractor.extract(chunk)),
    )) {
      for (const { question, answer, reference, section: itemSection = section, place } of extracted.items) {
        const key = duplicateKeyOf(question);
        const existingQuestion = questions.get(key);
        if (existingQuestion) existingQuestion.places.push(...(place ? [place] : []));
        else
          questions.set(key, {
            question: question.slice(0, maxQuestionLength),
            answer: answer?.slice(0, maxAnswerLength) ?? null,
            reference,
            section: itemSection,
            places: place ? [place] : [],
          });
      }
      // A heading at the end of a chunk applies to the next chunk.
      if (extracted.section !== undefined) section = extracted.section;
    }
    if (questions.size > maxQuestions) throw new UnusableFile('too_many_questions');
    await onProgress(Math.min(chunkIndex + concurrency, chunks.length), chunks.length);
  }
  if (questions.size === 0) throw new UnusableFile('file_without_questions');
  return [...questions.values()];
}
