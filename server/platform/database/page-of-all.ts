/** Pages of a list that is read as a whole: its order is none that a database knows, and its length has a bound. */
import type { Page, PageRequest } from './page.ts';

/**
 * @param all the records that match, in their order
 * @returns the page that begins after the last record of the one before, or at its place when that record is gone
 */
export function pageOfAll<T extends { readonly id: string }>(
  all: readonly T[],
  { limit = all.length, after, count }: Pick<PageRequest, 'limit' | 'after' | 'count'>,
): Page<T> {
  const begin = after ? beginAfter(all, Number(after.at), after.id) : 0;
  const rows = all.slice(begin, begin + limit);
  const [last, end] = [rows.at(-1), begin + rows.length];
  return { rows, next: last && end < all.length ? { at: end - 1, id: last.id } : undefined, total: count ? all.length : undefined };
}

function beginAfter(all: readonly { readonly id: string }[], place: number, id: string): number {
  const found = all.findIndex((record) => record.id === id);
  return found < 0 ? place : found + 1;
}
