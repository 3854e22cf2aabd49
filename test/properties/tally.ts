/** Counts the statuses of answers for the report of a run. */
import type { GeneratedRequest } from './requests.ts';

export function createTally() {
  const counts = new Map<string, Map<number, number>>();
  return {
    note({ operation, wrong }: GeneratedRequest, status: number) {
      const kind = `${operation} ${wrong ? 'wrong' : 'fits'}`;
      const statuses = counts.get(kind) ?? new Map<number, number>();
      counts.set(kind, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    },
    get total() {
      return [...counts.values()].flatMap((statuses) => [...statuses.values()]).reduce((sum, count) => sum + count, 0);
    },
    /** @returns the statuses of the answers to valid requests of an operation */
    statusesOf(operation: string): number[] {
      return [...(counts.get(`${operation} fits`)?.keys() ?? [])];
    },
    /** @returns one line for each operation and kind of request */
    lines: () =>
      [...counts]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(
          ([kind, statuses]) =>
            `${kind.padEnd(48)} ${[...statuses]
              .toSorted(([one], [other]) => one - other)
              .map(([status, count]) => `${status}: ${count}`)
              .join(', ')}`,
        ),
  };
}
