/** One difference between two contracts, and whether a client that kept to the first may fail on the second (CONTRIBUTING.md, "How the contract may change"). */
export interface Change {
  /** operationId, or what else of the contract it is about. */
  readonly subject: string;
  readonly breaking: boolean;
  readonly what: string;
}

/** What the client sends may become wider, what it is answered may become narrower. */
export type Direction = 'request' | 'answer';

/** What became of the values that are allowed in a place. `foretold`: wider, as clients were told it would. */
export type Effect = 'narrower' | 'wider' | 'other' | 'foretold';

export function breaks(effect: Effect, direction: Direction): boolean {
  return effect === 'other' || (effect !== 'foretold' && (effect === 'narrower') === (direction === 'request'));
}

/** Whether something was marked as leaving, and the day has come. @param today ISO date */
export function mayBeGone(marked: { readonly deprecated?: unknown; readonly 'x-sunset'?: unknown }, today: string): boolean {
  return marked.deprecated === true && typeof marked['x-sunset'] === 'string' && marked['x-sunset'] <= today;
}
