/** Recognizes choices that a form offers as possible answers. Only ticked choices are an answer (questionnaires, rule 4). */
import { hasQuestionMark } from './question-mark.ts';

/** A box that is not ticked, anywhere in a text. */
const emptyBoxPattern = /[☐□▢◯○]|\[\s?\]|\(\s?\)/gu;
const boxAtStartPattern = /^(?:[☐□▢◯]|\[\s?\]|\(\s?\))/u;
const tickPattern = /[☑☒✓✔]|[[(][xX✓✔][\])]/u;
const tickAtEitherEndPattern = /^(?:[☑☒✓✔]|[[(][xX✓✔][\])])|(?:[☑☒✓✔]|[[(][xX✓✔][\])])$/u;
/** Filled symbols that are a tick only next to an empty one, because they are also used as bullets. */
const filledSymbol = /[■●]/u;
const emptySymbol = /[☐□▢○◯]|\[\s?\]|\(\s?\)/u;

const affirmativeChoices = new Set(['yes', 'y', 'true', 'compliant', 'ja', 'j', 'oui', 'o']);
const negativeChoices = new Set(['no', 'n', 'false', 'non-compliant', 'not compliant', 'nein', 'non']);
const otherChoices = new Set([
  ...['na', 'n.a.', 'n.a', 'not applicable', 'partial', 'partially', 'partly', 'planned', 'unknown', 'other', 'in progress'],
  ...['entfällt', 'nicht anwendbar', 'teilweise', 'geplant', 'sans objet', 'partiel', 'partiellement', 'prévu'],
]);

/** @returns whether the text consists of choices of which none is ticked: `Yes / No`, `☐ Yes ☐ No` */
export function areUntickedChoices(text: string): boolean {
  if (text.length > 200 || hasQuestionMark(text) || isTicked(text)) return false;
  return boxAtStartPattern.test(text) || areChoices(text);
}

/** @returns whether one of the choices is ticked, which makes them an answer */
export function isTicked(text: string): boolean {
  return tickAtEitherEndPattern.test(text) || ((tickPattern.test(text) || filledSymbol.test(text)) && emptySymbol.test(text));
}

/** Requires at least one affirmative and one negative choice, because "Yes, partly" is an answer. */
function areChoices(text: string): boolean {
  const names = text
    .toLowerCase()
    .replace(/^[[(<]|[\])>.]$/g, '')
    .replaceAll(/\bn\/a\b/g, 'na')
    .replace(emptyBoxPattern, '/')
    .split(/[/|,;]| or | oder | ou /)
    .map((name) => name.replace(/^ ?or /, '').trim())
    .filter((name) => name !== '');
  return areTickColumns(names) && names.every(isChoice);
}

/** @returns whether columns with these headings are tick boxes */
export function areTickColumns(headings: readonly string[]): boolean {
  const names = headings.map((heading) => heading.toLowerCase());
  return names.some((name) => affirmativeChoices.has(name)) && names.some((name) => negativeChoices.has(name));
}

/** @returns whether the text is the name of a choice */
export function isChoice(text: string): boolean {
  const name = text.toLowerCase().replaceAll('/', '');
  return affirmativeChoices.has(name) || negativeChoices.has(name) || otherChoices.has(name);
}
