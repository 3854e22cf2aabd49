/** A database of a file's own, for tests that change what all organizations share. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, inject } from 'vitest';
import { migrate } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/open.ts';
import { openTestDatabase } from './app.ts';

/** @returns opens it, migrated, with nothing that any other test sees; it goes when the file has ended */
export function ownDatabase(): () => Promise<Database> {
  const end: (() => Promise<unknown>)[] = [];
  afterAll(async () => { for (const step of end) await step(); });
  return async () => {
    const server = inject('databaseUrl');
    if (!server) {
      const database = await openTestDatabase();
      end.push(() => database.close());
      return database;
    }
    const name = `own_${randomBytes(6).toString('hex')}`;
    const root = await openDatabase({ databaseUrl: server });
    await sql`create database ${sql.id(name)}`.execute(root.system);
    const url = new URL(server);
    url.pathname = name;
    const database = await openDatabase({ databaseUrl: url.href });
    await migrate(database.system);
    end.push(() => database.close(), () => sql`drop database ${sql.id(name)} with (force)`.execute(root.system), () => root.close());
    return database;
  };
}
