/** A table over as many pages as it takes: its head on each of them, rows of any height, broken where a page ends. */
import type PDFDocument from 'pdfkit';
import { linesOf } from './lines.ts';
import { printable, typeface } from './typeface.ts';

type Pdf = InstanceType<typeof PDFDocument>;

export interface Column {
  readonly title: string;
  /** In points. */
  readonly width: number;
  readonly bold?: true;
}

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

const size = 8.5;
const lineHeight = 11.5;
const padding = 5;
/** A text of more lines is run on: no prose that may be written has so many, and a page would hold next to nothing. */
const mostLines = 200;
/** A row begins on a page only if so many of its lines fit there. */
const leastLines = 3;
const colors = { head: '#1f3a5f', onHead: '#ffffff', zebra: '#f2f5f9', rule: '#d5dce6', text: '#1c2530' } as const;

/**
 * Begins on a page of its own.
 * @param area that it may fill on each page
 * @param rows texts, one for each column
 * @param headings indexes of rows that stay on the page on which the row after them begins
 * @returns where it ends on the last page
 */
export function drawTable(
  pdf: Pdf,
  area: Area,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  headings: ReadonlySet<number> = new Set(),
): number {
  const left = columns.map((_column, index) => columns.slice(0, index).reduce((sum, { width }) => sum + width, area.left));
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const breakers = columns.map((column) => breaker(pdf, column));
  const capacity = (y: number) => Math.floor((area.bottom - y - 2 * padding) / lineHeight);

  function drawLines(y: number, cells: readonly (readonly string[])[], color: string, head: boolean) {
    for (const [index, lines] of cells.entries()) {
      pdf
        .font(head || columns[index]?.bold ? typeface.bold : typeface.regular)
        .fontSize(size)
        .fillColor(color);
      for (const [line, text] of lines.entries())
        pdf.text(text, (left[index] ?? 0) + padding, y + padding + line * lineHeight, { lineBreak: false });
    }
  }
  function beginPage(): number {
    pdf.addPage();
    const height = lineHeight + 2 * padding;
    pdf.rect(area.left, area.top, width, height).fill(colors.head);
    drawLines(
      area.top,
      columns.map(({ title }) => [title]),
      colors.onHead,
      true,
    );
    return area.top + height;
  }
  function drawPart(y: number, cells: readonly (readonly string[])[], shaded: boolean, ends: boolean): number {
    const height = Math.max(...cells.map(({ length }) => length), 1) * lineHeight + 2 * padding;
    if (shaded) pdf.rect(area.left, y, width, height).fill(colors.zebra);
    drawLines(y, cells, colors.text, false);
    if (ends)
      pdf
        .moveTo(area.left, y + height)
        .lineTo(area.left + width, y + height)
        .lineWidth(0.5)
        .strokeColor(colors.rule)
        .stroke();
    return y + height;
  }

  const cellsOf = (row: readonly string[]) => breakers.map((linesIn, column) => linesIn(row[column] ?? ''));
  /** Whether a heading fits there, and the row after it can begin below. */
  const takesNext = (from: number, heading: number, next: number) =>
    capacity(from) >= heading && capacity(from + heading * lineHeight + 2 * padding) >= Math.min(next, leastLines);

  let y = beginPage();
  for (const [index, row] of rows.entries()) {
    let rest = cellsOf(row);
    if (headings.has(index) && !takesNext(y, heightOf(rest), heightOf(cellsOf(rows[index + 1] ?? [])))) y = beginPage();
    for (let height = heightOf(rest); height > 0; height = heightOf(rest)) {
      if (capacity(y) < Math.min(height, leastLines)) y = beginPage();
      const taken = Math.min(capacity(y), height);
      y = drawPart(
        y,
        rest.map((lines) => lines.slice(0, taken)),
        index % 2 === 1,
        taken === height,
      );
      rest = rest.map((lines) => lines.slice(taken));
    }
  }
  return y;
}

const heightOf = (cells: readonly (readonly string[])[]) => Math.max(...cells.map(({ length }) => length), 0);

/** Breaks the texts of a column into lines. What was measured is remembered, because the same words come again. */
function breaker(pdf: Pdf, { width, bold }: Column): (text: string) => string[] {
  const known = new Map<string, number>();
  const widthOf = (text: string) => {
    const found =
      known.get(text) ??
      pdf
        .font(bold ? typeface.bold : typeface.regular)
        .fontSize(size)
        .widthOfString(text);
    known.set(text, found);
    return found;
  };
  return (text) => {
    const shown = printable(text);
    const lines = linesOf(shown, width - 2 * padding, widthOf);
    return lines.length <= mostLines ? lines : linesOf(shown.replaceAll('\n', ' '), width - 2 * padding, widthOf);
  };
}
