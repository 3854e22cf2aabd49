/** Both engines as a process is given them, each with an organization. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { migrate } from '../../server/platform/database/migrate.ts';
import { type Database, openDatabase, type Where } from '../../server/platform/database/open.ts';
import { newOrganization, type TestOrganization } from '../support/organization.ts';
import { postgresPrograms, startPostgres } from '../support/postgres.ts';

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
    const server = await startPostgres();
    const organization = await within({ databaseUrl: server.url }, fill);
    return { env: { ...env, DATABASE_URL: server.url }, organization, end: () => server.end() };
  }
  const { database, organization } = await (template ??= makeTemplate());
  cpSync(database, path.join(DATA_DIR, 'database'), { recursive: true });
  if (fill) {
    const opened = await openDatabase({ dataDir: path.join(DATA_DIR, 'database') });
    await fill(opened, organization);
    await opened.close();
  }
  return { env, organization, end: () => Promise.resolve() };
}

let template: ReturnType<typeof makeTemplate> | undefined;
/** Made once and copied: the first start of a directory takes seconds. */
async function makeTemplate() {
  // Beside the dump of this run, with which it is thrown away.
  const folder = mkdtempSync(path.join(path.dirname(inject('dump') || path.join(tmpdir(), 'none')), 'template-'));
  const database = path.join(folder, 'database');
  return { database, organization: await within({ dataDir: database }) };
}

async function within(where: Where, fill?: Fill): Promise<TestOrganization> {
  const database = await openDatabase(where);
  await migrate(database.system);
  const organization = await newOrganization(database);
  await fill?.(database, organization);
  await database.close();
  return organization;
}
