#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { requireNode } from './platform/node-version.ts';

/** Milliseconds between the end of the requests and the end of the process, for what else has to end. */
const grace = 5_000;
/** Milliseconds after which who waits is told what for. */
const patience = 700;

// Before anything else is loaded, which an older version may not even be able to read.
requireNode();
// The start keeps most of what it makes. V8 would conclude that requests do, too, and put what they make among what is old. What was compiled
// under other settings than these is compiled again, so they come first.
setFlagsFromString('--no-allocation-site-pretenuring');
// What is old is little and seldom grows, so it is looked through once it has grown by a third, and not once it has doubled.
setFlagsFromString('--heap-growing-percent=30');
const { banner } = await import('./demonstration/banner.ts');
const { ConfigError, configFrom } = await import('./platform/config.ts');
const { logAt, logWritten } = await import('./platform/log.ts');
const { StartError } = await import('./start/open.ts');
const { startServer } = await import('./start/server.ts');

// Files that libraries of the service write are accessible to its account only.
process.umask(0o077);
/** Once it serves. @param drainDelay another one than that of the configuration */
let close: ((drainDelay?: number) => Promise<void>) | undefined;
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));

let telling: NodeJS.Timeout | undefined;
try {
  const config = configFrom(process.env);
  const running = await startServer(config, tell);
  clearTimeout(telling);
  close = async (drainDelay = config.drainDelay) => {
    // The process ends even if, for example, a database does not answer.
    setTimeout(
      () => {
        logAt(config.logLevel).fatal('stopped before everything had ended');
        void logWritten().then(() => process.exit(1));
      },
      drainDelay + config.shutdownTimeout + grace,
    ).unref();
    await running.close(config.shutdownTimeout, drainDelay);
  };
  process.stdout.write(banner(running, config));
} catch (error) {
  fail(error);
}

function stop(signal: 'SIGINT' | 'SIGTERM') {
  // A second signal ends the process at once, and so does one before it serves: what it was at is begun again by the next start.
  if (isStopping || !close) process.exit(1);
  isStopping = true;
  // Who presses keys is no load balancer.
  close(signal === 'SIGINT' ? 0 : undefined).then(() => process.exit(0), fail);
}

/** Says what is being done, unless it is done before anybody has begun to wait. */
function tell(step: string) {
  clearTimeout(telling);
  telling = setTimeout(() => process.stdout.write(`  ${step} …\n`), patience);
}

function fail(error: unknown): never {
  const expected = error instanceof ConfigError || error instanceof StartError;
  console.error(expected ? error.message : error);
  process.exit(1);
}
