/** Decisions about comments that need no database (spec/areas/comments). */
import type { components } from '../../../generated/api.d.ts';
import { mentionsIn } from '../../platform/mail/notify.ts';

type Author = components['schemas']['CommentAuthor'];

/** The author at the time of writing, who is no longer a member. */
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

/** The users to be told of a comment: those it mentions now and did not before, but never its author (spec/areas/comments, rule 5). */
export function newlyMentioned(content: string, author: string, before = ''): string[] {
  const known = new Set([...mentionsIn(before), author]);
  return mentionsIn(content).filter((id) => !known.has(id));
}
