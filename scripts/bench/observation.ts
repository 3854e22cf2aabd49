/** Measures the cost of observability: of a request with the access log, with metrics, with both and with neither. */
import { startPostgres } from '../../test/support/postgres.ts';
import { withTempFolder } from './folder.ts';
import { type RequestSpec, type Cost, measure } from './measure.ts';
import { fillDatabase } from './requests/data.ts';
import { type Server, startServer } from './server.ts';
import { ms, printTable, ratio, us } from './table.ts';

interface Row {
  readonly setup: string;
  readonly cost: Cost;
}
export interface ObservationResults {
  readonly rows: readonly Row[];
}

const setups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  neither: { LOG_LEVEL: 'warn' },
  'the access log': { LOG_LEVEL: 'info' },
  metrics: { LOG_LEVEL: 'warn', METRICS_PORT: '0' },
  both: { LOG_LEVEL: 'info', METRICS_PORT: '0' },
};

export async function measureObservation(): Promise<ObservationResults> {
  const postgres = await startPostgres();
  const servers: Server[] = [];
  try {
    return await withTempFolder(async (folder) => {
      const { risk, key } = await fillDatabase({ databaseUrl: postgres.url }, { organizations: 1, risks: 100 });
      const headers = { 'x-api-key': key };
      const path = `/v1/risks/${risk}`;
      const common = { DATABASE_URL: postgres.url, DATA_DIR: folder, RATE_LIMIT: '0', ORGANIZATION_RATE_LIMIT: '0' };
      for (const setup of Object.values(setups)) servers.push(await startServer('server/main.ts', { ...common, ...setup }, path, headers));
      const asked: RequestSpec = { name: 'GET one risk', method: 'GET', path, headers, status: 200 };
      const costs = await measure(servers, asked, 2000);
      return { rows: Object.keys(setups).flatMap((setup, index) => (costs[index] ? [{ setup, cost: costs[index] }] : [])) };
    });
  } finally {
    for (const server of servers) await server.stop();
    await postgres.end();
  }
}

export function printObservation({ rows }: ObservationResults) {
  const baseline = rows[0]?.cost.cpu ?? NaN;
  printTable(
    ['With', 'CPU µs', 'more µs', 'p50 ms', 'ratio: CPU'],
    rows.map(({ setup, cost }) => [setup, us(cost.cpu), us(cost.cpu - baseline), ms(cost.p50), ratio(cost.cpu, baseline)]),
  );
}
