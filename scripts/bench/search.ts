/** A search among many records on PostgreSQL, compared to handwritten SQL: response time, and processor time of the database. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { migrate } from '#platform/database/migrate';
import { openDatabase } from '#platform/database/open';
import { newOrganization } from '../../test/support/organization.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { withTempFolder } from './folder.ts';
import { median } from './measure.ts';
import { startServer } from './server.ts';
import { ms, printTable, ratio } from './table.ts';

/** For one query, in ms: the median response time, and the processor time of the database. */
interface Cost {
  readonly p50: number;
  readonly cpu: number;
}
interface Row {
  readonly question: string;
  readonly matches: number;
  readonly service: Cost;
  readonly byHand?: Cost;
}
export interface SearchResults {
  readonly rows: readonly Row[];
}

const recordCount = 50_000;
/** Small enough that a batch is written before the statement timeout. */
const batchSize = 2500;
const repetitions = 20;
/** Words by frequency: they occur in every record, and in every second, tenth, hundredth and thousandth. */
const words = { everywhere: 1, laptop: 2, access: 10, phishing: 100, earthquake: 1000 } as const;

/** Requires Linux, which reports the processor time of each process. */
export async function measureSearch(): Promise<SearchResults> {
  const postgres = await startPostgres();
  try {
    return await withTempFolder((folder) => searchIn(folder, postgres.url));
  } finally {
    await postgres.end();
  }
}

async function searchIn(folder: string, databaseUrl: string): Promise<SearchResults> {
  const { id, key } = await fill(databaseUrl);
  const headers = { 'x-api-key': key };
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    RATE_LIMIT: '0',
    ORGANIZATION_RATE_LIMIT: '0',
    SUGGESTION_RATE_LIMIT: '1000000',
  };
  const server = await startServer('server/main.ts', { ...env, LOG_LEVEL: 'fatal' }, '/v1/search?q=access', headers);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const ask = async (path: string) => {
      const answer = await fetch(server.url + path, { headers });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      const body: { totalCount?: number } = JSON.parse(await answer.text());
      return body.totalCount ?? 0;
    };
    const rows: Row[] = [];
    for (const word of [...Object.keys(words), 'laptop access', 'lapt']) {
      const path = `/v1/search?q=${encodeURIComponent(word)}`;
      rows.push({
        question: `search for ${word}`,
        matches: await ask(`${path}&count=true`),
        service: await costOf(client, () => ask(path)),
        byHand: await costOf(client, () => searchByHand(client, id, word)),
      });
    }
    for (const word of ['l', 'lapt', 'acc'])
      rows.push({
        question: `suggest ${word}`,
        matches: NaN,
        service: await costOf(client, () => ask(`/v1/search/suggestions?q=${word}`)),
      });
    return { rows };
  } finally {
    await client.end();
    await server.stop();
  }
}

/** Creates one organization with `recordCount` risks. @returns its id and a key */
async function fill(databaseUrl: string): Promise<{ readonly id: string; readonly key: string }> {
  const database = await openDatabase({ databaseUrl });
  try {
    await migrate(database.system);
    const { id, key } = await newOrganization(database);
    const phrases = Object.entries(words).map(
      ([word, each]) => sql`case when n % ${sql.lit(each)} = 0 then ${sql.lit(` ${word}`)} else '' end`,
    );
    for (let start = 1; start <= recordCount; start += batchSize)
      await sql`insert into risk (organization_id, id, title, description, category, status, updated_at)
      select ${id}, 'rsk_' || substr(md5(n::text), 1, 24), 'Record ' || n || case when n % 20 = 0 then ' of access' else '' end,
        'Something about the customers, suppliers and offices of the company, number ' || n % 977 || ${sql.join(phrases, sql` || `)} || ', to be looked at every year.',
        'technology', case when n % 3 = 0 then 'closed' else 'open' end, now() - n * interval '1 minute'
      from generate_series(${sql.lit(start)}, ${sql.lit(start + batchSize - 1)}) n`.execute(database.system);
    await sql`vacuum (analyze)`.execute(database.system);
    return { id, key };
  } finally {
    await database.close();
  }
}

/** The handwritten search: no permissions, no snippets, and two statements. */
async function searchByHand(client: pg.Client, organizationId: string, typed: string): Promise<void> {
  const matchClause =
    "from search_entry where organization_id = $1 and words @@ (($1::text)::tsquery && websearch_to_tsquery('english', $2)) and not archived";
  await client.query({
    name: 'page',
    text: `select id, type, title, texts, status, ts_rank_cd(words, websearch_to_tsquery('english', $2)) as rank ${matchClause} order by rank desc, id limit 50`,
    values: [organizationId, typed],
  });
  await client.query({
    name: 'facets',
    text: `select type, status, count(*) ${matchClause} group by type, status`,
    values: [organizationId, typed],
  });
}

async function costOf(client: pg.Client, ask: () => Promise<unknown>): Promise<Cost> {
  for (let n = 0; n < 5; n += 1) await ask();
  const durations: number[] = [];
  const cpuBefore = await processorTime(client);
  for (let n = 0; n < repetitions; n += 1) {
    const startTime = performance.now();
    await ask();
    durations.push(performance.now() - startTime);
  }
  return { p50: median(durations), cpu: ((await processorTime(client)) - cpuBefore) / repetitions };
}

/** The processor time of all connections together, in ms. */
async function processorTime(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity where backend_type = 'client backend'");
  return rows.reduce((sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6, 0);
}

export function printSearch({ rows }: SearchResults): void {
  printTable(
    ['question', 'matches', 'p50 (ms)', 'by hand', 'CPU of PostgreSQL (ms)', 'by hand', 'CPU'],
    rows.map(({ question, matches, service, byHand: handwritten }) => [
      question,
      Number.isNaN(matches) ? '' : String(matches),
      ms(service.p50),
      handwritten ? ms(handwritten.p50) : '',
      ms(service.cpu),
      handwritten ? ms(handwritten.cpu) : '',
      handwritten ? ratio(service.cpu, handwritten.cpu) : '',
    ]),
  );
}
