/** Calculates the next review date of a policy (spec/areas/compliance-program/policies, States). */
import { nextReviewDate } from '#domain/tasks/review-dates/next-review-date';

/** @param frequency the review frequency of the policy; null means yearly @returns midnight in UTC on the day of the next review */
export function nextReview(frequency: 'monthly' | 'quarterly' | 'yearly' | null, now: Date): string {
  return `${nextReviewDate(frequency, now).toISOString().slice(0, 10)}T00:00:00.000Z`;
}
