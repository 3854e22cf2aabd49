/** Finds the open actions of earlier management reviews, which later reviews follow up on (isms, rule 20). */
import { type Row, type RowOf, rowsOf } from './registers.ts';

/** An action of an earlier review with its full reference. */
export interface OpenAction {
  readonly reference: string;
  readonly action: RowOf<'review-actions'>;
}

/** @returns the open actions of earlier reviews, sorted by reference */
export function openActionsFor(review: RowOf<'reviews'>, rows: readonly Row[]): OpenAction[] {
  const earlierReviews = new Map(
    rowsOf(rows, 'reviews')
      .filter((other) => other.recordedAt < review.recordedAt || (other.recordedAt === review.recordedAt && other.id < review.id))
      .map((other) => [other.id, other.reference]),
  );
  return rowsOf(rows, 'review-actions')
    .flatMap((action) => {
      const origin = earlierReviews.get(action.reviewId);
      return origin === undefined || action.status === 'closed' ? [] : [{ reference: `${origin}-${action.reference}`, action }];
    })
    .toSorted((first, other) => (first.reference < other.reference ? -1 : 1));
}
