/** Accounts in a list, as identity providers export them. */
import { cellOf } from '../../csv.ts';
import { UnexpectedAnswer } from '../../failures.ts';
import { type Listing, listedRows } from '../../list.ts';
import { type Source, textIn } from '../../manifest.ts';
import { selectedBy } from '../../people-filter.ts';

export interface Account {
  /** Lower-case. */
  readonly email: string;
  readonly name: string | undefined;
  readonly department: string | undefined;
  readonly isActive: boolean;
  /** Undefined where the list says nothing of it. */
  readonly twoFactor: boolean | undefined;
  /** ISO 8601; undefined for never. */
  readonly lastSignIn: string | undefined;
}

type Connected = Listing & Pick<Source, 'credentials'>;

/** @throws UnexpectedAnswer for what is no list of accounts */
export async function accountsOf(source: Connected): Promise<Account[]> {
  const [csv, url] = [textIn(source.credentials, 'csv'), textIn(source.credentials, 'url')];
  return (await listedRows(source, csv, url, 'email')).map((line) => {
    const email = cellOf(line, 'email')?.toLowerCase();
    if (email === undefined) throw new UnexpectedAnswer(`Line ${line.row} of the list has no e-mail address`);
    return {
      email,
      name: cellOf(line, 'name'),
      department: cellOf(line, 'department'),
      isActive: (cellOf(line, 'status')?.toLowerCase() ?? 'active') === 'active',
      twoFactor: truthOf(cellOf(line, 'twoFactor'), line.row),
      lastSignIn: timeOf(cellOf(line, 'lastSignIn'), line.row),
    };
  });
}

/** The active accounts that the filter of the connection selects (spec/areas/integrations, rule 10). */
export async function activeAccounts(source: Connected & Pick<Source, 'variables'>): Promise<Account[]> {
  const selection = selectedBy(source.variables);
  return (await accountsOf(source)).filter((account) => account.isActive && selection(account) === 'selected');
}

function truthOf(written: string | undefined, row: number): boolean | undefined {
  const value = written?.toLowerCase();
  if (value === undefined) return undefined;
  if (value === 'true' || value === 'yes') return true;
  if (value === 'false' || value === 'no') return false;
  throw new UnexpectedAnswer(`The column twoFactor of line ${row} is neither true nor false`);
}

function timeOf(written: string | undefined, row: number): string | undefined {
  if (written === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\d/.test(written) ? new Date(written) : undefined;
  if (!time || Number.isNaN(time.getTime()))
    throw new UnexpectedAnswer(`The column lastSignIn of line ${row} is not a date such as 2026-05-18`);
  return time.toISOString();
}
