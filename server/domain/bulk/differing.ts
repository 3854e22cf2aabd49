/** What a row says differently from the record that it is about. */
import { isDeepStrictEqual } from 'node:util';

/**
 * @param sent the fields of the row, undefined where one is left out @param present the same fields of the record
 * @returns the fields to change
 */
export function differing<Sent extends object>(sent: Sent, present: { readonly [Field in keyof Sent]?: unknown }): Partial<Sent> {
  const changed: Partial<Sent> = { ...sent };
  for (const field in sent) if (sent[field] === undefined || isSame(field, sent[field], present[field])) delete changed[field];
  return changed;
}

/** Texts are compared as they are stored, and times by what they mean. */
function isSame(field: string, one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true;
  return /(At|Date)$/.test(field) && typeof one === 'string' && typeof other === 'string' && Date.parse(one) === Date.parse(other);
}
