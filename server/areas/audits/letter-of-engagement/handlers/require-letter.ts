/** Finds the letter of a request, or refuses the request. */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { findLetter, type Letter, lockLetter } from '../queries/letters.ts';
import { findViewer } from '../queries/people.ts';
import { letterNotFound } from '../refusals.ts';
import { redactForViewer } from '../rules/viewer.ts';

/** @returns the letter, or a refusal if no letter has this id */
export async function requireLetter(db: OrganizationDatabase, id: string) {
  return (await findLetter(db, id)) ?? letterNotFound();
}

/** @returns the letter, locked until the transaction ends, or a refusal if no letter has this id */
export async function lockRequiredLetter(db: OrganizationDatabase, id: string) {
  return (await lockLetter(db, id)) ?? letterNotFound();
}

/** @returns the current letter without the parts that the caller may not see */
export async function findVisibleLetter(db: OrganizationDatabase, actor: Actor, id: string): Promise<Letter> {
  const [letter, viewer] = await Promise.all([findLetter(db, id), findViewer(db, actor)]);
  if (!letter) throw new Error('the letter was not found');
  return redactForViewer(viewer, letter);
}
