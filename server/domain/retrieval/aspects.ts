/**
 * The parts of a policy. What it says of itself, its terms, scope, records, exceptions, review and versions, is no answer to what the organization
 * does, and is found only by who asks for it.
 */

const policies = String.raw`\b(?:polic(?:y|ies)|procedures?|standards?|documents?|documentation|plans?|programs?|programmes?)\b`;
const together = (words: string) => new RegExp(`${policies}.*${words}|${words}.*${policies}`, 'i');

const asked: readonly (readonly [aspect: string, form: RegExp])[] = [
  ['definitions', /\bdefinitions?\b|\bglossary\b|\byou (?:define|mean|understand)\b/i],
  ['scope', /\bscope\b|\b(?:polic(?:y|ies)|procedures?) (?:apply|applies|cover|covers)\b/i],
  ['records', /\bmetrics?\b|\bkpis?\b|\bindicators?\b|\bmeasurements?\b/i],
  ['exceptions', /\bexceptions?\b|\bexempt(?:ions?|ed)?\b|\bwaivers?\b|\bdeviations?\b/i],
  ['review', together(String.raw`\b(?:re)?(?:view|vise|vision|update|new|approv)(?:s|ed|al|als|ing)?\b`)],
  ['history', together(String.raw`\b(?:versions?|versioned|history|earlier|superseded)\b`)],
];

/** What it is for, and who does what: found by any question. */
const always = ['purpose', 'responsibilities'];

/** @returns the parts of policies in which the answer to the question may stand, besides those that say what the organization does */
export function aspectsIn(question: string): string[] {
  return [...always, ...asked.flatMap(([aspect, form]) => (form.test(question) ? aspect : []))];
}
