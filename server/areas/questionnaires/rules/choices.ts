/** What a form offers where an answer belongs: no answer until one of the choices is ticked (spec/areas/questionnaires, rule 4). */
import { hasQuestionMark } from './question-mark.ts';

const box = /[☐□▢◯○]|\[\s?\]|\(\s?\)/gu;
const beginsWithBox = /^(?:[☐□▢◯]|\[\s?\]|\(\s?\))/u;
const tick = /[☑☒✓✔]|[[(][xX✓✔][\])]/u;
const tickAtAnEnd = /^(?:[☑☒✓✔]|[[(][xX✓✔][\])])|(?:[☑☒✓✔]|[[(][xX✓✔][\])])$/u;
/** These are bullets, too, unless an empty one stands beside them. */
const fullTick = /[■●]/u;
const emptyTick = /[☐□▢○◯]|\[\s?\]|\(\s?\)/u;

const yes = new Set(['yes', 'y', 'true', 'compliant', 'ja', 'j', 'oui', 'o']);
const no = new Set(['no', 'n', 'false', 'non-compliant', 'not compliant', 'nein', 'non']);
const others = new Set([
  ...['na', 'n.a.', 'n.a', 'not applicable', 'partial', 'partially', 'partly', 'planned', 'unknown', 'other', 'in progress'],
  ...['entfällt', 'nicht anwendbar', 'teilweise', 'geplant', 'sans objet', 'partiel', 'partiellement', 'prévu'],
]);

/** Whether nothing but choices stands there, and none is ticked: `Yes / No`, `☐ Yes ☐ No`. */
export function isOffer(text: string): boolean {
  if (text.length > 200 || hasQuestionMark(text) || isTicked(text)) return false;
  return beginsWithBox.test(text) || areChoices(text);
}

/** Whether one of the choices is ticked: then they are an answer. */
export function isTicked(text: string): boolean {
  return tickAtAnEnd.test(text) || ((tick.test(text) || fullTick.test(text)) && emptyTick.test(text));
}

/** At least one of those that agree and one of those that do not: "Yes, partly" is an answer. */
function areChoices(text: string): boolean {
  const names = text
    .toLowerCase()
    .replace(/^[[(<]|[\])>.]$/g, '')
    .replaceAll(/\bn\/a\b/g, 'na')
    .replace(box, '/')
    .split(/[/|,;]| or | oder | ou /)
    .map((name) => name.replace(/^ ?or /, '').trim())
    .filter((name) => name !== '');
  return areTickColumns(names) && names.every(isChoice);
}

/** Whether columns with these headings are there to be ticked. */
export function areTickColumns(headings: readonly string[]): boolean {
  const names = headings.map((heading) => heading.toLowerCase());
  return names.some((name) => yes.has(name)) && names.some((name) => no.has(name));
}

/** Whether a choice is named so. */
export function isChoice(text: string): boolean {
  const name = text.toLowerCase().replaceAll('/', '');
  return yes.has(name) || no.has(name) || others.has(name);
}
