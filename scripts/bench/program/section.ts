/**
 * Measures the most frequent reads on PostgreSQL, compared to a handwritten server: lists of tasks and policies, and the score of a
 * framework.
 */
import { isDeepStrictEqual } from 'node:util';
import { startPostgres } from '../../../test/support/postgres.ts';
import { withTempFolder } from '../folder.ts';
import { type RequestSpec, connections, type Cost, load, measure } from '../measure.ts';
import { databaseCpu } from '../postgres.ts';
import { type Server, startServer } from '../server.ts';
import { ms, printTable, ratio, us } from '../table.ts';
import { fillPrograms, type MeasuredOrganization } from './data.ts';

/** `database`: processor time (ms) of PostgreSQL for one request. */
interface Costs extends Cost {
  readonly database: number;
}
interface Row {
  readonly request: string;
  readonly service: Costs;
  readonly byHand: Costs;
}
export interface ProgramResults {
  readonly rows: readonly Row[];
}

const organizations = 100;
const size = { requirements: 200, policies: 100, tasks: 1000, submissions: 500 };

/** Measures each request on both servers alternately. */
export async function measureProgram(): Promise<ProgramResults> {
  const postgres = await startPostgres();
  try {
    return await withTempFolder(async (dataDir) => {
      const organization = await fillPrograms(postgres.url, organizations, size);
      const start = (program: string, env: Readonly<Record<string, string>>) =>
        startServer(program, { DATABASE_URL: postgres.url, ...env }, `/v1/frameworks/${organization.framework}`, {
          'x-api-key': organization.key,
        });
      const service = await start('server/main.ts', {
        DATA_DIR: dataDir,
        RATE_LIMIT: '0',
        ORGANIZATION_RATE_LIMIT: '0',
        LOG_LEVEL: 'fatal',
      });
      const byHand = await start('scripts/bench/program/express.ts', {
        API_KEY: organization.key,
        ORGANIZATION: organization.organization,
      });
      try {
        const rows: Row[] = [];
        for (const { asked, amount } of requestsOf(organization)) {
          await assertSameAnswers(service, byHand, asked);
          const [serviceCost, expressCost] = await measure([service, byHand], asked, amount);
          if (!serviceCost || !expressCost) throw new Error(`${asked.name} was not measured`);
          rows.push({
            request: asked.name,
            service: { ...serviceCost, database: await databaseCostOf(service, postgres.url, asked, amount) },
            byHand: { ...expressCost, database: await databaseCostOf(byHand, postgres.url, asked, amount) },
          });
        }
        return { rows };
      } finally {
        for (const server of [service, byHand]) await server.stop();
      }
    });
  } finally {
    await postgres.end();
  }
}

function requestsOf({ key, framework }: MeasuredOrganization): { readonly asked: RequestSpec; readonly amount: number }[] {
  const get = (name: string, path: string): RequestSpec => ({ name, method: 'GET', path, headers: { 'x-api-key': key }, status: 200 });
  return [
    { asked: get('GET a list of 50 tasks', '/v1/tasks?limit=50'), amount: 600 },
    { asked: get('the same, filtered and searched', '/v1/tasks?status=done&search=test%205&limit=50'), amount: 600 },
    { asked: get('GET a list of 50 policies', '/v1/policies?limit=50'), amount: 600 },
    { asked: get('GET a framework with its score', `/v1/frameworks/${framework}`), amount: 300 },
  ];
}

/** Processor time (ms) of PostgreSQL for one request to one server. */
async function databaseCostOf({ url }: Server, databaseUrl: string, asked: RequestSpec, amount: number): Promise<number> {
  const cpuBefore = databaseCpu(databaseUrl);
  await load({ url, connections, amount, asked: [asked] });
  return (databaseCpu(databaseUrl) - cpuBefore) / amount;
}

/**
 * Checks that both answer the same, because costs of different answers cannot be compared. The handwritten lists have no cursor.
 * @throws when the answers differ
 */
async function assertSameAnswers(service: Server, byHand: Server, { name, path, headers = {} }: RequestSpec) {
  const bodyOf = async ({ url }: Server): Promise<object> => {
    const { nextCursor: _cursor, ...body } = Object(await (await fetch(url + path, { headers })).json());
    return body;
  };
  const [serviceBody, expressBody] = [await bodyOf(service), await bodyOf(byHand)];
  if (!isDeepStrictEqual(serviceBody, expressBody)) throw new Error(`${name}: the handler written by hand answers differently`);
}

/** Prints one line for each request. */
export function printProgram({ rows }: ProgramResults) {
  console.log(
    `${organizations} organizations, each with ${size.requirements} requirements, ${size.policies} policies, ${size.tasks.toLocaleString('en')} tasks and ${size.submissions} submissions, on PostgreSQL:\n`,
  );
  printTable(
    ['Request', 'CPU µs', 'p50 ms', 'PostgreSQL ms', 'by hand: CPU µs', 'p50 ms', 'PostgreSQL ms', 'ratio: CPU', 'p50', 'PostgreSQL'],
    rows.map(({ request, service, byHand }) => [
      request,
      us(service.cpu),
      ms(service.p50),
      ms(service.database),
      us(byHand.cpu),
      ms(byHand.p50),
      ms(byHand.database),
      ratio(service.cpu, byHand.cpu),
      ratio(service.p50, byHand.p50),
      ratio(service.database, byHand.database),
    ]),
  );
}
