/**
 * Keyset paging: a page begins after the last record of the one before, found through an index, so that it costs the same however
 * deep it is. The contract layer reads `limit`, `cursor`, `count` and the order from the request, and writes `nextCursor` and `Link`.
 */
import type { Expression, QueryCreator, ReferenceExpression, SelectQueryBuilder, StringReference } from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';
import type { OrganizationDatabase } from './handle.ts';
import { type Params, PreparedQuery } from './prepared.ts';

/** Sort key and id of the last record of a page. */
export interface Position {
  readonly at: string | number;
  readonly id: string;
}

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

/** A list, whose queries are built once for each set of filters and each order: that takes Node longer than asking them. */
export class PagedList<Filter extends object, DB, TB extends keyof DB, Row> {
  readonly #build: Build<Filter, SelectQueryBuilder<DB, TB, Row>>;
  readonly #shaping = new Set<keyof Filter>();
  readonly #pages = new Map<string, PreparedQuery<Filter & Bounds, object>>();
  readonly #counts = new Map<string, PreparedQuery<Filter, object>>();

  /** @param build the query with its columns and its filters, those that may be left out only if the request `has` them; without order */
  constructor(build: Build<Filter, SelectQueryBuilder<DB, TB, Row>>) {
    this.#build = build;
  }

  /** Filters whose values, and not only their presence, say how the query is built. */
  variesBy(...names: readonly (keyof Filter)[]): this {
    for (const name of names) this.#shaping.add(name);
    return this;
  }

  /** @param by the column to sort by, never null; `id` breaks ties, in the same direction */
  async page(
    db: OrganizationDatabase,
    filter: Filter,
    { by, id }: Order<DB, TB>,
    { limit, after, count, sortOrder }: PageRequest,
  ): Promise<Page<Omit<Row, keyof Place>>> {
    const names = Object.entries(filter)
      .flatMap(([name, value]) => (value === undefined ? [] : [name]))
      .toSorted();
    const shape = [...names, ...[...this.#shaping].map((name) => JSON.stringify(filter[name]))].join(' ');
    const some = (param: Params<Filter>): FilterParams<Filter> =>
      Object.assign(param, {
        has: (name: keyof Filter) => names.includes(String(name)),
        value: <Name extends keyof Filter>(name: Name) => {
          if (!this.#shaping.has(name)) throw new TypeError(`the value of ${String(name)} does not shape the list`);
          return filter[name];
        },
      });
    const page = kept(
      this.#pages,
      [by, sortOrder, after && 'after', limit && 'limit', shape].join(' '),
      () =>
        new PreparedQuery((builder, param: Params<Filter & Bounds>) =>
          inOrder(
            this.#build(builder, some(param), sortOrder),
            { by, id },
            sortOrder,
            after && { at: param('pageAt'), id: param('pageId') },
            limit === undefined ? undefined : param('pageLimit'),
          ),
        ),
    );
    const counted = count
      ? kept(
          this.#counts,
          shape,
          () => new PreparedQuery((builder, param: Params<Filter>) => counting(this.#build(builder, some(param), sortOrder))),
        )
      : undefined;
    const [selected, [total]] = await Promise.all([
      db.run(page, { ...filter, pageAt: after?.at ?? '', pageId: after?.id ?? '', pageLimit: (limit ?? 0) + 1 }),
      counted ? db.run(counted, filter) : [],
    ]);
    return pageOf(selected, limit, total);
  }
}

type Build<Filter, Query> = (db: QueryCreator<TenantTables>, param: FilterParams<Filter>, sortOrder: PageRequest['sortOrder']) => Query;
/** Which filters the request has, and the places of their values. */
export interface FilterParams<Filter> extends Params<Filter> {
  has(name: keyof Filter): boolean;
  /** The value itself, of a filter that shapes the query. */
  value<Name extends keyof Filter>(name: Name): Filter[Name];
}
interface Bounds {
  readonly pageAt: string | number;
  readonly pageId: string;
  readonly pageLimit: number;
}

/** Requests choose what is kept, so there is an end to it. */
const mostKept = 1000;

function kept<Query>(all: Map<string, Query>, name: string, prepare: () => Query): Query {
  const known = all.get(name);
  if (known) return known;
  const made = prepare();
  if (all.size < mostKept) all.set(name, made);
  return made;
}

interface Order<DB, TB extends keyof DB> {
  readonly by: StringReference<DB, TB>;
  readonly id: StringReference<DB, TB>;
}

function inOrder<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { by, id }: Order<DB, TB>,
  sortOrder: 'asc' | 'desc',
  after: { readonly at: Expression<string | number>; readonly id: Expression<string> } | undefined,
  most: Expression<number> | undefined,
) {
  let page = query
    .select((eb) => [eb.ref(by).$castTo<string | number>().as('pageAt'), eb.ref(id).$castTo<string>().as('pageId')])
    .orderBy(by, sortOrder)
    .orderBy(id, sortOrder);
  const past = sortOrder === 'asc' ? '>' : '<';
  if (after)
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(refTuple<ReferenceExpression<DB, TB>, ReferenceExpression<DB, TB>>(by, id), past, tuple(after.at, after.id)),
    );
  return most === undefined ? page : page.limit(most);
}

function counting<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>) {
  return query.clearSelect().select((eb) => eb.fn.countAll<number>().as('total'));
}

/** @param selected one record more than the page has, if there is one */
function pageOf<Row>(selected: readonly unknown[], limit: number | undefined, counted: unknown): Page<Omit<Row, keyof Place>> {
  const found = selected.filter(isPlaced<Row>);
  const placed = found.slice(0, limit);
  const last = placed.at(-1);
  return {
    rows: placed.map(({ pageAt, pageId, ...row }) => row),
    next: last && found.length > placed.length ? { at: last.pageAt, id: last.pageId } : undefined,
    total: typeof counted === 'object' && counted !== null && 'total' in counted ? Number(counted.total) : undefined,
  };
}

interface Place {
  readonly pageAt: string | number;
  readonly pageId: string;
}
/** For the compiler, which cannot see through the builder of a query that is not known here: a row of it with its two columns more. */
function isPlaced<Row>(row: unknown): row is Row & Place {
  return typeof row === 'object' && row !== null && 'pageAt' in row && 'pageId' in row;
}

/** The same page of other records. */
export function mapPage<T, U>({ rows, ...page }: Page<T>, map: (row: T) => U): Page<U> {
  return { ...page, rows: rows.map(map) };
}
