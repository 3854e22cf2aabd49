/** The service as a part of another program. */
import type { RequestListener } from 'node:http';
import { createApp as assemble } from './app.ts';
import type { Config } from './platform/config.ts';
import { housekeeping } from './domain/retention/housekeeping.ts';
import { logAt } from './platform/log.ts';
import { portsFrom } from './platform/ports/index.ts';
import { openConfigured } from './start/open.ts';

export { type Config, ConfigError, configFrom } from './platform/config.ts';
export { StartError } from './start/open.ts';
export { type Running, startServer } from './start/server.ts';

export interface Service {
  /** For a server of your own, or for `app.use` of another Express application. */
  readonly app: RequestListener;
  /** Once your server takes no more requests. */
  close(): Promise<void>;
}

/** The service without a server of its own: its database is opened and migrated, and nothing listens yet. @throws StartError */
export async function createApp(config: Config): Promise<Service> {
  const log = logAt(config.logLevel);
  const database = await openConfigured(config, log);
  const ports = await portsFrom(config);
  const { app } = assemble(database, config, ports, log);
  const stopHousekeeping = housekeeping(database.system, ports.files, log);
  return {
    app,
    async close() {
      stopHousekeeping();
      await database.close();
    },
  };
}
