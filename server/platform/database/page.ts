/**
 * Keyset paging: a page starts after the last record of the previous page, or ends before the first record of the next page. Both are found
 * through an index, so every page costs the same. The contract layer reads `limit`, `cursor`, `count` and the order, and writes the cursors.
 */
import { type Expression, type QueryCreator, type SelectQueryBuilder, sql, type SqlBool, type StringReference } from 'kysely';
import type { TenantTables } from '#generated/database';
import { applyFilters, type Filters, type EvaluatedFilters, evaluateFilters } from './filters.ts';
import type { OrganizationDatabase } from './handle.ts';
import { type Params, PreparedQuery } from './prepared.ts';
import type { SortKey } from './sort-keys.ts';
import { trusted } from '../trusted.ts';

/** Sort key and id of a record at the edge of a page. */
export interface Position {
  readonly at: string | number;
  readonly id: string;
}

export interface PageRequest<SortBy extends string = string> {
  /** Maximum number of records; undefined for all. */
  readonly limit: number | undefined;
  /** The page starts after this position. */
  readonly after: Position | undefined;
  /** The page ends before this position. Never together with `after`. */
  readonly before?: Position | undefined;
  /** Whether to count all matching records. */
  readonly count: boolean;
  readonly sortBy: SortBy;
  readonly sortOrder: 'asc' | 'desc';
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** Where the next page begins, if there is one. */
  readonly next: Position | undefined;
  /** Where the previous page ends, if there is one. Lists that only go forward have none. */
  readonly previous?: Position | undefined;
  readonly total: number | undefined;
}

/**
 * A list whose queries are built once for each combination of filters and order, because building them takes Node longer than running them.
 */
export class PagedList<Values extends object, DB, TB extends keyof DB, Row> {
  readonly #source: Source<Values, SelectQueryBuilder<DB, TB, Row>>;
  readonly #pages = new Map<string, PreparedQuery<Values & Bounds, object>>();
  readonly #counts = new Map<string, PreparedQuery<Values, object>>();

  private constructor(source: Source<Values, SelectQueryBuilder<DB, TB, Row>>) {
    this.#source = source;
  }

  /** @param build returns the query with its columns and fixed conditions, but without its order; `param` returns placeholders for values */
  static of<Values extends object, DB, TB extends keyof DB, Row>(
    build: (db: QueryCreator<TenantTables>, param: Params<Values>, sortOrder: SortOrder) => SelectQueryBuilder<DB, TB, Row>,
  ): PagedList<Values, DB, TB, Row> {
    return new PagedList<Values, DB, TB, Row>({
      build: ({ db, param, sortOrder }) => build(db, param, sortOrder),
      evaluate: () => ({ shape: '', sent: {} }),
    });
  }

  /** Returns the list with optional filters. */
  filteredBy<Filter extends object>(filters: Filters<Filter, DB, TB>): PagedList<Values & Filter, DB, TB, Row> {
    const { build, evaluate: evaluateOthers } = this.#source;
    return new PagedList<Values & Filter, DB, TB, Row>({
      build: (input) => applyFilters<Filter, DB, TB, Row>(build(input), filters, input.values, input.param),
      evaluate: (values) => {
        const [otherFilters, ownFilters] = [evaluateOthers(values), evaluateFilters<Filter, DB, TB>(filters, values)];
        return { shape: otherFilters.shape + ownFilters.shape, sent: { ...otherFilters.sent, ...ownFilters.sent } };
      },
    });
  }

  /** Returns the list whose query is the result of `outer`, which can select from this list's query with its filters. */
  within<OtherDB, Other extends keyof OtherDB, OtherRow>(
    outer: (query: SelectQueryBuilder<DB, TB, Row>, db: QueryCreator<TenantTables>) => SelectQueryBuilder<OtherDB, Other, OtherRow>,
  ): PagedList<Values, OtherDB, Other, OtherRow> {
    const { build, evaluate } = this.#source;
    return new PagedList<Values, OtherDB, Other, OtherRow>({ build: (input) => outer(build(input), input.db), evaluate });
  }

