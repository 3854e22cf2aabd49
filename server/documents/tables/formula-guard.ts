import type { Block } from '../extraction/blocks.ts';
import { removeFormulaGuard } from '../spreadsheets/csv.ts';

/** @param kind the kind of file @returns the content; for CSV, without the apostrophes that guard against formulas */
export function removeFormulaGuards(blocks: readonly Block[], kind: string): readonly Block[] {
  if (kind !== 'csv') return blocks;
  return blocks.map((block) => (block.kind === 'table' ? { ...block, rows: block.rows.map((row) => row.map(removeFormulaGuard)) } : block));
}
