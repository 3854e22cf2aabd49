/**
 * Hides known secrets in answers of other systems, in any encoding. Texts that merely look like secrets are handled by
 * `redact.ts`. The time is proportional to the length of the text.
 */
import { createSecretForms, type SecretForms } from './encoded-forms.ts';
import { type View, createViews, removeLineBreaks, withoutSeparators } from './decoded-views.ts';
import { redactionMark } from './redact.ts';

export interface SecretHider {
  text(text: string): string;
  /** Hides secrets in each text of a JSON value, including names. */
  value(value: unknown): unknown;
}

/** The part of a text from `start` up to `end`. */
type Range = readonly [start: number, end: number];

/** @param secrets to hide, of at least four characters each */
export function createSecretHider(secrets: readonly string[]): SecretHider {
  const forms = createSecretForms(secrets);
  if (!forms.plain.length) return { text: (text) => text, value: (value) => value };
  const text = (given: string) => hideRanges(given, rangesIn(given, forms));
  function value(given: unknown): unknown {
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number') return text(String(given)) === String(given) ? given : redactionMark;
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([name, inner]) => [text(name), value(inner)]));
  }
  return { text, value };
}

function rangesIn(text: string, forms: SecretForms): Range[] {
  return createViews(text).flatMap((view) => {
    const compact = removeLineBreaks(view);
    const standard = { ...compact, text: compact.text.replaceAll('-', '+').replaceAll('_', '/') };
    const digits = withoutSeparators(view);
    return [
      ...findRanges(view, forms.plain),
      ...(compact === view ? [] : findRanges(compact, forms.plain)),
      ...findRanges(standard, forms.base64, /[A-Za-z0-9+/=]/),
      ...findRanges({ ...compact, text: lowerCaseHex(compact.text) }, forms.hex, /[0-9a-f]/),
      ...(digits === view ? [] : findRanges({ ...digits, text: lowerCaseHex(digits.text) }, forms.hex, /[0-9a-f]/)),
    ];
  });
}

/** Changes only ASCII letters, because the length of the text must not change. */
function lowerCaseHex(text: string): string {
  return text.replace(/[A-F]+/g, (letters) => letters.toLowerCase());
}

/** @param whole characters of the encoding; adjacent ones are hidden with a form */
function findRanges({ text, origins }: View, forms: readonly string[], whole?: RegExp): Range[] {
  const ranges: Range[] = [];
  const belongs = (place: number) => whole?.test(text.charAt(place)) === true;
  for (const form of forms)
    for (let at = text.indexOf(form); at >= 0;) {
      let [start, end] = [at, at + form.length];
      while (start > 0 && belongs(start - 1)) start -= 1;
      while (end < text.length && belongs(end)) end += 1;
      ranges.push(origins ? [origins[start] ?? 0, origins[end] ?? 0] : [start, end]);
      at = text.indexOf(form, end);
    }
  return ranges;
}

function hideRanges(text: string, ranges: readonly Range[]): string {
  if (!ranges.length) return text;
  const shown: string[] = [];
  let from = 0;
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    // Overlapping and adjacent ranges get a single mark.
    if (start > from || !shown.length) shown.push(text.slice(from, start), redactionMark);
    from = Math.max(from, end);
  }
  return `${shown.join('')}${text.slice(from)}`;
}
