/** The queue of runs: claims, renews and finishes them. It uses the owner's database, because it serves all organizations. */
import { sql } from 'kysely';
import type { SystemDatabase } from '../database/handle.ts';

/** How long (seconds) a server holds a run without renewing its lease. Runs of a killed server continue within ten seconds. */
export const leaseSeconds = 8;
/** Milliseconds between renewals, several of which may fail. */
export const renewIntervalMs = 2_000;

const currentTime = sql<string>`clock_timestamp()`;
const leaseEnd = sql<string>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/**
 * Whether a run is due. Due times are at most 15 minutes ahead, so a later time was set before the clock was turned back. A run that waits
 * indefinitely has the time `infinity`.
 */
const isDue = sql<boolean>`(due_at <= clock_timestamp() or (due_at > clock_timestamp() + interval '15 minutes' and isfinite(due_at)))`;
/** Whether the other run's server still renews its lease. */
const isAlive = sql<boolean>`other.due_at between clock_timestamp() and clock_timestamp() + interval '15 minutes'`;

/** Maximum concurrent runs per organization over all servers, so that a busy organization leaves room for others. */
const maxPerOrganization = 2;

/**
 * Claims the run that has been due the longest, waiting or with an expired lease.
 * @param lease identifies this attempt @param kinds that this server can process @param inProgress runs in progress here, which are not restarted just because a
 * lease was renewed late @returns undefined when no run is due
 */
export function claimRun(db: SystemDatabase, lease: string, kinds: readonly string[], inProgress: readonly string[] = []) {
  return db
    .updateTable('run')
    .set((eb) => ({
      status: 'running',
      lease,
      due_at: leaseEnd,
      attempts: eb('attempts', '+', 1),
      started_at: eb.fn.coalesce('started_at', currentTime),
    }))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organization_id', 'id'),
        '=',
        selectFrom('run')
          .select(['organization_id', 'id'])
          .where('status', 'in', ['queued', 'running'])
          .where('kind', 'in', kinds)
          .where(sql<boolean>`id <> all(${[...inProgress]}::text[])`)
          .where(isDue, '=', true)
          .where(
            (builder) =>
              builder
                .selectFrom('run as other')
                .whereRef('other.organization_id', '=', 'run.organization_id')
                .where('other.status', '=', 'running')
                .where(isAlive, '=', true)
                .select((count) => count.fn.countAll<number>().as('n')),
            '<',
            maxPerOrganization,
          )
          .orderBy('due_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .$asTuple('organization_id', 'id'),
      ),
    )
    .returning(['id', 'organization_id', 'kind', 'input', 'actor', 'attempts', 'started_at'])
    .executeTakeFirst();
}

/** A run and the attempt that holds it. */
export interface LeasedRun {
  readonly organizationId: string;
  readonly id: string;
  readonly lease: string;
}

/** @returns whether the attempt still holds the run */
export async function renewLease(db: SystemDatabase, run: LeasedRun): Promise<boolean> {
  return (await updateLeased(db, run).set({ due_at: leaseEnd }).returning('id').executeTakeFirst()) !== undefined;
}

export async function completeRun(db: SystemDatabase, run: LeasedRun, result: object): Promise<void> {
  await updateLeased(db, run)
    .set({ status: 'completed', result: JSON.stringify(result), lease: null, finished_at: currentTime })
    .execute();
}

export async function failRun(db: SystemDatabase, run: LeasedRun, error: string): Promise<void> {
  await updateLeased(db, run).set({ status: 'failed', error, lease: null, finished_at: currentTime }).execute();
}

/** Returns the run to the queue. @param seconds to wait @param countsAttempt whether to count the attempt; false when the server merely stopped */
export async function requeueRun(db: SystemDatabase, run: LeasedRun, seconds: number, countsAttempt: boolean): Promise<void> {
  await updateLeased(db, run)
    .set((eb) => ({
      status: 'queued',
      lease: null,
      due_at: sql<string>`clock_timestamp() + make_interval(secs => ${seconds})`,
      attempts: eb('attempts', '-', countsAttempt ? 0 : 1),
    }))
    .execute();
}

function updateLeased(db: SystemDatabase, { organizationId, id, lease }: LeasedRun) {
  return db
    .updateTable('run')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('status', '=', 'running');
}
