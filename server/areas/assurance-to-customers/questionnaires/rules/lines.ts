/** Converts the content of a file to lines with labeled parts, in which questions are found (questionnaires, rules 2 and 5). */
import type { Block } from '#documents/extraction/blocks';
import { type Row, toRows, collapseWhitespace } from './tables.ts';

/** A row of a table, or a line of text without labels. An empty line ends a paragraph. */
export type Line = Row | { readonly text: string };

const maxChunkLength = 25_000;
export function toLines(blocks: readonly Block[]): Line[] {
  return blocks.flatMap((block): Line[] =>
    block.kind === 'text' ? joinWrapped(block.lines.map(collapseWhitespace)).map((text) => ({ text })) : toRows(block),
  );
}

/** Joins a line that begins in lower case with the previous line, unless that ends a sentence or the line is a choice such as `b)`. */
function joinWrapped(lines: readonly string[]): string[] {
  const joinedLines: string[] = [];
  for (const line of lines) {
    const previous = joinedLines.at(-1) ?? '';
    if (/^\p{Ll}(?![.)])/u.test(line) && /[^.?!:;？]$/.test(previous)) joinedLines[joinedLines.length - 1] = `${previous} ${line}`;
    else joinedLines.push(line);
  }
  return joinedLines;
}

/** @returns the line as text, in the format for external extractors */
export function textOfLine(line: Line): string {
  return 'text' in line ? line.text : line.row.map(({ label, text }) => `${label}: ${text}`).join(' | ');
}

/**
 * Divides lines into chunks of at most 25,000 characters. A line that is longer is a chunk of its own.
 * @param beginsQuestion whether a question begins in this line. Chunks are cut there, so that a question stays with the lines after it
 */
export function splitIntoChunks(lines: readonly Line[], beginsQuestion: (line: Line) => boolean): (readonly Line[])[] {
  const chunks: Line[][] = [];
  let [chunk, length]: [Line[], number] = [[], 0];
  for (const line of lines) {
    const lineLength = textOfLine(line).length + 1;
    if (length + lineLength > maxChunkLength && chunk.length) {
      const splitIndex = chunk.findLastIndex(beginsQuestion);
      const movedLines = beginsQuestion(line) || splitIndex <= 0 ? [] : chunk.splice(splitIndex);
      chunks.push(chunk);
      [chunk, length] = [movedLines, movedLines.reduce((sum, movedLine) => sum + textOfLine(movedLine).length + 1, 0)];
    }
    chunk.push(line);
    length += lineLength;
  }
  return chunk.length ? [...chunks, chunk] : chunks;
}
