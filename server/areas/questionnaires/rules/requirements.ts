/** Questions that name a requirement of a framework instead of saying what they are about (spec/areas/questionnaires, rule 18). */
import { fillers, meaningfulWords } from '../../../domain/retrieval/words.ts';

/** Forms of identifiers that nobody takes for a number of their own: Annex A of ISO 27001, SOC 2, HIPAA and GDPR. */
const identifier =
  /\b(?:A\.[5-8]\.\d{1,2}|(?:CC|PI|[ACP])\d\.\d{1,2}|164\.\d{3}(?:\(\w{1,4}\)){0,4}|Art(?:icle|\.)? ?\d{1,2}(?:\(\w{1,2}\)){0,3})(?![\w.])/g;
const mostIdentifiers = 5;

/** @returns the requirements that a question names, as the catalog spells their identifiers, each once */
export function identifiersIn(question: string): string[] {
  const named = (question.match(identifier) ?? []).map((one) => one.replace(/^Art(?:icle|\.)? ?/, 'Art. '));
  return [...new Set(named)].slice(0, mostIdentifiers);
}

const frameworks = /\b(?:ISO(?:\/IEC)? ?27001(?::\d{4})?|SOC ?2|HIPAA|GDPR|Annex A)\b/gi;
/** Words that a question about a requirement has, whichever it is. */
const ofRequirements = new Set(
  'address addressed annex clause comply compliance compliant complies control controls criteria criterion fulfil fulfill fulfilled meet meets met requirement requirements satisfied satisfy'.split(
    ' ',
  ),
);

/**
 * @param question without number and label @param names of the requirements that it names
 * @returns what it is about: itself, or what these requirements are about if it says nothing else
 */
export function aboutRequirements(question: string, names: readonly string[]): string {
  if (names.length === 0) return question;
  const rest = question.replace(identifier, ' ').replace(frameworks, ' ');
  const telling = meaningfulWords(rest).filter((word) => !ofRequirements.has(word));
  // Where no other word is left, the fillers are returned.
  return telling.some((word) => !fillers.has(word)) ? rest : names.join(' ');
}
