/** Parses search queries (search, rules 3 and 4). */

/** A part of a query: words that PostgreSQL parses as a web search, or a prefix. */
export type Part = { readonly words: string } | { readonly prefix: string; readonly not: boolean };

/** A word to find, or a prefix. */
export interface Term {
  readonly word: string;
  readonly prefix: boolean;
}

export interface Query {
  /** A record matches if it matches all parts of at least one alternative. */
  readonly alternatives: readonly (readonly Part[])[];
  /** The terms to highlight. */
  readonly terms: readonly Term[];
  /** The id of a record if the query is an id, otherwise undefined. */
  readonly exact: string | undefined;
}

const idPattern = /^[a-z]+(?:_[a-z]+)*_[0-9a-f]{24}$/;
const tokenPattern = /-?"[^"]*"|\S+/g;

/** @returns the words of a text, with their original case */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
}

/**
 * @param typedText the text of the user
 * @returns the parsed query; its alternatives are empty if the text has no words
 */
export function parseQuery(typedText: string): Query {
  const text = removeUnmatchedQuote(typedText.normalize('NFC'));
  const alternatives: string[][] = [[]];
  const queryTokens = text.match(tokenPattern) ?? [];
  for (const [position, token] of queryTokens.entries()) {
    const isInner = position > 0 && position < queryTokens.length - 1;
    if (isInner && /^or$/i.test(token)) alternatives.push([]);
    else alternatives.at(-1)?.push(token);
  }
  const isPlain = alternatives.length === 1 && !/(?:^|\s)-|["*]/.test(text);
  const lastWord = isPlain ? lastWordOf(text) : undefined;
  const parts = alternatives.map(partsOf);
  return {
    // While the user is still typing, the last word may be a prefix.
    alternatives: lastWord
      ? [...parts, [{ words: stripPunctuation(text.slice(0, lastWord.start)) }, { prefix: lastWord.word, not: false }]]
      : parts,
    terms: alternatives
      .flatMap((tokens) => tokens.flatMap(termsOf))
      .map((term) => (term.word === lastWord?.word ? { ...term, prefix: true } : term)),
    exact: idPattern.test(text) ? text : undefined,
  };
}

/** Replaces an unmatched quotation mark with a space. */
function removeUnmatchedQuote(text: string): string {
  const markCount = text.split('"').length - 1;
  const lastMark = text.lastIndexOf('"');
  return markCount % 2 === 0 ? text : `${text.slice(0, lastMark)} ${text.slice(lastMark + 1)}`;
}

/** @returns the last word; undefined if it is a single letter, which would match too many words */
function lastWordOf(text: string): { readonly word: string; readonly start: number } | undefined {
  const word = wordsIn(text).at(-1);
  return word === undefined || word.length < 2 ? undefined : { word, start: text.lastIndexOf(word) };
}

function partsOf(alternative: readonly string[]): Part[] {
  const prefixes: Part[] = [];
  const words: string[] = [];
  for (const token of alternative) {
    const parsed = parsePrefix(token);
    if (parsed === undefined) words.push(stripPunctuation(token));
    else {
      prefixes.push({ prefix: parsed.prefix, not: parsed.not });
      words.push(...parsed.before);
    }
  }
  const nonEmptyWords = words.filter(Boolean);
  return [...(nonEmptyWords.length ? [{ words: nonEmptyWords.join(' ') }] : []), ...prefixes];
}

/**
 * Removes meaningless characters from a token, because PostgreSQL rejects queries with too many of them. Keeps characters that join
 * parts of a word, as in `single-sign-on` and `dana@example.com`.
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

/** Parses a token that ends with `*`. @returns the prefix and the words before it, such as `27` and `ISO` for `ISO-27*` */
function parsePrefix(token: string): { readonly prefix: string; readonly not: boolean; readonly before: readonly string[] } | undefined {
  if (!/[^*]\*+$/.test(token) || token.includes('"')) return undefined;
  const words = wordsIn(token);
  const prefix = words.at(-1);
  const not = token.startsWith('-');
  // An exclusion with several words is ambiguous.
  return prefix === undefined || (not && words.length > 1) ? undefined : { prefix, not, before: words.slice(0, -1) };
}

function termsOf(token: string): Term[] {
  if (token.startsWith('-')) return [];
  const parsed = parsePrefix(token);
  return wordsIn(token).map((word, position, words) => ({ word, prefix: parsed !== undefined && position === words.length - 1 }));
}
