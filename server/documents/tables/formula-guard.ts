import type { Block } from '../extraction/blocks.ts';
import { removeFormulaGuard } from '../spreadsheets/csv.ts';

/** @param kind of the file @returns its cells without the apostrophes that guard against formulas in CSV */
export function removeFormulaGuards(blocks: readonly Block[], kind: string): readonly Block[] {
  if (kind !== 'csv') return blocks;
  return blocks.map((block) => (block.kind === 'table' ? { ...block, rows: block.rows.map((row) => row.map(removeFormulaGuard)) } : block));
}
