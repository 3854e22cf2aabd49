/**
 * Servers on one PostgreSQL: what one to four of them answer together, and who uses the processors meanwhile. Where the kernel lets us (cgroups,
 * version 1, as root), each server has a tenth of a processor only, so that there is room for four of them, the database and the load.
 */
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { startPostgres } from '../../test/support/postgres.ts';
import { type Asked, load } from './measure.ts';
import { databaseCpu } from './postgres.ts';
import { fillDatabase } from './requests/data.ts';
import { type Server, startServer } from './server.ts';
import { printTable } from './table.ts';

/** Answers a second of all servers together; processors in use by one server, on average, and by PostgreSQL. */
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

const most = 4;
const seconds = 4;

export async function measureCluster(): Promise<ClusterResults> {
  const postgres = await startPostgres();
  const servers: Server[] = [];
  try {
    const { keys, risk, key } = await fillDatabase({ databaseUrl: postgres.url }, { organizations: 32, risks: 1000 });
    while (servers.length < most)
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
    const reads: Asked[] = [{ name: 'GET one risk', method: 'GET', path: `/v1/risks/${risk}`, headers: { 'x-api-key': key }, status: 200 }];
    const writes = keys.map((one): Asked => ({
      name: 'POST a risk',
      method: 'POST',
      path: '/v1/risks',
      headers: { 'x-api-key': one },
      body,
      once: true,
      status: 201,
    }));
    const points: Point[] = [];
    // At full speed, until the compiler of Node has done its work.
    for (const asked of [reads, writes]) for (const { url } of servers) await load({ url, connections: 8, seconds: 2, asked });
    const restricted = servers.map(({ pid }) => restrict(pid)).every((done) => done);
    for (const asked of [reads, writes]) {
      for (let count = 1; count <= most; count += 1) points.push(await together(servers.slice(0, count), asked, postgres.url));
    }
    return { restricted, points };
  } finally {
    for (const server of servers) await server.stop();
    for (const { pid } of servers) unrestrict(pid);
    await postgres.end();
  }
}

async function together(servers: readonly Server[], asked: readonly Asked[], databaseUrl: string): Promise<Point> {
  const used = async () => (await Promise.all(servers.map((server) => server.usage()))).reduce((sum, { cpu }) => sum + cpu, 0);
  const [before, database] = [await used(), databaseCpu(databaseUrl)];
  const began = performance.now();
  const served = await Promise.all(servers.map(({ url }) => load({ url, connections: 8, seconds, asked })));
  const took = performance.now() - began;
  const [after, databaseAfter] = [await used(), databaseCpu(databaseUrl)];
  return {
    request: asked[0]?.name ?? '',
    servers: servers.length,
    perSecond: served.reduce((sum, { perSecond }) => sum + perSecond, 0),
    perServer: (after - before) / took / servers.length,
    database: (databaseAfter - database) / took,
  };
}

const groupOf = (pid: number) => `/sys/fs/cgroup/cpu/bench-${pid}`;

/** @returns whether the kernel lets us */
function restrict(pid: number): boolean {
  try {
    mkdirSync(groupOf(pid));
    writeFileSync(`${groupOf(pid)}/cpu.cfs_period_us`, '20000');
    writeFileSync(`${groupOf(pid)}/cpu.cfs_quota_us`, '2000');
    writeFileSync(`${groupOf(pid)}/cgroup.procs`, String(pid));
    return true;
  } catch {
    return false;
  }
}

function unrestrict(pid: number) {
  try {
    rmdirSync(groupOf(pid));
  } catch {
    // It was not restricted.
  }
}

export function printCluster({ restricted, points }: ClusterResults) {
  console.log(`${restricted ? 'Each server has a tenth of a processor' : 'Servers, database and load share the processors'}:\n`);
  printTable(
    ['Request', 'Servers', 'Answers a second', 'Processors: one server', 'PostgreSQL'],
    points.map(({ request, servers, perSecond, perServer, database }) => [
      request,
      String(servers),
      perSecond.toFixed(0),
      perServer.toFixed(2),
      database.toFixed(2),
    ]),
  );
}
