/** This worker reads a list that was fetched from elsewhere, which may be long and made to take long. */
import { groupsOf, type Work } from '../../platform/workers/work.ts';
import { csvRows } from './csv.ts';
import { UnexpectedAnswer } from './failures.ts';

/** What is wrong with the list in words, or its rows in groups. */
const read: Work<{ readonly needed: string }, string> = async ({ needed }, pieces) => {
  try {
    return groupsOf(csvRows(pieces.join(''), needed), 1_000);
  } catch (error) {
    if (error instanceof UnexpectedAnswer) return [error.message];
    throw error;
  }
};

export default read;
