/** From what a file says to the list of its questions (spec/areas/questionnaires, rules 5, 6 and 15). */
import type { Block } from '../../../documents/extraction/blocks.ts';
import { maxQuestions, Unusable } from '../../../documents/extraction/unusable.ts';
import { identityOf } from './classes.ts';
import { beginsItem, type Place, type QuestionExtractor } from './extractor.ts';
import { chunksOf, linesOf } from './lines.ts';

/** A question of a file, and each place where its answer belongs. */
export interface Question {
  readonly question: string;
  readonly answer: string | null;
  readonly reference: string | null;
  readonly section: string | null;
  /** In a workbook: the first one is that of the question, the others those of its repetitions. */
  readonly places: readonly Place[];
}

const longestQuestion = 5000;
const longestAnswer = 20_000;
const atOnce = 4;

/**
 * @param progressed is told after each few pieces how many of them are done
 * @returns each question once, in the order of the file; one at least
 * @throws Unusable when there is none, or there are too many
 */
export async function findItems(
  blocks: readonly Block[],
  extractor: QuestionExtractor,
  progressed: (done: number, total: number) => Promise<unknown> = async () => undefined,
): Promise<Question[]> {
  const chunks = chunksOf(linesOf(blocks), beginsItem);
  const found = new Map<string, Question & { readonly places: Place[] }>();
  let section: string | null = null;
  for (let done = 0; done < chunks.length; done += atOnce) {
    for (const extracted of await Promise.all(chunks.slice(done, done + atOnce).map((chunk) => extractor.extract(chunk)))) {
      for (const { question, answer, reference, section: own = section, place } of extracted.items) {
        const identity = identityOf(question);
        const first = found.get(identity);
        if (first) first.places.push(...(place ? [place] : []));
        else
          found.set(identity, {
            question: question.slice(0, longestQuestion),
            answer: answer?.slice(0, longestAnswer) ?? null,
            reference,
            section: own,
            places: place ? [place] : [],
          });
      }
      // A heading at the end of a piece is that of the next one.
      if (extracted.section !== undefined) section = extracted.section;
    }
    if (found.size > maxQuestions) throw new Unusable('too_many_questions');
    await progressed(Math.min(done + atOnce, chunks.length), chunks.length);
  }
  if (found.size === 0) throw new Unusable('file_without_questions');
  return [...found.values()];
}
