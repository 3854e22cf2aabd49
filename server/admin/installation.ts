/** The installation that a command works on: the one that the server of the same environment would serve. */
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/open.ts';
import type { Ports } from '../platform/ports/index.ts';
import { openConfigured, outsideOf } from '../start.ts';
import type { Work } from './command.ts';

export interface Installation {
  readonly config: Config;
  readonly database: Database;
  /** Made when asked for: it makes the secret of the installation when there is none yet. @throws StartError when it is not that of the database */
  ports(): Promise<Ports>;
}

/** Opens the database, and closes it whatever happens. @param open migrates it too, unless told otherwise */
export function withInstallation(
  work: (installation: Installation) => Promise<object | undefined>,
  open: (config: Config) => Promise<Database> = openConfigured,
): Work {
  return async (config) => {
    const database = await open(config);
    try {
      return await work({ config, database, ports: () => outsideOf(database, config) });
    } finally {
      await database.close();
    }
  };
}
