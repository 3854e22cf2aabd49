/** PostgreSQL goes away and comes back: clear errors meanwhile, nothing acknowledged is lost, and no restart of the server. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, pendingMigrations } from '#platform/database/migrate';
import { type Database, openDatabase } from '#platform/database/open';
import { call, listenOn, testConfig } from '../support/app.ts';
import { newOrganization } from '../support/organization.ts';
import type { PostgresServer } from '../support/postgres.ts';
import { installed, startPrepared } from './engines.ts';
import { expectConsistent, newLedger, readUnderLoad, writeUnderLoad } from './load.ts';

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

  test('503 with Retry-After while it is away, the given 500 texts on risks and employees, 200 once it is back', async () => {
    const {
      body: {
        data: { id },
      },
    } = await call(base, 'POST', '/v1/risks', { key, body: risk });
    await server.stop('SIGQUIT');
    const away = { status: 503, body: { success: false, error: 'Temporarily unavailable' } };
    for (const path of ['/v1/roles', '/v1/risks/stats', '/v1/organization']) {
      const answer = await call(base, 'GET', path, { key });
      expect(answer, path).toMatchObject(away);
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
    '201 stays 201 when it is stopped under load by %s, and reads and writes go on once it is back',
    async (signal) => {
      const { key: own } = await newOrganization(database);
      const ledger = newLedger();
      const reads = new Map<number, number>();
      const ends = [writeUnderLoad(() => base, own, ledger), readUnderLoad(() => base, own, reads)];
      await expect.poll(() => ledger.acknowledged.length, { interval: 5 }).toBeGreaterThan(30);
      await server.stop(signal);
      // Given for both: the text of the operation, as 500.
      for (const statuses of [ledger.statuses, reads]) await expect.poll(() => statuses.has(500), { interval: 5 }).toBe(true);
      await server.restart();
      const before = { written: ledger.acknowledged.length, read: reads.get(200) ?? 0 };
      await expect.poll(() => ledger.acknowledged.length, { interval: 5 }).toBeGreaterThan(before.written + 10);
      await expect.poll(() => reads.get(200), { interval: 5 }).toBeGreaterThan(before.read + 10);
      await Promise.all(ends.map((end) => end()));
      expect([...ledger.statuses.keys(), ...reads.keys()].filter((status) => ![200, 201, 500, 503].includes(status))).toEqual([]);
      const { rows, acknowledged } = await expectConsistent(base, own, ledger);
      console.log(`PostgreSQL stopped by ${signal}: ${acknowledged} changes acknowledged, ${rows} risks`);
    },
  );
  test('several servers migrating at once: one schema, no error', async () => {
    const url = new URL(server.url);
    await sql`create database race`.execute(database.system);
    url.pathname = 'race';
    const servers = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ databaseUrl: url.href })));
    const applied = await Promise.all(servers.map(({ system }) => migrate(system)));
    expect(applied.flat().sort()).toEqual([...new Set(applied.flat())].sort());
    expect(applied.flat().length).toBeGreaterThan(5);
    await Promise.all(servers.map((one) => one.close()));
  });
  test('a migration that does not get its locks lets requests pass, tries again, and is given up at some time', async () => {
    const url = new URL(server.url);
    await sql`create database locked`.execute(database.system);
    url.pathname = 'locked';
    const [migrating, busy, other] = await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl: url.href })));
    if (!migrating || !busy || !other) throw new Error('three were opened');
    const all = await pendingMigrations(migrating.system);
    await migrate(
      migrating.system,
      all.filter((name) => name < '0026_'),
    );
    // As a request that writes holds the table: a trigger that is to be made waits for it, and every other write for the trigger.
    const writing = sql`lock table vendor in row exclusive mode`;
    const held = await busy.system.startTransaction().execute();
    await writing.execute(held);
    const waiting = () => sql<{ count: number }>`select count(*)::integer as count from pg_locks where not granted`.execute(other.system);
    const migrated = migrate(migrating.system);
    await expect.poll(async () => (await waiting()).rows[0]?.count, { interval: 20 }).toBe(1);
    await other.system.transaction().execute((transaction) => writing.execute(transaction));
    await expect(migrate(other.system, undefined, 0)).rejects.toThrow(/^0026_\S+ does not get its locks: /);
    await held.commit().execute();
    expect(await migrated).toEqual(all.filter((name) => name >= '0026_'));
    await Promise.all([migrating, busy, other].map((one) => one.close()));
  });
});
