/** Runs as a queue: which is next, who has it, and what became of it. As the owner, because it is worked through for all organizations. */
import { sql } from 'kysely';
import type { SystemDatabase } from '../database/handle.ts';

/** How long a server has a run without saying that it still works on it, in seconds: the run of one that was killed goes on within ten. */
export const leaseSeconds = 8;
/** How often it says so, in milliseconds: some may fail. */
export const renewEvery = 2_000;

const now = sql<string>`clock_timestamp()`;
const leased = sql<string>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/**
 * Whether its time has come. No time is set further ahead than a quarter of an hour: where one is, the clock was, and has been set back since.
 * Only who waits without an end has no time at all, `infinity`.
 */
const due = sql<boolean>`(due_at <= clock_timestamp() or (due_at > clock_timestamp() + interval '15 minutes' and isfinite(due_at)))`;
/** Whether the server that has the other run is still heard of. */
const alive = sql<boolean>`other.due_at between clock_timestamp() and clock_timestamp() + interval '15 minutes'`;

/** How many runs of one organization are worked on at once, by all servers together: a busy one leaves room for the others. */
const ofOneOrganization = 2;

/**
 * Takes the run that is due for longest: one that waits, or one whose server has not been heard of.
 * @param lease names this attempt @param kinds that this server knows how to do @param own runs that it is at: a lease that could not be
 * renewed in time is no reason to begin again @returns undefined when none is due
 */
export function takeRun(db: SystemDatabase, lease: string, kinds: readonly string[], own: readonly string[] = []) {
  return db
    .updateTable('run')
    .set((eb) => ({
      status: 'running',
      lease,
      due_at: leased,
      attempts: eb('attempts', '+', 1),
      started_at: eb.fn.coalesce('started_at', now),
    }))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organization_id', 'id'),
        '=',
        selectFrom('run')
          .select(['organization_id', 'id'])
          .where('status', 'in', ['queued', 'running'])
          .where('kind', 'in', kinds)
          .where(sql<boolean>`id <> all(${[...own]}::text[])`)
          .where(due, '=', true)
          .where(
            (busy) =>
              busy
                .selectFrom('run as other')
                .whereRef('other.organization_id', '=', 'run.organization_id')
                .where('other.status', '=', 'running')
                .where(alive, '=', true)
                .select((count) => count.fn.countAll<number>().as('n')),
            '<',
            ofOneOrganization,
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

/** A run, and the attempt that has it. */
export interface Leased {
  readonly organizationId: string;
  readonly id: string;
  readonly lease: string;
}

/** @returns whether the attempt still has its run */
export async function renewLease(db: SystemDatabase, run: Leased): Promise<boolean> {
  return (await held(db, run).set({ due_at: leased }).returning('id').executeTakeFirst()) !== undefined;
}

export async function completeRun(db: SystemDatabase, run: Leased, result: object): Promise<void> {
  await held(db, run)
    .set({ status: 'completed', result: JSON.stringify(result), lease: null, finished_at: now })
    .execute();
}

export async function failRun(db: SystemDatabase, run: Leased, error: string): Promise<void> {
  await held(db, run).set({ status: 'failed', error, lease: null, finished_at: now }).execute();
}

/** Puts the run back into the queue. @param seconds to wait @param counts whether the attempt was one: not when the server only stopped */
export async function requeueRun(db: SystemDatabase, run: Leased, seconds: number, counts: boolean): Promise<void> {
  await held(db, run)
    .set((eb) => ({
      status: 'queued',
      lease: null,
      due_at: sql<string>`clock_timestamp() + make_interval(secs => ${seconds})`,
      attempts: eb('attempts', '-', counts ? 0 : 1),
    }))
    .execute();
}

function held(db: SystemDatabase, { organizationId, id, lease }: Leased) {
  return db
    .updateTable('run')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('status', '=', 'running');
}
