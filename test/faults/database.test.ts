/** While PostgreSQL is down, errors are clear. Once it is back, no acknowledged change is lost, and the service need not restart. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, listPendingMigrations } from '#platform/database/migrate';
import { type Database, openDatabase } from '#platform/database/open';
import { call, listenOn, testConfig } from '../support/app.ts';
import { newOrganization } from '../support/organization.ts';
import type { PostgresServer } from '../support/postgres.ts';
import { hasPostgres, startPrepared } from './engines.ts';
import { expectConsistent, newLedger, readUnderLoad, writeUnderLoad } from './load.ts';

describe.runIf(hasPostgres)('PostgreSQL', () => {
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

  test('503 with Retry-After while PostgreSQL is down, 500 with the prescribed messages for risks and employees, 200 once it is back', async () => {
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
    '201 is never lost when PostgreSQL is stopped under load by %s, and reads and writes go on once it is back',
    async (signal) => {
      const { key: organizationKey } = await newOrganization(database);
      const ledger = newLedger();
      const reads = new Map<number, number>();
      const ends = [writeUnderLoad(() => base, organizationKey, ledger), readUnderLoad(() => base, organizationKey, reads)];
      await expect.poll(() => ledger.acknowledged.length, { interval: 5 }).toBeGreaterThan(30);
      await server.stop(signal);
      // The operations on risks return their own messages with status 500, for writes and for reads.
      for (const statuses of [ledger.statuses, reads]) await expect.poll(() => statuses.has(500), { interval: 5 }).toBe(true);
      await server.restart();
      const before = { written: ledger.acknowledged.length, read: reads.get(200) ?? 0 };
      await expect.poll(() => ledger.acknowledged.length, { interval: 5 }).toBeGreaterThan(before.written + 10);
      await expect.poll(() => reads.get(200), { interval: 5 }).toBeGreaterThan(before.read + 10);
      await Promise.all(ends.map((end) => end()));
      expect([...ledger.statuses.keys(), ...reads.keys()].filter((status) => ![200, 201, 500, 503].includes(status))).toEqual([]);
      const { rows, acknowledged } = await expectConsistent(base, organizationKey, ledger);
      console.log(`PostgreSQL stopped by ${signal}: ${acknowledged} changes acknowledged, ${rows} risks`);
    },
  );
  test('several servers that migrate at once apply each migration once, without an error', async () => {
    const url = new URL(server.url);
    await sql`create database race`.execute(database.system);
    url.pathname = 'race';
    const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ databaseUrl: url.href })));
    const applied = await Promise.all(databases.map(({ system }) => migrate(system)));
    expect(applied.flat().sort()).toEqual([...new Set(applied.flat())].sort());
    expect(applied.flat().length).toBeGreaterThan(5);
    await Promise.all(databases.map((openedDatabase) => openedDatabase.close()));
  });
  test('a migration that does not get its locks lets requests pass, is retried, and is given up in the end', async () => {
    const url = new URL(server.url);
    await sql`create database locked`.execute(database.system);
    url.pathname = 'locked';
    const [migrating, busy, third] = await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl: url.href })));
    if (!migrating || !busy || !third) throw new Error('three were opened');
    const pendingNames = await listPendingMigrations(migrating.system);
    await migrate(
      migrating.system,
      pendingNames.filter((name) => name < '0026_'),
    );
    // Each request that writes holds this lock. Creating a trigger waits for it, and all other writes would wait for the trigger.
    const lockForWriting = sql`lock table vendor in row exclusive mode`;
    const lockHolder = await busy.system.startTransaction().execute();
    await lockForWriting.execute(lockHolder);
    const waitCount = () => sql<{ count: number }>`select count(*)::integer as count from pg_locks where not granted`.execute(third.system);
    const migration = migrate(migrating.system);
    await expect.poll(async () => (await waitCount()).rows[0]?.count, { interval: 20 }).toBe(1);
    await third.system.transaction().execute((transaction) => lockForWriting.execute(transaction));
    await expect(migrate(third.system, undefined, 0)).rejects.toThrow(/^0026_\S+ does not get its locks: /);
    await lockHolder.commit().execute();
    expect(await migration).toEqual(pendingNames.filter((name) => name >= '0026_'));
    await Promise.all([migrating, busy, third].map((openedDatabase) => openedDatabase.close()));
  });
});
