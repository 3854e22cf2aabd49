/** Whether two questions ask the same in almost the same words (questionnaires, rule 7). */
import { meaningfulWords } from '#domain/retrieval/words';
import { duplicateKeyOf } from './classes.ts';

/** The minimum share of each question's words that the other one must contain. */
const minShared = 0.85;

/**
 * @returns whether they are equal except for case, numbering and punctuation, or share almost all of their words without a difference in negations or
 * numbers
 */
export function isSameQuestion(one: string, other: string): boolean {
  const [first, second] = [normalize(one), normalize(other)];
  if (first === second) return true;
  if (marksOf(first) !== marksOf(second)) return false;
  const [words, others] = [new Set(meaningfulWords(first)), new Set(meaningfulWords(second))];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared > 0 && shared >= minShared * Math.max(words.size, others.size);
}

function normalize(question: string): string {
  return duplicateKeyOf(question)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Numbers, and small words that reverse the meaning of a question. */
function marksOf(question: string): string {
  return (question.match(/\b(?:no|not|nor|never|without|except|before|after|from|to|more|less|most|least|\d+)\b/g) ?? [])
    .toSorted()
    .join(' ');
}
