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
  const nextDate = new Date(from);
  if (cadence === 'daily' || cadence === 'weekly') {
    nextDate.setUTCDate(nextDate.getUTCDate() + daysBetween[cadence]);
    return nextDate;
  }
  const day = nextDate.getUTCDate();
  nextDate.setUTCDate(1);
  nextDate.setUTCMonth(nextDate.getUTCMonth() + monthsBetween[cadence ?? 'yearly']);
  const lastDay = new Date(Date.UTC(nextDate.getUTCFullYear(), nextDate.getUTCMonth() + 1, 0)).getUTCDate();
  nextDate.setUTCDate(Math.min(day, lastDay));
  return nextDate;
}
