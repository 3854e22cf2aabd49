/** Sort keys that are computed for each record. The index of an order must have the same expression. */
import { type RawBuilder, sql } from 'kysely';

export interface SortKey {
  /** Unique among the orders of a list. */
  readonly name: string;
  readonly expression: (sortOrder: 'asc' | 'desc') => RawBuilder<string | number>;
}

/** @returns a sort key for a time or a day that may be missing. Records without it come last in both directions, so it needs two indexes. */
export function missingLast(column: string): SortKey {
  return {
    name: column,
    expression: (sortOrder) =>
      sortOrder === 'asc'
        ? sql`coalesce(${sql.ref(column)}, '9999-12-31 23:59:59.999+00')`
        : sql`coalesce(${sql.ref(column)}, '0001-01-01 00:00:00+00')`,
  };
}

/** @returns a sort key that a function of the database computes from columns of the record */
export function computedBy(functionName: string, ...columns: readonly string[]): SortKey {
  const expression = sql<number>`${sql.raw(functionName)}(${sql.join(columns.map((column) => sql.ref(column)))})`;
  return { name: `${functionName} ${columns.join(' ')}`, expression: () => expression };
}
