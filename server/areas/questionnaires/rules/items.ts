/** From what a file says to the list of its questions (spec/areas/questionnaires, rules 5, 6 and 15). */
import type { Block } from '../../../documents/extraction/blocks.ts';
import { maxQuestions, Unusable } from '../../../documents/extraction/unusable.ts';
import { identityOf } from './classes.ts';
import { beginsItem, type Item, type QuestionExtractor } from './extractor.ts';
import { chunksOf, linesOf } from './lines.ts';

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
): Promise<Item[]> {
  const chunks = chunksOf(linesOf(blocks), beginsItem);
  const found = new Map<string, Item>();
  for (let done = 0; done < chunks.length; done += atOnce) {
    const items = await Promise.all(chunks.slice(done, done + atOnce).map((chunk) => extractor.extract(chunk)));
    for (const { question, answer } of items.flat()) {
      const identity = identityOf(question);
      if (!found.has(identity))
        found.set(identity, { question: question.slice(0, longestQuestion), answer: answer?.slice(0, longestAnswer) ?? null });
    }
    if (found.size > maxQuestions) throw new Unusable('too_many_questions');
    await progressed(Math.min(done + atOnce, chunks.length), chunks.length);
  }
  if (found.size === 0) throw new Unusable('file_without_questions');
  return [...found.values()];
}
