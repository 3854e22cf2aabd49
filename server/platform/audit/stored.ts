/**
 * Distinguishes what a request sent from what was stored, because the audit log shows what was stored. The mark exists for the compiler alone: the body
 * of a request has it, and copies of the body keep it.
 */
import type { Fields } from './changes.ts';

declare const mark: unique symbol;

/** What a request sent. */
export interface Sent {
  readonly [mark]?: true;
}
/** Anything but what a request sent: a row, or fields that were chosen one by one. */
export interface Stored {
  readonly [mark]?: never;
}

/** @returns the fields that were sent, with the values that the record has; a field that the record does not show keeps the value that was sent */
export function storedFields(sent: object, record: Fields): Fields {
  return Object.fromEntries(
    Object.entries(sent).map(([field, value]: [string, unknown]) => [field, Object.hasOwn(record, field) ? record[field] : value]),
  );
}