  /** @param by the column to sort by, never null, or a computed sort key; `id` breaks ties in the same direction */
  async page(
    db: OrganizationDatabase,
    values: Values,
    { by, id }: Order<DB, TB>,
    request: PageRequest,
  ): Promise<Page<Omit<Row, keyof PageColumns>>> {
    const { limit, after, before, count, sortOrder } = request;
    const { build, evaluate } = this.#source;
    const { shape, sent } = evaluate(values);
    const bound = after ?? before;
    const page = getOrPrepare(
      this.#pages,
      [typeof by === 'string' ? by : by.name, sortOrder, after && 'after', before && 'before', limit && 'limit', shape].join(' '),
      () =>
        new PreparedQuery((db, param: Params<Values & Bounds>) =>
          selectPage(
            build({ db, param, sortOrder, values }),
            { by, id },
            before ? reversed[sortOrder] : sortOrder,
            bound && { at: param('pageAt'), id: param('pageId') },
            limit === undefined ? undefined : param('pageLimit'),
          ),
        ),
    );
    const totalQuery = count
      ? getOrPrepare(
          this.#counts,
          shape,
          () => new PreparedQuery((db, param: Params<Values>) => countQuery(build({ db, param, sortOrder, values }))),
        )
      : undefined;
    const allValues = { ...values, ...sent };
    const [selected, [total]] = await Promise.all([
      db.run(page, { ...allValues, pageAt: bound?.at ?? '', pageId: bound?.id ?? '', pageLimit: (limit ?? 0) + 1 }),
      totalQuery ? db.run(totalQuery, allValues) : [],
    ]);
    // All records before this position are gone, so the first page is what comes before.
    if (before && selected.length === 0) return this.page(db, values, { by, id }, { ...request, before: undefined });
    return pageOf(selected, request, total);
  }
}

const reversed = { asc: 'desc', desc: 'asc' } as const;

type SortOrder = PageRequest['sortOrder'];
interface Source<Values, Query> {
  build(input: BuildInput<Values>): Query;
  evaluate(values: Values): EvaluatedFilters;
}
interface BuildInput<Values> {
  readonly db: QueryCreator<TenantTables>;
  readonly param: Params<Values>;
  readonly sortOrder: SortOrder;
  /** Only for the rules of filters, which may depend on a value only through its shape (filters.ts). */
  readonly values: Values;
}
interface Bounds {
  readonly pageAt: string | number;
  readonly pageId: string;
  readonly pageLimit: number;
}

/** Maximum number of kept queries, because requests determine how many different ones are built. */
const maxCached = 1000;

function getOrPrepare<Query>(queries: Map<string, Query>, name: string, prepare: () => Query): Query {
  const existing = queries.get(name);
  if (existing) return existing;
  const prepared = prepare();
  if (queries.size < maxCached) queries.set(name, prepared);
  return prepared;
}

interface Order<DB, TB extends keyof DB> {
  readonly by: StringReference<DB, TB> | SortKey;
  readonly id: StringReference<DB, TB>;
}

function selectPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { by, id }: Order<DB, TB>,
  sortOrder: 'asc' | 'desc',
  bound: { readonly at: Expression<string | number>; readonly id: Expression<string> } | undefined,
  maxRows: Expression<number> | undefined,
) {
  const sortKey = typeof by === 'string' ? sql.ref<string | number>(by) : by.expression(sortOrder);
  let page = query
    .select((eb) => [sortKey.as('pageAt'), eb.ref(id).$castTo<string>().as('pageId')])
    .orderBy(sortKey, sortOrder)
    .orderBy(id, sortOrder);
  const comparison = sql.raw(sortOrder === 'asc' ? '>' : '<');
  if (bound) page = page.where(sql<SqlBool>`(${sortKey}, ${sql.ref(id)}) ${comparison} (${bound.at}, ${bound.id})`);
  return maxRows === undefined ? page : page.limit(maxRows);
}

function countQuery<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>) {
  return query.clearSelect().select((eb) => eb.fn.countAll<number>().as('total'));
}

/** @param selected the records of the page in the order of the query, and one more if there is a further page in this direction */
function pageOf<Row>(
  selected: readonly unknown[],
  { limit, after, before }: PageRequest,
  totalRow: unknown,
): Page<Omit<Row, keyof PageColumns>> {
  const selectedRows = trusted<readonly (Row & PageColumns)[]>(selected, 'the query of a page selects its rows with their places');
  const pageRows = before ? selectedRows.slice(0, limit).toReversed() : selectedRows.slice(0, limit);
  const hasMore = selectedRows.length > pageRows.length;
  return {
    rows: pageRows.map(({ pageAt, pageId, ...row }) => row),
    next: before || hasMore ? positionOf(pageRows.at(-1)) : undefined,
    previous: after || (before && hasMore) ? positionOf(pageRows[0]) : undefined,
    total: typeof totalRow === 'object' && totalRow !== null && 'total' in totalRow ? Number(totalRow.total) : undefined,
  };
}

function positionOf(row: PageColumns | undefined): Position | undefined {
  return row && { at: row.pageAt, id: row.pageId };
}

interface PageColumns {
  readonly pageAt: string | number;
  readonly pageId: string;
}
/** Returns the page with its records mapped. */
export function mapPage<T, U>({ rows, ...page }: Page<T>, map: (row: T) => U): Page<U> {
  return { ...page, rows: rows.map(map) };
}
