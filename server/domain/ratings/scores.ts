/** Computes scores from 1 to 10, which determine levels (risks, rule 2). */

/** @param probability a value from 0 to 10 @param impact a value from 0 to 10 */
export function scoreOf(probability: number, impact: number): number {
  return Math.max(1, Math.ceil((probability * impact) / 10));
}

/** @param likelihood a value from 1 to 5 @param impact a value from 1 to 5 */
export function scoreOfSteps(likelihood: number, impact: number): number {
  return Math.max(1, Math.ceil((likelihood * impact) / 2.5));
}
