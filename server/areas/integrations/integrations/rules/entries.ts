/** Validation of entries from sources (integrations, rules 8 and 11). */
import { isObject } from '#platform/json-object';
import { makeStorable } from '#providers/redaction';

/** An entry that was left out. */
export interface DroppedEntry {
  /** The line of a list, or the position in the source. */
  readonly row: number;
  readonly reason: string;
}

/** @param proof returns the parsed entry, or why it is invalid @returns parsed and dropped entries, in their order */
export function parseEntries<T extends object>(
  items: readonly unknown[],
  proof: (item: unknown) => T | string,
): readonly [T[], DroppedEntry[]] {
  const [found, dropped]: [T[], DroppedEntry[]] = [[], []];
  for (const [index, item] of items.entries()) {
    const result = proof(item);
    if (typeof result === 'string')
      dropped.push({ row: isObject(item) && typeof item.row === 'number' ? item.row : index + 1, reason: result });
    else found.push(result);
  }
  return [found, dropped];
}

/** Dropped entries that are listed individually. */
const maxListed = 100;

/** Dropped entries in the shape of a sync result. */
export function droppedSummaryOf(dropped: readonly DroppedEntry[]): { readonly droppedCount: number; readonly dropped: DroppedEntry[] } {
  return { droppedCount: dropped.length, dropped: dropped.slice(0, maxListed) };
}

/** Dropped entries as log lines. */
export function logOf(dropped: readonly DroppedEntry[]): object[] {
  const timestamp = new Date().toISOString();
  return dropped
    .slice(0, maxListed)
    .map(({ row, reason }) => ({ level: 'warn', message: `Entry ${row} was left out: ${reason}`, timestamp }));
}

/** @returns undefined if the value is not a text, is blank or is too long */
export function text(value: unknown, longest: number): string | undefined {
  const trimmed = typeof value === 'string' ? makeStorable(value).trim() : '';
  return trimmed === '' || trimmed.length > longest ? undefined : trimmed;
}

/** @param time in milliseconds @returns ISO 8601, or undefined if it is invalid or its year does not have four digits */
export function timeOf(time: number): string | undefined {
  const written = Number.isNaN(time) ? '' : new Date(time).toISOString();
  return /^(?!0000)\d{4}-/.test(written) ? written : undefined;
}

/** @param done names of steps done by earlier attempts, with repetitions @returns the steps that remain */
export function remainingSteps<T>(plan: readonly T[], done: readonly string[], nameOf: (one: T) => string): T[] {
  const left = new Map<string, number>();
  for (const name of done) left.set(name, (left.get(name) ?? 0) + 1);
  return plan.filter((one) => {
    const times = left.get(nameOf(one)) ?? 0;
    left.set(nameOf(one), times - 1);
    return times <= 0;
  });
}
