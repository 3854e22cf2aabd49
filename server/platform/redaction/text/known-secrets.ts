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

/** @param secrets to hide; those of fewer than four characters are not hidden */
export function createSecretHider(secrets: readonly string[]): SecretHider {
  const forms = createSecretForms(secrets);
  if (!forms.plain.length) return { text: (text) => text, value: (value) => value };
  const text = (input: string) => hideRanges(input, rangesIn(input, forms));
  function value(input: unknown): unknown {
    if (typeof input === 'string') return text(input);
    if (typeof input === 'number') return text(String(input)) === String(input) ? input : redactionMark;
    if (Array.isArray(input)) return input.map(value);
    if (typeof input !== 'object' || input === null) return input;
    return Object.fromEntries(Object.entries(input).map(([name, inner]) => [text(name), value(inner)]));
  }
  return { text, value };
}

function rangesIn(text: string, forms: SecretForms): Range[] {
  return createViews(text).flatMap((view) => {
    const compact = removeLineBreaks(view);
    const standard = { ...compact, text: compact.text.replaceAll('-', '+').replaceAll('_', '/') };
    const withoutGaps = withoutSeparators(view);
    return [
      ...findRanges(view, forms.plain),
      ...(compact === view ? [] : findRanges(compact, forms.plain)),
      ...findRanges(standard, forms.base64, /[A-Za-z0-9+/=]/),
      ...findRanges({ ...compact, text: lowerCaseHex(compact.text) }, forms.hex, /[0-9a-f]/),
      ...(withoutGaps === view ? [] : findRanges({ ...withoutGaps, text: lowerCaseHex(withoutGaps.text) }, forms.hex, /[0-9a-f]/)),
    ];
  });
}

/** Changes only ASCII letters, because the length of the text must not change. */
function lowerCaseHex(text: string): string {
  return text.replace(/[A-F]+/g, (letters) => letters.toLowerCase());
}

/** @param encodingCharacter matches characters of the encoding; such characters next to a form are hidden with it */
function findRanges({ text, origins }: View, forms: readonly string[], encodingCharacter?: RegExp): Range[] {
  const ranges: Range[] = [];
  const belongsToEncoding = (index: number) => encodingCharacter?.test(text.charAt(index)) === true;
  for (const form of forms)
    for (let formIndex = text.indexOf(form); formIndex >= 0;) {
      let [start, end] = [formIndex, formIndex + form.length];
      while (start > 0 && belongsToEncoding(start - 1)) start -= 1;
      while (end < text.length && belongsToEncoding(end)) end += 1;
      ranges.push(origins ? [origins[start] ?? 0, origins[end] ?? 0] : [start, end]);
      formIndex = text.indexOf(form, end);
    }
  return ranges;
}

function hideRanges(text: string, ranges: readonly Range[]): string {
  if (!ranges.length) return text;
  const output: string[] = [];
  let lastEnd = 0;
  for (const [start, end] of ranges.toSorted(([left], [right]) => left - right)) {
    // Overlapping and adjacent ranges get a single mark.
    if (start > lastEnd || !output.length) output.push(text.slice(lastEnd, start), redactionMark);
    lastEnd = Math.max(lastEnd, end);
  }
  return `${output.join('')}${text.slice(lastEnd)}`;
}
