/** Paging for bounded lists that are read as a whole, because the database cannot provide their order. */
import type { Page, PageRequest, Position } from './page.ts';

type Bounds = Pick<PageRequest, 'limit' | 'after' | 'before' | 'count'>;

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
 * @returns the page that begins after the last record of the previous page, or ends before the first record of the next page. If that record
 * was deleted, its former position counts.
 */
export function pageOfAll<T extends { readonly id: string }>(records: readonly T[], bounds: Bounds): Page<T> {
  const indexOf = ({ at, id }: Position, offset: number) => {
    const foundIndex = records.findIndex((record) => record.id === id);
    return foundIndex < 0 ? Number(at) : foundIndex + offset;
  };
  const { after, before } = bounds;
  const range = { start: after && indexOf(after, 1), end: before && indexOf(before, 0) };
  return pageInRange(records, bounds, range, ({ id }, at) => ({ at, id }));
}

/**
 * @param range where the page starts, or ends; the page is the first one without either, or when nothing comes before its end
 * @param positionOf returns the position of a record at an index
 */
export function pageInRange<T>(
  records: readonly T[],
  { limit = records.length, count }: Bounds,
  { start = 0, end = 0 }: { readonly start?: number | undefined; readonly end?: number | undefined },
  positionOf: (record: T, index: number) => Position,
): Page<T> {
  const startIndex = end > 0 ? Math.max(0, end - limit) : start;
  const endIndex = Math.min(end > 0 ? end : startIndex + limit, records.length);
  const rows = records.slice(startIndex, endIndex);
  const [firstRecord, lastRecord] = [rows[0], rows.at(-1)];
  return {
    rows,
    next: lastRecord !== undefined && endIndex < records.length ? positionOf(lastRecord, endIndex - 1) : undefined,
    previous: firstRecord !== undefined && startIndex > 0 ? positionOf(firstRecord, startIndex) : undefined,
    total: count ? records.length : undefined,
  };
}
