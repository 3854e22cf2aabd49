import type { Claim } from './claims.ts';
import type { Test } from './tests.ts';

/**
 * `shown` by a test; `missing` when there should be one; `pending` on what the contract does not have yet; `decided` by us where the
 * interface specification is silent.
 */
export type State = 'shown' | 'missing' | 'pending' | 'decided';
export interface Traced extends Claim {
  readonly state: State;
  readonly showings: readonly Test[];
  /** What it concerns and the contract does not have. */
  readonly awaited: readonly string[];
}

/** @param showings the tests that show a claim @param offered operationIds, and `area:…` of each area */
export function traced(
  claims: readonly Claim[],
  showings: readonly (Test & { readonly claim: string })[],
  offered: ReadonlySet<string>,
): readonly Traced[] {
  return claims.map((claim) => {
    const own = showings.filter((showing) => showing.claim === claim.id);
    const awaited = claim.concerns.filter((concern) => !offered.has(concern));
    const state = claim.kind === 'not-shown' ? 'decided' : awaited.length ? 'pending' : own.length ? 'shown' : 'missing';
    return { ...claim, state, showings: own, awaited };
  });
}

/** How many there are of each state. */
export function summary(all: readonly Traced[]): string {
  const count = (state: State) => all.filter((one) => one.state === state).length;
  return `${all.length} claims: ${count('shown')} shown by tests, ${count('pending')} await operations, ${count('missing')} missing, ${count('decided')} decided by us`;
}
