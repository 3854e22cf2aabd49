/** The part of a record that shows why it was found (spec/areas/search, rule 7). Places are counted as strings of JavaScript count them. */
import type { components } from '../../../../generated/api.d.ts';
import { type Term, wordsIn } from './query.ts';

type Highlight = components['schemas']['SearchHighlight'];

/** Which terms a word is found by: their places among the terms, by the word in lower case. */
export type Hits = ReadonlyMap<string, ReadonlySet<number>>;

/** A word of the query in a text. */
interface Hit {
  readonly start: number;
  readonly end: number;
  readonly terms: ReadonlySet<number>;
}

/** A field of a record: its name and its text. */
export type Field = readonly [name: string, text: string];

export interface Shown {
  readonly title: string;
  readonly snippet: string | null;
  readonly highlights: Highlight[];
  /** Names of the fields with words of the query; the title is `title`. */
  readonly matched: readonly string[];
}

const longest = { title: 200, snippet: 240, highlights: 20, hits: 500 } as const;
/** What stands before the first word of a snippet that is not the beginning of its text, at most. */
const lead = 60;

/** @returns the text in one line with single spaces */
export function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** @returns the text, cut where it is too long for a title */
export function shortTitle(text: string): string {
  const line = inOneLine(text);
  return line.length <= longest.title ? line : `${cut(line, 0, longest.title - 1)}…`;
}

/**
 * The words of texts that may be found by the terms, in lower case and once each: those that begin with the same letter, as all forms of an
 * English word do.
 */
export function candidatesIn(texts: readonly string[], terms: readonly Term[]): string[] {
  const initials = new Set(terms.map(({ word }) => initialOf(word)));
  const found = new Set<string>();
  for (const text of texts)
    for (const word of wordsIn(text)) {
      const initial = initialOf(word);
      if (initials.has(initial) || !/[a-z0-9]/.test(initial)) found.add(word.toLowerCase());
    }
  return [...found];
}

/** Shows a record. @param fields in the order in which they count where they have equally many words of the query */
export function show(title: string, fields: readonly Field[], hits: Hits): Shown {
  const short = shortTitle(title);
  const inTitle = hitsIn(short, hits);
  const found = fields.map(([name, text]) => {
    const line = inOneLine(text);
    const all = hitsIn(line, hits);
    return { name, line, all, window: bestWindow(line, all) };
  });
  const best = found.reduce<(typeof found)[number] | undefined>(
    (one, other) => (one === undefined || other.window.terms > one.window.terms ? other : one),
    undefined,
  );
  const { start = 0, end = 0 } = best?.window ?? {};
  const snippet = best && `${start > 0 ? '…' : ''}${best.line.slice(start, end)}${end < best.line.length ? '…' : ''}`;
  const shift = start - (start > 0 ? 1 : 0);
  const inSnippet = (best?.all ?? []).filter((hit) => hit.start >= start && hit.end <= end);
  return {
    title: short,
    snippet: snippet ?? null,
    highlights: [
      ...inTitle.slice(0, longest.highlights).map((hit) => highlight('title', hit, 0)),
      ...inSnippet.slice(0, longest.highlights).map((hit) => highlight('snippet', hit, shift)),
    ],
    matched: [...(inTitle.length ? ['title'] : []), ...found.filter(({ all }) => all.length).map(({ name }) => name)],
  };
}

function highlight(field: Highlight['field'], { start, end }: Hit, shift: number): Highlight {
  return { field, start: start - shift, length: end - start };
}

function hitsIn(line: string, hits: Hits): Hit[] {
  const found: Hit[] = [];
  for (const match of line.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    const terms = hits.get(match[0].toLowerCase());
    if (terms) found.push({ start: match.index, end: match.index + match[0].length, terms });
    if (found.length === longest.hits) break;
  }
  return found;
}

/** The part of a line with the most terms, the first of several; its beginning when there are none. */
function bestWindow(line: string, all: readonly Hit[]): { readonly start: number; readonly end: number; readonly terms: number } {
  const count = (hits: readonly Hit[]) => new Set(hits.flatMap(({ terms }) => [...terms])).size;
  if (line.length <= longest.snippet) return { start: 0, end: line.length, terms: count(all) };
  // Room for the marks of what is left out on both sides.
  const room = longest.snippet - 2;
  let best = { start: 0, end: endOf(line, 0, room), terms: 0 };
  for (const hit of all) {
    const start = hit.start <= lead ? 0 : wordAfter(line, hit.start - lead, hit.start);
    const end = endOf(line, start, room);
    const terms = count(all.filter((other) => other.start >= start && other.end <= end));
    if (terms > best.terms) best = { start, end, terms };
  }
  return best;
}

/** Where the first word after a place begins, before a limit. */
function wordAfter(line: string, place: number, limit: number): number {
  const space = line.indexOf(' ', place);
  return space < 0 || space + 1 > limit ? limit : space + 1;
}

/** Where a part that begins at a place ends, if it may have so many characters: after a whole word where there is one. */
function endOf(line: string, start: number, room: number): number {
  if (line.length - start <= room) return line.length;
  const space = line.lastIndexOf(' ', start + room);
  return space > start + room / 2 ? space : start + cut(line, start, room).length;
}

/** So many characters of a text, without half a character at the end. */
function cut(text: string, start: number, room: number): string {
  const part = text.slice(start, start + room);
  return part.isWellFormed() ? part : part.slice(0, -1);
}

/** The first letter of a word as an index without accents has it. */
function initialOf(word: string): string {
  const [first = ''] = word.normalize('NFD').toLowerCase();
  return { æ: 'a', œ: 'o', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 't', ħ: 'h', ı: 'i', ŧ: 't' }[first] ?? first;
}
