/** Computes what lists are sorted by where a column alone would not do. Each order of a long list has an index on the same expression. */
import { type RawBuilder, sql } from 'kysely';

/** A value to sort by that is computed from a column. */
export interface SortKey<Column extends string> {
  readonly column: Column;
  /** Returns the value for a direction, which is never null. */
  readonly valueFor: (sortOrder: 'asc' | 'desc') => RawBuilder<string | number>;
}

/** @returns a key for a time that may be missing: records without it come last in both directions */
export function timeOrLast<Column extends string>(column: Column): SortKey<Column> {
  return {
    column,
    valueFor: (sortOrder) =>
      sortOrder === 'asc'
        ? sql`coalesce(${sql.ref(column)}, '9999-12-31 23:59:59.999+00')`
        : sql`coalesce(${sql.ref(column)}, '0001-01-01 00:00:00+00')`,
  };
}

/** @returns a key for the beginning of a text that may be missing: records without it come last in both directions */
export function textOrLast<Column extends string>(column: Column): SortKey<Column> {
  // Texts get a prefix, because no text comes after all others in every collation.
  return {
    column,
    valueFor: (sortOrder) =>
      sortOrder === 'asc'
        ? sql`coalesce('0' || left(${sql.ref(column)}, 200), '1')`
        : sql`coalesce('0' || left(${sql.ref(column)}, 200), '')`,
  };
}

/** @returns a key for a text without a maximum length, whose beginning is sorted by: an index cannot contain long values */
export function beginningOf<Column extends string>(column: Column): SortKey<Column> {
  return { column, valueFor: () => sql`left(${sql.ref(column)}, 200)` };
}

/**
 * Returns a key for a column whose values are not sorted by their letters. Records without a value come last in both directions,
 * unless they count as having one.
 * @param values from the lowest to the highest
 * @param missing the value that a record without one has in the API, if any
 */
export function rankOf<Column extends string>(column: Column, values: readonly string[], missing?: string): SortKey<Column> {
  const positionOf = (value: RawBuilder<unknown>) => sql<number>`array_position(${sql.lit(`{${values.join(',')}}`)}::text[], ${value})`;
  const valueFor = (sortOrder: 'asc' | 'desc') =>
    missing === undefined
      ? sql<number>`coalesce(${positionOf(sql.ref(column))}, ${sql.lit(sortOrder === 'asc' ? values.length + 1 : 0)})`
      : positionOf(sql`coalesce(${sql.ref(column)}, ${sql.lit(missing)})`);
  return { column, valueFor };
}
