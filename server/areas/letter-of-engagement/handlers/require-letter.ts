import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { findLetter, type Letter, lockLetter } from '../queries/letters.ts';
import { findViewer } from '../queries/people.ts';
import { letterNotFound } from '../refusals.ts';
import { shownTo } from '../rules/viewer.ts';

/** @returns the letter, or the refusal of an id that names none */
export async function requireLetter(db: OrganizationDatabase, id: string) {
  return (await findLetter(db, id)) ?? letterNotFound();
}

/** @returns the letter, held until the transaction ends, or the refusal of an id that names none */
export async function lockRequiredLetter(db: OrganizationDatabase, id: string) {
  return (await lockLetter(db, id)) ?? letterNotFound();
}

/** @returns the letter as it is now and as the caller sees it */
export async function lookAt(db: OrganizationDatabase, actor: Actor, id: string): Promise<Letter> {
  const [letter, viewer] = await Promise.all([findLetter(db, id), findViewer(db, actor)]);
  if (!letter) throw new Error('the letter is gone');
  return shownTo(viewer, letter);
}
