/**
 * Uses a streaming replica for reads if it has everything committed when the read arrived, by comparing WAL positions with the primary. So every server
 * sees earlier writes without coordinating with other servers. In all other cases the primary is used.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Replicas, SystemDatabase, TenantDatabase } from './handle.ts';

/** A position in a database's WAL, in bytes, on a timeline. A promotion starts a new timeline. */
interface WalPosition {
  readonly system: string;
  readonly timeline: string;
  readonly position: number;
  readonly isFollowing: boolean;
}

/** Milliseconds that reads wait for the replica to catch up. */
const catchUpMs = 20;
/** Milliseconds allowed for comparing the positions. */
const compareTimeout = 500;
/** Milliseconds until an excluded replica is checked again. */
const pause = 500;
const behind = 'it is behind';

/** A streaming replica. */
export interface Replica {
  readonly tenant: TenantDatabase;
  /** Returns whether it has everything committed before this call. */
  isCurrent(): Promise<boolean>;
  /** Stops checking it. */
  end(): void;
}

/** Alternates between replicas, skipping those that are excluded. Each one is checked separately. */
export function roundRobin(replicas: readonly Replica[]): Replicas {
  let nextIndex = 0;
  return {
    async findCurrent() {
      const first = nextIndex++;
      for (let n = 0; n < replicas.length; n += 1) {
        const replica = replicas[(first + n) % replicas.length];
        if (await replica?.isCurrent()) return replica?.tenant;
      }
      return undefined;
    },
  };
}

/**
 * @param copy the replica as seen by the owner, and `tenant` as seen by organizations
 * @param onChange called with the reason when it is excluded for longer than catching up takes; with undefined when it is used again
 */
export function followReplica(
  primary: SystemDatabase,
  copy: SystemDatabase,
  tenant: TenantDatabase,
  onChange: (fault: string | undefined) => void,
): Replica {
  let fault: string | undefined = behind;
  let reported: string | undefined = behind;
  let hasEnded = false;
  let next: NodeJS.Timeout | undefined;
  const check = coalesceRuns(async () => {
    fault = await withTimeout(findFault(primary, copy));
    if (hasEnded) return;
    if (fault !== behind && fault !== reported) onChange((reported = fault));
    clearTimeout(next);
    if (fault !== undefined) next = setTimeout(() => void check(), pause).unref();
  });
  void check();
  return {
    tenant,
    async isCurrent() {
      if (fault === undefined) await check();
      return fault === undefined;
    },
    end() {
      hasEnded = true;
      clearTimeout(next);
    },
  };
}

/** Compares the primary's committed position with the replica's. @returns why the replica must not be used */
async function findFault(primary: SystemDatabase, copy: SystemDatabase): Promise<string | undefined> {
  const until = performance.now() + catchUpMs;
  const [target, first] = await Promise.all([positionOf(primary, committed), positionOf(copy, replayed)]);
  for (let found = first; ; found = await positionOf(copy, replayed)) {
    if (!found.isFollowing) return 'it follows no primary';
    if (found.system !== target.system) return 'it is a copy of another database';
    if (found.timeline !== target.timeline) return 'it follows another primary than this one';
    if (found.position >= target.position) return undefined;
    if (performance.now() > until) return behind;
    await wait(1);
  }
}

/** Answered commits are flushed, unless `synchronous_commit` is off; then the insert position counts, because commits are answered before they are flushed. */
const committed = sql`
  case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as at,
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) as timeline`;
const replayed = sql`pg_last_wal_replay_lsn() as at, lpad(upper(to_hex((select timeline_id from pg_control_checkpoint()))), 8, '0') as timeline`;

async function positionOf(db: SystemDatabase, where: typeof committed): Promise<WalPosition> {
  const {
    rows: [place],
  } = await sql<WalPosition>`
    select (select system_identifier from pg_control_system())::text as system, timeline, coalesce(at - '0/0', 0)::float8 as position,
      pg_is_in_recovery() as "isFollowing" from (select ${where}) here`.execute(db);
  if (!place) throw new Error('the query returned no row');
  return place;
}

/** Calls during a run share one further run that starts after it. */
function coalesceRuns(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  const begin = () =>
    (current = work().finally(() => {
      current = undefined;
    }));
  return () => {
    if (!current) return begin();
    return (following ??= current.then(() => {
      following = undefined;
      return begin();
    }));
  };
}

/** Returns the result, or why there was none in time. */
async function withTimeout(found: Promise<string | undefined>): Promise<string | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, compareTimeout, 'it was not compared in time');
  const failed = (error: unknown) => `it could not be compared: ${error instanceof Error && error.message ? error.message : String(error)}`;
  return Promise.race([found.catch(failed), late]).finally(() => clearTimeout(timer));
}
