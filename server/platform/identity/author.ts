import type { Actor } from './actor.ts';

/** The person whom a record names (spec/conventions, 8). `via` is the credential that acted for them; null in a session of their own. */
export interface Author {
  readonly userId: string | null;
  readonly memberId: string | null;
  readonly via: string | null;
}

export function authorOf({ user, memberId, via }: Pick<Actor, 'user' | 'memberId' | 'via'>): Author {
  return { userId: user?.id ?? null, memberId: memberId ?? null, via: via ?? null };
}

/** The author of records that the service creates by itself. */
export const noAuthor: Author = { userId: null, memberId: null, via: null };
