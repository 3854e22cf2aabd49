/**
 * Distinguishes sent values from stored values by type, because the audit log shows stored values. The brand exists only for the compiler:
 * request bodies have it, and copies of a body keep it.
 */
import type { Fields } from './changes.ts';

declare const brand: unique symbol;

/** Values that a request sent. */
export interface Sent {
  readonly [brand]?: true;
}
/** Values from any other source: a row, or fields that were selected one by one. */
export interface Stored {
  readonly [brand]?: never;
}

/** @returns the sent fields with their stored values; a field that the record does not have keeps its sent value */
export function storedFields(sent: object, record: Fields): Fields {
  return Object.fromEntries(
    Object.entries(sent).map(([field, value]: [string, unknown]) => [field, Object.hasOwn(record, field) ? record[field] : value]),
  );
}
