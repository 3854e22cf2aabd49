/** Computes when a policy is reviewed next (spec/areas/compliance-program/policies, States). */
import { nextReviewDate } from '#domain/tasks/review-dates/next-review-date';

/** @param frequency of the policy; null means yearly @returns midnight of the day, in UTC */
export function nextReview(frequency: 'monthly' | 'quarterly' | 'yearly' | null, now: Date): string {
  return `${nextReviewDate(frequency, now).toISOString().slice(0, 10)}T00:00:00.000Z`;
}
