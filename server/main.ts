#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { requireNode } from '#platform/node-version';

/** Milliseconds allowed for the rest of the shutdown after the requests have ended. */
const shutdownGrace = 5_000;
/** Milliseconds to wait before printing which step is running. */
const noticeDelay = 700;

// Check this before any other module is loaded, because an older Node may not be able to parse them.
requireNode();
// Startup keeps most of the objects it creates. V8 would conclude that requests do too, and allocate theirs in the old generation. Set the flags first,
// because code compiled under other flags is compiled again.
setFlagsFromString('--no-allocation-site-pretenuring');
// The old generation is small and seldom grows, so collect it after it has grown by a third instead of after it has doubled.
setFlagsFromString('--heap-growing-percent=30');
const { banner } = await import('#demonstration/banner');
const { ConfigError, configFrom } = await import('#platform/config');
const { logAt, flushLogs } = await import('#platform/log');
const { StartError } = await import('#start/start-error');
const { startServer } = await import('#start/server');

// Makes files that libraries write accessible to the service's account only.
process.umask(0o077);
/** Set once the service is running. @param drainDelay overrides the configured delay */
let close: ((drainDelay?: number) => Promise<void>) | undefined;
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));

let noticeTimer: NodeJS.Timeout | undefined;
try {
  const config = configFrom(process.env);
  const running = await startServer(config, announce);
  clearTimeout(noticeTimer);
  close = async (drainDelay = config.drainDelay) => {
    // The process ends even if something hangs, such as a database that does not answer.
    setTimeout(
      () => {
        logAt(config.logLevel).fatal('stopped before everything had ended');
        void flushLogs().then(() => process.exit(1));
      },
      drainDelay + config.shutdownTimeout + shutdownGrace,
    ).unref();
    await running.close(config.shutdownTimeout, drainDelay);
  };
  process.stdout.write(banner(running, config));
} catch (error) {
  fail(error);
}

function stop(signal: 'SIGINT' | 'SIGTERM') {
  // A second signal, or one during startup, ends the process immediately. The next start repeats an interrupted startup step.
  if (isStopping || !close) process.exit(1);
  isStopping = true;
  // Ctrl-C comes from a person, not from a load balancer, so it skips the drain delay.
  close(signal === 'SIGINT' ? 0 : undefined).then(() => process.exit(0), fail);
}

/** Prints the current step, unless it finishes before `noticeDelay` has passed. */
function announce(step: string) {
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => process.stdout.write(`  ${step} …\n`), noticeDelay);
}

function fail(error: unknown): never {
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
}
