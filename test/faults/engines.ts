/** Both engines as a process is given them, each with an organization. */
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

export const installed = postgresPrograms() !== undefined || process.env.CI === 'true';
export const engines = installed ? (['embedded', 'postgresql'] as const) : (['embedded'] as const);
if (!installed)
  console.log('PostgreSQL is not installed: faults were tried on the embedded engine only (Debian: apt-get install postgresql)');

type Fill = (database: Database, organization: TestOrganization) => Promise<unknown>;

export interface Prepared {
  /** What the process is started with. Nothing is limited. */
  readonly env: Record<string, string>;
  readonly organization: TestOrganization;
  end(): Promise<void>;
}

/** @param folder for the data directory @param fill writes more before the first process starts */
export async function prepare(engine: (typeof engines)[number], folder: string, fill?: Fill): Promise<Prepared> {
  const DATA_DIR = path.join(folder, 'data');
  const env = { DATA_DIR, RATE_LIMIT: '0', ORGANIZATION_RATE_LIMIT: '0', DEMO: '0' };
  if (engine === 'postgresql') {
    const { server, organization } = await startPrepared();
    if (fill) await within({ databaseUrl: server.url }, (database) => fill(database, organization));
    return { env: { ...env, DATABASE_URL: server.url }, organization, end: () => server.end() };
  }
  const { directory, organization } = await (embedded ??= makeEmbedded());
  cpSync(directory, path.join(DATA_DIR, 'database'), { recursive: true });
  if (fill) await within({ dataDir: path.join(DATA_DIR, 'database') }, (database) => fill(database, organization));
  return { env, organization, end: () => Promise.resolve() };
}

/** A PostgreSQL server of which a service finds its database as its first start leaves it, with an organization. */
export async function startPrepared(): Promise<{ readonly server: PostgresServer; readonly organization: TestOrganization }> {
  const { directory, organization } = await (postgresql ??= makePostgresql());
  return { server: await startCopy(directory, withoutDisk), organization };
}

interface Template {
  readonly directory: string;
  readonly organization: TestOrganization;
}
/** Made once and copied: a first start takes seconds. They lie beside the dump of this run, with which they are thrown away. */
let embedded: Promise<Template> | undefined;
let postgresql: Promise<Template> | undefined;
const newFolder = () => mkdtempSync(path.join(path.dirname(inject('dump') || path.join(tmpdir(), 'none')), 'template-'));

async function makeEmbedded(): Promise<Template> {
  const directory = path.join(newFolder(), 'database');
  return { directory, organization: await within({ dataDir: directory, template: templateFile(catalogueHash()) }, begin) };
}

async function makePostgresql(): Promise<Template> {
  const directory = path.join(newFolder(), 'data');
  const server = await startPostgres(withoutDisk);
  const organization = await within({ databaseUrl: server.url }, begin);
  await server.leave(directory);
  return { directory, organization };
}

async function begin(database: Database): Promise<TestOrganization> {
  await fillDatabase(database.system);
  return newOrganization(database);
}

async function within<R>(where: DatabaseOptions, work: (database: Database) => Promise<R>): Promise<R> {
  const database = await openDatabase(where);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
