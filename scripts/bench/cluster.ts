/**
 * Measures the throughput of one to four servers on one PostgreSQL, and the processor time of the servers and of PostgreSQL. Where cgroups
 * version 1 are writable (as root), each server is limited to a tenth of a processor, so that four servers, the database and the load fit
 * on one machine.
 */
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { startPostgres } from '../../test/support/postgres.ts';
import { type RequestSpec, load } from './measure.ts';
import { databaseCpu } from './postgres.ts';
import { fillDatabase } from './requests/data.ts';
import { type Server, startServer } from './server.ts';
import { printTable } from './table.ts';

/** Answers per second of all servers together; average processor use of one server, and of PostgreSQL. */
interface Point {
  readonly request: string;
  readonly servers: number;
  readonly perSecond: number;
  readonly perServer: number;
  readonly database: number;
}
export interface ClusterResults {
  readonly restricted: boolean;
  readonly points: readonly Point[];
}

const maxServers = 4;
const seconds = 4;

export async function measureCluster(): Promise<ClusterResults> {
  const postgres = await startPostgres();
  const servers: Server[] = [];
  try {
    const { keys, risk, key } = await fillDatabase({ databaseUrl: postgres.url }, { organizations: 32, risks: 1000 });
    while (servers.length < maxServers)
      servers.push(
        await startServer(
          'server/main.ts',
          { DATABASE_URL: postgres.url, RATE_LIMIT: '0', ORGANIZATION_RATE_LIMIT: '0', LOG_LEVEL: 'fatal' },
          `/v1/risks/${risk}`,
          { 'x-api-key': key },
        ),
      );
    const body = JSON.stringify({
      title: 'Laptop theft',
      description: 'A laptop with customer data is lost or stolen while its owner travels.',
      category: 'technology',
    });
    const readRequests: RequestSpec[] = [
      { name: 'GET one risk', method: 'GET', path: `/v1/risks/${risk}`, headers: { 'x-api-key': key }, status: 200 },
    ];
    const writes = keys.map((one): RequestSpec => ({
      name: 'POST a risk',
      method: 'POST',
      path: '/v1/risks',
      headers: { 'x-api-key': one },
      body,
      once: true,
      status: 201,
    }));
    const points: Point[] = [];
    // Runs at full speed until the JIT compiler has warmed up.
    for (const requests of [readRequests, writes])
      for (const { url } of servers) await load({ url, connections: 8, seconds: 2, asked: requests });
    const restricted = servers.map(({ pid }) => restrict(pid)).every((isRestricted) => isRestricted);
    for (const requests of [readRequests, writes]) {
      for (let count = 1; count <= maxServers; count += 1) points.push(await measurePoint(servers.slice(0, count), requests, postgres.url));
    }
    return { restricted, points };
  } finally {
    for (const server of servers) await server.stop();
    for (const { pid } of servers) unrestrict(pid);
    await postgres.end();
  }
}

async function measurePoint(servers: readonly Server[], requests: readonly RequestSpec[], databaseUrl: string): Promise<Point> {
  const totalCpu = async () => (await Promise.all(servers.map((server) => server.usage()))).reduce((sum, { cpu }) => sum + cpu, 0);
  const [cpuBefore, databaseBefore] = [await totalCpu(), databaseCpu(databaseUrl)];
  const startTime = performance.now();
  const results = await Promise.all(servers.map(({ url }) => load({ url, connections: 8, seconds, asked: requests })));
  const elapsed = performance.now() - startTime;
  const [cpuAfter, databaseAfter] = [await totalCpu(), databaseCpu(databaseUrl)];
  return {
    request: requests[0]?.name ?? '',
    servers: servers.length,
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    perServer: (cpuAfter - cpuBefore) / elapsed / servers.length,
    database: (databaseAfter - databaseBefore) / elapsed,
  };
}

const cgroupOf = (pid: number) => `/sys/fs/cgroup/cpu/bench-${pid}`;

/** @returns whether the kernel allows the limit */
function restrict(pid: number): boolean {
  try {
    mkdirSync(cgroupOf(pid));
    writeFileSync(`${cgroupOf(pid)}/cpu.cfs_period_us`, '20000');
    writeFileSync(`${cgroupOf(pid)}/cpu.cfs_quota_us`, '2000');
    writeFileSync(`${cgroupOf(pid)}/cgroup.procs`, String(pid));
    return true;
  } catch {
    return false;
  }
}

function unrestrict(pid: number) {
  try {
    rmdirSync(cgroupOf(pid));
  } catch {
    // The process was not restricted.
  }
}

export function printCluster({ restricted, points }: ClusterResults) {
  console.log(`${restricted ? 'Each server has a tenth of a processor' : 'Servers, database and load share the processors'}:\n`);
  printTable(
    ['Request', 'Servers', 'Answers a second', 'Processors: one server', 'PostgreSQL'],
    points.map(({ request, servers, perSecond, perServer, database: databaseUse }) => [
      request,
      String(servers),
      perSecond.toFixed(0),
      perServer.toFixed(2),
      databaseUse.toFixed(2),
    ]),
  );
}
