/** Requests that change a lot: an organization adopts its first framework, and a nightly job sends a thousand rows. */
import path from 'node:path';
import { migrate } from '#platform/database/migrate';
import { openDatabase, type DatabaseOptions } from '#platform/database/open';
import { newOrganization } from '../../test/support/organization.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { createCaller } from './ask.ts';
import { withTempFolder } from './folder.ts';
import { databaseCpu } from './postgres.ts';
import { startServer } from './server.ts';
import { ms, printTable } from './table.ts';

/** Milliseconds until the answer, and processor time of the server (including the embedded database) and of PostgreSQL. */
interface Row {
  readonly engine: string;
  readonly request: string;
  readonly wall: number;
  readonly cpu: number;
  readonly database: number | undefined;
}
export interface LargeResults {
  readonly rows: readonly Row[];
}

/** Frameworks that are measured. A different organization adopts each of them as its first framework. */
const frameworks = ['NIST SP 800-53', 'SOC 2', 'PCI DSS'];
const collections = ['risks', 'controls', 'vendors', 'people'] as const;
const rowCount = 1_000;

export async function measureLarge(): Promise<LargeResults> {
  const postgres = await startPostgres();
  try {
    return {
      rows: [
        ...(await withTempFolder((folder) => measureEngine('PostgreSQL', folder, { databaseUrl: postgres.url }))),
        ...(await withTempFolder((folder) => measureEngine('embedded', folder, { dataDir: path.join(folder, 'database') }))),
      ],
    };
  } finally {
    await postgres.end();
  }
}

async function measureEngine(engine: string, folder: string, databaseOptions: DatabaseOptions): Promise<Row[]> {
  const url = 'databaseUrl' in databaseOptions ? databaseOptions.databaseUrl : undefined;
  const keys = await keysOf(databaseOptions, frameworks.length + collections.length);
  const env = { DATA_DIR: folder, DEMO: '0', RATE_LIMIT: '0', ORGANIZATION_RATE_LIMIT: '0', LOG_LEVEL: 'fatal' };
  const [first = ''] = keys;
  const server = await startServer('server/main.ts', { ...env, ...(url !== undefined && { DATABASE_URL: url }) }, '/v1/risks?limit=1', {
    'x-api-key': first,
  });
  const rows: Row[] = [];
  const measureRequest = async (request: string, work: () => Promise<unknown>) => {
    const [server1, database1, startTime] = [await server.usage(), url === undefined ? 0 : databaseCpu(url), performance.now()];
    await work();
    const wall = performance.now() - startTime;
    const [server2, database2] = [await server.usage(), url === undefined ? undefined : databaseCpu(url)];
    rows.push({
      engine,
      request,
      wall,
      cpu: server2.cpu - server1.cpu,
      database: database2 === undefined ? undefined : database2 - database1,
    });
  };
  try {
    for (const name of frameworks) {
      const ask = createCaller(server.url, { 'x-api-key': keys.pop() ?? '' });
      const { data } = await ask('GET', '/v1/frameworks/available');
      const { id } = [...data].find((one) => String(Object(one).name).startsWith(name));
      await measureRequest(`adopt ${name}`, () => ask('POST', '/v1/frameworks', { frameworkIds: [id] }));
    }
    for (const collection of collections) {
      const ask = createCaller(server.url, { 'x-api-key': keys.pop() ?? '' });
      const body = { rows: Array.from({ length: rowCount }, (_, n) => rowOf(collection, n)) };
      await measureRequest(`PUT ${collection}, ${rowCount} new rows`, () => ask('PUT', `/v1/${collection}/bulk`, body));
      await measureRequest(`PUT ${collection}, the same rows again`, () => ask('PUT', `/v1/${collection}/bulk`, body));
    }
    return rows;
  } finally {
    await server.stop();
  }
}

/** Creates organizations in an empty database and returns their keys. */
async function keysOf(databaseOptions: DatabaseOptions, count: number): Promise<string[]> {
  const database = await openDatabase(databaseOptions);
  try {
    await migrate(database.system);
    const keys: string[] = [];
    for (let n = 0; n < count; n += 1) keys.push((await newOrganization(database)).key);
    return keys;
  } finally {
    await database.close();
  }
}

function rowOf(collection: (typeof collections)[number], n: number): object {
  const externalId = `R-${n}`;
  if (collection === 'people') return { externalId, email: `person-${n}@example.com`, name: `Person ${n}` };
  if (collection === 'risks') return { externalId, title: `Risk ${n}`, description: 'What could happen.', category: 'technology' };
  return { externalId, name: `Name ${n}`, description: 'What it is for.' };
}

export function printLarge({ rows }: LargeResults) {
  printTable(
    ['Engine', 'Request', 'ms', 'CPU ms', 'PostgreSQL CPU ms'],
    rows.map(({ engine, request, wall, cpu, database }) => [
      engine,
      request,
      ms(wall),
      ms(cpu),
      database === undefined ? '' : ms(database),
    ]),
  );
}
