/**
 * Counts requests in windows of a minute, or as many seconds as the limit sets. A single server counts in memory. Servers that share a
 * database add up their counts there in background batches, so no request waits, and their counts lag by one round trip. A monotonic clock
 * measures time, so adjusting the clock here or at the database cannot lengthen a window.
 */
import { sql } from 'kysely';
import type { SystemDatabase } from '#platform/database/handle';
import type { Log } from '#platform/log';
import { rateLimited } from '#platform/signals';

export interface LimiterStatus {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetsIn: number;
}

export interface Limiter {
  /** The policy's name in the headers. */
  readonly name: string;
  readonly limit: number;
  /** Seconds. */
  readonly window: number;
  /** Counts one more request. */
  take(counter: string): LimiterStatus;
  /** Undoes one count in this window. */
  giveBack(counter: string): void;
}

interface Count {
  total: number;
  /** Requests counted here that were not yet added to the database. */
  unshared: number;
}
/**
 * @param shared database for counting together with other servers
 * @param name of the policy, unique among the limiters of a database
 * @param window seconds
 */
export function createLimiter(
  limit: number,
  shared?: { readonly db: SystemDatabase; readonly log: Log },
  name = 'default',
  window = 60,
): Limiter {
  let counts = new Map<string, Count>();
  /** End of the window on the monotonic clock (ms). */
  let endsAt = 0;
  /** End of the window according to the database, once it is known. */
  let sharedEnd: string | undefined;
  let isSharing = false;

  async function shareCounts() {
    if (!shared || isSharing) return;
    isSharing = true;
    try {
      for (let batch = takeUnshared(counts); batch.length > 0; batch = takeUnshared(counts))
        mergeSums(await addToDatabase(shared.db, batch, window));
    } catch (error) {
      shared.log.warn({ err: error }, 'requests are counted by this server alone for now');
    } finally {
      isSharing = false;
    }
  }
  function mergeSums(sums: readonly Sum[]) {
    for (const { counter, count, end, left } of sums) {
      if (sharedEnd !== undefined && sharedEnd !== end) counts = new Map();
      sharedEnd = end;
      endsAt = performance.now() + Math.min(left, window * 1000);
      const localCount = counts.get(counter) ?? { total: 0, unshared: 0 };
      counts.set(counter, localCount);
      // The sum does not yet include requests counted here after the batch was sent.
      localCount.total = Math.max(localCount.total, count + localCount.unshared);
    }
  }
  function currentCountOf(counter: string): Count {
    const now = performance.now();
    if (now >= endsAt) {
      [counts, endsAt, sharedEnd] = [new Map(), now + window * 1000, undefined];
    }
    const count = counts.get(counter) ?? { total: 0, unshared: 0 };
    counts.set(counter, count);
    return count;
  }
  function changeCount(count: Count, change: 1 | -1) {
    count.total += change;
    count.unshared += change;
    void shareCounts();
  }

  return {
    name,
    limit,
    window,
    take(counter) {
      const count = currentCountOf(counter);
      const allowed = count.total < limit;
      // Refused requests are not counted, so that retrying does not extend the wait.
      if (allowed) changeCount(count, 1);
      else rateLimited.publish(name);
      return {
        allowed,
        remaining: Math.max(0, limit - count.total),
        resetsIn: Math.max(1, Math.ceil((endsAt - performance.now()) / 1000)),
      };
    },
    giveBack(counter) {
      const count = currentCountOf(counter);
      if (count.total > 0) changeCount(count, -1);
    },
  };
}

/** Requests to add to a counter. */
interface Increment {
  readonly counter: string;
  readonly count: number;
}
/** Count over all servers, in a window that ends at `end` by the database's clock, in `left` ms. */
interface Sum extends Increment {
  readonly end: string;
  readonly left: number;
}

function takeUnshared(counts: ReadonlyMap<string, Count>): Increment[] {
  const batch: Increment[] = [];
  for (const [counter, count] of counts) {
    if (count.unshared !== 0) batch.push({ counter, count: count.unshared });
    count.unshared = 0;
  }
  return batch;
}

/** Adds counts to the database's current window. Counts of any other window, even of a future window, are dropped. */
async function addToDatabase(db: SystemDatabase, batch: readonly Increment[], window: number): Promise<readonly Sum[]> {
  const { rows } = await sql<Sum>`
    insert into rate_window (counter, count, ends_at)
    select counter, count, to_timestamp((floor(extract(epoch from now()) / ${window}::integer) + 1) * ${window}::integer)
    from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as batch (counter text, count integer) order by counter
    on conflict (counter) do update set ends_at = excluded.ends_at,
      count = excluded.count + case when rate_window.ends_at = excluded.ends_at then rate_window.count else 0 end
    returning counter, count, ends_at as "end", (extract(epoch from ends_at - now()) * 1000)::integer as left`.execute(db);
  return rows;
}
