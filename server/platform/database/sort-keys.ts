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

/** @returns a sort key for the beginning of a text that may be missing. Records without it come last in both directions, so it needs two indexes. */
export function missingTextLast(column: string): SortKey {
  // Texts get a letter in front, because no text comes after all others.
  const beginning = sql`'a' || left(${sql.ref(column)}, 200)`;
  return {
    name: column,
    expression: (sortOrder) => sql`(coalesce(${beginning}, ${sql.lit(sortOrder === 'asc' ? 'b' : '')}) collate name_order)`,
  };
}

/** @returns a sort key for a text that is sorted as names are, although its column is not */
export function asName(column: string): SortKey {
  return { name: column, expression: () => sql`(${sql.ref(column)} collate name_order)` };
}

/** @returns a sort key for the beginning of a text without a maximum length, because an index cannot contain long texts */
export function beginningOf(column: string): SortKey {
  return { name: column, expression: () => sql`left(${sql.ref(column)}, 200)` };
}

/**
 * Returns a sort key for a column whose values are not sorted by their letters. Records without a value come last in both directions, unless
 * they count as having one.
 * @param values from the lowest to the highest
 * @param missing the value that a record without one has in the API, if any
 */
export function rankOf(column: string, values: readonly string[], missing?: string): SortKey {
  const placeOf = (value: RawBuilder<unknown>) => sql<number>`array_position(${sql.lit(`{${values.join(',')}}`)}::text[], ${value})`;
  return {
    name: column,
    expression: (sortOrder) =>
      missing === undefined
        ? sql`coalesce(${placeOf(sql.ref(column))}, ${sql.lit(sortOrder === 'asc' ? values.length + 1 : 0)})`
        : placeOf(sql`coalesce(${sql.ref(column)}, ${sql.lit(missing)})`),
  };
}
