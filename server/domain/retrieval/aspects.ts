/**
 * Finds the policy sections that a question asks for. Sections such as definitions, scope and version history do not describe practices,
 * so they are searched only if a question asks for them.
 */

/** Words for documents that are reviewed and versioned. A question without these words asks about another kind of review. */
const documentWords = /\b(?:polic(?:y|ies)|procedures?|standards?|documents?|documentation|plans?|programs?|programmes?)\b/i;

/** A question asks for a section if the question matches all patterns of the section. */
const aspectPatterns: readonly (readonly [aspect: string, ...patterns: RegExp[]])[] = [
  ['definitions', /\bdefinitions?\b|\bglossary\b|\byou (?:define|mean|understand)\b/i],
  ['scope', /\bscope\b|\b(?:polic(?:y|ies)|procedures?) (?:apply|applies|cover|covers)\b/i],
  ['records', /\bmetrics?\b|\bkpis?\b|\bindicators?\b|\bmeasurements?\b/i],
  ['exceptions', /\bexceptions?\b|\bexempt(?:ions?|ed)?\b|\bwaivers?\b|\bdeviations?\b/i],
  ['review', documentWords, /\b(?:review|revise|revision|update|renew|approve|approval)(?:s|d|ed|al|als|ing)?\b/i],
  ['history', documentWords, /\b(?:versions?|versioned|history|earlier|superseded)\b/i],
];

/** The sections that are searched for every question. */
const alwaysSearched = ['purpose', 'responsibilities'];

/** @returns the sections of policies that may answer the question, in addition to statements of practices */
export function aspectsIn(question: string): string[] {
  return [...alwaysSearched, ...aspectPatterns.flatMap(([aspect, ...forms]) => (forms.every((form) => form.test(question)) ? aspect : []))];
}
