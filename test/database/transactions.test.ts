/** Statements that one request leaves on its connection, at any time, must not affect the next user of the connection. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OrganizationDatabase, readTransaction, writeTransaction } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { LateQuery } from '#platform/database/session';
import { openWrappedDatabase } from '../support/wrapped-database.ts';
import { databaseUrl } from '../support/engine.ts';
import { type Fault, injectFaults, refused, answerLost, notSent } from '../support/injection.ts';
import { newOrganization, type TestOrganization, within } from '../support/organization.ts';

let database: Database;
let between: ReturnType<typeof injectFaults>;
let ours: TestOrganization;
let theirs: TestOrganization;
const late: Error[] = [];
beforeAll(async () => {
  ({ database, between } = await openWrappedDatabase(injectFaults, (error) => late.push(error)));
  [ours, theirs] = [await newOrganization(database), await newOrganization(database)];
});
afterAll(() => database.close());

const read = <R>(work: (db: OrganizationDatabase) => Promise<R>) => readTransaction(database.tenant, ours.id, work);
const write = <R>(work: (db: OrganizationDatabase) => Promise<R>) => within(database, ours.id, work);
const fails = (db: OrganizationDatabase) => db.selectNoFrom(sql<number>`1 / 0`.as('nothing')).execute();
const insert = (db: OrganizationDatabase, name: string) =>
  db
    .insertInto('control')
    .values({ id: `${name}_${db.organizationId}`, name })
    .execute();
const namesIn = async (db: OrganizationDatabase) =>
  (await db.selectFrom('control').select('name').orderBy('name').execute()).map(({ name }) => name);
const ticks = async () => {
  for (let n = 0; n < 5; n += 1) await nextTurn();
};

/**
 * Work with one branch that fails immediately, and another that runs `late` while the connection already serves others. @returns the result
 * of that statement
 */
async function askLate(
  transaction: (work: (db: OrganizationDatabase) => Promise<unknown>) => Promise<unknown>,
  late: (db: OrganizationDatabase) => Promise<unknown>,
  name: string,
) {
  const meanwhile = Promise.withResolvers<void>();
  let asked: Promise<unknown> = Promise.resolve();
  await expect(transaction((db) => Promise.all([fails(db), (asked = meanwhile.promise.then(() => late(db)))]))).rejects.toMatchObject({
    code: '22012',
  });
  const heard = asked.then(
    () => 'answered',
    (error: unknown) => error,
  );
  const seen = await within(database, theirs.id, async (db) => {
    await insert(db, name);
    meanwhile.resolve();
    await ticks();
    return namesIn(db);
  });
  expect(seen).toContain(name);
  expect(await within(database, theirs.id, namesIn), 'what was kept').toContain(name);
  return heard;
}

test('a statement of a finished read is refused, and the write of the next user of the connection is committed', async () => {
  const heard = await askLate(read, namesIn, 'read');
  expect(heard).toBeInstanceOf(LateQuery);
  expect(late.splice(0), 'what was said of it').toEqual([heard]);
});
test.each(Array.from({ length: 13 }, (_, delay) => delay))(
  'a statement %i microtasks after a read has failed affects no other request',
  async (delay) => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => void unheard.push(reason);
    process.on('unhandledRejection', hear);
    let asked: Promise<unknown> = Promise.resolve();
    await expect(
      read(async (db) => {
        await namesIn(db);
        asked = (async () => {
          for (let n = 0; n < delay; n += 1) await Promise.resolve();
          return namesIn(db);
        })();
        asked.catch(() => undefined);
        throw new Error('over');
      }),
    ).rejects.toThrow('over');
    const heard = await asked.then(
      () => 'answered',
      (error: unknown) => error,
    );
    await ticks();
    process.off('unhandledRejection', hear);
    expect(heard === 'answered' || heard instanceof LateQuery, String(heard)).toBe(true);
    expect(unheard).toEqual([]);
    late.length = 0;
  },
);
test('a statement of a finished write is refused, and writes nothing into another organization', async () => {
  const heard = await askLate(write, (db) => insert(db, 'stray'), 'write');
  expect(heard).toBeInstanceOf(LateQuery);
  expect(late.splice(0), 'what was said of it').toEqual([heard]);
  for (const { id } of [ours, theirs]) expect(await within(database, id, namesIn)).not.toContain('stray');
});
test('a statement of a finished owner transaction is refused, and not committed outside of it', async () => {
  const name = (title: string) => ({ id: ours.id, name: title, slug: `${title}_${ours.id}` });
  const rolledBack = database.system
    .transaction()
    .execute((db) =>
      Promise.all([
        sql`select 1 / 0`.execute(db),
        db.updateTable('organization').set(name('late')).where('id', '=', ours.id).execute(),
        db.updateTable('organization').set(name('later')).where('id', '=', ours.id).execute(),
      ]),
    );
  await expect(rolledBack).rejects.toMatchObject({ code: '22012' });
  await ticks();
  expect(await database.system.selectFrom('organization').select('name').where('id', '=', ours.id).execute()).toEqual([
    { name: 'Test organization' },
  ]);
});

