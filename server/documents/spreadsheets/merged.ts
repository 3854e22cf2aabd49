/** Finds merged cells. Only the first cell of a merged range is visible, regardless of the content of its other cells. */
import { columnOf } from './columns.ts';

export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** @param sheet the XML of the sheet @returns a function that returns the merged range that covers a cell in one of the `rows` */
export function findMergedRanges(sheet: string, rows: ReadonlySet<number>): (row: number, column: number) => Range | undefined {
  const rangesByRow = new Map<number, Range[]>([...rows].map((row) => [row, []]));
  for (const [, first = '', top = '', last = '', bottom = ''] of sheet.matchAll(
    /<(?:\w+:)?mergeCell\s[^>]{0,200}?ref\s?=\s?["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g,
  )) {
    const range = { top: Number(top), bottom: Number(bottom), left: columnOf(`${first}1`) ?? 0, right: columnOf(`${last}1`) ?? 0 };
    for (const [row, ranges] of rangesByRow) if (row >= range.top && row <= range.bottom) ranges.push(range);
  }
  return (row, column) => rangesByRow.get(row)?.find(({ left, right }) => column >= left && column <= right);
}
