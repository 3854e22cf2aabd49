/** Parses search queries (search, rules 3 and 4). */

/** A part of a query: words as PostgreSQL parses them from a search box, or a prefix. */
export type Part = { readonly words: string } | { readonly prefix: string; readonly not: boolean };

/** A word to find, or a prefix. */
export interface Term {
  readonly word: string;
  readonly prefix: boolean;
}

export interface Query {
  /** Any of these must match, with all of its parts. */
  readonly alternatives: readonly (readonly Part[])[];
  /** The terms to highlight. */
  readonly terms: readonly Term[];
  /** The id of a record, if the query is one. */
  readonly exact: string | undefined;
}

const ids = /^[a-z]+(?:_[a-z]+)*_[0-9a-f]{24}$/;
const tokens = /-?"[^"]*"|\S+/g;

/** @returns the words of a text, unchanged */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
}

/**
 * @param typed any text
 * @returns the parsed query; empty if it has no words
 */
export function parseQuery(typed: string): Query {
  const text = removeUnmatchedQuote(typed.normalize('NFC'));
  const alternatives: string[][] = [[]];
  const all = text.match(tokens) ?? [];
  for (const [position, token] of all.entries()) {
    const isInner = position > 0 && position < all.length - 1;
    if (isInner && /^or$/i.test(token)) alternatives.push([]);
    else alternatives.at(-1)?.push(token);
  }
  const isPlain = alternatives.length === 1 && !/(?:^|\s)-|["*]/.test(text);
  const last = isPlain ? lastWordOf(text) : undefined;
  const parts = alternatives.map(partsOf);
  return {
    // While the user is still typing, the last word may be a prefix.
    alternatives: last ? [...parts, [{ words: stripPunctuation(text.slice(0, last.start)) }, { prefix: last.word, not: false }]] : parts,
    terms: alternatives.flatMap((one) => one.flatMap(termsOf)).map((term) => (term.word === last?.word ? { ...term, prefix: true } : term)),
    exact: ids.test(text) ? text : undefined,
  };
}

/** An unmatched quotation mark is treated as text. */
function removeUnmatchedQuote(text: string): string {
  const marks = text.split('"').length - 1;
  const last = text.lastIndexOf('"');
  return marks % 2 === 0 ? text : `${text.slice(0, last)} ${text.slice(last + 1)}`;
}

/** The last word, if it has at least two letters: a single letter matches too many words. */
function lastWordOf(text: string): { readonly word: string; readonly start: number } | undefined {
  const word = wordsIn(text).at(-1);
  return word === undefined || word.length < 2 ? undefined : { word, start: text.lastIndexOf(word) };
}

function partsOf(all: readonly string[]): Part[] {
  const prefixes: Part[] = [];
  const words: string[] = [];
  for (const token of all) {
    const parsed = parsePrefix(token);
    if (parsed === undefined) words.push(stripPunctuation(token));
    else {
      prefixes.push({ prefix: parsed.prefix, not: parsed.not });
      words.push(...parsed.before);
    }
  }
  const nonEmpty = words.filter(Boolean);
  return [...(nonEmpty.length ? [{ words: nonEmpty.join(' ') }] : []), ...prefixes];
}

/**
 * Removes meaningless characters from a token, because PostgreSQL rejects queries with too many of them. Characters that join parts of a word stay,
 * as in `single-sign-on` and `dana@example.com`.
 */
function stripPunctuation(token: string): string {
  const words = token
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, (punctuation, position: number) =>
      /^[-.@_/']$/.test(punctuation) && position > 0 && position < token.length - 1 ? punctuation : ' ',
    )
    .trim();
  if (words === '') return '';
  return `${token.startsWith('-') ? '-' : ''}${/^-?"/.test(token) ? `"${words}"` : words}`;
}

/** The prefix of a token that ends with `*`, and the words before it in the same token, as in `ISO-27*`. */
function parsePrefix(token: string): { readonly prefix: string; readonly not: boolean; readonly before: readonly string[] } | undefined {
  if (!/[^*]\*+$/.test(token) || token.includes('"')) return undefined;
  const all = wordsIn(token);
  const prefix = all.at(-1);
  const not = token.startsWith('-');
  // An exclusion is only certain if it is a single word.
  return prefix === undefined || (not && all.length > 1) ? undefined : { prefix, not, before: all.slice(0, -1) };
}

function termsOf(token: string): Term[] {
  if (token.startsWith('-')) return [];
  const parsed = parsePrefix(token);
  return wordsIn(token).map((word, position, all) => ({ word, prefix: parsed !== undefined && position === all.length - 1 }));
}
