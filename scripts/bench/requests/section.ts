/** Whole requests on both engines, compared to handwritten code, and their cost deep in a list and among rows of other organizations. */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { startPostgres } from '../../../test/support/postgres.ts';
import { withTempFolder } from '../folder.ts';
import { type RequestSpec, type Cost, measure } from '../measure.ts';
import { type Server, startServer } from '../server.ts';
import { ms, printTable, ratio, us } from '../table.ts';
import { fillDatabase, type MeasuredOrganization, type Size } from './data.ts';

interface Row {
  readonly engine: string;
  readonly size: Size;
  readonly request: string;
  readonly service: Cost;
  readonly byHand?: Cost;
}
export interface RequestResults {
  readonly rows: readonly Row[];
}

const sizes: readonly Size[] = [
  { organizations: 100, risks: 100 },
  { organizations: 1, risks: 10_000 },
  { organizations: 100, risks: 10_000 },
];
const firstPage = 'page 1 of 10';
const deepPage = 'page 1,000 of 10';

export async function measureRequests(): Promise<RequestResults> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await onPostgres(size)), ...(await onEmbedded(size)));
  return { rows };
}

async function onEmbedded(size: Size): Promise<Row[]> {
  return withTempFolder(async (dataDir) => {
    const organization = await fillDatabase({ dataDir: path.join(dataDir, 'database') }, size);
    const server = await startServer(
      'server/main.ts',
      { DATA_DIR: dataDir, DEMO: '0', RATE_LIMIT: '0', ORGANIZATION_RATE_LIMIT: '0', LOG_LEVEL: 'fatal' },
      `/v1/risks/${organization.risk}`,
      { 'x-api-key': organization.key },
    );
    try {
      const rows: Row[] = [];
      for (const { asked, amount } of await requestsOf(server, organization, size)) {
        const [service] = await measure([server], asked, Math.ceil(amount / 4));
        if (service) rows.push({ engine: 'embedded', size, request: asked.name, service });
      }
      return rows;
    } finally {
      await server.stop();
    }
  });
}

/** Measures our server and the handwritten one (express.ts) alternately. */
async function onPostgres(size: Size): Promise<Row[]> {
  const postgres = await startPostgres();
  try {
    return await withTempFolder(async (dataDir) => {
      const organization = await fillDatabase({ databaseUrl: postgres.url }, size);
      const start = (program: string, env: Readonly<Record<string, string>>) =>
        startServer(program, { DATABASE_URL: postgres.url, ...env }, `/v1/risks/${organization.risk}`, { 'x-api-key': organization.key });
      const service = await start('server/main.ts', {
        DATA_DIR: dataDir,
        RATE_LIMIT: '0',
        ORGANIZATION_RATE_LIMIT: '0',
        LOG_LEVEL: 'fatal',
      });
      const byHand = await start('scripts/bench/requests/express.ts', {
        API_KEY: organization.key,
        ORGANIZATION: organization.organization,
      });
      const allByHand = await start('scripts/bench/requests/express.ts', {
        API_KEY: organization.key,
        ORGANIZATION: organization.organization,
        STATEMENTS: '1',
      });
      try {
        const rows: Row[] = [];
        for (const { asked, amount, beside = byHand } of await requestsOf(service, organization, size, allByHand)) {
          if (asked.method === 'GET' && beside !== 'nobody') await assertSameAnswers([service, beside], asked);
          const [serviceCost, otherCost] = await measure(beside === 'nobody' ? [service] : [service, beside], asked, amount);
          if (serviceCost)
            rows.push({ engine: 'PostgreSQL', size, request: asked.name, service: serviceCost, ...(otherCost && { byHand: otherCost }) });
        }
        return rows;
      } finally {
        for (const server of [service, byHand, allByHand]) await server.stop();
      }
    });
  } finally {
    await postgres.end();
  }
}

/** `beside` is the server that is measured alternately with ours: by default the handwritten one without STATEMENTS. */
interface Comparison {
  readonly asked: RequestSpec;
  readonly amount: number;
  readonly beside?: Server | 'nobody';
}

