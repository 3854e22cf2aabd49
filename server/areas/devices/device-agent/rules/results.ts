/** Selects the results of a check-in that count, by the clock of the service (device-agent, rule 13). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
type Result = Schemas['DeviceCheckResult'];
type CheckType = Schemas['DeviceCheckType'];

const day = 86_400_000;

export interface SortedResults {
  /** One result for each check, never in the future. */
  readonly accepted: readonly Result[];
  /** Checks whose stored result is newer, or whose reported result is stale. */
  readonly ignored: readonly CheckType[];
}

/** @param stored when each stored check was made @param now time of the service @param staleDays days after which a result is stale */
export function sortResults(
  checks: readonly Result[],
  stored: Readonly<Partial<Record<CheckType, string>>>,
  now: number,
  staleDays: number,
): SortedResults {
  const latest = new Map(checks.map((result) => [result.checkType, result]));
  const sorted = [...latest.values()].map((result) => ({ result, at: Math.min(Date.parse(result.checkedAt), now) }));
  const isTaken = ({ result, at }: (typeof sorted)[number]) => at >= now - staleDays * day && !isNewer(stored[result.checkType], at, now);
  return {
    accepted: sorted.filter(isTaken).map(({ result, at }) => ({ ...result, checkedAt: new Date(at).toISOString() })),
    ignored: sorted.filter((one) => !isTaken(one)).map(({ result }) => result.checkType),
  };
}

/** A stored time in the future comes from a wrong clock and does not count. */
function isNewer(stored: string | undefined, at: number, now: number): boolean {
  const storedAt = stored === undefined ? Number.NaN : Date.parse(stored);
  return storedAt > at && storedAt <= now;
}
