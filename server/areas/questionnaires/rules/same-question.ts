/** Whether two questions ask the same in almost the same words (spec/areas/questionnaires, rule 7). */
import { meaningfulWords } from '../../../domain/retrieval/words.ts';
import { identityOf } from './classes.ts';

/** Which part of the words of each question the other one has, at least. */
const leastShared = 0.85;

/**
 * @returns whether they are equal but for case, numbering and signs, or share almost all of their words and neither denies or counts
 * something else
 */
export function isSameQuestion(one: string, other: string): boolean {
  const [first, second] = [plain(one), plain(other)];
  if (first === second) return true;
  if (marksOf(first) !== marksOf(second)) return false;
  const [words, others] = [new Set(meaningfulWords(first)), new Set(meaningfulWords(second))];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared > 0 && shared >= leastShared * Math.max(words.size, others.size);
}

function plain(question: string): string {
  return identityOf(question)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Small words that turn a question around, and numbers. */
function marksOf(question: string): string {
  return (question.match(/\b(?:no|not|nor|never|without|except|before|after|from|to|more|less|most|least|\d+)\b/g) ?? [])
    .toSorted()
    .join(' ');
}
