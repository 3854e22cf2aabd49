import type { Block } from '../../documents/extraction/blocks.ts';
import { withoutGuard } from '../../documents/spreadsheets/csv.ts';

/** @param kind of the file @returns its cells without the apostrophes that keep a file of CSV from being taken for formulas */
export function unguarded(blocks: readonly Block[], kind: string): readonly Block[] {
  if (kind !== 'csv') return blocks;
  return blocks.map((block) => (block.kind === 'table' ? { ...block, rows: block.rows.map((row) => row.map(withoutGuard)) } : block));
}
