/** Reads accounts from a list, as identity providers export it. */
import { cellOf } from '../../csv.ts';
import { UnexpectedAnswer } from '../../failures.ts';
import { type ListSource, readListRows } from '../../list.ts';
import { type Source, textValue } from '../../manifest.ts';
import { createPeopleFilter } from '../../people-filter.ts';
import { normalizeEmailOrText } from '#platform/identity/email-address';

export interface Account {
  /** In lower case. */
  readonly email: string;
  readonly name: string | undefined;
  readonly department: string | undefined;
  readonly isActive: boolean;
  /** Undefined if the list has no value. */
  readonly twoFactor: boolean | undefined;
  /** ISO 8601; undefined if the account has never been used. */
  readonly lastSignIn: string | undefined;
}

type ConnectedList = ListSource & Pick<Source, 'credentials'>;

/** @throws UnexpectedAnswer if the list of accounts is invalid */
export async function listAccounts(source: ConnectedList): Promise<Account[]> {
  const [csv, url] = [textValue(source.credentials, 'csv'), textValue(source.credentials, 'url')];
  return (await readListRows(source, csv, url, 'email')).map((line) => {
    const email = cellOf(line, 'email');
    if (email === undefined) throw new UnexpectedAnswer(`Line ${line.row} of the list has no e-mail address`);
    return {
      email: normalizeEmailOrText(email),
      name: cellOf(line, 'name'),
      department: cellOf(line, 'department'),
      isActive: (cellOf(line, 'status')?.toLowerCase() ?? 'active') === 'active',
      twoFactor: parseBoolean(cellOf(line, 'twoFactor'), line.row),
      lastSignIn: parseTime(cellOf(line, 'lastSignIn'), line.row),
    };
  });
}

/** @returns the active accounts that match the filter of the connection (integrations, rule 10) */
export async function listActiveAccounts(source: ConnectedList & Pick<Source, 'variables'>): Promise<Account[]> {
  const select = createPeopleFilter(source.variables);
  return (await listAccounts(source)).filter((account) => account.isActive && select(account) === 'selected');
}

function parseBoolean(text: string | undefined, row: number): boolean | undefined {
  const value = text?.toLowerCase();
  if (value === undefined) return undefined;
  if (value === 'true' || value === 'yes') return true;
  if (value === 'false' || value === 'no') return false;
  throw new UnexpectedAnswer(`The column twoFactor of line ${row} is neither true nor false`);
}

function parseTime(text: string | undefined, row: number): string | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : undefined;
  if (!time || Number.isNaN(time.getTime()))
    throw new UnexpectedAnswer(`The column lastSignIn of line ${row} is not a date such as 2026-05-18`);
  return time.toISOString();
}
