/** The time from `npm start` to the first answer, and the memory of a server that has answered every operation of the contract. */
import path from 'node:path';
import { callEveryOperation } from '../../test/support/every-operation.ts';
import { memoryOfImage } from '../../test/support/image.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { withTempFolder } from './folder.ts';
import { median } from './measure.ts';
import { fillDatabase } from './requests/data.ts';
import { type Server, startServer } from './server.ts';
import { printTable } from './table.ts';

/** ms, and MiB at the start and after every operation has been answered. */
interface Start {
  readonly server: string;
  readonly startup: number;
  readonly memory: number;
  readonly touched?: number;
}
export interface StartResults {
  readonly starts: readonly Start[];
}

const repetitions = 3;
const key = `cak_${'0'.repeat(64)}`;

export async function measureStarts(): Promise<StartResults> {
  const postgres = await startPostgres();
  return withTempFolder((folder) => startsIn(folder, postgres.url)).finally(() => postgres.end());
}

async function startsIn(folder: string, databaseUrl: string): Promise<StartResults> {
  const embedded = (name: string) => ({
    DATA_DIR: path.join(folder, name),
    BOOTSTRAP_API_KEY: key,
    RATE_LIMIT: '0',
    ORGANIZATION_RATE_LIMIT: '0',
    LOG_LEVEL: 'fatal',
  });
  const freshTimes: number[] = [];
  const existingTimes: number[] = [];
  const postgresTimes: number[] = [];
  for (let n = 0; n < repetitions; n += 1) freshTimes.push((await startAndStop(embedded(String(n)))).startup);
  for (let n = 0; n < repetitions; n += 1) existingTimes.push((await startAndStop(embedded('0'))).startup);
  const { key: postgresKey } = await fillDatabase({ databaseUrl }, { organizations: 1, risks: 100 });
  const onPostgres = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(folder, 'files'),
    RATE_LIMIT: '0',
    ORGANIZATION_RATE_LIMIT: '0',
    LOG_LEVEL: 'fatal',
  };
  await startAndStop(onPostgres, postgresKey);
  for (let n = 0; n < repetitions; n += 1) postgresTimes.push((await startAndStop(onPostgres, postgresKey)).startup);
  const [embeddedMemory, postgresMemory] = [await callAll(embedded('0'), key), await callAll(onPostgres, postgresKey)];
  return {
    starts: [
      { server: 'embedded, nothing there yet (with the demonstration)', startup: median(freshTimes), memory: NaN },
      { server: 'embedded, an existing directory', startup: median(existingTimes), ...embeddedMemory },
      { server: 'PostgreSQL', startup: median(postgresTimes), ...postgresMemory },
    ],
  };
}

const start = (env: Readonly<Record<string, string>>, credential = key) =>
  startServer(['scripts/start.cjs', 'server/main'], { ...memoryOfImage, ...env }, '/v1/risks?limit=3', { 'x-api-key': credential });

async function startAndStop(env: Readonly<Record<string, string>>, credential = key): Promise<Server> {
  const server = await start(env, credential);
  await server.stop();
  return server;
}

async function callAll(env: Readonly<Record<string, string>>, credential: string): Promise<{ memory: number; touched: number }> {
  const server = await start(env, credential);
  try {
    const { memory } = await server.usage();
    for (const [id, status] of await callEveryOperation(server.url, credential))
      if (status === 401 || status >= 500) console.log(`${id} was answered with ${status}`);
    return { memory, touched: (await server.usage()).memory };
  } finally {
    await server.stop();
  }
}

export function printStarts({ starts }: StartResults) {
  printTable(
    ['Server', 'First answer after s', 'Memory MiB', 'every operation answered'],
    starts.map(({ server, startup, memory, touched: after }) => [
      server,
      (startup / 1000).toFixed(2),
      Number.isNaN(memory) ? '' : memory.toFixed(0),
      after?.toFixed(0) ?? '',
    ]),
  );
}
