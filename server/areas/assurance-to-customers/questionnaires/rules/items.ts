/** Builds the list of questions from the content of a file (questionnaires, rules 5, 6 and 15). */
import type { Block } from '#documents/extraction/blocks';
import { maxQuestions, UnusableFile } from '#documents/extraction/unusable';
import { duplicateKeyOf } from './classes.ts';
import { hasItem, type Place, type QuestionExtractor } from './extractor.ts';
import { chunksOf, linesOf } from './lines.ts';

/** A question of a file, with each place where its answer belongs. */
export interface Question {
  readonly question: string;
  readonly answer: string | null;
  readonly reference: string | null;
  readonly section: string | null;
  /** In a workbook: the place of the question, then those of its repetitions. */
  readonly places: readonly Place[];
}

const longestQuestion = 5000;
const longestAnswer = 20_000;
const concurrency = 4;

/**
 * @param progressed receives the number of finished chunks after every few
 * @returns distinct questions in the order of the file, at least one
 * @throws Unusable if there is none, or there are too many
 */
export async function findItems(
  blocks: readonly Block[],
  extractor: QuestionExtractor,
  progressed: (done: number, total: number) => Promise<unknown> = async () => undefined,
): Promise<Question[]> {
  const chunks = chunksOf(linesOf(blocks), hasItem);
  const found = new Map<string, Question & { readonly places: Place[] }>();
  let section: string | null = null;
  for (let done = 0; done < chunks.length; done += concurrency) {
    for (const extracted of await Promise.all(chunks.slice(done, done + concurrency).map((chunk) => extractor.extract(chunk)))) {
      for (const { question, answer, reference, section: inSection = section, place } of extracted.items) {
        const identity = duplicateKeyOf(question);
        const first = found.get(identity);
        if (first) first.places.push(...(place ? [place] : []));
        else
          found.set(identity, {
            question: question.slice(0, longestQuestion),
            answer: answer?.slice(0, longestAnswer) ?? null,
            reference,
            section: inSection,
            places: place ? [place] : [],
          });
      }
      // A heading at the end of a chunk applies to the next one.
      if (extracted.section !== undefined) section = extracted.section;
    }
    if (found.size > maxQuestions) throw new UnusableFile('too_many_questions');
    await progressed(Math.min(done + concurrency, chunks.length), chunks.length);
  }
  if (found.size === 0) throw new UnusableFile('file_without_questions');
  return [...found.values()];
}
