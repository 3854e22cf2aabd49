/** The fields in which a row of a bulk request differs from the stored record. */
import { isDeepStrictEqual } from 'node:util';

/**
 * @param sent the fields of the row, undefined where omitted @param present the same fields of the record
 * @returns the fields to change
 */
export function changedFields<Sent extends object>(sent: Sent, present: { readonly [Field in keyof Sent]?: unknown }): Partial<Sent> {
  const changed: Partial<Sent> = { ...sent };
  for (const field in sent) if (sent[field] === undefined || isSame(field, sent[field], present[field])) delete changed[field];
  return changed;
}

/** Compares strings as they are stored, and times by the instant that they denote. */
function isSame(field: string, one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true;
  return /(At|Date)$/.test(field) && typeof one === 'string' && typeof other === 'string' && Date.parse(one) === Date.parse(other);
}
