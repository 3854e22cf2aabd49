/** Takes the port, opens the database, brings it up to date, and serves. */
import { setImmediate as othersBegan, setTimeout as wait } from 'node:timers/promises';
import { openConfigured, outsideOf, reasonOf, StartError } from './open.ts';
import { anchorCheckpoints } from '../platform/audit/anchoring.ts';
import { makeDueCheckpoints } from '../platform/audit/checkpointing.ts';
import type { Config } from '../platform/config.ts';
import { settledAt } from '../platform/config/settled.ts';
import { housekeeping } from '../domain/retention/housekeeping.ts';
import { accessLogAt, logAt, logWritten } from '../platform/log.ts';
import { mailSender } from '../platform/mail/sender.ts';
import { accessLog } from '../contract/access-log.ts';
import { listen } from '../contract/listener.ts';
import { observed } from '../contract/observe.ts';
import { traced } from '../contract/traced.ts';
import { serveMetrics } from '../platform/metrics/page.ts';
import { tryAnchor } from '../platform/ports/anchor.ts';
import { schedule } from '../platform/jobs/schedule.ts';
import { loadedTracer } from '../platform/tracing.ts';
import { version } from '../platform/version.ts';

export interface Running {
  /** Where it listens. */
  readonly url: string;
  /** Where its metrics are, if it was asked for them. */
  readonly metricsUrl: string | undefined;
  /** The key of the demonstration organization, when this start made it. */
  readonly demonstrationKey: string | undefined;
  /**
   * Takes requests for `drainDelay` ms more (DRAIN_DELAY unless given) while it says that it is not ready, lets those that run finish, for
   * `timeoutMs` ms at most (SHUTDOWN_TIMEOUT), and closes everything.
   */
  close(timeoutMs?: number, drainDelay?: number): Promise<void>;
}

/**
 * Nothing is made before the ports are taken: who starts a second server by mistake does not change the first one's data.
 * @param onStep hears what is being done, where that may take seconds @throws StartError
 */
export async function startServer(config: Config, onStep: (step: string) => void = () => undefined): Promise<Running> {
  const log = logAt(config.logLevel);
  log.info(
    { version, node: process.version, pid: process.pid, engine: config.databaseUrl === undefined ? 'embedded' : 'PostgreSQL' },
    'starting',
  );
  const began = performance.now();
  const listener = await listen(config, log).catch(asStartError);
  const { url } = listener;
  const ends: (() => Promise<unknown>)[] = [() => listener.drain(0)];
  try {
    const page =
      config.metricsPort === undefined ? undefined : await serveMetrics(config.metricsPort, config.host, log).catch(asStartError);
    if (page) ends.unshift(() => page.close());
    // Only now is a port that was left open known, which links have to name.
    const settled = settledAt(config, url);
    onStep('Preparing the database');
    // The embedded engine starts in a thread of its own, and this one loads the service meanwhile.
    const [opened, loaded] = await Promise.allSettled([openConfigured(settled, log), loadService()]);
    const database = valueOf(opened);
    ends.unshift(() => database.close());
    const { createApp, loadDemonstration, schedules } = valueOf(loaded);
    const ports = await outsideOf(database, settled);
    await tryAnchor(config).catch((error: unknown) => {
      throw new StartError(`AUDIT_ANCHOR cannot be written: ${reasonOf(error)}`, { cause: error });
    });
    const { app, health, runs } = createApp(database, settled, ports, log);
    onStep('Making the demonstration organization');
    // Last of all that may fail: its key is shown only once.
    const demonstrationKey =
      config.databaseUrl === undefined && config.demo ? await loadDemonstration(database, ports, config.bootstrapApiKey) : undefined;
    const { anchor } = ports;
    page?.metrics.watch(database, { mail: settled.mail.url !== undefined, anchor: anchor !== undefined });
    const observers = [
      ...(log.isLevelEnabled('info') ? [accessLog(accessLogAt(config.logLevel))] : []),
      ...(page ? [page.metrics.answered] : []),
    ];
    listener.serve(traced(observed(app, observers), loadedTracer()));
    runs.start();
    const stopSchedule = schedule(schedules(database, ports), runs.wake, log);
    const stopCheckpoints = schedule(
      [() => makeDueCheckpoints(database.system, ports.checkpointKeys, settled.audit.checkpointEntries, log)],
      () => undefined,
      log,
    );
    // Apart: what is out there may let itself be waited for.
    const stopAnchoring = schedule(anchor ? [() => anchorCheckpoints(database.system, anchor, log)] : [], () => undefined, log);
    const stopMail = mailSender(database.system, settled.mail, log);
    const stopHousekeeping = housekeeping(database.system, ports.files, log);
    log.info({ url, metricsUrl: page?.url, startedInMs: Math.round(performance.now() - began) }, 'ready');
    return {
      url,
      metricsUrl: page?.url,
      demonstrationKey,
      async close(timeoutMs = config.shutdownTimeout, drainDelay = config.drainDelay) {
        log.info({ drainDelay, timeoutMs }, 'stopping');
        health.drain();
        listener.letGo();
        if (drainDelay > 0) await wait(drainDelay);
        stopHousekeeping();
        stopMail();
        await listener.drain(timeoutMs);
        await stopSchedule();
        await stopCheckpoints();
        await stopAnchoring();
        await runs.stop();
        await database.close();
        await page?.close();
        log.info('stopped');
        await logWritten();
      },
    };
  } catch (error) {
    for (const end of ends) await end();
    throw error;
  }
}

/** Loads what answers requests, and all that it needs. */
export async function loadService() {
  // Nothing else of this thread begins while it loads, so the thread of the engine is started first.
  await othersBegan();
  const [{ createApp }, { loadDemonstration }, { schedules }] = await Promise.all([
    import('../app.ts'),
    import('../demonstration/load.ts'),
    import('../areas/schedules.ts'),
  ]);
  return { createApp, loadDemonstration, schedules };
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

function asStartError(error: unknown): never {
  throw new StartError(reasonOf(error), { cause: error });
}
