/** Both engines return the same values and the same errors. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTransaction } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { openTestDatabase } from '../support/app.ts';
import { newOrganization, within } from '../support/organization.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('both engines read values alike', async () => {
  const { rows } =
    await sql`select 9007199254740991::int8 as int8, 1.50::numeric as numeric, 1.5::float8 as float8, true as bool, '\\x00ff'::bytea as bytea, '{"a": [1, null]}'::jsonb as jsonb,
    array['a', null, 'b,"c'] as texts, '2026-01-02 03:04:05.6789+00'::timestamptz as at, '2026-01-02 03:04:05+02'::timestamptz(3) as at3, '2026-01-02'::date as date, '1 day'::interval as interval, null::text as nothing`.execute(
      database.system,
    );
  const [{ bytea, ...row } = { bytea: undefined }] = rows.map((value) => ({ bytea: undefined, ...(value instanceof Object ? value : {}) }));
  expect(row).toEqual({
    int8: 9007199254740991,
    numeric: '1.50',
    float8: 1.5,
    bool: true,
    jsonb: { a: [1, null] },
    texts: ['a', null, 'b,"c'],
    at: '2026-01-02T03:04:05.678Z',
    at3: '2026-01-02T01:04:05.000Z',
    date: '2026-01-02',
    interval: '1 day',
    nothing: null,
  });
  expect(Buffer.from(bytea ?? []).toString('hex')).toBe('00ff');
});
test('both engines accept parameters alike', async () => {
  const date = new Date('2026-01-02T03:04:05.678Z');
  const { rows } =
    await sql`select ${true}::bool as bool, ${12}::int8 as int8, ${1.5}::float8 as float8, ${['a', 'b"c']}::text[] as texts, ${{ a: 1 }}::jsonb as jsonb, ${JSON.stringify([1])}::jsonb as list, ${date}::timestamptz as at, ${Buffer.from('00ff', 'hex')}::bytea = '\\x00ff' as bytea, ${null}::text as nothing`.execute(
      database.system,
    );
  expect(rows).toEqual([
    {
      bool: true,
      int8: 12,
      float8: 1.5,
      texts: ['a', 'b"c'],
      jsonb: { a: 1 },
      list: [1],
      at: date.toISOString(),
      bytea: true,
      nothing: null,
    },
  ]);
});
test('a statement with a star still works after a column was added, also on a connection that has run it before', async () => {
  await database.system.connection().execute(async (db) => {
    await sql`create temporary table grown (n int)`.execute(db);
    await sql`insert into grown values (1)`.execute(db);
    for (const text of [
      'select * from grown where n = $1',
      'select g.* from grown g where n = $1',
      'update grown set n = $1 returning *',
    ]) {
      const ask = async () =>
        (await db.executeQuery({ ...sql.raw(text).compile(db), parameters: [1] })).rows.map((row) => Object.keys(Object(row)).length);
      const rowsBefore = await ask();
      await sql.raw(`alter table grown add column c${rowsBefore[0]} int`).execute(db);
      expect(await ask(), text).toEqual(rowsBefore.map((count) => count + 1));
    }
    await sql`drop table grown`.execute(db);
  });
});
test('a repeated statement gets the same answer as the first time, also among concurrent statements', async () => {
  const ask = (start: number) =>
    sql`select n as number, n::text as text, nullif(n, ${start}::int) as "maybe" from generate_series(${start}::int, ${start}::int + 1) n`.execute(
      database.system,
    );
  const rowsFrom = (start: number) => [
    { number: start, text: String(start), maybe: null },
    { number: start + 1, text: String(start + 1), maybe: start + 1 },
  ];
  const { id } = await newOrganization(database);
  const [first, second, third] = await Promise.all([ask(1), ask(5), ask(9)]);
  expect([first.rows, second.rows, third.rows, (await ask(1)).rows]).toEqual([rowsFrom(1), rowsFrom(5), rowsFrom(9), rowsFrom(1)]);
  // Statements that return no rows but a row count.
  const rename = () => sql`update organization set name = ${'Renamed'} where id = ${id}`.execute(database.system);
  for (const { rows, numAffectedRows } of [await rename(), await rename()]) expect([rows, numAffectedRows]).toEqual([[], 1n]);
});
test('a value that cannot be parsed fails only its own statement, each time', async () => {
  const ask = (text: string) => sql<{ n: number }>`select ${text}::int8 as n`.execute(database.system);
  for (const tooLarge of ['9007199254740993', '9223372036854775807'])
    await expect(ask(tooLarge)).rejects.toThrow(`${tooLarge} does not fit a number`);
  expect((await ask('7')).rows).toEqual([{ n: 7 }]);
});
test('both engines return the same errors', async () => {
  const { id } = await newOrganization(database);
  const insert = (values: object) =>
    within(database, id, (db) =>
      db
        .insertInto('risk')
        .values({ id: `r_${id}`, title: 't', description: 'd', category: 'other', ...values })
        .execute(),
    );
  await insert({});
  await expect(insert({})).rejects.toMatchObject({ code: '23505', constraint: 'risk_pkey', table: 'risk' });
  await expect(insert({ id: `q_${id}`, status: 'x' })).rejects.toMatchObject({ code: '23514', constraint: 'risk_status_check' });
  await expect(
    within(database, id, (db) => db.insertInto('control_task').values({ id: 'm', control_id: 'none', task_id: 't' }).execute()),
  ).rejects.toMatchObject({ code: '23503', table: 'control_task' });
  await expect(sql`selec 1`.execute(database.system)).rejects.toMatchObject({ code: '42601' });
  await expect(sql`select ${'a\0b'}::text`.execute(database.system)).rejects.toMatchObject({ code: '22021' });
});
test('a transaction that ignores a failed statement commits nothing', async () => {
  const { id } = await newOrganization(database);
  await expect(
    within(database, id, async (db) => {
      await db
        .insertInto('control')
        .values({ id: `c_${id}`, name: 'C' })
        .execute();
      await db
        .insertInto('control')
        .values({ id: `c_${id}`, name: 'C' })
        .execute()
        .catch(() => undefined);
    }),
  ).rejects.toThrow('failure was ignored');
});
test('an organization reads and references only its own rows, and cannot change its audit entries', async () => {
  const [organization, otherOrganization] = [await newOrganization(database), await newOrganization(database)];
  await within(database, organization.id, (db) =>
    db
      .insertInto('control')
      .values({ id: `c_${organization.id}`, name: 'C' })
      .execute(),
  );
  expect(await within(database, otherOrganization.id, (db) => db.selectFrom('control').selectAll().execute())).toEqual([]);
  await expect(
    within(database, otherOrganization.id, (db) =>
      db
        .insertInto('control_task')
        .values({ id: 'm', control_id: `c_${organization.id}`, task_id: 't' })
        .execute(),
    ),
  ).rejects.toMatchObject({ code: '23503' });
  await expect(within(database, organization.id, (db) => db.deleteFrom('audit_entry').execute())).rejects.toMatchObject({ code: '42501' });
  expect(() => within(database, "org_'; drop table risk; --", async () => 1)).toThrow('not an organization id');
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(database.system);
  expect(rows[0]?.role).not.toBe(database.tenant.role);
});
test('a reader always sees its own organization, and writes nothing', async () => {
  const [organization, otherOrganization] = [await newOrganization(database), await newOrganization(database)];
  await within(database, organization.id, (db) =>
    db
      .insertInto('control')
      .values({ id: `c_${organization.id}`, name: 'C' })
      .execute(),
  );
  const readRows = (id: string) =>
    readTransaction(database.tenant, id, async (db) => {
      const controls = () => db.selectFrom('control').select('name').execute();
      const [first, concurrentControls] = await Promise.all([controls(), controls()]);
      await nextTurn();
      const laterControls = await controls();
      await expect(
        db
          .insertInto('control')
          .values({ id: `d_${id}`, name: 'D' })
          .execute(),
      ).rejects.toMatchObject({ code: '25006' });
      await nextTurn();
      return [first, concurrentControls, laterControls, await controls()].map((rows) => rows.map(({ name }) => name));
    });
  const [ourControls, theirControls] = await Promise.all([readRows(organization.id), readRows(otherOrganization.id)]);
  expect(ourControls).toEqual([['C'], ['C'], ['C'], ['C']]);
  expect(theirControls).toEqual([[], [], [], []]);
  expect(() => readRows("org_'; drop table risk; --")).toThrow('not an organization id');
});
test('a reader gets the error of a failed statement, and can continue with another statement', async () => {
  const { id } = await newOrganization(database);
  const reading = readTransaction(database.tenant, id, async (db) => {
    const failedStatement = await db
      .selectNoFrom(sql<number>`1 / 0`.as('nothing'))
      .execute()
      .catch((error: unknown) => error);
    await nextTurn();
    return { failed: failedStatement, after: await db.selectFrom('control').select('id').execute() };
  });
  expect(await reading).toMatchObject({ failed: { code: '22012' }, after: [] });
  await expect(readTransaction(database.tenant, id, () => Promise.reject(new Error('of its own')))).rejects.toThrow('of its own');
  expect(await readTransaction(database.tenant, id, async () => 'nothing asked')).toBe('nothing asked');
});
