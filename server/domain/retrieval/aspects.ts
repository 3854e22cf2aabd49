/**
 * The sections of a policy. Definitions, scope, records, exceptions, review and version history do not describe practices, so they are searched only
 * if a question asks for them.
 */

/** Words for documents that are reviewed and versioned. A question without them asks about another kind of review. */
const documentWords = /\b(?:polic(?:y|ies)|procedures?|standards?|documents?|documentation|plans?|programs?|programmes?)\b/i;

/** A question asks for a section when it matches all of its patterns. */
const aspectPatterns: readonly (readonly [aspect: string, ...forms: RegExp[]])[] = [
  ['definitions', /\bdefinitions?\b|\bglossary\b|\byou (?:define|mean|understand)\b/i],
  ['scope', /\bscope\b|\b(?:polic(?:y|ies)|procedures?) (?:apply|applies|cover|covers)\b/i],
  ['records', /\bmetrics?\b|\bkpis?\b|\bindicators?\b|\bmeasurements?\b/i],
  ['exceptions', /\bexceptions?\b|\bexempt(?:ions?|ed)?\b|\bwaivers?\b|\bdeviations?\b/i],
  ['review', documentWords, /\b(?:review|revise|revision|update|renew|approve|approval)(?:s|d|ed|al|als|ing)?\b/i],
  ['history', documentWords, /\b(?:versions?|versioned|history|earlier|superseded)\b/i],
];

/** Purpose and responsibilities are always searched. */
const alwaysSearched = ['purpose', 'responsibilities'];

/** @returns the sections of policies that may answer the question, in addition to statements of practices */
export function aspectsIn(question: string): string[] {
  return [...alwaysSearched, ...aspectPatterns.flatMap(([aspect, ...forms]) => (forms.every((form) => form.test(question)) ? aspect : []))];
}
