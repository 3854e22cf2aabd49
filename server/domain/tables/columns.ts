/** Columns of a table, which are told by their headings. */
import type { Block } from '../../documents/extraction/blocks.ts';

/** What each column can be called, in lower case and without anything but letters and digits. The first word that fits counts. */
export type Words<Field extends string> = Readonly<Record<Field, readonly string[]>>;
export interface Columns<Field extends string> {
  readonly words: Words<Field>;
  /** What the heading of a table has: one of each of these. */
  readonly needed: readonly (readonly NoInfer<Field>[])[];
}
/** Of a column that the table does not have, undefined. */
export type Cells<Field extends string> = Readonly<Partial<Record<Field, string>>>;

export interface FoundRow<Field extends string = string> {
  /** Where it stands in the file. */
  readonly place: string;
  readonly cells: Cells<Field>;
}

/** What no cell of a workbook is longer than, so what follows need not be either: nothing that is stored is as long. */
export const longestCell = 32_767;

/** How far down the headings of a table may stand. */
const headingRows = 20;

/** @returns the rows below the heading that are not empty, of all tables that have one */
export function rowsIn<Field extends string>(blocks: readonly Block[], { words, needed }: Columns<Field>): FoundRow<Field>[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'table') return [];
    const { rows, sheet } = block;
    const isHeading = (columns: ReadonlyMap<Field, number>) => needed.every((some) => some.some((field) => columns.has(field)));
    const heading = rows.slice(0, headingRows).findIndex((row) => isHeading(columnsIn(row, words)));
    if (heading < 0) return [];
    const columns = [...columnsIn(rows[heading] ?? [], words)];
    return rows.flatMap((row, index): FoundRow<Field>[] => {
      const texts = columns.map(([field, column]) => [field, (row[column] ?? '').trim().slice(0, longestCell)] as const);
      if (index <= heading || texts.every(([, text]) => text === '')) return [];
      const place = sheet ? `sheet ${sheet.name}, row ${sheet.numbers[index] ?? index + 1}` : `row ${index + 1}`;
      const cells: Partial<Record<Field, string>> = {};
      for (const [field, text] of texts) cells[field] = text;
      return [{ place, cells }];
    });
  });
}

function columnsIn<Field extends string>(row: readonly string[], words: Words<Field>): Map<Field, number> {
  const named = row.map((text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const columns = new Map<Field, number>();
  for (const field in words) {
    const taken = [...columns.values()];
    const column = words[field]
      .map((word) => named.findIndex((text, index) => text === word && !taken.includes(index)))
      .find((at) => at >= 0);
    if (column !== undefined) columns.set(field, column);
  }
  return columns;
}
