import { parse } from 'csv-parse/sync';
import { UnexpectedAnswer } from '../../failures.ts';

export interface PersonRow {
  readonly email: string;
  readonly name?: string;
  readonly status: string;
  readonly role?: string;
  readonly department?: string;
  readonly startDate?: string;
  readonly externalId?: string;
}

const columns = ['email', 'name', 'status', 'role', 'department', 'startDate', 'externalId'] as const;

/** The lines of a list, with or without a byte order mark, separated by commas or semicolons. @throws UnexpectedAnswer for what is none */
export function peopleIn(csv: string): PersonRow[] {
  const [header = ''] = csv.split('\n', 1);
  const rows = parsed(csv, header.includes(';') && !header.includes(',') ? ';' : ',');
  const names = rows.shift() ?? [];
  const places = columns.map((column) => [column, names.findIndex((name) => name.toLowerCase() === column.toLowerCase())] as const);
  if (!places.some(([column, place]) => column === 'email' && place >= 0)) throw new UnexpectedAnswer('The list has no column email');
  return rows.map((cells) => {
    const {
      email = '',
      status,
      ...person
    } = Object.fromEntries(places.flatMap(([column, place]) => (cells[place] ? [[column, cells[place]]] : [])));
    return { email, ...person, status: status?.toLowerCase() ?? 'active' };
  });
}

function parsed(csv: string, delimiter: string): string[][] {
  try {
    return parse(csv, { bom: true, delimiter, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    throw new UnexpectedAnswer(`The list is not CSV: ${error instanceof Error ? error.message : ''}`);
  }
}
