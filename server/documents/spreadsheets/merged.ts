/** Merged cells: of each such range only the first cell is seen, whatever the others hold. */
import { columnOf } from './columns.ts';

export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** @param sheet as XML @param rows that are asked about @returns for each of these rows the merged cells that it is part of */
export function mergedIn(sheet: string, rows: ReadonlySet<number>): (row: number, column: number) => Range | undefined {
  const ofRows = new Map<number, Range[]>([...rows].map((row) => [row, []]));
  for (const [, first = '', top = '', last = '', bottom = ''] of sheet.matchAll(
    /<(?:\w+:)?mergeCell\s[^>]{0,200}?ref\s?=\s?["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g,
  )) {
    const range = { top: Number(top), bottom: Number(bottom), left: columnOf(`${first}1`) ?? 0, right: columnOf(`${last}1`) ?? 0 };
    for (const [row, found] of ofRows) if (row >= range.top && row <= range.bottom) found.push(range);
  }
  return (row, column) => ofRows.get(row)?.find(({ left, right }) => column >= left && column <= right);
}
