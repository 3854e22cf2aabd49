#!/usr/bin/env node
import { banner } from './banner.ts';
import { configFrom, ConfigError } from './config.ts';
import { StartError, startServer } from './start.ts';

// Whatever the service's libraries write is its account's alone.
process.umask(0o077);
try {
  const config = configFrom(process.env);
  const running = await startServer(config);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Who asks twice does not want to wait.
      if (stopping) process.exit(1);
      stopping = true;
      running.close().then(() => process.exit(0), (error: unknown) => fail(error));
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
