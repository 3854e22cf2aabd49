/** Processes the runs of all organizations, a few at a time. Any number of servers can process the runs of one database. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/open.ts';
import { findStoredActor } from '../identity/stored-actor.ts';
import type { Log } from '../log.ts';
import type { Ports } from '../ports/index.ts';
import { createAttempt, RunLost } from './attempt.ts';
import { isRunKind, kinds } from './kinds.ts';
import { completeRun, failRun, renewIntervalMs, renewLease, requeueRun, claimRun } from './queue.ts';
import { WorkerEnded } from '../workers/process.ts';
import { inTrace } from '../tracing.ts';
import { RunFailed, type Jobs } from './job-handlers.ts';

export interface Worker {
  start(): void;
  /** Looks for work now, without waiting for the next interval. */
  wake(): void;
  /** Returns unfinished runs to the queue, for another server or the next start. */
  stop(): Promise<void>;
}

const concurrency = 6; // most runs wait for the database or other systems
const everyMs = 500;
/** Maximum attempts for work of any kind that kills its process, whether a worker or a whole server. */
const maxFatalAttempts = 3;

class Stopped extends Error {}
class TookTooLong extends Error {}

export function createWorker({ system, tenant }: Database, ports: Ports, log: Log, jobs: Partial<Jobs>): Worker {
  const handledKinds = Object.keys(jobs);
  const stopController = new AbortController();
  const running = new Map<string, Promise<void>>();
  let fetching: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function wake() {
    if (fetching || !timer || !handledKinds.length || stopController.signal.aborted) return;
    fetching = fetchRuns()
      .catch((error: unknown) => log.warn({ err: error }, 'runs could not be fetched, and this will be retried'))
      .finally(() => {
        fetching = undefined;
      });
  }
  async function fetchRuns() {
    while (running.size < concurrency && !stopController.signal.aborted) {
      const lease = randomUUID();
      const claimedRun = await claimRun(system, lease, handledKinds, [...running.keys()]);
      if (!claimedRun) return;
      const runPromise = inTrace(`run ${claimedRun.kind}`, { 'compliance.run_id': claimedRun.id }, () => attempt(claimedRun, lease))
        .catch((error: unknown) => log.error({ runId: claimedRun.id, err: error }, 'a run was abandoned, and will be retried'))
        .finally(() => {
          running.delete(claimedRun.id);
          wake();
        });
      running.set(claimedRun.id, runPromise);
    }
  }

  async function attempt(
    { id, organization_id, kind, input, actor, attempts, started_at }: NonNullable<Awaited<ReturnType<typeof claimRun>>>,
    lease: string,
  ): Promise<void> {
    const run = { organizationId: organization_id, id, lease };
    const definition = isRunKind(kind) ? jobs[kind] : undefined;
    if (!isRunKind(kind) || !definition) return requeueRun(system, run, 60, false);
    const maxAttempts = definition.attempts ?? 3;
    // Attempts are counted before they begin, so this also covers servers that were killed.
    if (attempts > Math.max(maxAttempts, maxFatalAttempts)) return failRun(system, run, 'The work was interrupted too often');

    const minutes = definition.minutes ?? 10;
    const lostController = new AbortController();
    const timeoutController = new AbortController();
    const timeLimit = setTimeout(() => timeoutController.abort(new TookTooLong()), minutes * 60_000);
    let canRenew = true;
    const renewalTimer = setInterval(() => {
      // A step locks the run until its transaction ends. Only one renewal may wait for that, because each takes a connection.
      if (!canRenew) return;
      canRenew = false;
      renewLease(system, run)
        .then(
          (isOurs) => isOurs || lostController.abort(new RunLost()),
          (error: unknown) => log.warn({ runId: id, err: error }, 'the lease of a run was not renewed'),
        )
        .finally(() => {
          canRenew = true;
        });
    }, renewIntervalMs);
    const signal = AbortSignal.any([stopController.signal, lostController.signal, timeoutController.signal]);
    const reauthorize = async () => {
      const currentActor = await findStoredActor(system, actor, organization_id, kinds[kind].permission);
      if (!currentActor) throw new RunFailed('Whoever started the work may not do it any more');
      return currentActor;
    };
    try {
      const actorAtStart = await reauthorize();
      // The work does not notice an abort that happened before it began.
      signal.throwIfAborted();
      const result = await definition.work(
        createAttempt(tenant, ports, {
          log,
          id,
          kind,
          input,
          lease,
          signal,
          reauthorize,
          actorOf: (stored, permission) => findStoredActor(system, stored, organization_id, permission),
          attempt: attempts,
          startedAt: started_at ?? new Date().toISOString(),
          actor: actorAtStart,
        }),
      );
      await completeRun(system, run, result);
    } catch (thrown) {
      const cause: unknown = signal.aborted ? signal.reason : thrown;
      if (cause instanceof RunLost) return;
      if (cause instanceof Stopped) return requeueRun(system, run, 0, false);
      if (cause instanceof RunFailed) return failRun(system, run, cause.message);
      if (cause instanceof TookTooLong) return failRun(system, run, `The work took longer than ${minutes} minutes`);
      log.error({ runId: id, kind, attempt: attempts, err: cause }, 'an attempt at a run failed');
      if (cause instanceof WorkerEnded && attempts >= maxFatalAttempts)
        return failRun(system, run, `The work was given up after ${attempts} attempts: ${cause.message}`);
      if (!(cause instanceof WorkerEnded) && attempts >= maxAttempts) return failRun(system, run, 'The work failed');
      await requeueRun(system, run, Math.min(2 ** (attempts - 1), 600), true);
    } finally {
      clearTimeout(timeLimit);
      clearInterval(renewalTimer);
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
      stopController.abort(new Stopped());
      // Waits for a claim in progress, so that its run is returned as well.
      await fetching;
      await Promise.all(running.values());
    },
  };
}
