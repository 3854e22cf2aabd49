/** The installation that a command works on: the one that the server of the same environment would serve. */
import type { Config } from '../platform/config.ts';
import path from 'node:path';
import { openAsGuest } from '../platform/database/guests.ts';
import { DirectoryInUse } from '../platform/database/lock.ts';
import { type Database, openOn } from '../platform/database/open.ts';
import type { Ports } from '../platform/ports/index.ts';
import { openConfigured, openUnmigrated, outsideOf, StartError } from '../start/open.ts';
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

export interface Opened {
  readonly database: Database;
  /** Whether it is the embedded one of a running server, which waits for every question that is asked here. */
  readonly isLent: boolean;
}

/** The database, also the embedded one of a running server. @param open whatever its schema, unless told otherwise @throws StartError */
export async function openBeside(config: Config, open: (config: Config) => Promise<Database> = openUnmigrated): Promise<Opened> {
  try {
    return { database: await open(config), isLent: false };
  } catch (error) {
    if (!(error instanceof StartError && error.cause instanceof DirectoryInUse)) throw error;
    const pool = await openAsGuest(path.join(config.dataDir, 'database'));
    if (!pool) throw error;
    return { database: await openOn(pool, () => pool), isLent: true };
  }
}
