/** Scores from 1 to 10, which determine levels (risks, rule 2). */

/** @param probability from 0 to 10, like `impact` */
export function scoreOf(probability: number, impact: number): number {
  return Math.max(1, Math.ceil((probability * impact) / 10));
}

/** @param likelihood on a scale of five steps, like `impact` */
export function scoreOfSteps(likelihood: number, impact: number): number {
  return Math.max(1, Math.ceil((likelihood * impact) / 2.5));
}
