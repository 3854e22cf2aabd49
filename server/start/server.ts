/** Binds the port, opens and migrates the database, and serves requests. */
import { setTimeout as wait } from 'node:timers/promises';
import { loadService } from './load-service.ts';
import { openConfigured, openPorts, errorMessageOf } from './open.ts';
import { StartError } from './start-error.ts';
import { anchorCheckpoints } from '#platform/audit/anchoring';
import { makeDueCheckpoints } from '#platform/audit/make-checkpoints';
import type { Config } from '#platform/config';
import { withListenUrl } from '#platform/config/with-listen-url';
import { startCleanup } from '#domain/retention/cleanup';
import { accessLogAt, logAt, flushLogs } from '#platform/log';
import { startMailSender } from '#platform/mail/sender';
import { accessLog } from '#contract/access-log';
import { listen } from '#contract/listener';
import { observeRequests } from '#contract/observe';
import { traceRequests } from '#contract/trace-requests';
import { serveMetrics } from '#platform/metrics/page';
import { tryAnchor } from '#platform/ports/anchor';
import { schedule } from '#platform/jobs/schedule';
import { loadedTracer } from '#platform/tracing';
import { version } from '#platform/version';

export interface Running {
  /** URL that the service listens on. */
  readonly url: string;
  /** URL of the metrics, if they are enabled. */
  readonly metricsUrl: string | undefined;
  /** The demonstration organization's key, if this start created it. */
  readonly demonstrationKey: string | undefined;
  /**
   * Accepts requests for another `drainDelay` ms (default DRAIN_DELAY) while readiness fails, lets running requests finish within `timeoutMs` ms (default
   * SHUTDOWN_TIMEOUT), and closes everything.
   */
  close(timeoutMs?: number, drainDelay?: number): Promise<void>;
}

/**
 * Binds the ports before creating anything, so that a second server started by mistake cannot change the first one's data.
 * @param onStep is called before each step that may take seconds @throws StartError if the service cannot start
 */
export async function startServer(config: Config, onStep: (step: string) => void = () => undefined): Promise<Running> {
  const log = logAt(config.logLevel);
  log.info(
    { version, node: process.version, pid: process.pid, engine: config.databaseUrl === undefined ? 'embedded' : 'PostgreSQL' },
    'starting',
  );
  const startedAt = performance.now();
  const listener = await listen(config, log).catch(throwStartError);
  const { url } = listener;
  const cleanups: (() => Promise<unknown>)[] = [() => listener.drain(0)];
  try {
    const metricsPage =
      config.metricsPort === undefined ? undefined : await serveMetrics(config.metricsPort, config.host, log).catch(throwStartError);
    if (metricsPage) cleanups.unshift(() => metricsPage.close());
    // If the port was chosen by the system, links can only be built now that it is known.
    const finalConfig = withListenUrl(config, url);
    onStep('Preparing the database');
    // The embedded engine starts in its own thread, and this thread loads the service meanwhile. A connection to a server would time out while
    // loading blocks this thread on a slow machine.
    const openingDatabase = openConfigured(finalConfig, log);
    if (finalConfig.databaseUrl !== undefined) await openingDatabase;
    const [databaseResult, serviceResult] = await Promise.allSettled([openingDatabase, loadService()]);
    const database = valueOf(databaseResult);
    cleanups.unshift(() => database.close());
    const { createApp, loadDemonstration, schedules } = valueOf(serviceResult);
    const ports = await openPorts(database, finalConfig);
    await tryAnchor(config).catch((error: unknown) => {
      throw new StartError(`AUDIT_ANCHOR cannot be written: ${errorMessageOf(error)}`, { cause: error });
    });
    const { app, health, runs } = createApp(database, finalConfig, ports, log);
    onStep('Making the demonstration organization');
    // This is the last step that may fail, because the key is shown only once.
    const demonstrationKey =
      config.databaseUrl === undefined && config.demo ? await loadDemonstration(database, ports, config.bootstrapApiKey) : undefined;
    const { anchor } = ports;
    metricsPage?.metrics.watch(database, { mail: finalConfig.mail.url !== undefined, anchor: anchor !== undefined });
    const observers = [
      ...(log.isLevelEnabled('info') ? [accessLog(accessLogAt(config.logLevel))] : []),
      ...(metricsPage ? [metricsPage.metrics.answered] : []),
    ];
    listener.serve(traceRequests(observeRequests(app, observers), loadedTracer()));
    runs.start();
    const stopSchedule = schedule(schedules(database, ports), runs.wake, log);
    const stopCheckpoints = schedule(
      [() => makeDueCheckpoints(database.system, ports.checkpointKeys, finalConfig.audit.checkpointEntries, log)],
      () => undefined,
      log,
    );
    // Anchoring has its own schedule, because the external system may be slow.
    const stopAnchoring = schedule(anchor ? [() => anchorCheckpoints(database.system, anchor, log)] : [], () => undefined, log);
    const stopMail = startMailSender(database.system, finalConfig.mail, log);
    const stopHousekeeping = startCleanup(database.system, ports.files, log);
    log.info({ url, metricsUrl: metricsPage?.url, startedInMs: Math.round(performance.now() - startedAt) }, 'ready');
    return {
      url,
      metricsUrl: metricsPage?.url,
      demonstrationKey,
      async close(timeoutMs = config.shutdownTimeout, drainDelay = config.drainDelay) {
        log.info({ drainDelay, timeoutMs }, 'stopping');
        health.drain();
        listener.closeAfterAnswers();
        if (drainDelay > 0) await wait(drainDelay);
        stopHousekeeping();
        stopMail();
        await listener.drain(timeoutMs);
        await stopSchedule();
        await stopCheckpoints();
        await stopAnchoring();
        await runs.stop();
        await database.close();
        await metricsPage?.close();
        log.info('stopped');
        await flushLogs();
      },
    };
  } catch (error) {
    for (const cleanUp of cleanups) await cleanUp();
    throw error;
  }
}

function valueOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

function throwStartError(error: unknown): never {
  throw new StartError(errorMessageOf(error), { cause: error });
}
