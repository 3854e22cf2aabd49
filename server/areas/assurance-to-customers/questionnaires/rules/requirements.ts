/** Handles questions that name a requirement of a framework instead of describing their subject (questionnaires, rule 18). */
import { fillerWords, meaningfulWords } from '#domain/retrieval/words';

/** Identifiers that cannot be mistaken for a customer's own numbers: Annex A of ISO 27001, SOC 2, HIPAA and GDPR. */
const identifierPattern =
  /\b(?:A\.[5-8]\.\d{1,2}|(?:CC|PI|[ACP])\d\.\d{1,2}|164\.\d{3}(?:\(\w{1,4}\)){0,4}|Art(?:icle|\.)? ?\d{1,2}(?:\(\w{1,2}\)){0,3})(?![\w.])/g;
const maxIdentifiers = 5;

/** @returns the distinct identifiers of requirements in a question, at most 5, as the catalog spells them */
export function findRequirementIds(question: string): string[] {
  const identifiers = (question.match(identifierPattern) ?? []).map((match) => match.replace(/^Art(?:icle|\.)? ?/, 'Art. '));
  return [...new Set(identifiers)].slice(0, maxIdentifiers);
}

const frameworkPattern = /\b(?:ISO(?:\/IEC)? ?27001(?::\d{4})?|SOC ?2|HIPAA|GDPR|Annex A)\b/gi;
/** Words that occur in questions about any requirement. */
const genericWords = new Set(
  'address addressed annex clause comply compliance compliant complies control controls criteria criterion fulfil fulfill fulfilled meet meets met requirement requirements satisfied satisfy'.split(
    ' ',
  ),
);

/**
 * @param question the question without its number and label
 * @param names the names of the requirements in the question
 * @returns the subject of the question: its own words, or the names of the requirements if it has no meaningful words
 */
export function topicWithRequirements(question: string, names: readonly string[]): string {
  if (names.length === 0) return question;
  const remainingText = question.replace(identifierPattern, ' ').replace(frameworkPattern, ' ');
  const meaningfulRemaining = meaningfulWords(remainingText).filter((word) => !genericWords.has(word));
  // If a text has only filler words, `meaningfulWords` returns them.
  return meaningfulRemaining.some((word) => !fillerWords.has(word)) ? remainingText : names.join(' ');
}
