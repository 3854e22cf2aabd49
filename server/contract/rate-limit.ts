/**
 * Counts requests in windows of a minute, or of as many seconds as a limit says. One process counts in memory. Servers that share a database add up their counts there, in the
 * background and in batches: no request waits for it, and they differ by what arrives within a round trip. Time is measured by a clock that
 * nobody sets: what the time of day says, here or at the database, makes no window longer than it is.
 */
import { sql } from 'kysely';
import type { SystemDatabase } from '../platform/database/handle.ts';
import type { Log } from '../platform/log.ts';
import { limited } from '../platform/signals.ts';

export interface Standing {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetsIn: number;
}

export interface Limiter {
  /** What the headers call it. */
  readonly name: string;
  readonly limit: number;
  /** Seconds. */
  readonly window: number;
  /** Counts one more request. */
  take(counter: string): Standing;
  /** Takes back one that was counted in this window. */
  giveBack(counter: string): void;
}

interface Count {
  total: number;
  unshared: number;
}
/**
 * @param shared the database of the servers to count with
 * @param name of the policy: none of two limiters on one database count under the same
 * @param window seconds
 */
export function limiter(
  limit: number,
  shared?: { readonly db: SystemDatabase; readonly log: Log },
  name = 'default',
  window = 60,
): Limiter {
  let counts = new Map<string, Count>();
  /** The time of the monotonic clock (ms). */
  let endsAt = 0;
  /** The end of the window according to the database, once it is known. */
  let sharedEnd: string | undefined;
  let sharing = false;

  async function share() {
    if (!shared || sharing) return;
    sharing = true;
    try {
      for (let changed = take(counts); changed.length > 0; changed = take(counts)) merge(await addUp(shared.db, changed, window));
    } catch (error) {
      shared.log.warn({ err: error }, 'requests are counted by this server alone for now');
    } finally {
      sharing = false;
    }
  }
  function merge(sums: readonly Sum[]) {
    for (const { counter, count, end, left } of sums) {
      if (sharedEnd !== undefined && sharedEnd !== end) counts = new Map();
      sharedEnd = end;
      endsAt = performance.now() + Math.min(left, window * 1000);
      const own = counts.get(counter) ?? { total: 0, unshared: 0 };
      counts.set(counter, own);
      // What was counted here since the batch left is not in the sum yet.
      own.total = Math.max(own.total, count + own.unshared);
    }
  }
  function countOf(counter: string): Count {
    const now = performance.now();
    if (now >= endsAt) {
      [counts, endsAt, sharedEnd] = [new Map(), now + window * 1000, undefined];
    }
    const count = counts.get(counter) ?? { total: 0, unshared: 0 };
    counts.set(counter, count);
    return count;
  }
  function add(count: Count, change: 1 | -1) {
    count.total += change;
    count.unshared += change;
    void share();
  }

  return {
    name,
    limit,
    window,
    take(counter) {
      const count = countOf(counter);
      const allowed = count.total < limit;
      // Refused requests are not counted, so that retrying does not extend the refusal.
      if (allowed) add(count, 1);
      else limited.publish(name);
      return {
        allowed,
        remaining: Math.max(0, limit - count.total),
        resetsIn: Math.max(1, Math.ceil((endsAt - performance.now()) / 1000)),
      };
    },
    giveBack(counter) {
      const count = countOf(counter);
      if (count.total > 0) add(count, -1);
    },
  };
}

interface Batch {
  readonly counter: string;
  readonly count: number;
}
/** Over all servers, in a window that ends at `end` by the clock of the database, in `left` ms. */
interface Sum extends Batch {
  readonly end: string;
  readonly left: number;
}

function take(counts: ReadonlyMap<string, Count>): Batch[] {
  const batch: Batch[] = [];
  for (const [counter, count] of counts) {
    if (count.unshared !== 0) batch.push({ counter, count: count.unshared });
    count.unshared = 0;
  }
  return batch;
}

/** Adds to the present window of the database. What it has of any other one, also of one that is still to come, counts for nothing. */
async function addUp(db: SystemDatabase, batch: readonly Batch[], window: number): Promise<readonly Sum[]> {
  const { rows } = await sql<Sum>`
    insert into rate_window (counter, count, ends_at)
    select counter, count, to_timestamp((floor(extract(epoch from now()) / ${window}::integer) + 1) * ${window}::integer)
    from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as batch (counter text, count integer) order by counter
    on conflict (counter) do update set ends_at = excluded.ends_at,
      count = excluded.count + case when rate_window.ends_at = excluded.ends_at then rate_window.count else 0 end
    returning counter, count, ends_at as "end", (extract(epoch from ends_at - now()) * 1000)::integer as left`.execute(db);
  return rows;
}
