import type { Claim } from './claims.ts';
import type { Test } from './tests.ts';

/**
 * `shown`: a test shows the claim. `missing`: a test is required. `pending`: the contract still lacks an operation. `decided`: this project
 * decided a question that the interface specification leaves open.
 */
export type State = 'shown' | 'missing' | 'pending' | 'decided';
export interface TracedClaim extends Claim {
  readonly state: State;
  readonly showings: readonly Test[];
  /** The operations and areas of the claim that the contract lacks. */
  readonly awaited: readonly string[];
}

/** @param showings the tests that cover a claim @param offered operationIds, and `area:…` of each area */
export function traceClaims(
  claims: readonly Claim[],
  showings: readonly (Test & { readonly claim: string })[],
  offered: ReadonlySet<string>,
): readonly TracedClaim[] {
  return claims.map((claim) => {
    const ownShowings = showings.filter((showing) => showing.claim === claim.id);
    const awaited = claim.concerns.filter((concern) => !offered.has(concern));
    const state = claim.kind === 'not-shown' ? 'decided' : awaited.length ? 'pending' : ownShowings.length ? 'shown' : 'missing';
    return { ...claim, state, showings: ownShowings, awaited };
  });
}

/** @returns the number of claims in each state, as text */
export function summary(all: readonly TracedClaim[]): string {
  const count = (state: State) => all.filter((tracedClaim) => tracedClaim.state === state).length;
  return `${all.length} claims: ${count('shown')} shown by tests, ${count('pending')} await operations, ${count('missing')} missing, ${count('decided')} decided by us`;
}
