/**
 * One difference between two contracts, and whether it may break a client of the first one (CONTRIBUTING.md, "How the contract may
 * change").
 */
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

/** Whether an element was deprecated and its sunset date has passed. @param today ISO date */
export function isPastSunset(marked: { readonly deprecated?: unknown; readonly 'x-sunset'?: unknown }, today: string): boolean {
  return marked.deprecated === true && typeof marked['x-sunset'] === 'string' && marked['x-sunset'] <= today;
}
