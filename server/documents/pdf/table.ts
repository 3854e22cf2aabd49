/** Tables on as many pages as they need: the head is repeated, and rows of any height are split at the end of a page. */
import type PDFDocument from 'pdfkit';
import { breakIntoLines } from './lines.ts';
import { toPrintable, typeface } from './typeface.ts';

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
/** Text with more lines is joined into one paragraph. Real prose is shorter, and a page would show almost none of it. */
const maxLines = 200;
/** A row starts on a page only if at least this many of its lines fit. */
const minLines = 3;
const colors = { head: '#1f3a5f', onHead: '#ffffff', zebra: '#f2f5f9', rule: '#d5dce6', text: '#1c2530' } as const;

/**
 * Starts on a new page.
 * @param area that may be filled on each page
 * @param rows texts, one per column
 * @param headings indexes of rows that must be on the same page as the start of the next row
 * @returns the end of the table on the last page
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
  const lineBreakers = columns.map((column) => createLineBreaker(pdf, column));
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

  const cellsOf = (row: readonly string[]) => lineBreakers.map((linesIn, column) => linesIn(row[column] ?? ''));
  /** Whether a heading fits there and the next row can start below it. */
  const canStartNext = (from: number, heading: number, next: number) =>
    capacity(from) >= heading && capacity(from + heading * lineHeight + 2 * padding) >= Math.min(next, minLines);

  let y = beginPage();
  for (const [index, row] of rows.entries()) {
    let rest = cellsOf(row);
    if (headings.has(index) && !canStartNext(y, heightOf(rest), heightOf(cellsOf(rows[index + 1] ?? [])))) y = beginPage();
    for (let height = heightOf(rest); height > 0; height = heightOf(rest)) {
      if (capacity(y) < Math.min(height, minLines)) y = beginPage();
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

/** Breaks the texts of a column into lines. Widths are cached, because words repeat. */
function createLineBreaker(pdf: Pdf, { width, bold }: Column): (text: string) => string[] {
  const widths = new Map<string, number>();
  const widthOf = (text: string) => {
    const found =
      widths.get(text) ??
      pdf
        .font(bold ? typeface.bold : typeface.regular)
        .fontSize(size)
        .widthOfString(text);
    widths.set(text, found);
    return found;
  };
  return (text) => {
    const printableText = toPrintable(text);
    const lines = breakIntoLines(printableText, width - 2 * padding, widthOf);
    return lines.length <= maxLines ? lines : breakIntoLines(printableText.replaceAll('\n', ' '), width - 2 * padding, widthOf);
  };
}
