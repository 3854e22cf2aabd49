/** What a file says, as lines whose parts are labelled: what the questions are looked for in (spec/areas/questionnaires, rules 2 and 5). */
import type { Block } from '../../../documents/extraction/blocks.ts';

export type Label = 'Question' | 'Response' | 'Comment' | 'Guidance' | 'Example' | 'Cell';
export interface Part {
  readonly label: Label;
  readonly text: string;
}
/** A row of a table, or a line of text, which has no labels. An empty one ends a paragraph. */
export type Line = { readonly row: readonly Part[] } | { readonly text: string };

const longestChunk = 25_000;
/** How far down a table its headings are looked for. */
const deepestHeading = 10;

/** What a heading is about, by its words. The first that fits counts. */
const headings: readonly (readonly [Label, RegExp])[] = [
  [
    'Cell',
    /^(?:#|id|no\.?|nr\.?|n°|ref(?:erence)?\.?)$|\b(?:ids?|numbers?|nos?\.|#|types?|options?|weights?|scores?|scoring|points?|formats?|status)\s*$|\b(?:id|#)\b/i,
  ],
  ['Guidance', /\b(?:guidance|guidelines?|instructions?|help|tips?|hints?|consignes?|aide)\b/i],
  ['Example', /\b(?:examples?|samples?|exemples?)\b/i],
  ['Response', /\b(?:responses?|answers?|repl(?:y|ies)|r[ée]ponses?)(?!\w)/i],
  ['Comment', /\b(?:comments?|remarks?|notes?|explanations?|attachments?|evidence|commentaires?|remarques?|pi[èe]ces? jointes?)\b/i],
  ['Question', /\b(?:questions?|requirements?|statements?|quer(?:y|ies)|exigences?|demandes?)\b/i],
];
/** Words of which a row of headings has two at least. */
const headingWord =
  /\b(?:questions?|responses?|answers?|comments?|attachments?|repl(?:y|ies)|r[ée]ponses?|commentaires?|pi[èe]ces? jointes?)(?!\w)/i;

export function linesOf(blocks: readonly Block[]): Line[] {
  return blocks.flatMap((block) =>
    block.kind === 'text' ? joined(block.lines.map(squeezed)).map((text) => ({ text })) : rowsOf(block.rows),
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

function rowsOf(rows: readonly (readonly string[])[]): Line[] {
  const at = rows.slice(0, deepestHeading).findIndex(isHeading);
  const labels = (rows[at] ?? []).map(labelOf);
  return rows.flatMap((row, index) => {
    // Also where it is repeated, on the next page or before the next section.
    if (at >= 0 && isHeading(row)) return [];
    const parts = row.flatMap((cell, column) =>
      /\S/.test(cell) ? [{ label: index > at ? (labels[column] ?? 'Cell') : 'Cell', text: squeezed(cell) }] : [],
    );
    return parts.length ? [{ row: parts }] : [];
  });
}

function isHeading(row: readonly string[]): boolean {
  return row.filter((cell) => cell.length <= 60 && !/[?？]/.test(cell) && headingWord.test(cell)).length >= 2;
}

function labelOf(heading: string): Label {
  return headings.find(([, words]) => words.test(heading.trim()))?.[0] ?? 'Cell';
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
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
