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

interface Refused {
  readonly status: number;
  readonly body: {
    readonly success: false;
    readonly error: string;
    readonly details?: Readonly<Record<string, { readonly _errors: string[] } | string[]>>;
  };
}

/** The refusal of a part of the body, with its fields named from the whole. @param place such as `attachments.0` */
export function refusedAt<R extends Refused>(place: string, refused: R): R {
  const { details } = refused.body;
  if (!details) return refused;
  const named = Object.entries(details).map(([field, found]) =>
    Array.isArray(found) ? ([place, { _errors: found }] as const) : ([`${place}.${field}`, found] as const),
  );
  return { ...refused, body: { ...refused.body, details: Object.fromEntries(named) } };
}
