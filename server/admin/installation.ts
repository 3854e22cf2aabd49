/** Opens the installation that a server in the same environment would serve. */
import type { Config } from '#platform/config';
import path from 'node:path';
import { openAsGuest } from '#platform/database/guests';
import { DirectoryInUse } from '#platform/database/lock';
import { type Database, openWithPool } from '#platform/database/open';
import type { Ports } from '#platform/ports/index';
import { openConfigured, openUnmigrated, openPorts } from '#start/open';
import { StartError } from '#start/start-error';
import type { Work } from './command.ts';

export interface Installation {
  readonly config: Config;
  readonly database: Database;
  /**
   * Creates the ports on request, because that generates the installation's secret if there is none.
   * @throws StartError if SECRET is not the one that the database was written with
   */
  ports(): Promise<Ports>;
}

/** Opens the database for `work`, and always closes it. @param open also migrates the database by default */
export function withInstallation(
  work: (installation: Installation) => Promise<object | undefined>,
  open: (config: Config) => Promise<Database> = openConfigured,
): Work {
  return async (config) => {
    const database = await open(config);
    try {
      return await work({ config, database, ports: () => openPorts(database, config) });
    } finally {
      await database.close();
    }
  };
}

export interface OpenedDatabase {
  readonly database: Database;
  /** Whether this is the embedded database of a running server, which waits during each query made here. */
  readonly isBorrowed: boolean;
}

/** Opens the database, even the embedded one of a running server. @param open accepts any schema by default @throws StartError when that fails */
export async function openAlongsideServer(
  config: Config,
  open: (config: Config) => Promise<Database> = openUnmigrated,
): Promise<OpenedDatabase> {
  try {
    return { database: await open(config), isBorrowed: false };
  } catch (error) {
    if (!(error instanceof StartError && error.cause instanceof DirectoryInUse)) throw error;
    const pool = await openAsGuest(path.join(config.dataDir, 'database'));
    if (!pool) throw error;
    return { database: await openWithPool(pool, () => pool), isBorrowed: true };
  }
}
