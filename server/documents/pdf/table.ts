/** Draws tables on as many pages as necessary. The head is repeated on each page, and a tall row is split at the end of a page. */
import type PDFDocument from 'pdfkit';
import { breakIntoLines } from './lines.ts';
import { toPrintable, typeface } from './typeface.ts';

type Pdf = InstanceType<typeof PDFDocument>;

export interface Column {
  readonly title: string;
  /** The width in points. */
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
/** A text with more lines is joined into one paragraph, because a page would show almost nothing of so many short lines. */
const maxLines = 200;
/** A row starts on a page only if at least this many of its lines fit. */
const minLines = 3;
const colors = { head: '#1f3a5f', onHead: '#ffffff', zebra: '#f2f5f9', rule: '#d5dce6', text: '#1c2530' } as const;

/**
 * Draws a table that starts on a new page.
 * @param area the area of each page that the table may fill
 * @param rows the texts of each row, one text for each column
 * @param headings the indexes of rows that must be on the same page as the start of the next row
 * @returns the position of the end of the table on the last page
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

  function drawLines(y: number, cells: readonly (readonly string[])[], color: string, isHead: boolean) {
    for (const [index, lines] of cells.entries()) {
      pdf
        .font(isHead || columns[index]?.bold ? typeface.bold : typeface.regular)
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
  function drawPart(y: number, cells: readonly (readonly string[])[], isShaded: boolean, isLast: boolean): number {
    const height = Math.max(...cells.map(({ length }) => length), 1) * lineHeight + 2 * padding;
    if (isShaded) pdf.rect(area.left, y, width, height).fill(colors.zebra);
    drawLines(y, cells, colors.text, false);
    if (isLast)
      pdf
        .moveTo(area.left, y + height)
        .lineTo(area.left + width, y + height)
        .lineWidth(0.5)
        .strokeColor(colors.rule)
        .stroke();
    return y + height;
  }

  const cellsOf = (row: readonly string[]) => lineBreakers.map((linesIn, column) => linesIn(row[column] ?? ''));
  /** Whether a heading fits at this position and the next row can start below the heading. */
  const canStartNext = (start: number, headingLines: number, rowLines: number) =>
    capacity(start) >= headingLines && capacity(start + headingLines * lineHeight + 2 * padding) >= Math.min(rowLines, minLines);

  let y = beginPage();
  for (const [index, row] of rows.entries()) {
    let remainingLines = cellsOf(row);
    if (headings.has(index) && !canStartNext(y, heightOf(remainingLines), heightOf(cellsOf(rows[index + 1] ?? [])))) y = beginPage();
    for (let height = heightOf(remainingLines); height > 0; height = heightOf(remainingLines)) {
      if (capacity(y) < Math.min(height, minLines)) y = beginPage();
      const lineCount = Math.min(capacity(y), height);
      y = drawPart(
        y,
        remainingLines.map((lines) => lines.slice(0, lineCount)),
        index % 2 === 1,
        lineCount === height,
      );
      remainingLines = remainingLines.map((lines) => lines.slice(lineCount));
    }
  }
  return y;
}

const heightOf = (cells: readonly (readonly string[])[]) => Math.max(...cells.map(({ length }) => length), 0);

/** Breaks the texts of a column into lines. Widths are cached, because words repeat. */
function createLineBreaker(pdf: Pdf, { width, bold }: Column): (text: string) => string[] {
  const widths = new Map<string, number>();
  const widthOf = (text: string) => {
    const textWidth =
      widths.get(text) ??
      pdf
        .font(bold ? typeface.bold : typeface.regular)
        .fontSize(size)
        .widthOfString(text);
    widths.set(text, textWidth);
    return textWidth;
  };
  return (text) => {
    const printableText = toPrintable(text);
    const lines = breakIntoLines(printableText, width - 2 * padding, widthOf);
    return lines.length <= maxLines ? lines : breakIntoLines(printableText.replaceAll('\n', ' '), width - 2 * padding, widthOf);
  };
}
