/** Parses CSV lists that users provide, with or without a byte order mark, separated by commas or semicolons. */
import { parse } from 'csv-parse/sync';
import { UnexpectedAnswer } from './failures.ts';

/** One row of a list. */
export interface CsvRow {
  /** The number of the last line of the row. The header is line 1. */
  readonly row: number;
  /** Cells by column name as written in the header. Empty cells are omitted. */
  readonly cells: ReadonlyMap<string, string>;
}

/** Limits of a list. They bound the work of parsing it, so that even a crafted list is rejected quickly on a busy machine. */
const limits = { rows: 50_000, columns: 100, rowLength: 200_000 } as const;

/** @throws UnexpectedAnswer if the text is not CSV, is too long, or lacks the required column */
export function parseCsvRows(csv: string, requiredColumn: string): CsvRow[] {
  const [header = ''] = csv.split('\n', 1);
  const delimiter = header.includes(';') && !header.includes(',') ? ';' : ',';
  const tooManyColumns = `The list has more than ${limits.columns} columns`;
  if (hasTooManyColumns(header, delimiter)) throw new UnexpectedAnswer(tooManyColumns);
  const [headerRow, ...rows] = parseRows(csv, delimiter);
  const names = headerRow?.record ?? [];
  if (!names.some((name) => name.toLowerCase() === requiredColumn.toLowerCase()))
    throw new UnexpectedAnswer(`The list has no column ${requiredColumn}`);
  if (names.length > limits.columns) throw new UnexpectedAnswer(tooManyColumns);
  return rows.map(({ record, lastLine }) => ({
    row: lastLine,
    cells: new Map(names.flatMap((name, column) => (record[column] ? [[name, record[column]] as const] : []))),
  }));
}

/** Stops counting at the limit, because splitting millions of columns takes seconds. Delimiters in quotes are part of a name. */
function hasTooManyColumns(header: string, delimiter: string): boolean {
  let columns = 1;
  let isQuoted = false;
  for (const character of header) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) columns += 1;
    if (columns > limits.columns) return true;
  }
  return false;
}

interface ParsedRow {
  readonly record: readonly string[];
  /** The number of the last line of the row. */
  readonly lastLine: number;
}

function parseRows(csv: string, delimiter: string): ParsedRow[] {
  const rows: ParsedRow[] = [];
  try {
    parse(csv, {
      bom: true,
      delimiter,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: limits.rowLength,
      on_record(record: readonly string[], { lines }) {
        if (rows.length > limits.rows) throw new UnexpectedAnswer(`The list has more than ${limits.rows} lines`);
        rows.push({ record, lastLine: lines });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (error instanceof UnexpectedAnswer) throw error;
    throw new UnexpectedAnswer(`The list is not CSV: ${error instanceof Error ? error.message : ''}`);
  }
}

/** @returns the cell in a column, whose name is case-insensitive; undefined if the cell is empty */
export function cellOf({ cells }: CsvRow, column: string): string | undefined {
  for (const [name, value] of cells) if (name.toLowerCase() === column.toLowerCase()) return value;
  return undefined;
}
