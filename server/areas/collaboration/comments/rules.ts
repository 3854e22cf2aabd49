/** Implements the rules of comments that need no database (spec/areas/collaboration/comments). */
import type { components } from '#generated/api';
import { findMentions } from '#platform/mail/notify';

type Author = components['schemas']['CommentAuthor'];

/** @returns the author at the time of writing, for an author who is no longer a member */
export function authorOf(snapshot: unknown): Author {
  if (!isPerson(snapshot)) throw new TypeError('a comment without an author');
  const { id, name, email, image } = snapshot;
  return { id, name, email, image, deactivated: true };
}

function isPerson(value: unknown): value is Omit<Author, 'deactivated'> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'name' in value &&
    typeof value.name === 'string' &&
    'email' in value &&
    typeof value.email === 'string' &&
    'image' in value &&
    (value.image === null || typeof value.image === 'string')
  );
}

/** @returns the ids of the users whom the comment now mentions but did not mention before, except its author (comments, rule 5) */
export function findNewMentions(content: string, author: string, before = ''): string[] {
  const excludedIds = new Set([...findMentions(before), author]);
  return findMentions(content).filter((id) => !excludedIds.has(id));
}

const editSeparator = ', edited by ';

/**
 * @param before the stored credentials of the comment @param edit the credential of the edit; null in a session of the author
 * @returns the credential that first wrote the text and the credential of the last edit, without sessions (rule 11)
 */
export function viaAfterEdit(before: string | null, edit: string | null): string | null {
  const [firstVia] = before?.split(editSeparator) ?? [];
  if (before === null || firstVia === undefined) return edit;
  return edit === null || edit === firstVia ? before : `${firstVia}${editSeparator}${edit}`;
}
