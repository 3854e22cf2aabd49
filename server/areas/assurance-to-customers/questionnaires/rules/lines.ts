/** The content of a file as lines with labeled parts, in which questions are searched (questionnaires, rules 2 and 5). */
import type { Block } from '#documents/extraction/blocks';
import { type Row, rowsOf, squeezed } from './tables.ts';

/** A row of a table, or a line of text, which has no labels. An empty line ends a paragraph. */
export type Line = Row | { readonly text: string };

const maxChunk = 25_000;
export function linesOf(blocks: readonly Block[]): Line[] {
  return blocks.flatMap((block): Line[] =>
    block.kind === 'text' ? joinWrapped(block.lines.map(squeezed)).map((text) => ({ text })) : rowsOf(block),
  );
}

/** A line that begins in lower case continues the one before, unless that line is complete or this is one of several choices. */
function joinWrapped(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1) ?? '';
    if (/^\p{Ll}(?![.)])/u.test(line) && /[^.?!:;？]$/.test(before)) joined[joined.length - 1] = `${before} ${line}`;
    else joined.push(line);
  }
  return joined;
}

/** The line as text, as it is passed to an extractor outside of this service. */
export function textOfLine(line: Line): string {
  return 'text' in line ? line.text : line.row.map(({ label, text }) => `${label}: ${text}`).join(' | ');
}

/**
 * Chunks of at most 25,000 characters. A longer line is a chunk of its own.
 * @param begins whether a question begins with a line: chunks are cut there, so that none loses what follows it
 */
export function chunksOf(lines: readonly Line[], begins: (line: Line) => boolean): (readonly Line[])[] {
  const chunks: Line[][] = [];
  let [chunk, length]: [Line[], number] = [[], 0];
  for (const line of lines) {
    const more = textOfLine(line).length + 1;
    if (length + more > maxChunk && chunk.length) {
      const cut = chunk.findLastIndex(begins);
      const rest = begins(line) || cut <= 0 ? [] : chunk.splice(cut);
      chunks.push(chunk);
      [chunk, length] = [rest, rest.reduce((sum, one) => sum + textOfLine(one).length + 1, 0)];
    }
    chunk.push(line);
    length += more;
  }
  return chunk.length ? [...chunks, chunk] : chunks;
}
