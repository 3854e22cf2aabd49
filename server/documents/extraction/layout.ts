/** Reconstructs paragraphs and tables from text fragments with positions on pages. */
import type { Block } from './blocks.ts';

/** A piece of text on a page. The position is measured from the lower left corner of the page, in points. */
export interface TextFragment {
  readonly str: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly fontSize: number;
}
interface Segment {
  readonly x: number;
  text: string;
  end: number;
}
/** The text at one height of a page. Gaps separate the segments. */
export interface Line {
  readonly y: number;
  readonly size: number;
  readonly segments: readonly Segment[];
}
/** Consecutive lines that belong to one paragraph, or to the cells of one table row. */
interface Row {
  readonly cells: Segment[];
  y: number;
  readonly size: number;
  readonly afterSpace: boolean;
}

export function linesOf(fragments: readonly TextFragment[]): Line[] {
  const lines: { y: number; size: number; pieces: TextFragment[] }[] = [];
  for (const fragment of fragments.filter(({ str }) => /\S/.test(str)).toSorted((one, other) => other.y - one.y)) {
    const line = lines.at(-1);
    if (line && line.y - fragment.y < line.size * 0.4) line.pieces.push(fragment);
    else lines.push({ y: fragment.y, size: fragment.fontSize || 10, pieces: [fragment] });
  }
  return lines.map(({ y, size, pieces: linePieces }) => ({
    y,
    size,
    segments: segmentsOf(
      linePieces.toSorted((one, other) => one.x - other.x),
      size,
    ),
  }));
}

function segmentsOf(fragments: readonly TextFragment[], size: number): Segment[] {
  const segments: Segment[] = [];
  for (const { str, x, width } of fragments) {
    const segment = segments.at(-1);
    const gap = segment ? x - segment.end : Infinity;
    if (!segment || gap > size * 1.2) segments.push({ x, text: str.trim(), end: x + width });
    else {
      segment.text += `${gap > size * 0.15 && !/\s$/.test(segment.text) ? ' ' : ''}${str}`;
      segment.end = Math.max(segment.end, x + width);
    }
  }
  return segments.map((entry) => ({ ...entry, text: entry.text.replace(/\s+/g, ' ').trim() }));
}

/** @param pages the lines of each page @returns the paragraphs and tables of all pages, in reading order */
export function blocksOf(pages: readonly (readonly Line[])[]): Block[] {
  const blocks: Block[] = [];
  let columns: number[] = [];
  let table: Row[] = [];
  // Rows with a single cell become rows of the table if more rows of the table follow, otherwise paragraphs.
  let singleCellRows: Row[] = [];
  const endTable = () => {
    if (table.length) blocks.push({ kind: 'table', rows: table.map((row) => inColumns(row, columns)) });
    if (singleCellRows.length)
      blocks.push({
        kind: 'text',
        lines: singleCellRows.flatMap(({ cells, afterSpace }) => [...(afterSpace ? [''] : []), ...cells.map(({ text }) => text)]),
      });
    [columns, table, singleCellRows] = [[], [], []];
  };
  for (const row of pages.flatMap(rowsOf)) {
    if (row.cells.length > 1) {
      if (!row.cells.every(({ x }) => columnAt(columns, x) >= 0)) {
        endTable();
        columns = row.cells.map(({ x }) => x);
      }
      table.push(...singleCellRows.splice(0), row);
    } else {
      if (table.length && singleCellRows.length >= 5) endTable();
      singleCellRows.push(row);
    }
  }
  endTable();
  return blocks;
}

const tolerance = 12;
const columnAt = (columns: readonly number[], x: number) => columns.findIndex((column) => Math.abs(column - x) <= tolerance);

/** @returns the text of each column; a cell between two columns belongs to the column on its left */
function inColumns({ cells }: Row, columns: readonly number[]): string[] {
  const texts = columns.map(() => '');
  for (const { x, text } of cells) {
    const index = Math.max(
      0,
      columns.findLastIndex((column) => column - tolerance <= x),
    );
    texts[index] = texts[index] ? `${texts[index]} ${text}` : text;
  }
  return texts;
}

function rowsOf(lines: readonly Line[]): Row[] {
  const rows: Row[] = [];
  for (const { y, size, segments } of lines) {
    const row = rows.at(-1);
    if (row && continuesRow(row, y, segments)) {
      row.y = y;
      for (const { x, text } of segments) {
        const cell = row.cells.findLast((one) => one.x - tolerance <= x);
        if (cell) cell.text = joinText(cell.text, text);
      }
    } else
      rows.push({ cells: segments.map((segment) => ({ ...segment })), y, size, afterSpace: row !== undefined && row.y - y > size * 1.8 });
  }
  return rows;
}

/** Whether a line continues the row above: the line is close to the row, below its cells, and does not start a new item. */
function continuesRow({ cells, y, size }: Row, lineY: number, segments: readonly Segment[]): boolean {
  const [firstCell, lineStart] = [cells[0], segments[0]];
  if (!firstCell || !lineStart || y - lineY > size * 1.6) return false;
  const indent = cells.length === 1 ? 60 : tolerance;
  if (!segments.every(({ x }) => cells.some((cell) => x >= cell.x - 3 && x <= cell.x + indent))) return false;
  const hasEmptyFirstCell = cells.length > 1 && lineStart.x > firstCell.x + tolerance;
  return (
    hasEmptyFirstCell ||
    (!/[.?!:]$/.test(firstCell.text) &&
      !/^(?:\(?\d+(?:\.\d+)*[.)]?\s|[-•▪*·]|Q(?:uestion)?\s*\d|[A-Za-z]{1,3}[-.)]\s?\d*\b)/.test(lineStart.text) &&
      continuesSentence(firstCell.text, lineStart.text))
  );
}

/** Whether the next line probably continues the sentence of the previous line, so that both lines belong to one paragraph. */
function continuesSentence(text: string, next: string): boolean {
  return (
    /^[^A-Z]/.test(next) || /[,;(–-]$|\b(?:a|an|and|any|by|for|from|in|of|on|or|our|the|to|with|your)$/i.test(text) || text.length > 70
  );
}

function joinText(text: string, next: string): string {
  // Joins a word that was hyphenated at the end of the line.
  return /[a-z]-$/.test(text) && /^[a-z]/.test(next) ? `${text.slice(0, -1)}${next}` : `${text} ${next}`;
}
