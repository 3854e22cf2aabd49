/** A difference between two contracts, and whether it may break a client of the first (CONTRIBUTING.md, "How the contract may change"). */
export interface Change {
  /** The operationId, or another part of the contract. */
  readonly subject: string;
  readonly breaking: boolean;
  readonly what: string;
}

/** Requests may become wider, answers may become narrower. */
export type Direction = 'request' | 'answer';

/** How the set of allowed values has changed. `foretold`: wider, as announced to clients. */
export type Effect = 'narrower' | 'wider' | 'other' | 'foretold';

export function isBreaking(effect: Effect, direction: Direction): boolean {
  return effect === 'other' || (effect !== 'foretold' && (effect === 'narrower') === (direction === 'request'));
}

/** @returns whether an element was deprecated and its sunset date has passed. @param today ISO date */
export function isPastSunset(element: { readonly deprecated?: unknown; readonly 'x-sunset'?: unknown }, today: string): boolean {
  return element.deprecated === true && typeof element['x-sunset'] === 'string' && element['x-sunset'] <= today;
}
