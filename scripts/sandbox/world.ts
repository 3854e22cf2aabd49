/** One server on a fresh copy of the demonstration, in memory, with its background work. A reset replaces it by another one. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startCleanup } from '#domain/retention/cleanup';
import { makeDueCheckpoints } from '#platform/audit/make-checkpoints';
import type { Config } from '#platform/config';
import { openDatabase } from '#platform/database/open';
import { sessionsFrom } from '#platform/identity/sessions';
import { type QueueDueWork, schedule } from '#platform/jobs/schedule';
import type { Log } from '#platform/log';
import { portsFrom } from '#platform/ports/index';
import { loadService } from '#start/load-service';
import type { Demonstration } from './demonstration.ts';
import { type SandboxSession, findOrganizationId, issueSessions } from './sessions.ts';

/** How long requests may take to finish when a world ends, in milliseconds. */
const grace = 2_000;

export interface World {
  readonly organizationId: string;
  readonly apiKey: string;
  readonly sessions: readonly SandboxSession[];
  readonly serve: RequestListener;
  /** Starts everything that is due by the clock. */
  startDueWork(): Promise<void>;
  /** Ends the background work. */
  pause(): Promise<void>;
  /** Closes everything when all requests are answered, or after a while. Call `pause` first. */
  end(): Promise<void>;
}

export async function startWorld(settings: Config, { apiKey, dump, copyFilesTo }: Demonstration, log: Log): Promise<World> {
  const config = { ...settings, dataDir: mkdtempSync(path.join(tmpdir(), 'compliance-sandbox-')) };
  copyFilesTo(config.dataDir);
  // The engine starts in its own thread, and this thread loads the service meanwhile. All requests wait for its one session.
  const [database, { createApp, schedules }] = await Promise.all([openDatabase({ dump, acquireTimeout: 60_000 }), loadService()]);
  const ports = await portsFrom(config);
  const { app, runs } = createApp(database, config, ports, log);
  const organizationId = await findOrganizationId(database.system);
  const sessions = await issueSessions(database.system, sessionsFrom(config.session, ports.secrets));

  runs.start();
  const queueFunctions = oneAtATime(schedules(database, ports));
  const stopSchedule = schedule(queueFunctions, runs.wake, log);
  const makeCheckpoints = () => makeDueCheckpoints(database.system, ports.checkpointKeys, config.audit.checkpointEntries, log);
  const stopCheckpoints = schedule([makeCheckpoints], () => undefined, log);
  const stopCleanup = startCleanup(database.system, ports.files, log);

  const openAnswers = new Set<ServerResponse>();
  let onAnswered: (() => void) | undefined;
  return {
    organizationId,
    apiKey,
    sessions,
    serve(req, res) {
      openAnswers.add(res);
      res.once('close', () => {
        openAnswers.delete(res);
        if (!openAnswers.size) onAnswered?.();
      });
      app(req, res);
    },
    async startDueWork() {
      for (const queueDueWork of queueFunctions)
        await queueDueWork(new Date()).catch((error: unknown) => log.warn({ err: error }, 'due work will be tried again in half a minute'));
      runs.wake();
    },
    async pause() {
      stopCleanup();
      await stopSchedule();
      await stopCheckpoints();
      await runs.stop();
    },
    async end() {
      const answered = new Promise<void>((resolve) => {
        onAnswered = resolve;
      });
      if (openAnswers.size) await Promise.race([answered, wait(grace)]);
      await database.close();
      rmSync(config.dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs these functions one at a time, so that the schedule and a move of the clock never queue the same work twice. */
function oneAtATime(queueFunctions: readonly QueueDueWork[]): QueueDueWork[] {
  let lastWork: Promise<unknown> = Promise.resolve();
  return queueFunctions.map((queueDueWork) => (now) => {
    const work = lastWork.then(() => queueDueWork(now));
    lastWork = work.catch(() => undefined);
    return work;
  });
}
