/** Entries of a source, each of which is proven before it is used (spec/areas/integrations, rules 8 and 11). */
import { isObject } from '../../../platform/json-object.ts';
import { storable } from '../../../domain/providers/redaction.ts';

/** An entry that is left out. */
export interface Dropped {
  /** The line of a list, or the place in the source. */
  readonly row: number;
  readonly reason: string;
}

/** @param proof gives what an entry is, or why it is none @returns what they are, and what was left out, in their order */
export function proven<T extends object>(items: readonly unknown[], proof: (item: unknown) => T | string): readonly [T[], Dropped[]] {
  const [found, dropped]: [T[], Dropped[]] = [[], []];
  for (const [index, item] of items.entries()) {
    const result = proof(item);
    if (typeof result === 'string')
      dropped.push({ row: isObject(item) && typeof item.row === 'number' ? item.row : index + 1, reason: result });
    else found.push(result);
  }
  return [found, dropped];
}

/** Entries that are told one by one. */
const most = 100;

/** What the result of a sync tells of what was left out. */
export function toldOf(dropped: readonly Dropped[]): { readonly droppedCount: number; readonly dropped: Dropped[] } {
  return { droppedCount: dropped.length, dropped: dropped.slice(0, most) };
}

/** The same as lines of the log. */
export function logOf(dropped: readonly Dropped[]): object[] {
  const timestamp = new Date().toISOString();
  return dropped.slice(0, most).map(({ row, reason }) => ({ level: 'warn', message: `Entry ${row} was left out: ${reason}`, timestamp }));
}

/** @returns undefined for what is no text, an empty one or too long */
export function text(value: unknown, longest: number): string | undefined {
  const trimmed = typeof value === 'string' ? storable(value).trim() : '';
  return trimmed === '' || trimmed.length > longest ? undefined : trimmed;
}

/** @param time in milliseconds @returns it in ISO 8601; undefined for none, and for one in a year that is not written with four digits */
export function timeOf(time: number): string | undefined {
  const written = Number.isNaN(time) ? '' : new Date(time).toISOString();
  return /^(?!0000)\d{4}-/.test(written) ? written : undefined;
}

/** @param email in lower case */
export function isAddress(email: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email);
}

/** @param done by the attempts before, each time that it was in the plan @returns the part of a plan that is still to be done */
export function stillToDo<T>(plan: readonly T[], done: readonly string[], nameOf: (one: T) => string): T[] {
  const left = new Map<string, number>();
  for (const name of done) left.set(name, (left.get(name) ?? 0) + 1);
  return plan.filter((one) => {
    const times = left.get(nameOf(one)) ?? 0;
    left.set(nameOf(one), times - 1);
    return times <= 0;
  });
}
