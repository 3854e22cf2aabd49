#!/usr/bin/env node
import { banner } from './demonstration/banner.ts';
import { configFrom, ConfigError } from './platform/config.ts';
import { logAt } from './platform/log.ts';
import { StartError, startServer } from './start.ts';

/** Milliseconds between the end of the requests and the end of the process, for what else has to end. */
const grace = 5_000;

// Files that libraries of the service write are accessible to its account only.
process.umask(0o077);
try {
  const config = configFrom(process.env);
  const running = await startServer(config);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal ends the process at once.
      if (stopping) process.exit(1);
      stopping = true;
      // The process ends even if, for example, a database does not answer.
      setTimeout(() => {
        logAt(config.logLevel).fatal('stopped before everything had ended');
        process.exit(1);
      }, config.shutdownTimeout + grace).unref();
      running.close().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
  process.stdout.write(banner(running, config));
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  const expected = error instanceof ConfigError || error instanceof StartError;
  console.error(expected ? error.message : error);
  process.exit(1);
}
