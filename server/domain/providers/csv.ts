/** Lists in CSV, as people keep them: with or without a byte order mark, separated by commas or semicolons. */
import { parse } from 'csv-parse/sync';
import { UnexpectedAnswer } from './failures.ts';

/** One line of a list. */
export interface CsvRow {
  /** The line on which it ends; the header is line 1. */
  readonly row: number;
  /** By the name of the column as the header has it; empty cells are left out. */
  readonly cells: ReadonlyMap<string, string>;
}

/** Most that a list may have. */
const most = { rows: 50_000, columns: 100 } as const;

/** @throws UnexpectedAnswer for what is no CSV, is too long, or has no column of the name that every list needs */
export function csvRows(csv: string, needed: string): CsvRow[] {
  const [header = ''] = csv.split('\n', 1);
  const [first, ...rows] = parsed(csv, header.includes(';') && !header.includes(',') ? ';' : ',');
  const names = first?.record ?? [];
  if (!names.some((name) => name.toLowerCase() === needed.toLowerCase())) throw new UnexpectedAnswer(`The list has no column ${needed}`);
  if (names.length > most.columns) throw new UnexpectedAnswer(`The list has more than ${most.columns} columns`);
  return rows.map(({ record, lines }) => ({
    row: lines,
    cells: new Map(names.flatMap((name, place) => (record[place] ? [[name, record[place]] as const] : []))),
  }));
}

interface Parsed {
  readonly record: readonly string[];
  /** The line on which it ends. */
  readonly lines: number;
}

function parsed(csv: string, delimiter: string): Parsed[] {
  const rows: Parsed[] = [];
  try {
    parse(csv, {
      bom: true,
      delimiter,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      on_record(record: readonly string[], { lines }) {
        if (rows.length > most.rows) throw new UnexpectedAnswer(`The list has more than ${most.rows} lines`);
        rows.push({ record, lines });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (error instanceof UnexpectedAnswer) throw error;
    throw new UnexpectedAnswer(`The list is not CSV: ${error instanceof Error ? error.message : ''}`);
  }
}

/** @returns a cell by the name of its column, in any case */
export function cellOf({ cells }: CsvRow, column: string): string | undefined {
  for (const [name, value] of cells) if (name.toLowerCase() === column.toLowerCase()) return value;
  return undefined;
}
