/** Creates snippets, which show why a record was found (search, rule 7). Positions are indexes of JavaScript strings. */
import type { components } from '#generated/api';
import { type Term, wordsIn } from './query.ts';

type Highlight = components['schemas']['SearchHighlight'];

/** The indexes of the terms that match each lowercase word. */
export type Hits = ReadonlyMap<string, ReadonlySet<number>>;

/** A match of a term in a text. */
interface Hit {
  readonly start: number;
  readonly end: number;
  readonly terms: ReadonlySet<number>;
}

/** The name and the text of a field. */
export type Field = readonly [name: string, text: string];

export interface Snippet {
  readonly title: string;
  readonly snippet: string | null;
  readonly highlights: Highlight[];
  /** The names of the fields that match; the name of the title is `title`. */
  readonly matched: readonly string[];
}

const limits = { title: 200, snippet: 240, highlights: 20, hits: 500 } as const;
/** The maximum length of the text before the first match in a snippet. */
const maxLead = 60;

/** @returns the text on one line with single spaces */
export function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** @returns the text, truncated to the maximum length of a title */
export function shortTitle(text: string): string {
  const line = toOneLine(text);
  return line.length <= limits.title ? line : `${cutText(line, 0, limits.title - 1)}…`;
}

/**
 * Finds the words that the terms could match: words with the first letter of a term, because all forms of a word start with it.
 * @returns the words in lowercase without duplicates
 */
export function candidatesIn(texts: readonly string[], terms: readonly Term[]): string[] {
  const initials = new Set(terms.map(({ word }) => initialOf(word)));
  const candidates = new Set<string>();
  for (const text of texts)
    for (const word of wordsIn(text)) {
      const initial = initialOf(word);
      if (initials.has(initial) || !/[a-z0-9]/.test(initial)) candidates.add(word.toLowerCase());
    }
  return [...candidates];
}

/** Creates the title and snippet of a result. @param fields in order of priority, which decides between fields with equally many matches */
export function createSnippet(title: string, fields: readonly Field[], hits: Hits): Snippet {
  const truncatedTitle = shortTitle(title);
  const titleHits = hitsIn(truncatedTitle, hits);
  const fieldHits = fields.map(([name, text]) => {
    const line = toOneLine(text);
    const lineHits = hitsIn(line, hits);
    return { name, line, lineHits, window: bestWindow(line, lineHits) };
  });
  const bestField = fieldHits.reduce<(typeof fieldHits)[number] | undefined>(
    (first, other) => (first === undefined || other.window.terms > first.window.terms ? other : first),
    undefined,
  );
  const { start = 0, end = 0 } = bestField?.window ?? {};
  const snippet = bestField && `${start > 0 ? '…' : ''}${bestField.line.slice(start, end)}${end < bestField.line.length ? '…' : ''}`;
  const shift = start - (start > 0 ? 1 : 0);
  const snippetHits = (bestField?.lineHits ?? []).filter((hit) => hit.start >= start && hit.end <= end);
  return {
    title: truncatedTitle,
    snippet: snippet ?? null,
    highlights: [
      ...titleHits.slice(0, limits.highlights).map((hit) => highlight('title', hit, 0)),
      ...snippetHits.slice(0, limits.highlights).map((hit) => highlight('snippet', hit, shift)),
    ],
    matched: [...(titleHits.length ? ['title'] : []), ...fieldHits.filter(({ lineHits }) => lineHits.length).map(({ name }) => name)],
  };
}

function highlight(field: Highlight['field'], { start, end }: Hit, shift: number): Highlight {
  return { field, start: start - shift, length: end - start };
}

function hitsIn(line: string, hits: Hits): Hit[] {
  const lineHits: Hit[] = [];
  for (const match of line.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    const terms = hits.get(match[0].toLowerCase());
    if (terms) lineHits.push({ start: match.index, end: match.index + match[0].length, terms });
    if (lineHits.length === limits.hits) break;
  }
  return lineHits;
}

/** @returns the first part of the line with the most terms; the beginning of the line if it has no terms */
function bestWindow(line: string, lineHits: readonly Hit[]): { readonly start: number; readonly end: number; readonly terms: number } {
  const count = (hits: readonly Hit[]) => new Set(hits.flatMap(({ terms }) => [...terms])).size;
  if (line.length <= limits.snippet) return { start: 0, end: line.length, terms: count(lineHits) };
  // Two characters are reserved for ellipses on both sides.
  const maxLength = limits.snippet - 2;
  let best = { start: 0, end: endOf(line, 0, maxLength), terms: 0 };
  for (const hit of lineHits) {
    const start = hit.start <= maxLead ? 0 : startOfWordAfter(line, hit.start - maxLead, hit.start);
    const end = endOf(line, start, maxLength);
    const terms = count(lineHits.filter((other) => other.start >= start && other.end <= end));
    if (terms > best.terms) best = { start, end, terms };
  }
  return best;
}

/** @returns the start of the first word after a position, at most the limit */
function startOfWordAfter(line: string, position: number, limit: number): number {
  const space = line.indexOf(' ', position);
  return space < 0 || space + 1 > limit ? limit : space + 1;
}

/** @returns the end of a part of at most `maxLength` characters, after a whole word if possible */
function endOf(line: string, start: number, maxLength: number): number {
  if (line.length - start <= maxLength) return line.length;
  const space = line.lastIndexOf(' ', start + maxLength);
  return space > start + maxLength / 2 ? space : start + cutText(line, start, maxLength).length;
}

/** @returns at most `maxLength` characters of a text, without splitting a surrogate pair */
function cutText(text: string, start: number, maxLength: number): string {
  const part = text.slice(start, start + maxLength);
  return part.isWellFormed() ? part : part.slice(0, -1);
}

/** @returns the first letter of a word without accents, as the index stores it */
function initialOf(word: string): string {
  const [first = ''] = word.normalize('NFD').toLowerCase();
  return { æ: 'a', œ: 'o', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 't', ħ: 'h', ı: 'i', ŧ: 't' }[first] ?? first;
}
