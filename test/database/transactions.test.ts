/** Tests that statements that one request leaves on its connection, at any time, do not affect the next user of the connection. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OrganizationDatabase, readTransaction, writeTransaction } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { LateQuery } from '#platform/database/session';
import { openWrappedDatabase } from '../support/wrapped-database.ts';
import { databaseUrl } from '../support/engine.ts';
import { type Fault, injectFaults, rejectedByDatabase, answerLost, notSent } from '../support/injection.ts';
import { newOrganization, type TestOrganization, within } from '../support/organization.ts';

let database: Database;
let faultInjection: ReturnType<typeof injectFaults>;
let ours: TestOrganization;
let theirs: TestOrganization;
const lateStatementErrors: Error[] = [];
beforeAll(async () => {
  ({ database, between: faultInjection } = await openWrappedDatabase(injectFaults, (error) => lateStatementErrors.push(error)));
  [ours, theirs] = [await newOrganization(database), await newOrganization(database)];
});
afterAll(() => database.close());

const read = <R>(work: (db: OrganizationDatabase) => Promise<R>) => readTransaction(database.tenant, ours.id, work);
const write = <R>(work: (db: OrganizationDatabase) => Promise<R>) => within(database, ours.id, work);
const failingStatement = (db: OrganizationDatabase) => db.selectNoFrom(sql<number>`1 / 0`.as('nothing')).execute();
const insertControl = (db: OrganizationDatabase, name: string) =>
  db
    .insertInto('control')
    .values({ id: `${name}_${db.organizationId}`, name })
    .execute();
const controlNames = async (db: OrganizationDatabase) =>
  (await db.selectFrom('control').select('name').orderBy('name').execute()).map(({ name }) => name);
const waitForTicks = async () => {
  for (let n = 0; n < 5; n += 1) await nextTurn();
};

/**
 * Runs a transaction with a branch that fails immediately, and a branch that calls `runLate` while the connection already serves another
 * request.
 * @returns `'answered'`, or the error of the late statement
 */
async function askLate(
  transaction: (work: (db: OrganizationDatabase) => Promise<unknown>) => Promise<unknown>,
  runLate: (db: OrganizationDatabase) => Promise<unknown>,
  name: string,
) {
  const otherRequest = Promise.withResolvers<void>();
  let lateStatement: Promise<unknown> = Promise.resolve();
  await expect(
    transaction((db) => Promise.all([failingStatement(db), (lateStatement = otherRequest.promise.then(() => runLate(db)))])),
  ).rejects.toMatchObject({
    code: '22012',
  });
  const lateResult = lateStatement.then(
    () => 'answered',
    (error: unknown) => error,
  );
  const namesSeen = await within(database, theirs.id, async (db) => {
    await insertControl(db, name);
    otherRequest.resolve();
    await waitForTicks();
    return controlNames(db);
  });
  expect(namesSeen).toContain(name);
  expect(await within(database, theirs.id, controlNames), 'what was kept').toContain(name);
  return lateResult;
}

