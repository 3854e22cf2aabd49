/** Entry point for embedding the service in another program. */
import type { RequestListener } from 'node:http';
import { createApp as assemble } from './app.ts';
import type { Config } from '#platform/config';
import { startCleanup } from '#domain/retention/cleanup';
import { logAt } from '#platform/log';
import { portsFrom } from '#platform/ports/index';
import { openConfigured } from '#start/open';

export { type Config, ConfigError, configFrom } from '#platform/config';
export { StartError } from '#start/start-error';
export { type Running, startServer } from '#start/server';

export interface Service {
  /** Pass it to your own server, or to `app.use` of another Express application. */
  readonly app: RequestListener;
  /** Call it once your server accepts no more requests. */
  close(): Promise<void>;
}

/** Creates the service without a server of its own. Opens and migrates the database, but does not listen. @throws StartError if that fails */
export async function createApp(config: Config): Promise<Service> {
  const log = logAt(config.logLevel);
  const database = await openConfigured(config, log);
  const ports = await portsFrom(config);
  const { app } = assemble(database, config, ports, log);
  const stopHousekeeping = startCleanup(database.system, ports.files, log);
  return {
    app,
    async close() {
      stopHousekeeping();
      await database.close();
    },
  };
}
