/**
 * Keyset paging: a page starts after the last record of the previous page, found through an index, so every page costs the same. The contract layer reads
 * `limit`, `cursor`, `count` and the order, and writes `nextCursor` and `Link`.
 */
import { type Expression, type QueryCreator, type SelectQueryBuilder, sql, type SqlBool, type StringReference } from 'kysely';
import type { TenantTables } from '#generated/database';
import { applyFilters, type Filters, type EvaluatedFilters, evaluateFilters } from './filters.ts';
import type { OrganizationDatabase } from './handle.ts';
import { type Params, PreparedQuery } from './prepared.ts';
import type { SortKey } from './sort-keys.ts';
import { trusted } from '../trusted.ts';

/** Sort key and id of the last record of a page. */
export interface Position {
  readonly at: string | number;
  readonly id: string;
}

export interface PageRequest<SortBy extends string = string> {
  /** Maximum number of records; undefined for all. */
  readonly limit: number | undefined;
  readonly after: Position | undefined;
  /** Whether to count all matching records. */
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
    { limit, after, count, sortOrder }: PageRequest,
  ): Promise<Page<Omit<Row, keyof PageColumns>>> {
    const { build, evaluate } = this.#source;
    const { shape, sent } = evaluate(values);
    const page = getOrPrepare(
      this.#pages,
      [typeof by === 'string' ? by : by.name, sortOrder, after && 'after', limit && 'limit', shape].join(' '),
      () =>
        new PreparedQuery((db, param: Params<Values & Bounds>) =>
          selectPage(
            build({ db, param, sortOrder, values }),
            { by, id },
            sortOrder,
            after && { at: param('pageAt'), id: param('pageId') },
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
      db.run(page, { ...allValues, pageAt: after?.at ?? '', pageId: after?.id ?? '', pageLimit: (limit ?? 0) + 1 }),
      totalQuery ? db.run(totalQuery, allValues) : [],
    ]);
    return pageOf(selected, limit, total);
  }
}

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
  after: { readonly at: Expression<string | number>; readonly id: Expression<string> } | undefined,
  maxRows: Expression<number> | undefined,
) {
  const sortKey = typeof by === 'string' ? sql.ref<string | number>(by) : by.expression(sortOrder);
  let page = query
    .select((eb) => [sortKey.as('pageAt'), eb.ref(id).$castTo<string>().as('pageId')])
    .orderBy(sortKey, sortOrder)
    .orderBy(id, sortOrder);
  const comparison = sql.raw(sortOrder === 'asc' ? '>' : '<');
  if (after) page = page.where(sql<SqlBool>`(${sortKey}, ${sql.ref(id)}) ${comparison} (${after.at}, ${after.id})`);
  return maxRows === undefined ? page : page.limit(maxRows);
}

function countQuery<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>) {
  return query.clearSelect().select((eb) => eb.fn.countAll<number>().as('total'));
}

/** @param selected the records of the page, and one more if there is a next page */
function pageOf<Row>(selected: readonly unknown[], limit: number | undefined, totalRow: unknown): Page<Omit<Row, keyof PageColumns>> {
  const selectedRows = trusted<readonly (Row & PageColumns)[]>(selected, 'the query of a page selects its rows with their places');
  const pageRows = selectedRows.slice(0, limit);
  const lastRow = pageRows.at(-1);
  return {
    rows: pageRows.map(({ pageAt, pageId, ...row }) => row),
    next: lastRow && selectedRows.length > pageRows.length ? { at: lastRow.pageAt, id: lastRow.pageId } : undefined,
    total: typeof totalRow === 'object' && totalRow !== null && 'total' in totalRow ? Number(totalRow.total) : undefined,
  };
}

interface PageColumns {
  readonly pageAt: string | number;
  readonly pageId: string;
}
/** Returns the page with its records mapped. */
export function mapPage<T, U>({ rows, ...page }: Page<T>, map: (row: T) => U): Page<U> {
  return { ...page, rows: rows.map(map) };
}
