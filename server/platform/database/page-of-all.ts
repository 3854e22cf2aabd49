/** Paging for bounded lists that are read as a whole, because the database cannot provide their order. */
import type { Page, PageRequest } from './page.ts';

/**
 * @param all matching records, in order
 * @returns the page after the last record of the previous one, or at its position if that record was deleted
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

function beginAfter(all: readonly { readonly id: string }[], position: number, id: string): number {
  const found = all.findIndex((record) => record.id === id);
  return found < 0 ? position : found + 1;
}
