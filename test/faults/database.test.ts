/** PostgreSQL goes away and comes back: clear errors meanwhile, nothing acknowledged is lost, and no restart of the server. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/open.ts';
import { call, listenOn, testConfig } from '../support/app.ts';
import { newOrganization } from '../support/organization.ts';
import { postgresPrograms, type PostgresServer, startPostgres } from '../support/postgres.ts';

const installed = postgresPrograms() !== undefined || process.env.CI === 'true';
if (!installed) console.log('PostgreSQL is not installed: its faults were not tried (Debian: apt-get install postgresql)');

describe.runIf(installed)('PostgreSQL', () => {
  let server: PostgresServer;
  let database: Database;
  let base: string;
  let key: string;
  const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
  beforeAll(async () => {
    server = await startPostgres();
    database = await openDatabase({ databaseUrl: server.url });
    await migrate(database.system);
    ({ base } = await listenOn(database, testConfig({ DATABASE_URL: server.url })));
    ({ key } = await newOrganization(database));
  });
  afterAll(async () => { await database.close(); await server.end(); });

  test('503 with Retry-After while it is away, the given 500 texts on risks and employees, 200 once it is back', async () => {
    const { body: { data: { id } } } = await call(base, 'POST', '/v1/risks', { key, body: risk });
    await server.stop('SIGQUIT');
    const away = { status: 503, body: { success: false, error: 'Temporarily unavailable' } };
    for (const path of ['/v1/roles', '/v1/risks/stats', '/v1/organization']) {
      const answer = await call(base, 'GET', path, { key });
      expect(answer, path).toMatchObject(away);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    for (const [method, path, error] of [['GET', '/v1/risks', 'Failed to fetch risks'], ['POST', '/v1/risks', 'Failed to create risk'], ['GET', `/v1/risks/${id}`, 'Failed to fetch risk'], ['DELETE', `/v1/risks/${id}`, 'Failed to delete risk'], ['GET', '/v1/employees', 'Failed to fetch employees']] as const) {
      expect(await call(base, method, path, { key, body: method === 'POST' ? risk : undefined }), `${method} ${path}`).toMatchObject({ status: 500, body: { success: false, error } });
    }
    expect(await call(base, 'GET', '/healthz', {})).toMatchObject({ status: 200 });
    expect(await call(base, 'GET', '/readyz', {})).toMatchObject({ status: 503, body: { status: 'database unreachable' } });
    await server.restart();
    await expect.poll(async () => (await call(base, 'GET', '/readyz', {})).status).toBe(200);
    expect(await call(base, 'GET', `/v1/risks/${id}`, { key })).toMatchObject({ status: 200 });
    expect(await call(base, 'POST', '/v1/risks', { key, body: risk })).toMatchObject({ status: 201 });
  }, 60_000);
  test('a crash under load loses nothing that was acknowledged, and the chain holds', async () => {
    const { key: own } = await newOrganization(database);
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let going = true;
    const load = Array.from({ length: 6 }, async () => {
      while (going) {
        const answer = await call(base, 'POST', '/v1/risks', { key: own, body: risk });
        statuses.add(answer.status);
        if (answer.status === 201) acknowledged.push(answer.body.data.id);
      }
    });
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(30);
    await server.stop('SIGQUIT');
    await expect.poll(() => statuses.has(500), { interval: 5 }).toBe(true);
    await server.restart();
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before);
    going = false;
    await Promise.all(load);
    const { body: { data } } = await call(base, 'GET', '/v1/risks', { key: own });
    const found = new Set(data.map(({ id }: { id: string }) => id));
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    expect((await call(base, 'GET', '/v1/audit-logs/verification', { key: own })).body).toMatchObject({ intact: true, headSequence: found.size });
    expect([...statuses].filter((status) => status !== 201 && status !== 500)).toEqual([]);
  }, 60_000);
  test('several servers migrating at once: one schema, no error', async () => {
    const url = new URL(server.url);
    await sql`create database race`.execute(database.system);
    url.pathname = 'race';
    const servers = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ databaseUrl: url.href })));
    const applied = await Promise.all(servers.map(({ system }) => migrate(system)));
    expect(applied.flat().sort()).toEqual([...new Set(applied.flat())].sort());
    expect(applied.flat().length).toBeGreaterThan(5);
    await Promise.all(servers.map((one) => one.close()));
  }, 60_000);
});
