/** The extracted content of a file, as blocks in reading order. */
import type { Range } from '../spreadsheets/merged.ts';

export interface TableBlock {
  readonly kind: 'table';
  /** The texts of the cells in each row. Cells without text and cells with formulas are empty. */
  readonly rows: readonly (readonly string[])[];
  /** Present for a workbook: the sheet's name, the row number in the sheet of each row, and the cells that accept only values of a list. */
  readonly sheet?: { readonly name: string; readonly numbers: readonly number[]; readonly lists: readonly Range[] };
}
export interface TextBlock {
  readonly kind: 'text';
  /** The lines of text. An empty line represents the space between paragraphs. */
  readonly lines: readonly string[];
}
export type Block = TableBlock | TextBlock;

/** Maximum numbers of rows or lines, and of characters, that are extracted from one file. */
export const maxRows = 200_000;
export const maxCharacters = 20_000_000;

export function hasText(blocks: readonly Block[]): boolean {
  return blocks.some((block) => (block.kind === 'text' ? block.lines : block.rows.flat()).some((text) => /\S/.test(text)));
}

export function isTooLong(blocks: readonly Block[]): boolean {
  let [rows, characters] = [0, 0];
  for (const block of blocks) {
    rows += block.kind === 'text' ? block.lines.length : block.rows.length;
    for (const row of block.kind === 'text' ? [block.lines] : block.rows) for (const text of row) characters += text.length;
  }
  return rows > maxRows || characters > maxCharacters;
}
