/** A mixed load on both engines at once for a long time: whether memory stays, nothing fails, and nobody waits for the event loop. */
import path from 'node:path';
import { startPostgres } from '../../test/support/postgres.ts';
import { inFolder } from './folder.ts';
import { type Asked, load, type Served } from './measure.ts';
import { fillDatabase, type Measured, type Size } from './requests/data.ts';
import { startServer, type Usage } from './server.ts';
import { ms, printTable } from './table.ts';

/** `slope`: MiB of memory, and of what JavaScript holds, gained in a minute, over the second half. `delay`: ms, by which the event loop was late in 1 of 100 looks. */
interface Soaked {
  readonly engine: string;
  readonly served: Served;
  readonly memory: { readonly first: number; readonly last: number; readonly slope: number };
  readonly heapSlope: number;
  readonly delay: number;
}
export interface SoakResults {
  readonly seconds: number;
  readonly soaked: readonly Soaked[];
}

const size: Size = { organizations: 20, risks: 500 };

export async function measureSoak(seconds: number): Promise<SoakResults> {
  const postgres = await startPostgres();
  return inFolder(async (folder) => {
    const onServer = await fillDatabase({ databaseUrl: postgres.url }, size);
    const embedded = await fillDatabase({ dataDir: path.join(folder, 'embedded', 'database') }, size);
    const common = { RATE_LIMIT: '0', ORGANIZATION_RATE_LIMIT: '0', LOG_LEVEL: 'error', WATCH_EVENT_LOOP: '1' };
    const soaked = await Promise.all([
      soak('PostgreSQL', onServer, { ...common, DATABASE_URL: postgres.url, DATA_DIR: path.join(folder, 'files') }, 200, seconds),
      soak('embedded', embedded, { ...common, DEMO: '0', DATA_DIR: path.join(folder, 'embedded') }, 40, seconds),
    ]);
    return { seconds, soaked };
  }).finally(() => postgres.end());
}

/** @param perSecond requests; not as many as it could, so that what it waits for is not the other engine */
async function soak(
  engine: string,
  { keys, key, risk }: Measured,
  env: Readonly<Record<string, string>>,
  perSecond: number,
  seconds: number,
): Promise<Soaked> {
  const server = await startServer('server/main.ts', env, `/v1/risks/${risk}`, { 'x-api-key': key });
  const seen: (Usage & { readonly minute: number })[] = [];
  const began = performance.now();
  const look = async () => void seen.push({ ...(await server.usage()), minute: (performance.now() - began) / 60_000 });
  const looking = setInterval(() => void look(), Math.max(500, seconds * 10));
  try {
    const served = await load({
      url: server.url,
      connections: 8,
      seconds,
      perSecond,
      asked: keys.flatMap((one) => requestsOf(one, one === key ? risk : undefined)),
    });
    clearInterval(looking);
    await look();
    const half = seen.filter(({ minute }) => minute > seconds / 120);
    const [first, last] = [seen[0], seen.at(-1)];
    return {
      engine,
      served,
      memory: { first: first?.memory ?? NaN, last: last?.memory ?? NaN, slope: slopeOf(half, 'memory') },
      heapSlope: slopeOf(half, 'heap'),
      delay: last?.delay ?? NaN,
    };
  } finally {
    clearInterval(looking);
    await server.stop();
  }
}

function requestsOf(key: string, risk: string | undefined): Asked[] {
  const headers = { 'x-api-key': key };
  const get = (path: string): Asked => ({ name: path, method: 'GET', path, headers, status: 200 });
  const body = JSON.stringify({
    title: 'Laptop theft',
    description: 'A laptop with customer data is lost or stolen while its owner travels.',
    category: 'technology',
  });
  return [
    get('/v1/risks?limit=50'),
    get('/v1/risks?status=open&search=theft%201&limit=50'),
    get('/v1/risks/stats/by-assignee'),
    get('/v1/controls?limit=20'),
    get('/v1/audit-logs?limit=20'),
    get('/v1/people?limit=20'),
    ...(risk === undefined ? [] : [get(`/v1/risks/${risk}`)]),
    { name: 'POST a risk', method: 'POST', path: '/v1/risks', headers, body, once: true, status: 201 },
  ];
}

/** By least squares. */
function slopeOf(seen: readonly (Usage & { readonly minute: number })[], what: 'memory' | 'heap'): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(seen.map(({ minute }) => minute)), mean(seen.map((one) => one[what]))];
  return (
    seen.reduce((sum, one) => sum + (one.minute - x) * (one[what] - y), 0) / seen.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
  );
}

export function printSoak({ seconds, soaked }: SoakResults) {
  console.log(`${seconds} seconds:\n`);
  printTable(
    ['Engine', 'Answered', 'Failed', 'p50 ms', 'p99 ms', 'Memory MiB first', 'last', 'slope MiB/min', 'heap MiB/min', 'event loop p99 ms'],
    soaked.map(({ engine, served, memory, heapSlope, delay }) => [
      engine,
      String(served.answered),
      String(served.failed),
      ms(served.p50),
      ms(served.p99),
      memory.first.toFixed(0),
      memory.last.toFixed(0),
      memory.slope.toFixed(2),
      heapSlope.toFixed(2),
      delay.toFixed(1),
    ]),
  );
}
