/** What somebody who types a query looks for (spec/areas/search, rules 3 and 4). */

/** A part of a query: words as PostgreSQL reads them from a search box, or the beginning of a word. */
export type Part = { readonly words: string } | { readonly prefix: string; readonly not: boolean };

/** A word that is to be found, or the beginning of one. */
export interface Term {
  readonly word: string;
  readonly prefix: boolean;
}

export interface Query {
  /** Any of these, each of them with all of its parts. */
  readonly alternatives: readonly (readonly Part[])[];
  /** What is highlighted. */
  readonly terms: readonly Term[];
  /** The id of a record, if that is what was typed. */
  readonly exact: string | undefined;
}

const ids = /^[a-z]+(?:_[a-z]+)*_[0-9a-f]{24}$/;
const tokens = /-?"[^"]*"|\S+/g;

/** @returns the words of a text, as they stand there */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
}

/** @param typed any text @returns what it asks for; nothing when there is no word in it */
export function parseQuery(typed: string): Query {
  const text = balanced(typed.trim().normalize('NFC'));
  const alternatives: string[][] = [[]];
  const all = text.match(tokens) ?? [];
  for (const [place, token] of all.entries()) {
    const isBetween = place > 0 && place < all.length - 1;
    if (isBetween && /^or$/i.test(token)) alternatives.push([]);
    else alternatives.at(-1)?.push(token);
  }
  const isPlain = alternatives.length === 1 && !/(?:^|\s)-|["*]/.test(text);
  const last = isPlain ? lastWordOf(text) : undefined;
  const parts = alternatives.map(partsOf);
  return {
    // The last word may be the beginning of another one, as long as somebody types.
    alternatives: last ? [...parts, [{ words: plain(text.slice(0, last.start)) }, { prefix: last.word, not: false }]] : parts,
    terms: alternatives.flatMap((one) => one.flatMap(termsOf)).map((term) => (term.word === last?.word ? { ...term, prefix: true } : term)),
    exact: ids.test(text) ? text : undefined,
  };
}

/** A quotation mark without a second one is text. */
function balanced(text: string): string {
  const marks = text.split('"').length - 1;
  const last = text.lastIndexOf('"');
  return marks % 2 === 0 ? text : `${text.slice(0, last)} ${text.slice(last + 1)}`;
}

/** The last word from two letters on: one letter begins too many words. */
function lastWordOf(text: string): { readonly word: string; readonly start: number } | undefined {
  const word = wordsIn(text).at(-1);
  return word === undefined || word.length < 2 ? undefined : { word, start: text.lastIndexOf(word) };
}

function partsOf(all: readonly string[]): Part[] {
  const prefixes: Part[] = [];
  const words: string[] = [];
  for (const token of all) {
    const beginning = beginningOf(token);
    if (beginning === undefined) words.push(plain(token));
    else {
      prefixes.push({ prefix: beginning.prefix, not: beginning.not });
      words.push(...beginning.before);
    }
  }
  const said = words.filter(Boolean);
  return [...(said.length ? [{ words: said.join(' ') }] : []), ...prefixes];
}

/**
 * A token without signs that mean nothing: PostgreSQL refuses queries with too many of them. What joins the parts of a word stays, as in
 * `single-sign-on` and `dana@example.com`.
 */
function plain(token: string): string {
  const words = token
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, (signs, place: number) =>
      /^[-.@_/']$/.test(signs) && place > 0 && place < token.length - 1 ? signs : ' ',
    )
    .trim();
  if (words === '') return '';
  return `${token.startsWith('-') ? '-' : ''}${/^-?"/.test(token) ? `"${words}"` : words}`;
}

/** What a token with a `*` at its end begins with, and the words before it in the same token, such as `ISO-27*`. */
function beginningOf(token: string): { readonly prefix: string; readonly not: boolean; readonly before: readonly string[] } | undefined {
  if (!/[^*]\*+$/.test(token) || token.includes('"')) return undefined;
  const all = wordsIn(token);
  const prefix = all.at(-1);
  const not = token.startsWith('-');
  // Of what is excluded only one word is certain to be meant.
  return prefix === undefined || (not && all.length > 1) ? undefined : { prefix, not, before: all.slice(0, -1) };
}

function termsOf(token: string): Term[] {
  if (token.startsWith('-')) return [];
  const beginning = beginningOf(token);
  return wordsIn(token).map((word, place, all) => ({ word, prefix: beginning !== undefined && place === all.length - 1 }));
}
