/** Paging for bounded lists that are read as a whole, because the database cannot provide their order. */
import type { Page, PageRequest } from './page.ts';

/** @returns the records with one of the ids whose text contains the search, ignoring case */
export function filterAll<T extends { readonly id: string }>(
  records: readonly T[],
  { ids, search }: { readonly ids?: readonly string[]; readonly search?: string },
  textOf: (record: T) => string,
): T[] {
  const searchText = search?.toLowerCase() ?? '';
  return records.filter((record) => (ids?.includes(record.id) ?? true) && textOf(record).toLowerCase().includes(searchText));
}

/**
 * @param records sorted matching records
 * @returns the page that begins after the last record of the previous page or, if that record was deleted, at its former position
 */
export function pageOfAll<T extends { readonly id: string }>(
  records: readonly T[],
  { limit = records.length, after, count }: Pick<PageRequest, 'limit' | 'after' | 'count'>,
): Page<T> {
  const startIndex = after ? startIndexAfter(records, Number(after.at), after.id) : 0;
  const rows = records.slice(startIndex, startIndex + limit);
  const [lastRecord, endIndex] = [rows.at(-1), startIndex + rows.length];
  return {
    rows,
    next: lastRecord && endIndex < records.length ? { at: endIndex - 1, id: lastRecord.id } : undefined,
    total: count ? records.length : undefined,
  };
}

function startIndexAfter(records: readonly { readonly id: string }[], position: number, id: string): number {
  const foundIndex = records.findIndex((record) => record.id === id);
  return foundIndex < 0 ? position : foundIndex + 1;
}
