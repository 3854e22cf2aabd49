/** Lays out tables with arbitrary content. Rows stay on one page if they fit, and the head is repeated on every page. */
import type PDFDocument from 'pdfkit';
import type { Line } from './flow.ts';
import type { BrandColors } from './brand-colors.ts';

type Pdf = InstanceType<typeof PDFDocument>;

export interface Cell {
  readonly header: boolean;
  /** The number of columns and rows that the cell spans. */
  readonly columns: number;
  readonly rows: number;
  /** The widths of the cell's columns in any unit; empty if not set. */
  readonly widths: readonly number[];
  /** The length of the cell's text, in characters. */
  readonly length: number;
  readonly lines: (left: number, width: number) => readonly Line[];
}
interface PlacedCell {
  readonly cell: Cell;
  readonly column: number;
  readonly columns: number;
}

const padding = { x: 6, y: 5 } as const;
const border = '#c5ccd6';
/** The maximum height of a row on one page. A taller row continues on the next page. */
const maxHeight = 340;
const maxHeadHeight = 150;
/** The maximum number of columns. A table with more columns is rendered as a single column. */
const maxColumns = 14;
/** The width of a column is proportional to the length of its text, between these lengths in characters. */
const minWeight = 7;
const maxWeight = 55;

/** @param rows may be incomplete @returns lines, each of which is a row or a part of a row */
export function layOutGrid(
  pdf: Pdf,
  area: { readonly left: number; readonly width: number; readonly ink: BrandColors },
  rows: readonly (readonly Cell[])[],
): Line[] {
  const { placed, count } = place(rows);
  if (count > maxColumns)
    return layOutGrid(
      pdf,
      area,
      rows.flatMap((row) => row.map((cell) => [{ ...cell, columns: 1, rows: 1, widths: [] }])),
    );
  if (count === 0) return [];
  const edges = edgesOf(placed, count, area);
  const edge = (column: number) => edges[Math.min(column, count)] ?? area.left;
  const lines = placed.map((row) => rowLines(row));
  const isHead = rows[0]?.every(({ header }) => header) === true && lines[0]?.length === 1 && rows.length > 1;
  const head = isHead ? lines[0]?.[0] : undefined;
  const repeatedHead = head && head.height <= maxHeadHeight ? head : undefined;
  return lines.flatMap((parts, index) => {
    if (index === 0) return parts.map((line) => ({ ...line, before: 9, keep: head !== undefined }));
    return repeatedHead ? parts.map((line) => ({ ...line, head: { ...repeatedHead, before: 0, keep: false } })) : parts;
  });

  function rowLines(row: readonly PlacedCell[]): Line[] {
    const parts = row.map(({ cell, column, columns }) =>
      partsOf(cell.lines(edge(column) + padding.x, edge(column + columns) - edge(column) - 2 * padding.x)),
    );
    const partCount = Math.max(1, ...parts.map(({ length }) => length));
    return Array.from({ length: partCount }, (_, part): Line => {
      const height = Math.max(12, ...parts.map((cell) => heightOf(cell[part] ?? []))) + 2 * padding.y;
      return {
        height,
        before: 0,
        keep: false,
        draw: (y) => {
          for (const [index, { cell, column, columns }] of row.entries()) {
            const [left, width] = [edge(column), edge(column + columns) - edge(column)];
            if (cell.header) pdf.rect(left, y, width, height).fill(area.ink.tint);
            pdf.rect(left, y, width, height).lineWidth(0.5).strokeColor(border).stroke();
            let lineY = y + padding.y;
            for (const [position, line] of (parts[index]?.[part] ?? []).entries()) {
              const gap = position === 0 ? 0 : line.before;
              line.draw(lineY + gap, gap);
              lineY += gap + line.height;
            }
          }
        },
      };
    });
  }
}

/**
 * Assigns columns to cells; a cell that spans rows keeps its columns in the rows below. Stops at the first row with too many columns,
 * because the number of empty cells below cells that span many rows is otherwise unlimited.
 */
function place(rows: readonly (readonly Cell[])[]): { placed: PlacedCell[][]; count: number } {
  const remainingRows: number[] = [];
  let count = 0;
  const placed: PlacedCell[][] = [];
  for (const row of rows) {
    let column = 0;
    const cells: PlacedCell[] = [];
    // Inserts an empty cell for each cell of a row above that spans this row.
    const skip = () => {
      while ((remainingRows[column] ?? 0) > 0) {
        remainingRows[column] = (remainingRows[column] ?? 0) - 1;
        cells.push({ cell: emptyCell, column, columns: 1 });
        column += 1;
      }
    };
    for (const cell of row) {
      skip();
      cells.push({ cell, column, columns: cell.columns });
      for (let index = column; index < column + cell.columns; index += 1) remainingRows[index] = cell.rows - 1;
      column += cell.columns;
    }
    skip();
    count = Math.max(count, column);
    if (count > maxColumns) break;
    placed.push(cells);
  }
  return { placed, count };
}

const emptyCell: Cell = { header: false, columns: 1, rows: 1, widths: [], length: 0, lines: () => [] };

/** @returns the edges of the columns, from explicit widths or in proportion to the length of their text */
function edgesOf(
  rows: readonly (readonly PlacedCell[])[],
  count: number,
  { left, width }: { readonly left: number; readonly width: number },
): number[] {
  const explicitWidths = (rows[0] ?? []).flatMap(({ cell }) => cell.widths);
  const weights = Array.from({ length: count }, (_, column) => {
    if (explicitWidths.length === count) return explicitWidths[column] ?? 1;
    const lengths = rows.flatMap((row) =>
      row.filter((cell) => cell.column === column && cell.columns === 1).map(({ cell }) => cell.length),
    );
    return Math.min(Math.max(minWeight, ...lengths), maxWeight);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const edges = [left];
  for (const weight of weights) edges.push((edges.at(-1) ?? left) + (width * weight) / sum);
  return edges;
}

/** Splits the lines of a cell into parts that fit on a page. */
function partsOf(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = [[]];
  let height = 0;
  for (const line of lines) {
    if (height > 0 && height + line.before + line.height > maxHeight) {
      parts.push([]);
      height = 0;
    }
    height += (height > 0 ? line.before : 0) + line.height;
    parts.at(-1)?.push(line);
  }
  return parts;
}

function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line, index) => sum + (index === 0 ? 0 : line.before) + line.height, 0);
}

/** @returns a cell of plain text @param linesOf lays out the text */
export function createTextCell(header: boolean, width: number, linesOf: Cell['lines']): Cell {
  return { ...emptyCell, header, widths: [width], lines: linesOf };
}
