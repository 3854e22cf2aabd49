/** A database of a file's own, for tests that change what all organizations share. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/database/open.ts';
import { openTestDatabase } from './app.ts';
import { databaseUrl } from './engine.ts';
import { takeOver } from './prepare.ts';

type End = (step: () => Promise<unknown>) => void;

/** @returns opens it, with the catalogue and nothing that any other test sees; it goes when the file has ended */
export function ownDatabase(): () => Promise<Database> {
  const atEnd = stepsAtEnd();
  return async () => {
    if (!databaseUrl) {
      const database = await openTestDatabase();
      atEnd(() => database.close());
      return database;
    }
    const database = await openDatabase({ databaseUrl: await createDatabase(databaseUrl, atEnd, inject('template')) });
    atEnd(() => database.close());
    await takeOver(database.system);
    return database;
  };
}

/** @returns opens one without a schema; it goes when the file has ended */
export function emptyDatabase(): () => Promise<Database> {
  const atEnd = stepsAtEnd();
  return async () => {
    const database = await openDatabase(databaseUrl ? { databaseUrl: await createDatabase(databaseUrl, atEnd) } : {});
    atEnd(() => database.close());
    return database;
  };
}

/**
 * The same for servers and commands that are started on it.
 * @param template what it is a copy of; without one there is nothing in it
 * @returns makes it, and gives what to set: nothing where the engine of the suite is the embedded one
 */
export function ownDatabaseUrl(template?: string): () => Promise<{ DATABASE_URL?: string }> {
  const atEnd = stepsAtEnd();
  return async () => {
    return databaseUrl ? { DATABASE_URL: await createDatabase(databaseUrl, atEnd, template) } : {};
  };
}

/** What is taken up last ends first. */
function stepsAtEnd(): End {
  const steps: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const step of steps) await step();
  });
  return (step) => {
    steps.unshift(step);
  };
}

/** @param template what it is a copy of; without one there is nothing in it */
async function createDatabase(server: string, atEnd: End, template = 'template1'): Promise<string> {
  const name = `own_${randomBytes(6).toString('hex')}`;
  // Around a pooler: a database is not made within a transaction.
  const root = await openDatabase({ databaseUrl: process.env.TEST_DATABASE_URL ?? server });
  atEnd(() => root.close());
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(root.system);
  atEnd(() => sql`drop database ${sql.id(name)} with (force)`.execute(root.system));
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}
