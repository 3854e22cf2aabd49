/** Worker that parses lists from other servers, which may be long, or crafted to be slow to parse. */
import { splitList, type Work } from '#platform/workers/work';
import { parseCsvRows } from './csv.ts';
import { UnexpectedAnswer } from './failures.ts';

/** Returns the rows in groups, or only an error message. */
const readRows: Work<{ readonly needed: string }, string> = async ({ needed }, parts) => {
  try {
    return splitList(parseCsvRows(parts.join(''), needed), 1_000);
  } catch (error) {
    if (error instanceof UnexpectedAnswer) return [error.message];
    throw error;
  }
};

export default readRows;
