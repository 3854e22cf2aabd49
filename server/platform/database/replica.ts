/**
 * Uses a streaming replica for a read if it has everything that was committed when the read arrived; otherwise, the primary is used. A comparison
 * of their WAL positions decides this, so every server sees earlier writes without coordinating with other servers.
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
const recheckPause = 500;
/** Milliseconds that a replica may be behind before this is reported, because a short peak of load is not a fault. */
const reportBehindAfter = 10_000;
const behindFault = 'it is behind';
const notComparedFault = 'it was not compared yet';

/** A streaming replica. */
export interface Replica {
  readonly tenant: TenantDatabase;
  /** Returns whether the replica has everything that was committed before this call. */
  isCurrent(): Promise<boolean>;
  /** Stops checking the replica. */
  end(): void;
}

/** Alternates between replicas and skips excluded replicas. Each replica is checked separately. */
export function roundRobin(replicas: readonly Replica[]): Replicas {
  let nextIndex = 0;
  return {
    async findCurrent() {
      const firstPosition = nextIndex++;
      for (let n = 0; n < replicas.length; n += 1) {
        const replica = replicas[(firstPosition + n) % replicas.length];
        if (await replica?.isCurrent()) return replica?.tenant;
      }
      return undefined;
    },
  };
}

/**
 * @param replicaDatabase the replica as seen by the owner, and `tenant` as seen by organizations
 * @param onChange called with the reason when the replica is excluded, and with undefined when it is used again. A replica that is behind
 * is reported only after ten seconds.
 */
export function followReplica(
  primary: SystemDatabase,
  replicaDatabase: SystemDatabase,
  tenant: TenantDatabase,
  onChange: (fault: string | undefined) => void,
): Replica {
  let fault: string | undefined = notComparedFault;
  let reportedFault: string | undefined = notComparedFault;
  let behindSince: number | undefined;
  let hasEnded = false;
  let recheckTimer: NodeJS.Timeout | undefined;
  const check = coalesceRuns(async () => {
    fault = await withTimeout(findFault(primary, replicaDatabase));
    if (hasEnded) return;
    behindSince = fault === behindFault ? (behindSince ?? performance.now()) : undefined;
    const mayCatchUp = behindSince !== undefined && performance.now() - behindSince < reportBehindAfter;
    if (!mayCatchUp && fault !== reportedFault) onChange((reportedFault = fault));
    clearTimeout(recheckTimer);
    if (fault !== undefined) recheckTimer = setTimeout(() => void check(), recheckPause).unref();
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
      clearTimeout(recheckTimer);
    },
  };
}

/** Compares the primary's committed position with the replica's. @returns why the replica must not be used; undefined when it may */
async function findFault(primary: SystemDatabase, replicaDatabase: SystemDatabase): Promise<string | undefined> {
  const deadline = performance.now() + catchUpMs;
  const [targetPosition, firstPosition] = await Promise.all([
    positionOf(primary, committedQuery),
    positionOf(replicaDatabase, replayedQuery),
  ]);
  for (let replicaPosition = firstPosition; ; replicaPosition = await positionOf(replicaDatabase, replayedQuery)) {
    if (!replicaPosition.isFollowing) return 'it follows no primary';
    if (replicaPosition.system !== targetPosition.system) return 'it is a copy of another database';
    if (replicaPosition.timeline !== targetPosition.timeline) return 'it follows another primary than this one';
    if (replicaPosition.position >= targetPosition.position) return undefined;
    if (performance.now() > deadline) return behindFault;
    await wait(1);
  }
}

/** Answered commits are flushed, unless `synchronous_commit` is off; then the insert position counts, because commits are answered before they are flushed. */
const committedQuery = sql`
  case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as at,
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) as timeline`;
const replayedQuery = sql`pg_last_wal_replay_lsn() as at, lpad(upper(to_hex((select timeline_id from pg_control_checkpoint()))), 8, '0') as timeline`;

async function positionOf(db: SystemDatabase, positionQuery: typeof committedQuery): Promise<WalPosition> {
  const {
    rows: [position],
  } = await sql<WalPosition>`
    select (select system_identifier from pg_control_system())::text as system, timeline, coalesce(at - '0/0', 0)::float8 as position,
      pg_is_in_recovery() as "isFollowing" from (select ${positionQuery}) here`.execute(db);
  if (!position) throw new Error('the query returned no row');
  return position;
}

/** Calls during a run share one further run that starts after it. */
function coalesceRuns(work: () => Promise<void>): () => Promise<void> {
  let currentRun: Promise<void> | undefined;
  let nextRun: Promise<void> | undefined;
  const begin = () =>
    (currentRun = work().finally(() => {
      currentRun = undefined;
    }));
  return () => {
    if (!currentRun) return begin();
    return (nextRun ??= currentRun.then(() => {
      nextRun = undefined;
      return begin();
    }));
  };
}

/** Returns the fault that was found, if any. If the comparison fails or takes too long, that is the fault. */
async function withTimeout(faultPromise: Promise<string | undefined>): Promise<string | undefined> {
  const { promise: timeoutFault, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, compareTimeout, 'it was not compared in time');
  const toFault = (error: unknown) =>
    `it could not be compared: ${error instanceof Error && error.message ? error.message : String(error)}`;
  return Promise.race([faultPromise.catch(toFault), timeoutFault]).finally(() => clearTimeout(timer));
}
