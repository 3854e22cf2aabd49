/** Each engine with its servers: started, asked, and stopped again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { startPostgres } from '../../test/support/postgres.ts';
import { fillDatabase, type Measured } from './data.ts';
import { type Asked, type Cost, measure, median, requestsOf } from './requests.ts';
import { type Server, startServer } from './server.ts';

export interface Row { readonly engine: string; readonly request: string; readonly service: Cost; readonly byHand?: Cost }
/** `startup` in ms, memory in MiB. */
export interface Start { readonly server: string; readonly startup: number; readonly memory: number; readonly memoryAfterLoad: number }
export interface Results { readonly requests: readonly Row[]; readonly starts: readonly Start[] }

export async function onEmbedded(): Promise<Results> {
  return inFolder(async (dataDir) => {
    const measured = await fillDatabase({ dataDir: path.join(dataDir, 'database') });
    const service = await startThrice('server/main.ts', { DATA_DIR: dataDir, DEMO: '0', RATE_LIMIT: '0' }, measured);
    try {
      const requests: Row[] = [];
      for (const asked of requestsOf(measured)) {
        const [cost] = await measure([service.server], asked, measured.key);
        if (cost) requests.push({ engine: 'embedded', request: asked.name, service: cost });
      }
      return { requests, starts: [await service.figures('embedded')] };
    } finally {
      await service.server.stop();
    }
  });
}

/** Beside the handlers of express.ts. */
export async function onPostgres(): Promise<Results> {
  const postgres = await startPostgres();
  try {
    return await inFolder(async (dataDir) => {
      const measured = await fillDatabase({ databaseUrl: postgres.url });
      const service = await startThrice('server/main.ts', { DATABASE_URL: postgres.url, DATA_DIR: dataDir, RATE_LIMIT: '0' }, measured);
      const byHand = await startThrice('scripts/bench/express.ts', { DATABASE_URL: postgres.url, API_KEY: measured.key, ORGANIZATION: measured.organization }, measured);
      const servers = [service.server, byHand.server];
      try {
        const requests: Row[] = [];
        for (const asked of requestsOf(measured)) {
          if (asked.method === 'GET') await demandSameAnswers(servers, asked, measured);
          const [one, other] = await measure(servers, asked, measured.key);
          if (one && other) requests.push({ engine: 'PostgreSQL', request: asked.name, service: one, byHand: other });
        }
        return { requests, starts: [await service.figures('PostgreSQL'), await byHand.figures('Express and pg by hand')] };
      } finally {
        for (const server of servers) await server.stop();
      }
    });
  } finally {
    await postgres.end();
  }
}

async function inFolder<R>(work: (folder: string) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the last of three, running */
async function startThrice(program: string, env: Readonly<Record<string, string>>, { risk, key }: Measured) {
  const start = () => startServer(program, env, `/v1/risks/${risk}`, { 'x-api-key': key });
  const startups: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const earlier = await start();
    startups.push(earlier.startup);
    await earlier.stop();
  }
  const server = await start();
  const { memory } = await server.usage();
  return {
    server,
    /** Called after the load. */
    figures: async (name: string): Promise<Start> => ({ server: name, startup: median([...startups, server.startup]), memory, memoryAfterLoad: (await server.usage()).memory }),
  };
}

/** The costs of different answers cannot be compared. @throws when they differ */
async function demandSameAnswers(servers: readonly Server[], asked: Asked, { key }: Measured) {
  const bodies = await Promise.all(servers.map(async ({ url }): Promise<unknown> => (await fetch(url + asked.path, { headers: { 'x-api-key': key } })).json()));
  if (!bodies.every((body) => isDeepStrictEqual(body, bodies[0]))) throw new Error(`${asked.name}: the handler written by hand answers something else`);
}
