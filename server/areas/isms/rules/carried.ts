/** Actions of management reviews that later ones look at again (spec/areas/isms, rule 20). */
import { type Row, type RowOf, rowsOf } from './registers.ts';

/** An action of an earlier review, with its full reference. */
export interface Carried {
  readonly reference: string;
  readonly action: RowOf<'review-actions'>;
}

/** @returns the actions of earlier reviews that are not closed, by reference */
export function carriedInto(review: RowOf<'reviews'>, rows: readonly Row[]): Carried[] {
  const earlier = new Map(
    rowsOf(rows, 'reviews')
      .filter((other) => other.recordedAt < review.recordedAt || (other.recordedAt === review.recordedAt && other.id < review.id))
      .map((other) => [other.id, other.reference]),
  );
  return rowsOf(rows, 'review-actions')
    .flatMap((action) => {
      const of = earlier.get(action.reviewId);
      return of === undefined || action.status === 'closed' ? [] : [{ reference: `${of}-${action.reference}`, action }];
    })
    .toSorted((one, other) => (one.reference < other.reference ? -1 : 1));
}
