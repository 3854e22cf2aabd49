/**
 * Keyset paging: a page begins after the last record of the one before, found through an index, so that it costs the same however
 * deep it is. The contract layer reads `limit`, `cursor`, `count` and the order from the request, and writes `nextCursor` and `Link`.
 */
import type { ReferenceExpression, SelectQueryBuilder, StringReference } from 'kysely';

/** Sort key and id of the last record of a page. */
export interface Position { readonly at: string | number; readonly id: string }

export interface PageRequest<SortBy extends string = string> {
  /** Most records; without it all of them. */
  readonly limit: number | undefined;
  readonly after: Position | undefined;
  /** Whether to count all records that match. */
  readonly count: boolean;
  readonly sortBy: SortBy;
  readonly sortOrder: 'asc' | 'desc';
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** Where the next page begins, if there is one. */
  readonly next: Position | undefined;
  readonly total: number | undefined;
}

/**
 * @param query with its filters and columns, without order
 * @param by the column to sort by, never null; `id` breaks ties, in the same direction
 */
export async function findPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { by, id }: { readonly by: StringReference<DB, TB>; readonly id: StringReference<DB, TB> },
  { limit, after, count, sortOrder }: PageRequest,
): Promise<Page<Omit<Row, keyof Place>>> {
  let page = query.select((eb) => [eb.ref(by).$castTo<string | number>().as('pageAt'), eb.ref(id).$castTo<string>().as('pageId')])
    .orderBy(by, sortOrder).orderBy(id, sortOrder);
  const past = sortOrder === 'asc' ? '>' : '<';
  if (after) page = page.where(({ eb, refTuple, tuple, val }) => eb(refTuple<ReferenceExpression<DB, TB>, ReferenceExpression<DB, TB>>(by, id), past, tuple(val(after.at), val(after.id))));
  if (limit !== undefined) page = page.limit(limit + 1);
  const [selected, counted]: [readonly unknown[], unknown] = await Promise.all([
    page.execute(),
    count ? query.clearSelect().select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow() : undefined,
  ]);
  const found = selected.filter(isPlaced<Row>);
  const placed = found.slice(0, limit);
  const last = placed.at(-1);
  return {
    rows: placed.map(({ pageAt, pageId, ...row }) => row),
    next: last && found.length > placed.length ? { at: last.pageAt, id: last.pageId } : undefined,
    total: typeof counted === 'object' && counted !== null && 'total' in counted ? Number(counted.total) : undefined,
  };
}

interface Place { readonly pageAt: string | number; readonly pageId: string }
/** For the compiler, which cannot see through the builder of a query that is not known here: a row of it with its two columns more. */
function isPlaced<Row>(row: unknown): row is Row & Place {
  return typeof row === 'object' && row !== null && 'pageAt' in row && 'pageId' in row;
}

/** The same page of other records. */
export function mapPage<T, U>({ rows, ...page }: Page<T>, map: (row: T) => U): Page<U> {
  return { ...page, rows: rows.map(map) };
}
