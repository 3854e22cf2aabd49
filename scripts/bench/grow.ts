/**
 * Measures the effect of a pooler and a replica on two servers with one PostgreSQL: the same load directly, through PgBouncer, and with a
 * streaming replica. All share the processors of this machine, so a replica relieves the primary but does not increase the throughput.
 */
import { sql } from 'kysely';
import { openDatabase } from '#platform/database/open';
import { isPgbouncerInstalled, startPgbouncer } from '../../test/support/pgbouncer.ts';
import { type PostgresServer, startPostgres, startReplica } from '../../test/support/postgres.ts';
import { type RequestSpec, load } from './measure.ts';
import { databaseCpu } from './postgres.ts';
import { fillDatabase } from './requests/data.ts';
import { startServer } from './server.ts';
import { printTable } from './table.ts';

/**
 * Answers per second of both servers together; times in ms; processor use; the highest number of simultaneous connections to PostgreSQL.
 */
interface Point {
  readonly request: string;
  readonly way: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly primary: number;
  readonly replica: number | undefined;
  readonly connections: number;
}
export interface GrowResults {
  readonly points: readonly Point[];
}
interface Setup {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
}

const serverCount = 2;
const seconds = 8;
const connections = 16;
/** Fewer connections than one server would open without a pooler. */
const poolConnections = 8;

export async function measureGrow(): Promise<GrowResults> {
  if (!isPgbouncerInstalled) throw new Error('PgBouncer is not installed (Debian: apt-get install pgbouncer)');
  const primary = await startPostgres();
  const { keys, risk, key } = await fillDatabase({ databaseUrl: primary.url }, { organizations: 32, risks: 1000 });
  const replica = await startReplica(primary);
  const pgbouncer = await startPgbouncer(primary.url, poolConnections);
  try {
    const setups: readonly Setup[] = [
      { name: 'directly', env: { DATABASE_URL: primary.url } },
      { name: `PgBouncer, ${poolConnections} connections`, env: { DATABASE_URL: pgbouncer.url() } },
      { name: 'with a replica', env: { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url } },
    ];
    const points: Point[] = [];
    for (const setup of setups) points.push(...(await measureSetup(setup, loadsOf(keys, risk, key), primary, replica, { risk, key })));
    return { points };
  } finally {
    await pgbouncer.end();
    await replica.end();
    await primary.end();
  }
}

function loadsOf(keys: readonly string[], risk: string, key: string): readonly (readonly [string, readonly RequestSpec[]])[] {
  const body = JSON.stringify({
    title: 'Laptop theft',
    description: 'A laptop with customer data is lost or stolen while its owner travels.',
    category: 'technology',
  });
  const readRequest: RequestSpec = {
    name: 'GET one risk',
    method: 'GET',
    path: `/v1/risks/${risk}`,
    headers: { 'x-api-key': key },
    status: 200,
  };
  const lists = keys.map((one): RequestSpec => ({
    ...readRequest,
    name: 'GET 50 risks',
    path: '/v1/risks?limit=50',
    headers: { 'x-api-key': one },
  }));
  const writes = keys.map((one): RequestSpec => ({
    ...readRequest,
    name: 'POST a risk',
    method: 'POST',
    path: '/v1/risks',
    headers: { 'x-api-key': one },
    body,
    once: true,
    status: 201,
  }));
  return [
    ['GET one risk', [readRequest]],
    ['GET 50 risks', lists],
    ['POST a risk', writes],
    ['nine lists, one POST', writes.flatMap((write, n) => [...Array.from({ length: 9 }, () => lists[n] ?? readRequest), write])],
  ];
}

async function measureSetup(
  { name, env }: Setup,
  loads: ReturnType<typeof loadsOf>,
  primary: PostgresServer,
  replica: PostgresServer,
  { risk, key }: { readonly risk: string; readonly key: string },
): Promise<Point[]> {
  const settings = {
    RATE_LIMIT: '0',
    ORGANIZATION_RATE_LIMIT: '0',
    LOG_LEVEL: 'fatal',
    SECRET: 'one secret for all servers of a database',
    ...env,
  };
  const servers = [];
  const watchingDatabase = await openDatabase({ databaseUrl: `${primary.url}&application_name=watching` });
  try {
    while (servers.length < serverCount)
      servers.push(await startServer('server/main.ts', settings, `/v1/risks/${risk}`, { 'x-api-key': key }));
    const points: Point[] = [];
    for (const [request, requests] of loads) {
      // Runs at full speed until the JIT compiler has warmed up.
      for (const { url } of servers) await load({ url, connections, seconds: 2, asked: requests });
      let maxConnections = 0;
      const timer = setInterval(
        () =>
          void sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
            where backend_type = 'client backend' and application_name <> 'watching'`
            .execute(watchingDatabase.system)
            .then(({ rows: [row] }) => (maxConnections = Math.max(maxConnections, row?.count ?? 0))),
        200,
      );
      const cpu = () => [databaseCpu(primary.url), databaseCpu(replica.url)] as const;
      const [cpuBefore, startTime] = [cpu(), performance.now()];
      const results = await Promise.all(servers.map(({ url }) => load({ url, connections, seconds, asked: requests })));
      const [cpuAfter, elapsed] = [cpu(), performance.now() - startTime];
      clearInterval(timer);
      points.push({
        request,
        way: name,
        perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
        p50: Math.max(...results.map(({ p50 }) => p50)),
        p99: Math.max(...results.map(({ p99 }) => p99)),
        primary: (cpuAfter[0] - cpuBefore[0]) / elapsed,
        replica: env.DATABASE_READ_URL === undefined ? undefined : (cpuAfter[1] - cpuBefore[1]) / elapsed,
        connections: maxConnections,
      });
    }
    return points;
  } finally {
    for (const server of servers) await server.stop();
    await watchingDatabase.close();
  }
}

export function printGrow({ points }: GrowResults) {
  printTable(
    ['Request', 'Way', 'Answers a second', 'p50, ms', 'p99, ms', 'Processors: primary', 'replica', 'Connections'],
    points.map(({ request, way: setup, perSecond, p50, p99, primary, replica, connections: maxConnections }) => [
      request,
      setup,
      perSecond.toFixed(0),
      p50.toFixed(1),
      p99.toFixed(1),
      primary.toFixed(2),
      replica?.toFixed(2) ?? '',
      String(maxConnections),
    ]),
  );
}
