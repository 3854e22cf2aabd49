/** Finds the columns of a table by their headings. */
import type { Block } from '../extraction/blocks.ts';

/** The accepted headings of each column, in lowercase with letters and digits only, in order of precedence. */
export type HeadingWords<Field extends string> = Readonly<Record<Field, readonly string[]>>;
export interface TableColumns<Field extends string> {
  readonly words: HeadingWords<Field>;
  /** Groups of columns; the table must have at least one column of each group. */
  readonly requiredGroups: readonly (readonly NoInfer<Field>[])[];
}
/** The texts of a row by column; undefined for missing columns. */
export type Cells<Field extends string> = Readonly<Partial<Record<Field, string>>>;

export interface FoundRow<Field extends string = string> {
  /** The position of the row in the file. */
  readonly place: string;
  readonly cells: Cells<Field>;
}

/** The maximum length of a cell in Excel. Longer texts are cut, because no stored value may be longer. */
export const maxCellLength = 32_767;

/** The heading must be among this many rows at the start of the table. */
const headingRows = 20;

/** @returns the nonempty rows below the heading of every table that has a heading */
export function findRows<Field extends string>(
  blocks: readonly Block[],
  { words, requiredGroups }: TableColumns<Field>,
): FoundRow<Field>[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'table') return [];
    const { rows, sheet } = block;
    const isHeading = (columns: ReadonlyMap<Field, number>) => requiredGroups.every((group) => group.some((field) => columns.has(field)));
    const headingIndex = rows.slice(0, headingRows).findIndex((row) => isHeading(columnsIn(row, words)));
    if (headingIndex < 0) return [];
    const columns = [...columnsIn(rows[headingIndex] ?? [], words)];
    return rows.flatMap((row, index): FoundRow<Field>[] => {
      const texts = columns.map(([field, column]) => [field, (row[column] ?? '').trim().slice(0, maxCellLength)] as const);
      if (index <= headingIndex || texts.every(([, text]) => text === '')) return [];
      const place = sheet ? `sheet ${sheet.name}, row ${sheet.numbers[index] ?? index + 1}` : `row ${index + 1}`;
      const cells: Partial<Record<Field, string>> = {};
      for (const [field, text] of texts) cells[field] = text;
      return [{ place, cells }];
    });
  });
}

function columnsIn<Field extends string>(row: readonly string[], words: HeadingWords<Field>): Map<Field, number> {
  const normalizedHeadings = row.map((text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const columns = new Map<Field, number>();
  for (const field in words) {
    const usedColumns = [...columns.values()];
    const column = words[field]
      .map((word) => normalizedHeadings.findIndex((text, index) => text === word && !usedColumns.includes(index)))
      .find((index) => index >= 0);
    if (column !== undefined) columns.set(field, column);
  }
  return columns;
}