test('a statement of a finished read is rejected, and the write of the next user of the connection is committed', async () => {
  const lateResult = await askLate(read, controlNames, 'read');
  expect(lateResult).toBeInstanceOf(LateQuery);
  expect(lateStatementErrors.splice(0), 'what was said of it').toEqual([lateResult]);
});
test.each(Array.from({ length: 13 }, (_, delay) => delay))(
  'a statement %i microtasks after a read has failed affects no other request',
  async (delay) => {
    const unhandledReasons: unknown[] = [];
    const recordRejection = (reason: unknown) => void unhandledReasons.push(reason);
    process.on('unhandledRejection', recordRejection);
    let lateStatement: Promise<unknown> = Promise.resolve();
    await expect(
      read(async (db) => {
        await controlNames(db);
        lateStatement = (async () => {
          for (let n = 0; n < delay; n += 1) await Promise.resolve();
          return controlNames(db);
        })();
        lateStatement.catch(() => undefined);
        throw new Error('over');
      }),
    ).rejects.toThrow('over');
    const lateResult = await lateStatement.then(
      () => 'answered',
      (error: unknown) => error,
    );
    await waitForTicks();
    process.off('unhandledRejection', recordRejection);
    expect(lateResult === 'answered' || lateResult instanceof LateQuery, String(lateResult)).toBe(true);
    expect(unhandledReasons).toEqual([]);
    lateStatementErrors.length = 0;
  },
);
test('a statement of a finished write is rejected, and writes nothing into another organization', async () => {
  const lateResult = await askLate(write, (db) => insertControl(db, 'stray'), 'write');
  expect(lateResult).toBeInstanceOf(LateQuery);
  expect(lateStatementErrors.splice(0), 'what was said of it').toEqual([lateResult]);
  for (const { id } of [ours, theirs]) expect(await within(database, id, controlNames)).not.toContain('stray');
});
test('a statement of a finished owner transaction is rejected, and not committed outside of the transaction', async () => {
  const name = (title: string) => ({ id: ours.id, name: title, slug: `${title}_${ours.id}` });
  const transaction = database.system
    .transaction()
    .execute((db) =>
      Promise.all([
        sql`select 1 / 0`.execute(db),
        db.updateTable('organization').set(name('late')).where('id', '=', ours.id).execute(),
        db.updateTable('organization').set(name('later')).where('id', '=', ours.id).execute(),
      ]),
    );
  await expect(transaction).rejects.toMatchObject({ code: '22012' });
  await waitForTicks();
  expect(await database.system.selectFrom('organization').select('name').where('id', '=', ours.id).execute()).toEqual([
    { name: 'Test organization' },
  ]);
});

/** Delays an answer until later callers have received their answers. */
async function delayAnswer<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    await waitForTicks();
    throw error;
  }
}
test.each([
  ['of a write', write],
  ['of a read', read],
])('the error of the first failed statement %s is reported, whichever statement is answered first', async (_name, transaction) => {
  await expect(transaction((db) => Promise.all([delayAnswer(failingStatement(db)), controlNames(db)]))).rejects.toMatchObject({
    code: '22012',
  });
});
test('an error of a statement sent with the commit is reported, and nothing is committed', async () => {
  const writing = writeTransaction(database.tenant, ours.id, async (db) => ({
    result: await insertControl(db, 'with the commit'),
    outcome: [],
    last: delayAnswer(failingStatement(db)),
  }));
  await expect(writing).rejects.toMatchObject({ code: '22012' });
  expect(await read(controlNames)).not.toContain('with the commit');
});
// The embedded engine runs one transaction at a time.
test.runIf(databaseUrl)('deleting an organization waits for its running changes, instead of causing a deadlock', async () => {
  const { id } = await newOrganization(database);
  await within(database, id, (db) => insertControl(db, 'held'));
  const countWaitingLocks = async () =>
    (await sql<{ count: number }>`select count(*) as count from pg_locks where not granted`.execute(database.system)).rows[0]?.count;
  let deletion: Promise<unknown> = Promise.resolve();
  await within(database, id, async (db) => {
    await db.updateTable('control').set({ name: 'changed' }).execute();
    deletion = writeTransaction(
      database.tenant,
      id,
      async (endingDb) => ({ result: await endingDb.deleteFrom('organization').where('id', '=', id).execute(), outcome: [] }),
      { alone: true },
    );
    await expect.poll(countWaitingLocks).toBeGreaterThanOrEqual(1);
    await insertControl(db, 'another');
  });
  await deletion;
  expect(await within(database, id, controlNames)).toEqual([]);
});

