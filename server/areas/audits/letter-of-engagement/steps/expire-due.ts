/** Expires letters that are past their expiry. */
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Letter, lockLetter } from '../queries/letters.ts';
import { listExpiredIds } from '../queries/statuses.ts';
import { expire } from './transitions.ts';

/** Marks the organization's letters that are past their expiry as expired. @returns the letters that this call has marked */
export async function expireDueLetters(db: OrganizationDatabase): Promise<Letter[]> {
  const expiredLetters: Letter[] = [];
  for (const id of await listExpiredIds(db)) {
    const letter = await lockLetter(db, id);
    if (letter && (await expire(db, letter))) expiredLetters.push(letter);
  }
  return expiredLetters;
}
