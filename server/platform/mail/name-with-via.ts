import type { Actor } from '../identity/actor.ts';
import { toOneLine } from './one-line.ts';

interface NamedActor {
  readonly name: string;
  readonly via?: string | null | undefined;
}

/** Returns the actor's name and, unless it was their own session, the credential: `Ada Marsh (by API key "Deploy")`. */
export function nameWithVia({ name, via }: NamedActor): string {
  return toOneLine(via === null || via === undefined ? name : `${name} (by ${via})`);
}

/** Returns the name of a request's acting user in the form of `nameWithVia`. */
export function actorName({ user, via }: Pick<Actor, 'user' | 'via'>): string {
  return nameWithVia({ name: user?.name ?? 'Somebody', via });
}
