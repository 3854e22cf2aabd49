/** Where the states of records can go, as the contract says (`x-transitions`). */

/** For each state, the states that can follow on it. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

/** @returns the state of a record and the states that can follow on it, for a refusal */
export function stateOf<S extends string>(transitions: Transitions<S>, from: S): { readonly from: S; readonly allowed: S[] } {
  return { from, allowed: [...transitions[from]] };
}

/** @returns whether a record can go from one state to another */
export function canFollow<S extends string>(transitions: Transitions<S>, from: S, to: S): boolean {
  return transitions[from].includes(to);
}
