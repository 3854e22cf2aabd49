/** Works through the runs of all organizations, a few at a time. Any number of servers do so on one database. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/open.ts';
import { actorNow } from '../identity/stored-actor.ts';
import type { Log } from '../log.ts';
import type { Ports } from '../ports/index.ts';
import { attemptAt, RunLost } from './attempt.ts';
import { isRunKind, kinds } from './kinds.ts';
import { completeRun, failRun, renewEvery, renewLease, requeueRun, takeRun } from './queue.ts';
import { WorkerEnded } from '../workers/process.ts';
import { inTrace } from '../tracing.ts';
import { RunFailed, type Jobs } from './job-handlers.ts';

export interface Worker {
  start(): void;
  /** Looks for work now, without waiting for the next turn. */
  wake(): void;
  /** Puts back what it was at, for another server or the next start. */
  stop(): Promise<void>;
}

const concurrency = 6; // mostly they wait for the database, or for other systems
const everyMs = 500;
/** How often work is begun that takes down the process that does it, a worker or a whole server, whatever its kind. */
const maxFatal = 3;

class Stopped extends Error {}
class TookTooLong extends Error {}

export function worker({ system, tenant }: Database, ports: Ports, log: Log, works: Partial<Jobs>): Worker {
  const known = Object.keys(works);
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function wake() {
    if (looking || !timer || !known.length || stopping.signal.aborted) return;
    looking = look()
      .catch((error: unknown) => log.warn({ err: error }, 'runs could not be fetched, and this is tried again'))
      .finally(() => {
        looking = undefined;
      });
  }
  async function look() {
    while (running.size < concurrency && !stopping.signal.aborted) {
      const lease = randomUUID();
      const taken = await takeRun(system, lease, known, [...running.keys()]);
      if (!taken) return;
      const done = inTrace(`run ${taken.kind}`, { 'compliance.run_id': taken.id }, () => attempt(taken, lease))
        .catch((error: unknown) => log.error({ runId: taken.id, err: error }, 'a run was abandoned, and will be taken again'))
        .finally(() => {
          running.delete(taken.id);
          wake();
        });
      running.set(taken.id, done);
    }
  }

  async function attempt(
    { id, organization_id, kind, input, actor, attempts, started_at }: NonNullable<Awaited<ReturnType<typeof takeRun>>>,
    lease: string,
  ): Promise<void> {
    const run = { organizationId: organization_id, id, lease };
    const how = isRunKind(kind) ? works[kind] : undefined;
    if (!isRunKind(kind) || !how) return requeueRun(system, run, 60, false);
    const maxAttempts = how.attempts ?? 3;
    // Each attempt was counted before it began, so that this holds for servers that were killed, too.
    if (attempts > Math.max(maxAttempts, maxFatal)) return failRun(system, run, 'The work was interrupted too often');

    const minutes = how.minutes ?? 10;
    const lost = new AbortController();
    const tooLong = new AbortController();
    const late = setTimeout(() => tooLong.abort(new TookTooLong()), minutes * 60_000);
    let isRenewed = true;
    const renewing = setInterval(() => {
      // A step holds the run until its transaction ends. One renewal waits for that, not one more with a connection of its own each time.
      if (!isRenewed) return;
      isRenewed = false;
      renewLease(system, run)
        .then(
          (ours) => ours || lost.abort(new RunLost()),
          (error: unknown) => log.warn({ runId: id, err: error }, 'the lease of a run was not renewed'),
        )
        .finally(() => {
          isRenewed = true;
        });
    }, renewEvery);
    const signal = AbortSignal.any([stopping.signal, lost.signal, tooLong.signal]);
    const reassure = async () => {
      const now = await actorNow(system, actor, organization_id, kinds[kind].permission);
      if (!now) throw new RunFailed('Whoever started the work may not do it any more');
      return now;
    };
    try {
      const actorAtStart = await reassure();
      // Work that begins after a stop would not hear of it.
      signal.throwIfAborted();
      const result = await how.work(
        attemptAt(tenant, ports, {
          id,
          kind,
          input,
          lease,
          signal,
          reassure,
          attempt: attempts,
          startedAt: started_at ?? new Date().toISOString(),
          actor: actorAtStart,
        }),
      );
      await completeRun(system, run, result);
    } catch (thrown) {
      const why: unknown = signal.aborted ? signal.reason : thrown;
      if (why instanceof RunLost) return;
      if (why instanceof Stopped) return requeueRun(system, run, 0, false);
      if (why instanceof RunFailed) return failRun(system, run, why.message);
      if (why instanceof TookTooLong) return failRun(system, run, `The work took longer than ${minutes} minutes`);
      log.error({ runId: id, kind, attempt: attempts, err: why }, 'an attempt at a run failed');
      if (why instanceof WorkerEnded && attempts >= maxFatal)
        return failRun(system, run, `The work was given up after ${attempts} attempts: ${why.message}`);
      if (!(why instanceof WorkerEnded) && attempts >= maxAttempts) return failRun(system, run, 'The work failed');
      await requeueRun(system, run, Math.min(2 ** (attempts - 1), 600), true);
    } finally {
      clearTimeout(late);
      clearInterval(renewing);
    }
  }

  return {
    start() {
      timer ??= setInterval(wake, everyMs).unref();
      wake();
    },
    wake,
    async stop() {
      clearInterval(timer);
      stopping.abort(new Stopped());
      // What is being taken right now is put back, too.
      await looking;
      await Promise.all(running.values());
    },
  };
}
