/**
 * The parts of a policy. What it says of itself, its terms, scope, records, exceptions, review and versions, is no answer to what the organization
 * does, and is found only by who asks for it.
 */

/** What is reviewed and has versions, without which a question is about something else. */
const texts = /\b(?:polic(?:y|ies)|procedures?|standards?|documents?|documentation|plans?|programs?|programmes?)\b/i;

/** Each is asked for by a question that fits all of its forms. */
const asked: readonly (readonly [aspect: string, ...forms: RegExp[]])[] = [
  ['definitions', /\bdefinitions?\b|\bglossary\b|\byou (?:define|mean|understand)\b/i],
  ['scope', /\bscope\b|\b(?:polic(?:y|ies)|procedures?) (?:apply|applies|cover|covers)\b/i],
  ['records', /\bmetrics?\b|\bkpis?\b|\bindicators?\b|\bmeasurements?\b/i],
  ['exceptions', /\bexceptions?\b|\bexempt(?:ions?|ed)?\b|\bwaivers?\b|\bdeviations?\b/i],
  ['review', texts, /\b(?:review|revise|revision|update|renew|approve|approval)(?:s|d|ed|al|als|ing)?\b/i],
  ['history', texts, /\b(?:versions?|versioned|history|earlier|superseded)\b/i],
];

/** What it is for, and who does what: found by any question. */
const always = ['purpose', 'responsibilities'];

/** @returns the parts of policies in which the answer to the question may stand, besides those that say what the organization does */
export function aspectsIn(question: string): string[] {
  return [...always, ...asked.flatMap(([aspect, ...forms]) => (forms.every((form) => form.test(question)) ? aspect : []))];
}
