/** A change that commits while another request with If-Match waits for the record: the request is refused with 412. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '#generated/operations';
import { type Caller, startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { databaseUrl } from '../support/engine.ts';
import { pathAt, recordsOnDemand } from '../support/records.ts';

const app = startApp();
let caller: Caller;
let records: ReturnType<typeof recordsOnDemand>;
/** Tables with a version and ids, of which a test changes one row. */
let tables: readonly { readonly name: string; readonly version: string }[];
beforeAll(async () => {
  caller = await app.callerForEverything();
  records = recordsOnDemand(caller);
  const { rows } = await sql<{ name: string; version: string }>`
    select v.table_name as name, max(v.column_name) as version from information_schema.columns v
    where v.table_schema = 'public' and v.column_name in ('version', 'record_version') and exists (
      select from information_schema.columns i where i.table_schema = 'public' and i.table_name = v.table_name and i.column_name = 'updated_at')
    group by v.table_name`.execute(app.database.system);
  tables = rows;
});

/** Records whose id is neither in their path nor in the answer of their GET, with their table. */
const tablesOfSettings: Readonly<Record<string, string>> = {};
/** Changes that are not shown here, with the reason. */
const unproven: Readonly<Record<string, string>> = {};

const conditional = contract.filter(
  ({ id, parameters }) => id !== 'deleteOrganization' && parameters.some(({ name }) => name === 'If-Match'),
);
const proven = new Set<string>();
afterAll(() => {
  if (databaseUrl) expect(conditional.map(({ id }) => id).filter((id) => !proven.has(id))).toEqual(Object.keys(unproven).sort());
});

test.skipIf(!databaseUrl).each(conditional)('412 of $id when the record changes while the request waits', async (operation) => {
  const { id, method, registry, template, bodies } = operation;
  const parameters = await records.placeAt(template);
  const path = pathAt(operation, parameters);
  const send = 'requiresSession' in registry ? caller.inPerson : caller.call;
  const examples = await Promise.all((bodies.length ? bodies : [undefined]).map(async (body) => body && records.withExistingIds(body, template)));
  for (const body of examples) {
    const ask = (ifMatch?: string) => send(method, path, { body, headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch } });
    const current = await readTag(operation, parameters, ask);
    const row = current && (await findRow(id, current.ids));
    if (!current || !row) continue;
    const other = await app.database.system.startTransaction().execute();
    try {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(other);
      await sql`update ${sql.table(row.table)} set ${sql.ref(row.version)} = ${sql.ref(row.version)} + 1,
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond') where id = ${row.id}`.execute(other);
      let isAnswered = false;
      const pending = ask(current.tag).finally(() => (isAnswered = true));
      await expect.poll(async () => isAnswered || (await isBlocking(rows[0]?.pid)), { timeout: 30_000, interval: 5 }).toBe(true);
      if (isAnswered) console.log('NOWAIT', id, (await pending).status, (await pending).text.slice(0, 200));
      const hasWaited = !isAnswered;
      await other.commit().execute();
      const answer = await pending;
      if (!hasWaited) continue;
      expect(answer, answer.text).toMatchObject({ status: 412, body: { code: 'record_changed' } });
      proven.add(id);
      return;
    } finally {
      if (!other.isCommitted) await other.rollback().execute();
    }
  }
});

async function isBlocking(pid: number | undefined): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pg_stat_activity where ${pid} = any (pg_blocking_pids(pid))) as found`.execute(app.database.system);
  return rows[0]?.found === true;
}

type Operation = (typeof contract)[number];

/** @returns what If-Match has to name now, and the ids of which one is that of the record */
async function readTag(
  { registry }: Operation,
  parameters: Readonly<Record<string, string>>,
  ask: (ifMatch?: string) => ReturnType<Caller['call']>,
) {
  const read = contract.find(({ id }) => 'before' in registry && id === registry.before);
  if (read) {
    const answer = await caller.call('GET', pathAt(read, parameters));
    const { body } = answer;
    const ids = [body?.data?.id, body?.id, body?.requirement?.id, ...Object.values(parameters).toReversed()].filter((one) => one !== undefined);
    return answer.status === 200 ? { tag: answer.headers.get('etag') ?? '', ids } : undefined;
  }
  let conflict = await ask('"1000000"');
  // There is no record yet: a change without If-Match creates it.
  if (conflict.status === 412 && conflict.body.version === undefined) {
    await ask();
    conflict = await ask('"1000000"');
  }
  if (conflict.status !== 412) console.log('NOTAG', conflict.status, conflict.text.slice(0, 200));
  return conflict.status === 412 ? { tag: `"${conflict.body.version}"`, ids: Object.values(parameters).toReversed() } : undefined;
}

/** @returns the row of the record: that with one of the ids, or the only one of a setting */
async function findRow(operationId: string, ids: readonly string[]) {
  const registry: { readonly before?: string } = Object(operations)[operationId];
  const setting = tablesOfSettings[registry.before ?? operationId];
  const candidates = tables.filter(({ name }) => setting === undefined || name === setting);
  for (const id of setting === undefined ? ids : [undefined])
    for (const { name: table, version } of candidates) {
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
        where organization_id = ${caller.organization.id} ${id === undefined ? sql`order by updated_at desc` : sql`and id = ${id}`} limit 1`
        .execute(app.database.system)
        .catch(() => ({ rows: [] }));
      if (rows[0]) return { table, version, id: rows[0].id };
    }
  console.log('NOROW', operationId, ids);
  return undefined;
}
