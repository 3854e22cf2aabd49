/** Validates entries from sources (integrations, rules 8 and 11). */
import { isObject } from '#platform/json-object';
import { makeStorable } from '#providers/redaction';

/** An entry that was left out. */
export interface DroppedEntry {
  /** The line number in a list, or the position in the source. */
  readonly row: number;
  readonly reason: string;
}

/** @param parse returns the parsed entry, or the reason why it is invalid @returns parsed and dropped entries, in their order */
export function parseEntries<T extends object>(
  items: readonly unknown[],
  parse: (item: unknown) => T | string,
): readonly [T[], DroppedEntry[]] {
  const [parsed, dropped]: [T[], DroppedEntry[]] = [[], []];
  for (const [index, item] of items.entries()) {
    const result = parse(item);
    if (typeof result === 'string')
      dropped.push({ row: isObject(item) && typeof item.row === 'number' ? item.row : index + 1, reason: result });
    else parsed.push(result);
  }
  return [parsed, dropped];
}

/** The maximum number of dropped entries that are listed individually. */
const maxListed = 100;

/** @returns the dropped entries as they are reported in the result of a sync */
export function droppedSummaryOf(dropped: readonly DroppedEntry[]): { readonly droppedCount: number; readonly dropped: DroppedEntry[] } {
  return { droppedCount: dropped.length, dropped: dropped.slice(0, maxListed) };
}

/** @returns log lines about the dropped entries */
export function toLogLines(dropped: readonly DroppedEntry[]): object[] {
  const timestamp = new Date().toISOString();
  return dropped
    .slice(0, maxListed)
    .map(({ row, reason }) => ({ level: 'warn', message: `Entry ${row} was left out: ${reason}`, timestamp }));
}

/** @returns the trimmed text; undefined if it is not a text, is blank or is too long */
export function parseText(value: unknown, maxLength: number): string | undefined {
  const trimmedText = typeof value === 'string' ? makeStorable(value).trim() : '';
  return trimmedText === '' || trimmedText.length > maxLength ? undefined : trimmedText;
}

/** @param time in milliseconds @returns the time in ISO 8601; undefined if it is invalid or its year does not have four digits */
export function toIsoTime(time: number): string | undefined {
  const isoTime = Number.isNaN(time) ? '' : new Date(time).toISOString();
  return /^(?!0000)\d{4}-/.test(isoTime) ? isoTime : undefined;
}

/** @param done names of the steps that earlier attempts have done, with repetitions @returns the steps that remain */
export function remainingSteps<T>(plan: readonly T[], done: readonly string[], nameOf: (step: T) => string): T[] {
  const doneCounts = new Map<string, number>();
  for (const name of done) doneCounts.set(name, (doneCounts.get(name) ?? 0) + 1);
  return plan.filter((step) => {
    const count = doneCounts.get(nameOf(step)) ?? 0;
    doneCounts.set(nameOf(step), count - 1);
    return count <= 0;
  });
}
