/** Expires letters that are past their expiry. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Letter, lockLetter } from './letters.ts';
import { expire } from './transitions.ts';

/** Marks all letters of the organization past their expiry as expired. @returns the letters that were not marked before */
export async function expireDueLetters(db: OrganizationDatabase): Promise<Letter[]> {
  const dueLetters = await db
    .selectFrom('engagement_letter')
    .select('id')
    .where('status', 'in', ['sent', 'partially_signed'])
    .where('expires_at', '<=', sql<string>`now()`)
    .orderBy('id')
    .execute();
  const expired: Letter[] = [];
  for (const { id } of dueLetters) {
    const letter = await lockLetter(db, id);
    if (letter && (await expire(db, letter))) expired.push(letter);
  }
  return expired;
}
