/** A mixed load on both engines for a long time: memory must not grow, no request may fail, and the event loop must not be delayed. */
import path from 'node:path';
import { startPostgres } from '../../test/support/postgres.ts';
import { withTempFolder } from './folder.ts';
import { type RequestSpec, load, type LoadResult } from './measure.ts';
import { fillDatabase, type MeasuredOrganization, type Size } from './requests/data.ts';
import { startServer, type Usage } from './server.ts';
import { ms, printTable } from './table.ts';

/**
 * `slope`: MiB per minute that process memory and JavaScript heap grew over the second half. `delay`: 99th percentile of the event loop
 * delay in ms.
 */
interface SoakResult {
  readonly engine: string;
  readonly served: LoadResult;
  readonly memory: { readonly first: number; readonly last: number; readonly slope: number };
  readonly heapSlope: number;
  readonly delay: number;
}
export interface SoakResults {
  readonly seconds: number;
  readonly soaked: readonly SoakResult[];
}

const size: Size = { organizations: 20, risks: 500 };

export async function measureSoak(seconds: number): Promise<SoakResults> {
  const postgres = await startPostgres();
  return withTempFolder(async (folder) => {
    const onServer = await fillDatabase({ databaseUrl: postgres.url }, size);
    const embeddedOrganization = await fillDatabase({ dataDir: path.join(folder, 'embedded', 'database') }, size);
    const common = { RATE_LIMIT: '0', ORGANIZATION_RATE_LIMIT: '0', LOG_LEVEL: 'error', WATCH_EVENT_LOOP: '1' };
    const results = await Promise.all([
      soak('PostgreSQL', onServer, { ...common, DATABASE_URL: postgres.url, DATA_DIR: path.join(folder, 'files') }, 200, seconds),
      soak('embedded', embeddedOrganization, { ...common, DEMO: '0', DATA_DIR: path.join(folder, 'embedded') }, 40, seconds),
    ]);
    return { seconds, soaked: results };
  }).finally(() => postgres.end());
}

/** @param perSecond requests; below the maximum, so that the two engines do not slow each other down */
async function soak(
  engine: string,
  { keys, key, risk }: MeasuredOrganization,
  env: Readonly<Record<string, string>>,
  perSecond: number,
  seconds: number,
): Promise<SoakResult> {
  const server = await startServer('server/main.ts', env, `/v1/risks/${risk}`, { 'x-api-key': key });
  const samples: (Usage & { readonly minute: number })[] = [];
  const startTime = performance.now();
  const sample = async () => void samples.push({ ...(await server.usage()), minute: (performance.now() - startTime) / 60_000 });
  const samplingTimer = setInterval(() => void sample(), Math.max(500, seconds * 10));
  try {
    const result = await load({
      url: server.url,
      connections: 8,
      seconds,
      perSecond,
      asked: keys.flatMap((one) => requestsOf(one, one === key ? risk : undefined)),
    });
    clearInterval(samplingTimer);
    await sample();
    const secondHalf = samples.filter(({ minute }) => minute > seconds / 120);
    const [first, last] = [samples[0], samples.at(-1)];
    return {
      engine,
      served: result,
      memory: { first: first?.memory ?? NaN, last: last?.memory ?? NaN, slope: slopeOf(secondHalf, 'memory') },
      heapSlope: slopeOf(secondHalf, 'heap'),
      delay: last?.delay ?? NaN,
    };
  } finally {
    clearInterval(samplingTimer);
    await server.stop();
  }
}

function requestsOf(key: string, risk: string | undefined): RequestSpec[] {
  const headers = { 'x-api-key': key };
  const get = (path: string): RequestSpec => ({ name: path, method: 'GET', path, headers, status: 200 });
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

/** The slope by least squares. */
function slopeOf(points: readonly (Usage & { readonly minute: number })[], measure: 'memory' | 'heap'): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(({ minute }) => minute)), mean(points.map((one) => one[measure]))];
  return (
    points.reduce((sum, one) => sum + (one.minute - x) * (one[measure] - y), 0) /
    points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
  );
}

export function printSoak({ seconds, soaked: results }: SoakResults) {
  console.log(`${seconds} seconds:\n`);
  printTable(
    ['Engine', 'Answered', 'Failed', 'p50 ms', 'p99 ms', 'Memory MiB first', 'last', 'slope MiB/min', 'heap MiB/min', 'event loop p99 ms'],
    results.map(({ engine, served: result, memory, heapSlope, delay }) => [
      engine,
      String(result.answered),
      String(result.failed),
      ms(result.p50),
      ms(result.p99),
      memory.first.toFixed(0),
      memory.last.toFixed(0),
      memory.slope.toFixed(2),
      heapSlope.toFixed(2),
      delay.toFixed(1),
    ]),
  );
}
