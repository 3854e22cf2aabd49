/** Expires letters that are past their expiry. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Letter, lockLetter } from '../queries/letters.ts';
import { listExpiredIds } from '../queries/statuses.ts';
import { expire } from './transitions.ts';

/** Marks all letters of the organization past their expiry as expired. @returns the letters that were not marked before */
export async function expireDueLetters(db: OrganizationDatabase): Promise<Letter[]> {
  const expired: Letter[] = [];
  for (const id of await listExpiredIds(db)) {
    const letter = await lockLetter(db, id);
    if (letter && (await expire(db, letter))) expired.push(letter);
  }
  return expired;
}
