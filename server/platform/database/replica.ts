/**
 * A streaming replica, for reads. One is answered there only if the replica has everything that was committed by the time it came: the
 * primary says how far that is, and the replica how far it is. So whoever wrote sees it, on every server, and no server has to know what others
 * wrote. In whatever else the primary is asked.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Replicas, SystemDatabase, TenantDatabase } from './handle.ts';

/** A place in the log of changes of one database, in bytes, on one of the ways that it took: a promotion begins another. */
interface Place {
  readonly system: string;
  readonly timeline: string;
  readonly position: number;
  readonly isFollowing: boolean;
}

/** Milliseconds that reads wait for the replica to catch up. */
const patience = 20;
/** Milliseconds that both have to say how far they are. */
const limit = 500;
/** Milliseconds until a replica that was left out is looked at again. */
const pause = 500;
const behind = 'it is behind';

/** A copy of the database that follows it. */
export interface Replica {
  readonly tenant: TenantDatabase;
  /** Whether it has everything that was committed when this was asked. */
  isCurrent(): Promise<boolean>;
  /** Looks at it no more. */
  end(): void;
}

/** They take turns. Whoever is left out is passed over, and each is looked at on its own. */
export function takingTurns(replicas: readonly Replica[]): Replicas {
  let turn = 0;
  return {
    async findCurrent() {
      const first = turn++;
      for (let n = 0; n < replicas.length; n += 1) {
        const replica = replicas[(first + n) % replicas.length];
        if (await replica?.isCurrent()) return replica?.tenant;
      }
      return undefined;
    },
  };
}

/**
 * @param copy the replica as the owner sees it, and `tenant` as organizations do
 * @param onChange hears why it is left out for longer than it takes to catch up; undefined when it is asked again
 */
export function follow(
  primary: SystemDatabase,
  copy: SystemDatabase,
  tenant: TenantDatabase,
  onChange: (fault: string | undefined) => void,
): Replica {
  let fault: string | undefined = behind;
  let told: string | undefined = behind;
  let hasEnded = false;
  let next: NodeJS.Timeout | undefined;
  const look = inTurns(async () => {
    fault = await inTime(findFault(primary, copy));
    if (hasEnded) return;
    if (fault !== behind && fault !== told) onChange((told = fault));
    clearTimeout(next);
    if (fault !== undefined) next = setTimeout(() => void look(), pause).unref();
  });
  void look();
  return {
    tenant,
    async isCurrent() {
      if (fault === undefined) await look();
      return fault === undefined;
    },
    end() {
      hasEnded = true;
      clearTimeout(next);
    },
  };
}

/** Compares what was committed by now with what the replica has. @returns why it must not be asked */
async function findFault(primary: SystemDatabase, copy: SystemDatabase): Promise<string | undefined> {
  const until = performance.now() + patience;
  const [wanted, first] = await Promise.all([placeOf(primary, committed), placeOf(copy, replayed)]);
  for (let found = first; ; found = await placeOf(copy, replayed)) {
    if (!found.isFollowing) return 'it follows no primary';
    if (found.system !== wanted.system) return 'it is a copy of another database';
    if (found.timeline !== wanted.timeline) return 'it follows another primary than this one';
    if (found.position >= wanted.position) return undefined;
    if (performance.now() > until) return behind;
    await wait(1);
  }
}

/** What is answered has reached the disk, unless the database is told not to wait for that: then what is written is not answered before. */
const committed = sql`
  case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as at,
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) as timeline`;
const replayed = sql`pg_last_wal_replay_lsn() as at, lpad(upper(to_hex((select timeline_id from pg_control_checkpoint()))), 8, '0') as timeline`;

async function placeOf(db: SystemDatabase, where: typeof committed): Promise<Place> {
  const {
    rows: [place],
  } = await sql<Place>`
    select (select system_identifier from pg_control_system())::text as system, timeline, coalesce(at - '0/0', 0)::float8 as position,
      pg_is_in_recovery() as "isFollowing" from (select ${where}) here`.execute(db);
  if (!place) throw new Error('one row was asked for, and none came');
  return place;
}

/** Whoever asks while it is being done has a turn that begins after that, together with all others who do. */
function inTurns(work: () => Promise<void>): () => Promise<void> {
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

/** What was found, or why nothing was. */
async function inTime(found: Promise<string | undefined>): Promise<string | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, limit, 'it was not compared in time');
  const failed = (error: unknown) => `it could not be compared: ${error instanceof Error && error.message ? error.message : String(error)}`;
  return Promise.race([found.catch(failed), late]).finally(() => clearTimeout(timer));
}
