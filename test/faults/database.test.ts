/** While PostgreSQL is down, requests get clear errors. Once it is back, the server continues without a restart, and no change is lost. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, pendingMigrations } from '#platform/database/migrate';
import { type Database, openDatabase } from '#platform/database/open';
import { call, listenOn, testConfig } from '../support/app.ts';
import { newOrganization } from '../support/organization.ts';
import type { PostgresServer } from '../support/postgres.ts';
import { installed, startPrepared } from './engines.ts';
import { expectWhole, newLedger, readUnderLoad, writeUnderLoad } from './load.ts';

describe.runIf(installed)('PostgreSQL', () => {
  let server: PostgresServer;
  let database: Database;
  let base: string;
  let key: string;
  const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
  beforeAll(async () => {
    ({ server } = await startPrepared());
    database = await openDatabase({ databaseUrl: server.url });
    ({ base } = await listenOn(database, testConfig({ DATABASE_URL: server.url })));
    ({ key } = await newOrganization(database));
  });
  afterAll(async () => {
    await database.close();
    await server.end();
  });

  test('503 with Retry-After while it is down, 500 with the prescribed texts on risks and employees, and 200 once it is back', async () => {
    const {
      body: {
        data: { id },
      },
    } = await call(base, 'POST', '/v1/risks', { key, body: risk });
    await server.stop('SIGQUIT');
    const unavailable = { status: 503, body: { success: false, error: 'Temporarily unavailable' } };
    for (const path of ['/v1/roles', '/v1/risks/stats', '/v1/organization']) {
      const answer = await call(base, 'GET', path, { key });
      expect(answer, path).toMatchObject(unavailable);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    for (const [method, path, error] of [
      ['GET', '/v1/risks', 'Failed to fetch risks'],
      ['POST', '/v1/risks', 'Failed to create risk'],
      ['GET', `/v1/risks/${id}`, 'Failed to fetch risk'],
      ['DELETE', `/v1/risks/${id}`, 'Failed to delete risk'],
      ['GET', '/v1/employees', 'Failed to fetch employees'],
    ] as const) {
      const answer = await call(base, method, path, { key, body: method === 'POST' ? risk : undefined });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 500, body: { success: false, error } });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(await call(base, 'GET', '/healthz', {})).toMatchObject({ status: 200 });
    expect(await call(base, 'GET', '/readyz', {})).toMatchObject({ status: 503, body: { status: 'database unreachable' } });
    await server.restart();
    await expect.poll(async () => (await call(base, 'GET', '/readyz', {})).status).toBe(200);
    expect(await call(base, 'GET', `/v1/risks/${id}`, { key })).toMatchObject({ status: 200 });
    expect(await call(base, 'POST', '/v1/risks', { key, body: risk })).toMatchObject({ status: 201 });
  });
  test.each(['SIGQUIT', 'SIGINT'] as const)(
    'no acknowledged change is lost when it is stopped under load by %s, and requests succeed once it is back',
    async (signal) => {
      const { key: loadKey } = await newOrganization(database);
      const ledger = newLedger();
      const readStatuses = new Map<number, number>();
      const stopLoads = [writeUnderLoad(() => base, loadKey, ledger), readUnderLoad(() => base, loadKey, readStatuses)];
      await expect.poll(() => ledger.acknowledged.length, { interval: 5 }).toBeGreaterThan(30);
      await server.stop(signal);
      // Both loads call risks, whose prescribed status for this error is 500.
      for (const statuses of [ledger.statuses, readStatuses]) await expect.poll(() => statuses.has(500), { interval: 5 }).toBe(true);
      await server.restart();
      const countsBefore = { written: ledger.acknowledged.length, read: readStatuses.get(200) ?? 0 };
      await expect.poll(() => ledger.acknowledged.length, { interval: 5 }).toBeGreaterThan(countsBefore.written + 10);
      await expect.poll(() => readStatuses.get(200), { interval: 5 }).toBeGreaterThan(countsBefore.read + 10);
      await Promise.all(stopLoads.map((end) => end()));
      expect([...ledger.statuses.keys(), ...readStatuses.keys()].filter((status) => ![200, 201, 500, 503].includes(status))).toEqual([]);
      const { rows, acknowledged } = await expectWhole(base, loadKey, ledger);
      console.log(`PostgreSQL stopped by ${signal}: ${acknowledged} changes acknowledged, ${rows} risks`);
    },
  );
  test('several servers that migrate concurrently get one schema and no error', async () => {
    const url = new URL(server.url);
    await sql`create database race`.execute(database.system);
    url.pathname = 'race';
    const servers = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ databaseUrl: url.href })));
    const appliedMigrations = await Promise.all(servers.map(({ system }) => migrate(system)));
    expect(appliedMigrations.flat().sort()).toEqual([...new Set(appliedMigrations.flat())].sort());
    expect(appliedMigrations.flat().length).toBeGreaterThan(5);
    await Promise.all(servers.map((one) => one.close()));
  });
  test('a migration that does not get its locks lets requests pass, tries again, and is given up eventually', async () => {
    const url = new URL(server.url);
    await sql`create database locked`.execute(database.system);
    url.pathname = 'locked';
    const [migratingDatabase, busyDatabase, otherDatabase] = await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl: url.href })));
    if (!migratingDatabase || !busyDatabase || !otherDatabase) throw new Error('three were opened');
    const migrations = await pendingMigrations(migratingDatabase.system);
    await migrate(
      migratingDatabase.system,
      migrations.filter((name) => name < '0072_'),
    );
    // A writing request locks the table like this. Creating a trigger waits for the request, and all later writes wait for the trigger.
    const lockTable = sql`lock table vendor in row exclusive mode`;
    const openTransaction = await busyDatabase.system.startTransaction().execute();
    await lockTable.execute(openTransaction);
    const countWaitingLocks = () => sql<{ count: number }>`select count(*)::integer as count from pg_locks where not granted`.execute(otherDatabase.system);
    const migration = migrate(migratingDatabase.system);
    await expect.poll(async () => (await countWaitingLocks()).rows[0]?.count, { interval: 20 }).toBe(1);
    await otherDatabase.system.transaction().execute((transaction) => lockTable.execute(transaction));
    await expect(migrate(otherDatabase.system, undefined, 0)).rejects.toThrow(/^0072_\S+ does not get its locks: /);
    await openTransaction.commit().execute();
    expect(await migration).toEqual(migrations.filter((name) => name >= '0072_'));
    await Promise.all([migratingDatabase, busyDatabase, otherDatabase].map((one) => one.close()));
  });
});
