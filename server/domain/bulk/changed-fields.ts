/** Finds the fields in which a row of a bulk request differs from the stored record. */
import { isDeepStrictEqual } from 'node:util';

/**
 * @param row the fields of the row; omitted fields are undefined @param record the same fields of the stored record
 * @returns the fields to change
 */
export function changedFields<Fields extends object>(row: Fields, record: { readonly [Field in keyof Fields]?: unknown }): Partial<Fields> {
  const changed: Partial<Fields> = { ...row };
  for (const field in row) if (row[field] === undefined || isSame(field, row[field], record[field])) delete changed[field];
  return changed;
}

/** Whether two values are equal. Times are equal if they denote the same instant. */
function isSame(field: string, one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true;
  return /(At|Date)$/.test(field) && typeof one === 'string' && typeof other === 'string' && Date.parse(one) === Date.parse(other);
}
