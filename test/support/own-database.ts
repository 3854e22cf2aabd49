/** Separate databases for test files that change what all organizations share. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '#platform/database/open';
import { openTestDatabase } from './app.ts';
import { databaseUrl } from './engine.ts';
import { adaptCopy } from './prepare.ts';

type End = (step: () => Promise<unknown>) => void;

/** @returns a function that opens a database with the catalog and no data of other tests; it is deleted when the file ends */
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
    await adaptCopy(database.system);
    return database;
  };
}

/** @returns a function that opens a database without a schema; it is deleted when the file ends */
export function emptyDatabase(): () => Promise<Database> {
  const atEnd = stepsAtEnd();
  return async () => {
    const database = await openDatabase(databaseUrl ? { databaseUrl: await createDatabase(databaseUrl, atEnd) } : {});
    atEnd(() => database.close());
    return database;
  };
}

/**
 * For servers and commands in other processes. @param template to copy; by default the database is empty @returns a function that creates
 * a database and returns its settings, which are empty if the suite runs on the embedded engine
 */
export function ownDatabaseUrl(template?: string): () => Promise<{ DATABASE_URL?: string }> {
  const atEnd = stepsAtEnd();
  return async () => {
    return databaseUrl ? { DATABASE_URL: await createDatabase(databaseUrl, atEnd, template) } : {};
  };
}

/** Resources are released in reverse order. */
function stepsAtEnd(): End {
  const steps: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const step of steps) await step();
  });
  return (step) => {
    steps.unshift(step);
  };
}

/** @param template to copy; by default the database is empty */
async function createDatabase(server: string, atEnd: End, template = 'template1'): Promise<string> {
  const name = `own_${randomBytes(6).toString('hex')}`;
  // Bypasses the pooler, because a database cannot be created within a transaction.
  const root = await openDatabase({ databaseUrl: process.env.TEST_DATABASE_URL ?? server });
  atEnd(() => root.close());
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(root.system);
  atEnd(() => sql`drop database ${sql.id(name)} with (force)`.execute(root.system));
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}
