/** Requests that change much at once: an organization adopts its first framework, and a nightly job sends a thousand rows. */
import path from 'node:path';
import { migrate } from '../../server/platform/database/migrate.ts';
import { openDatabase, type Where } from '../../server/platform/database/open.ts';
import { newOrganization } from '../../test/support/organization.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { askAt } from './ask.ts';
import { inFolder } from './folder.ts';
import { databaseCpu } from './postgres.ts';
import { startServer } from './server.ts';
import { ms, printTable } from './table.ts';

/** Milliseconds to the answer, and processor time of the server, which contains the embedded database, and of PostgreSQL. */
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

/** Each of them is the first one of its organization. */
const frameworks = ['NIST SP 800-53', 'SOC 2', 'PCI DSS'];
const places = ['risks', 'controls', 'vendors', 'people'] as const;
const many = 1_000;

export async function measureLarge(): Promise<LargeResults> {
  const postgres = await startPostgres();
  try {
    return {
      rows: [
        ...(await inFolder((folder) => measured('PostgreSQL', folder, { databaseUrl: postgres.url }))),
        ...(await inFolder((folder) => measured('embedded', folder, { dataDir: path.join(folder, 'database') }))),
      ],
    };
  } finally {
    await postgres.end();
  }
}

async function measured(engine: string, folder: string, where: Where): Promise<Row[]> {
  const url = 'databaseUrl' in where ? where.databaseUrl : undefined;
  const keys = await keysOf(where, frameworks.length + places.length);
  const env = { DATA_DIR: folder, DEMO: '0', RATE_LIMIT: '0', ORGANIZATION_RATE_LIMIT: '0', LOG_LEVEL: 'fatal' };
  const [first = ''] = keys;
  const server = await startServer('server/main.ts', { ...env, ...(url !== undefined && { DATABASE_URL: url }) }, '/v1/risks?limit=1', {
    'x-api-key': first,
  });
  const rows: Row[] = [];
  const timed = async (request: string, work: () => Promise<unknown>) => {
    const [server1, database1, began] = [await server.usage(), url === undefined ? 0 : databaseCpu(url), performance.now()];
    await work();
    const wall = performance.now() - began;
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
      const ask = askAt(server.url, { 'x-api-key': keys.pop() ?? '' });
      const { data } = await ask('GET', '/v1/frameworks/available');
      const { id } = [...data].find((one) => String(Object(one).name).startsWith(name));
      await timed(`adopt ${name}`, () => ask('POST', '/v1/frameworks', { frameworkIds: [id] }));
    }
    for (const place of places) {
      const ask = askAt(server.url, { 'x-api-key': keys.pop() ?? '' });
      const body = { rows: Array.from({ length: many }, (_, n) => rowOf(place, n)) };
      await timed(`PUT ${place}, ${many} new rows`, () => ask('PUT', `/v1/${place}/bulk`, body));
      await timed(`PUT ${place}, the same rows again`, () => ask('PUT', `/v1/${place}/bulk`, body));
    }
    return rows;
  } finally {
    await server.stop();
  }
}

/** Of organizations in an empty database. */
async function keysOf(where: Where, count: number): Promise<string[]> {
  const database = await openDatabase(where);
  try {
    await migrate(database.system);
    const keys: string[] = [];
    for (let n = 0; n < count; n += 1) keys.push((await newOrganization(database)).key);
    return keys;
  } finally {
    await database.close();
  }
}

function rowOf(place: (typeof places)[number], n: number): object {
  const externalId = `R-${n}`;
  if (place === 'people') return { externalId, email: `person-${n}@example.com`, name: `Person ${n}` };
  if (place === 'risks') return { externalId, title: `Risk ${n}`, description: 'What could happen.', category: 'technology' };
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
