/** Decides which results of a check-in are accepted, by the clock of the service (device-agent, rule 13). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
type Result = Schemas['DeviceCheckResult'];
type CheckType = Schemas['DeviceCheckType'];

const day = 86_400_000;

export interface SelectedResults {
  /** One result for each check; its time is never in the future. */
  readonly accepted: readonly Result[];
  /** Checks whose stored result is newer, or whose reported result is stale. */
  readonly ignored: readonly CheckType[];
}

/** @param stored the time of each stored result @param now the service's time @param staleDays days after which a result is stale */
export function selectAcceptedResults(
  checks: readonly Result[],
  stored: Readonly<Partial<Record<CheckType, string>>>,
  now: number,
  staleDays: number,
): SelectedResults {
  const latest = new Map(checks.map((result) => [result.checkType, result]));
  const results = [...latest.values()].map((result) => ({ result, at: Math.min(Date.parse(result.checkedAt), now) }));
  const accepts = ({ result, at }: (typeof results)[number]) => at >= now - staleDays * day && !isNewer(stored[result.checkType], at, now);
  return {
    accepted: results.filter(accepts).map(({ result, at }) => ({ ...result, checkedAt: new Date(at).toISOString() })),
    ignored: results.filter((timed) => !accepts(timed)).map(({ result }) => result.checkType),
  };
}

/** Returns whether the stored result is newer. A stored time in the future does not count, because it comes from a wrong clock. */
function isNewer(stored: string | undefined, at: number, now: number): boolean {
  const storedAt = stored === undefined ? Number.NaN : Date.parse(stored);
  return storedAt > at && storedAt <= now;
}
