/** Prepares a database with an organization for a server process, on both engines. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { catalogueHash } from '#domain/catalogue/release';
import { type Database, openDatabase, type DatabaseOptions } from '#platform/database/open';
import { templateFile } from '#platform/database/template';
import { newOrganization, type TestOrganization } from '../support/organization.ts';
import { type PostgresServer, postgresPrograms, startCopy, startPostgres, withoutDisk } from '../support/postgres.ts';
import { prepare as fillDatabase } from '../support/prepare.ts';

export const hasPostgres = postgresPrograms() !== undefined || process.env.CI === 'true';
export const engines = hasPostgres ? (['embedded', 'postgresql'] as const) : (['embedded'] as const);
if (!hasPostgres)
  console.log('PostgreSQL is not installed: faults were tried on the embedded engine only (Debian: apt-get install postgresql)');

type Fill = (database: Database, organization: TestOrganization) => Promise<unknown>;

export interface PreparedInstallation {
  /** The environment of the process, without rate limits. */
  readonly env: Record<string, string>;
  readonly organization: TestOrganization;
  end(): Promise<void>;
}

/** Prepares a database. @param folder for the data directory @param fill adds rows to it before the first process starts */
export async function prepare(engine: (typeof engines)[number], folder: string, fill?: Fill): Promise<PreparedInstallation> {
  const DATA_DIR = path.join(folder, 'data');
  const env = { DATA_DIR, RATE_LIMIT: '0', ORGANIZATION_RATE_LIMIT: '0', DEMO: '0' };
  if (engine === 'postgresql') {
    const { server, organization } = await startPrepared();
    if (fill) await within({ databaseUrl: server.url }, (database) => fill(database, organization));
    return { env: { ...env, DATABASE_URL: server.url }, organization, end: () => server.end() };
  }
  const { directory, organization } = await (embeddedTemplate ??= makeEmbedded());
  cpSync(directory, path.join(DATA_DIR, 'database'), { recursive: true });
  if (fill) await within({ dataDir: path.join(DATA_DIR, 'database') }, (database) => fill(database, organization));
  return { env, organization, end: () => Promise.resolve() };
}

/** Starts a PostgreSQL server whose database is in the state after the first start of a service, with an organization. */
export async function startPrepared(): Promise<{ readonly server: PostgresServer; readonly organization: TestOrganization }> {
  const { directory, organization } = await (postgresqlTemplate ??= makePostgresql());
  return { server: await startCopy(directory, withoutDisk), organization };
}

interface Template {
  readonly directory: string;
  readonly organization: TestOrganization;
}
/** Templates, which are created once and copied, because a first start takes seconds. They are deleted with the dump of this run. */
let embeddedTemplate: Promise<Template> | undefined;
let postgresqlTemplate: Promise<Template> | undefined;
const newFolder = () => mkdtempSync(path.join(path.dirname(inject('dump') || path.join(tmpdir(), 'none')), 'template-'));

async function makeEmbedded(): Promise<Template> {
  const directory = path.join(newFolder(), 'database');
  return { directory, organization: await within({ dataDir: directory, template: templateFile(catalogueHash()) }, fillNewDatabase) };
}

async function makePostgresql(): Promise<Template> {
  const directory = path.join(newFolder(), 'data');
  const server = await startPostgres(withoutDisk);
  const organization = await within({ databaseUrl: server.url }, fillNewDatabase);
  await server.leave(directory);
  return { directory, organization };
}

async function fillNewDatabase(database: Database): Promise<TestOrganization> {
  await fillDatabase(database.system);
  return newOrganization(database);
}

async function within<R>(options: DatabaseOptions, work: (database: Database) => Promise<R>): Promise<R> {
  const database = await openDatabase(options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
