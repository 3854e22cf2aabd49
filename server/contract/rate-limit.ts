/**
 * Counts requests in windows of a minute. One process counts in memory. Servers that share a database add up their counts there, in the
 * background and in batches: no request waits for it, and they differ by what arrives within a round trip.
 */
import { sql } from 'kysely';
import type { SystemDatabase } from '../database/handle.ts';
import type { Log } from '../log.ts';

export interface Standing {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetsIn: number;
}

export interface Limiter {
  readonly limit: number;
  /** Seconds. */
  readonly window: number;
  /** Counts one more. */
  take(counter: string): Standing;
}

interface Count { total: number; unshared: number; endsAt: number }
const window = 60;

/** @param shared the database of the servers to count with */
export function limiter(limit: number, shared?: { readonly db: SystemDatabase; readonly log: Log }): Limiter {
  let counts = new Map<string, Count>();
  let endsAt = 0;
  let sharing = false;

  async function share() {
    if (!shared || sharing) return;
    sharing = true;
    try {
      for (let changed = take(counts); changed.length > 0; changed = take(counts)) {
        const totals = await addUp(shared.db, changed);
        for (const { counter, count } of totals) {
          const own = counts.get(counter);
          // What was counted here since the batch left is not in the sum yet.
          if (own) own.total = Math.max(own.total, count + own.unshared);
        }
      }
    } catch (error) {
      shared.log.warn({ err: error }, 'requests are counted by this server alone for now');
    } finally {
      sharing = false;
    }
  }

  return {
    limit,
    window,
    take(counter) {
      const now = Date.now();
      if (now >= endsAt) {
        counts = new Map();
        endsAt = (Math.floor(now / (window * 1000)) + 1) * window * 1000;
      }
      const count = counts.get(counter) ?? { total: 0, unshared: 0, endsAt };
      counts.set(counter, count);
      const allowed = count.total < limit;
      // What is refused is not counted, so that nobody is kept out by asking.
      if (allowed) {
        count.total += 1;
        count.unshared += 1;
        void share();
      }
      return { allowed, remaining: Math.max(0, limit - count.total), resetsIn: Math.max(1, Math.ceil((endsAt - now) / 1000)) };
    },
  };
}

interface Batch { readonly counter: string; readonly count: number; readonly endsAt: number }

function take(counts: ReadonlyMap<string, Count>): Batch[] {
  const batch: Batch[] = [];
  for (const [counter, count] of counts) {
    if (count.unshared > 0) batch.push({ counter, count: count.unshared, endsAt: count.endsAt });
    count.unshared = 0;
  }
  return batch;
}

/** @returns the sums over all servers */
async function addUp(db: SystemDatabase, batch: readonly Batch[]): Promise<readonly { counter: string; count: number }[]> {
  const { rows } = await sql<{ counter: string; count: number }>`
    insert into rate_window (counter, count, ends_at)
    select counter, count, to_timestamp("endsAt" / 1000) from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as batch (counter text, count integer, "endsAt" bigint) order by counter
    on conflict (counter) do update set ends_at = excluded.ends_at,
      count = excluded.count + case when rate_window.ends_at < excluded.ends_at then 0 else rate_window.count end
    returning counter, count`.execute(db);
  return rows;
}