/** Delays the answer until later callers have theirs. */
async function heardLate<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    await ticks();
    throw error;
  }
}
test.each([
  ['of a write', write],
  ['of a read', read],
])('the first error %s is reported, whichever statement is answered first', async (_name, transaction) => {
  await expect(transaction((db) => Promise.all([heardLate(fails(db)), namesIn(db)]))).rejects.toMatchObject({ code: '22012' });
});
test('an error of a statement sent with the commit is reported, and nothing is committed', async () => {
  const asked = writeTransaction(database.tenant, ours.id, async (db) => ({
    result: await insert(db, 'with the commit'),
    outcome: [],
    last: heardLate(fails(db)),
  }));
  await expect(asked).rejects.toMatchObject({ code: '22012' });
  expect(await read(namesIn)).not.toContain('with the commit');
});
// The embedded engine runs one transaction at a time.
test.runIf(databaseUrl)('deleting an organization waits for its changes, instead of causing a deadlock', async () => {
  const { id } = await newOrganization(database);
  await within(database, id, (db) => insert(db, 'held'));
  const waiting = async () =>
    (await sql<{ count: number }>`select count(*) as count from pg_locks where not granted`.execute(database.system)).rows[0]?.count;
  let deletion: Promise<unknown> = Promise.resolve();
  await within(database, id, async (db) => {
    await db.updateTable('control').set({ name: 'changed' }).execute();
    deletion = writeTransaction(
      database.tenant,
      id,
      async (ending) => ({ result: await ending.deleteFrom('organization').where('id', '=', id).execute(), outcome: [] }),
      { alone: true },
    );
    await expect.poll(waiting).toBeGreaterThanOrEqual(1);
    await insert(db, 'another');
  });
  await deletion;
  expect(await within(database, id, namesIn)).toEqual([]);
});

/** The number of connections that were released as broken while `work` ran. */
async function brokenConnections(work: () => Promise<unknown>): Promise<number> {
  const { connections } = between;
  const before = connections.spoilt;
  await work();
  // A reader gets its answer before the connection is released.
  await expect.poll(() => connections.lent).toBe(0);
  expect(connections.unsound, 'connections that were not at rest').toEqual(new Set());
  return connections.spoilt - before;
}
const spoil = <R>(meant: RegExp, fault: Fault, work: () => Promise<R>) =>
  between.during({ organizationId: ours.id, isMeant: (text) => meant.test(text), fault }, work);

describe('a connection is not reused', () => {
  test.each([
    ['unsent', notSent],
    ['refused', refused],
    ['unheard', answerLost],
  ])('when its transaction did not begin: %s', async (name, fault) => {
    expect(
      await brokenConnections(() =>
        spoil(/^begin/, fault, async () => {
          await expect(write((db) => insert(db, `begin ${name}`))).rejects.toThrow();
          expect(await write(namesIn)).not.toContain(`begin ${name}`);
        }),
      ),
    ).toBe(1);
    expect(
      await brokenConnections(() =>
        spoil(/^begin/, fault, async () => {
          await expect(read(namesIn), 'not the answer of no organization').rejects.toThrow();
        }),
      ),
    ).toBe(1);
  });
  test.each([
    ['unsent', notSent],
    ['refused', refused],
    ['unheard', answerLost],
  ])('when its transaction could not be rolled back: %s', async (name, fault) => {
    expect(
      await brokenConnections(() =>
        spoil(/^rollback/, fault, async () => {
          await expect(
            write(async (db) => {
              await insert(db, `rollback ${name}`);
              await fails(db);
            }),
            'why, and not what followed',
          ).rejects.toMatchObject({ code: '22012' });
          expect(await write(namesIn)).not.toContain(`rollback ${name}`);
        }),
      ),
    ).toBe(1);
    expect(await brokenConnections(() => spoil(/^rollback/, fault, () => read(namesIn)))).toBe(1);
  });
  test('while a transaction is open on it, whoever began that', async () => {
    expect(
      await brokenConnections(() =>
        spoil(
          /^rollback/,
          (send, client) => send().then(() => client.query('begin', [])),
          () => read(namesIn),
        ),
      ),
    ).toBe(1);
  });
  test.each([
    ['another', 'rollback; begin read write'],
    ['none', 'rollback'],
  ])('when the transaction to commit is not the one that was begun, but %s; the commit is not acknowledged', async (name, before) => {
    expect(
      await brokenConnections(() =>
        spoil(
          /commit$/,
          (send, client) => client.query(before, []).then(send),
          async () => {
            await expect(write((db) => insert(db, name))).rejects.toThrow('not the one that was begun');
            expect(await write(namesIn)).not.toContain(name);
          },
        ),
      ),
    ).toBe(1);
  });
});

test('a connection that ended cleanly is reused', async () => {
  expect(
    await brokenConnections(async () => {
      await expect(
        write(async (db) => {
          await insert(db, 'kept');
          await fails(db);
        }),
      ).rejects.toMatchObject({ code: '22012' });
      await expect(
        write(async (db) => {
          await insert(db, 'twice');
          await insert(db, 'twice');
        }),
      ).rejects.toMatchObject({ code: '23505' });
      await expect(read(fails)).rejects.toMatchObject({ code: '22012' });
      await write((db) => insert(db, 'reused'));
      expect(await read(namesIn)).toContain('reused');
    }),
  ).toBe(0);
});
test('outside of a transaction, a tenant connection reads and inserts no rows', async () => {
  const client = await between.pool.connect();
  const ask = (text: string) =>
    client.query(text, []).then(
      ({ rows }) => rows,
      (error: unknown) => error,
    );
  const seen = await ask('select name from control');
  expect(Array.isArray(seen) ? seen : []).toEqual([]);
  for (const change of [
    "insert into user_account (id, name, email) values ('usr_stray', 'Stray', 'stray@example.com')",
    "select account_for('usr_stray', 'Stray', 'stray@example.com', false)",
  ])
    expect(await ask(change), change).toMatchObject({
      message: expect.stringMatching(/read-only transaction|permission denied|outside of a transaction/),
    });
  client.release();
  expect(await database.system.selectFrom('user_account').select('id').where('email', '=', 'stray@example.com').execute()).toEqual([]);
});
