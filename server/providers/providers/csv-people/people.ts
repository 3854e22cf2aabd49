/** Parses people from the rows of a CSV list. */
import { cellOf, type CsvRow } from '../../csv.ts';

export interface PersonRow {
  /** The line number in the list. */
  readonly row: number;
  readonly email: string;
  readonly name?: string;
  readonly status: string;
  readonly role?: string;
  readonly department?: string;
  readonly startDate?: string;
  readonly externalId?: string;
}

const columns = ['name', 'role', 'department', 'startDate', 'externalId'] as const;

/** @returns the people in the rows, not validated yet */
export function parsePersonRows(lines: readonly CsvRow[]): PersonRow[] {
  return lines.map((line) => ({
    row: line.row,
    email: cellOf(line, 'email') ?? '',
    ...Object.fromEntries(
      columns.flatMap((column) => [[column, cellOf(line, column)] as const].filter(([, value]) => value !== undefined)),
    ),
    status: cellOf(line, 'status')?.toLowerCase() ?? 'active',
  }));
}
