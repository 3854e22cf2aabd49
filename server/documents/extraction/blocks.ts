/** What a file says, in the order in which it says it. */
import type { Range } from '../spreadsheets/merged.ts';

export interface TableBlock {
  readonly kind: 'table';
  /** A cell without text is empty, and so is one that is computed. */
  readonly rows: readonly (readonly string[])[];
  /** Of a workbook: the sheet that the rows stand in, the number that each of them has there, and the cells that take only what is in a list. */
  readonly sheet?: { readonly name: string; readonly numbers: readonly number[]; readonly lists: readonly Range[] };
}
export interface TextBlock {
  readonly kind: 'text';
  /** An empty one stands for the space between paragraphs. */
  readonly lines: readonly string[];
}
export type Block = TableBlock | TextBlock;

/** Most rows and lines, and most characters, that are taken from one file. */
export const mostRows = 200_000;
export const mostCharacters = 20_000_000;

export function hasText(blocks: readonly Block[]): boolean {
  return blocks.some((block) => (block.kind === 'text' ? block.lines : block.rows.flat()).some((text) => /\S/.test(text)));
}

export function isTooMuch(blocks: readonly Block[]): boolean {
  let [rows, characters] = [0, 0];
  for (const block of blocks) {
    rows += block.kind === 'text' ? block.lines.length : block.rows.length;
    for (const row of block.kind === 'text' ? [block.lines] : block.rows) for (const text of row) characters += text.length;
  }
  return rows > mostRows || characters > mostCharacters;
}