/** @param allByHand the handwritten server with STATEMENTS=1 */
async function requestsOf(server: Server, { risk, key }: MeasuredOrganization, { risks }: Size, allByHand?: Server): Promise<Comparison[]> {
  const headers = { 'x-api-key': key };
  const get = (name: string, address: string): RequestSpec => ({ name, method: 'GET', path: address, headers, status: 200 });
  const body = JSON.stringify({
    title: 'Laptop theft',
    description: 'A laptop with customer data is lost or stolen while its owner travels.',
    category: 'technology',
    probability: 6,
    impact: 8,
  });
  const post: RequestSpec = { name: 'POST a risk', method: 'POST', path: '/v1/risks', headers, body, status: 201 };
  return [
    { asked: get('GET one risk', `/v1/risks/${risk}`), amount: 2000 },
    { asked: get('GET a list of 50', '/v1/risks?limit=50'), amount: 600 },
    { asked: get('the same, filtered and searched', '/v1/risks?status=open&search=theft%201&limit=50'), amount: 600 },
    ...(risks >= 10_000
      ? [
          { asked: get('searched for what is rare', `/v1/risks?status=open&search=theft%20${risks / 2}&limit=50`), amount: 100 },
          { asked: get(firstPage, '/v1/risks?limit=10'), amount: 1000, beside: 'nobody' as const },
          {
            asked: get(deepPage, `/v1/risks?limit=10&cursor=${await cursorAfter(server, headers, 9990)}`),
            amount: 1000,
            beside: 'nobody' as const,
          },
        ]
      : []),
    { asked: post, amount: 600 },
    { asked: { ...post, name: 'POST with Idempotency-Key', once: true }, amount: 600 },
    ...(allByHand ? [{ asked: { ...post, name: 'the same, beside all its statements', once: true }, amount: 600, beside: allByHand }] : []),
  ];
}

/** @returns the cursor for the page after the first `records` records of the list */
async function cursorAfter({ url }: Server, headers: Readonly<Record<string, string>>, records: number): Promise<string> {
  let cursor = '';
  for (let readCount = 0; readCount < records;) {
    const limit = Math.min(250, records - readCount);
    const answer = await fetch(`${url}/v1/risks?limit=${limit}${cursor && `&cursor=${cursor}`}`, { headers });
    await answer.arrayBuffer();
    cursor = /[?&]cursor=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
    if (cursor === '') throw new Error(`the list ends before its ${records}th record`);
    readCount += limit;
  }
  return cursor;
}

/**
 * Checks that all answer the same, because costs of different answers cannot be compared.
 * @throws when the answers differ
 */
async function assertSameAnswers(servers: readonly Server[], { name, path: address, headers = {} }: RequestSpec) {
  const bodies = await Promise.all(servers.map(async ({ url }): Promise<unknown> => (await fetch(url + address, { headers })).json()));
  if (!bodies.every((body) => isDeepStrictEqual(body, bodies[0])))
    throw new Error(`${name}: the handler written by hand answers differently`);
}

export function printRequests({ rows }: RequestResults) {
  const sizeText = ({ organizations, risks }: Size) => `${organizations} × ${risks.toLocaleString('en')}`;
  printTable(
    ['Engine', 'Organizations × risks', 'Request', 'CPU µs', 'p50 ms', 'by hand: CPU µs', 'p50 ms', 'ratio: CPU', 'p50'],
    rows.map(({ engine, size, request, service, byHand }) => [
      engine,
      sizeText(size),
      request,
      us(service.cpu),
      ms(service.p50),
      ...(byHand ? [us(byHand.cpu), ms(byHand.p50), ratio(service.cpu, byHand.cpu), ratio(service.p50, byHand.p50)] : ['', '', '', '']),
    ]),
  );
  const find = (engine: string, { organizations, risks }: Size, request: string) =>
    rows.find(
      (row) => row.engine === engine && row.size.organizations === organizations && row.size.risks === risks && row.request === request,
    )?.service;
  const lines: string[][] = [];
  const [, single, many] = sizes;
  for (const engine of ['PostgreSQL', 'embedded']) {
    for (const size of sizes) {
      const [firstPageRow, deepPageRow] = [find(engine, size, firstPage), find(engine, size, deepPage)];
      if (firstPageRow && deepPageRow)
        lines.push([
          engine,
          `page 1,000 to page 1, ${sizeText(size)}`,
          ratio(deepPageRow.cpu, firstPageRow.cpu),
          ratio(deepPageRow.p50, firstPageRow.p50),
        ]);
    }
    for (const request of ['GET one risk', 'GET a list of 50', 'POST with Idempotency-Key']) {
      const [one, other] = [single && find(engine, single, request), many && find(engine, many, request)];
      if (one && other) lines.push([engine, `${request}, 100 organizations to 1`, ratio(other.cpu, one.cpu), ratio(other.p50, one.p50)]);
    }
  }
  printTable(['Engine', 'What', 'ratio: CPU', 'p50'], lines);
}
