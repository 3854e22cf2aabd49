/** What a file says, as lines whose parts are labelled: what the questions are looked for in (spec/areas/questionnaires, rules 2 and 5). */
import type { Block } from '../../../documents/extraction/blocks.ts';
import { type Row, rowsOf, squeezed } from './tables.ts';

/** A row of a table, or a line of text, which has no labels. An empty one ends a paragraph. */
export type Line = Row | { readonly text: string };

const longestChunk = 25_000;
export function linesOf(blocks: readonly Block[]): Line[] {
  return blocks.flatMap((block): Line[] =>
    block.kind === 'text' ? joined(block.lines.map(squeezed)).map((text) => ({ text })) : rowsOf(block),
  );
}

/** A line that begins small goes on from the one before, unless that has ended or it is one of several choices. */
function joined(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const before = whole.at(-1) ?? '';
    if (/^\p{Ll}(?![.)])/u.test(line) && /[^.?!:;？]$/.test(before)) whole[whole.length - 1] = `${before} ${line}`;
    else whole.push(line);
  }
  return whole;
}

/** The line as text: how a reader that is no program of ours would be given it. */
export function shown(line: Line): string {
  return 'text' in line ? line.text : line.row.map(({ label, text }) => `${label}: ${text}`).join(' | ');
}

/**
 * Pieces of at most 25,000 characters. A line that is longer is a piece of its own.
 * @param begins whether a question begins with a line: pieces are cut there, so that none loses what follows it
 */
export function chunksOf(lines: readonly Line[], begins: (line: Line) => boolean): (readonly Line[])[] {
  const chunks: Line[][] = [];
  let [chunk, length]: [Line[], number] = [[], 0];
  for (const line of lines) {
    const more = shown(line).length + 1;
    if (length + more > longestChunk && chunk.length) {
      const cut = chunk.findLastIndex(begins);
      const rest = begins(line) || cut <= 0 ? [] : chunk.splice(cut);
      chunks.push(chunk);
      [chunk, length] = [rest, rest.reduce((sum, one) => sum + shown(one).length + 1, 0)];
    }
    chunk.push(line);
    length += more;
  }
  return chunk.length ? [...chunks, chunk] : chunks;
}