/** @returns the number of connections that were released as broken while `work` ran */
async function brokenConnections(work: () => Promise<unknown>): Promise<number> {
  const { connections } = faultInjection;
  const countBefore = connections.spoilt;
  await work();
  // A reader gets its answer before the connection is released.
  await expect.poll(() => connections.lent).toBe(0);
  expect(connections.unsound, 'connections that were not at rest').toEqual(new Set());
  return connections.spoilt - countBefore;
}
const withSpoiltConnection = <R>(statementPattern: RegExp, fault: Fault, work: () => Promise<R>) =>
  faultInjection.during({ organizationId: ours.id, isMeant: (text) => statementPattern.test(text), fault }, work);

describe('a connection is not reused', () => {
  test.each([
    ['unsent', notSent],
    ['refused', rejectedByDatabase],
    ['unheard', answerLost],
  ])('when its transaction did not begin: %s', async (name, fault) => {
    expect(
      await brokenConnections(() =>
        withSpoiltConnection(/^begin/, fault, async () => {
          await expect(write((db) => insertControl(db, `begin ${name}`))).rejects.toThrow();
          expect(await write(controlNames)).not.toContain(`begin ${name}`);
        }),
      ),
    ).toBe(1);
    expect(
      await brokenConnections(() =>
        withSpoiltConnection(/^begin/, fault, async () => {
          await expect(read(controlNames), 'not the answer of no organization').rejects.toThrow();
        }),
      ),
    ).toBe(1);
  });
  test.each([
    ['unsent', notSent],
    ['refused', rejectedByDatabase],
    ['unheard', answerLost],
  ])('when its transaction could not be rolled back: %s', async (name, fault) => {
    expect(
      await brokenConnections(() =>
        withSpoiltConnection(/^rollback/, fault, async () => {
          await expect(
            write(async (db) => {
              await insertControl(db, `rollback ${name}`);
              await failingStatement(db);
            }),
            'why, and not what followed',
          ).rejects.toMatchObject({ code: '22012' });
          expect(await write(controlNames)).not.toContain(`rollback ${name}`);
        }),
      ),
    ).toBe(1);
    expect(await brokenConnections(() => withSpoiltConnection(/^rollback/, fault, () => read(controlNames)))).toBe(1);
  });
  test('while a transaction is open on it, whoever began the transaction', async () => {
    expect(
      await brokenConnections(() =>
        withSpoiltConnection(
          /^rollback/,
          (send, client) => send().then(() => client.query('begin', [])),
          () => read(controlNames),
        ),
      ),
    ).toBe(1);
  });
  test.each([
    ['another', 'rollback; begin read write'],
    ['none', 'rollback'],
  ])('when the current transaction is not the one that was begun but %s, and the commit is not acknowledged', async (name, statements) => {
    expect(
      await brokenConnections(() =>
        withSpoiltConnection(
          /commit$/,
          (send, client) => client.query(statements, []).then(send),
          async () => {
            await expect(write((db) => insertControl(db, name))).rejects.toThrow('not the one that was begun');
            expect(await write(controlNames)).not.toContain(name);
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
          await insertControl(db, 'kept');
          await failingStatement(db);
        }),
      ).rejects.toMatchObject({ code: '22012' });
      await expect(
        write(async (db) => {
          await insertControl(db, 'twice');
          await insertControl(db, 'twice');
        }),
      ).rejects.toMatchObject({ code: '23505' });
      await expect(read(failingStatement)).rejects.toMatchObject({ code: '22012' });
      await write((db) => insertControl(db, 'reused'));
      expect(await read(controlNames)).toContain('reused');
    }),
  ).toBe(0);
});
test('outside of a transaction, a tenant connection reads and inserts no rows', async () => {
  const client = await faultInjection.pool.connect();
  const ask = (text: string) =>
    client.query(text, []).then(
      ({ rows }) => rows,
      (error: unknown) => error,
    );
  const rowsSeen = await ask('select name from control');
  expect(Array.isArray(rowsSeen) ? rowsSeen : []).toEqual([]);
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
