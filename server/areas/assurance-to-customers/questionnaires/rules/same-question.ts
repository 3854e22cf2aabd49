/** Recognizes questions that ask the same thing in almost the same words (questionnaires, rule 7). */
import { meaningfulWords } from '#domain/retrieval/words';
import { duplicateKeyOf } from './classes.ts';

/** The minimum share of each question's words that the other one must contain. */
const minSharedPart = 0.85;

/**
 * @returns whether two questions are equal except for case, numbering and punctuation, or share almost all words and have the same
 * negations and numbers
 */
export function isSameQuestion(question: string, otherQuestion: string): boolean {
  const [first, second] = [normalize(question), normalize(otherQuestion)];
  if (first === second) return true;
  if (findDistinguishingWords(first) !== findDistinguishingWords(second)) return false;
  const [firstWords, secondWords] = [new Set(meaningfulWords(first)), new Set(meaningfulWords(second))];
  const sharedCount = [...firstWords].filter((word) => secondWords.has(word)).length;
  return sharedCount > 0 && sharedCount >= minSharedPart * Math.max(firstWords.size, secondWords.size);
}

function normalize(question: string): string {
  return duplicateKeyOf(question)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** @returns the numbers, and the small words that change the meaning of a question */
function findDistinguishingWords(question: string): string {
  return (question.match(/\b(?:no|not|nor|never|without|except|before|after|from|to|more|less|most|least|\d+)\b/g) ?? [])
    .toSorted()
    .join(' ');
}
