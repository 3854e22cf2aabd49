/** Computes the next review date of a policy or a task (spec/conventions, 8). */

const monthsBetween = { monthly: 1, quarterly: 3, yearly: 12 } as const;
const daysBetween = { daily: 1, weekly: 7 } as const;

export type Cadence = keyof typeof monthsBetween | keyof typeof daysBetween;

/**
 * @param cadence the review cadence of the record; null counts as yearly @param from the time of the last review
 * @returns the time of the next review, which is some days or calendar months later in UTC. It is the last day of the month if the month is
 * too short.
 */
export function nextReviewDate(cadence: Cadence | null, from: Date): Date {
  const next = new Date(from);
  if (cadence === 'daily' || cadence === 'weekly') {
    next.setUTCDate(next.getUTCDate() + daysBetween[cadence]);
    return next;
  }
  const day = next.getUTCDate();
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + monthsBetween[cadence ?? 'yearly']);
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(day, lastDay));
  return next;
}
