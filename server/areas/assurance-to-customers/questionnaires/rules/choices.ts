/** Recognizes the choices that a form offers in place of an answer. They are an answer only once one is ticked (questionnaires, rule 4). */
import { hasQuestionMark } from './question-mark.ts';

const box = /[☐□▢◯○]|\[\s?\]|\(\s?\)/gu;
const beginsWithBox = /^(?:[☐□▢◯]|\[\s?\]|\(\s?\))/u;
const tick = /[☑☒✓✔]|[[(][xX✓✔][\])]/u;
const tickAtAnEnd = /^(?:[☑☒✓✔]|[[(][xX✓✔][\])])|(?:[☑☒✓✔]|[[(][xX✓✔][\])])$/u;
/** These are also used as bullets, unless an empty one is next to them. */
const fullTick = /[■●]/u;
const emptyTick = /[☐□▢○◯]|\[\s?\]|\(\s?\)/u;

const yes = new Set(['yes', 'y', 'true', 'compliant', 'ja', 'j', 'oui', 'o']);
const no = new Set(['no', 'n', 'false', 'non-compliant', 'not compliant', 'nein', 'non']);
const others = new Set([
  ...['na', 'n.a.', 'n.a', 'not applicable', 'partial', 'partially', 'partly', 'planned', 'unknown', 'other', 'in progress'],
  ...['entfällt', 'nicht anwendbar', 'teilweise', 'geplant', 'sans objet', 'partiel', 'partiellement', 'prévu'],
]);

/** Whether the text has only choices, and none is ticked: `Yes / No`, `☐ Yes ☐ No`. */
export function isOffer(text: string): boolean {
  if (text.length > 200 || hasQuestionMark(text) || isTicked(text)) return false;
  return beginsWithBox.test(text) || areChoices(text);
}

/** Whether one of the choices is ticked, which makes them an answer. */
export function isTicked(text: string): boolean {
  return tickAtAnEnd.test(text) || ((tick.test(text) || fullTick.test(text)) && emptyTick.test(text));
}

/** Requires at least one affirmative and one negative choice: "Yes, partly" is an answer. */
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

/** Whether columns with these headings are tick boxes. */
export function areTickColumns(headings: readonly string[]): boolean {
  const names = headings.map((heading) => heading.toLowerCase());
  return names.some((name) => yes.has(name)) && names.some((name) => no.has(name));
}

/** Whether the text is the name of a choice. */
export function isChoice(text: string): boolean {
  const name = text.toLowerCase().replaceAll('/', '');
  return yes.has(name) || no.has(name) || others.has(name);
}
