/** Two server processes on one PostgreSQL: changes, limits and revocations on one server apply on both. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPendingMigrations } from '#platform/database/migrate';
import { type Database, openDatabase } from '#platform/database/open';
import { call } from '../support/app.ts';
import { newApiKey, newOrganization } from '../support/organization.ts';
import type { PostgresServer } from '../support/postgres.ts';
import { launch, type Process, startServer } from '../support/process.ts';
import { hasPostgres, startPrepared } from './engines.ts';

const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
const env = {
  SECRET: 'one secret for all servers of a database',
  RATE_LIMIT: '0',
  ORGANIZATION_RATE_LIMIT: '0',
  CREDENTIAL_FAILURE_LIMIT: '1000000',
};

describe.runIf(hasPostgres)('two servers on one PostgreSQL', () => {
  let postgres: PostgresServer;
  let database: Database;
  let servers: Process[] = [];
  beforeAll(async () => {
    ({ server: postgres } = await startPrepared());
    database = await openDatabase({ databaseUrl: postgres.url });
    servers = await Promise.all([launch({ ...env, DATABASE_URL: postgres.url }), launch({ ...env, DATABASE_URL: postgres.url })]);
    for (const { url, said } of servers) expect(url, said.err).not.toBe('');
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGTERM')));
    await database.close();
    await postgres.end();
  });
  /** @returns the address of the server for a request. Requests alternate between the servers. */
  const serverAt = (turn: number) => servers[turn % servers.length]?.url ?? '';
  async function createRisk() {
    const { key, id: organizationId } = await newOrganization(database);
    const {
      body: {
        data: { id },
      },
    } = await call(serverAt(0), 'POST', '/v1/risks', { key, body: risk });
    return { key, organizationId, path: `/v1/risks/${id}` };
  }

  test('both servers start at once on an empty database, create one schema, and serve requests', async () => {
    await sql`create database race`.execute(database.system);
    const url = new URL(postgres.url);
    url.pathname = 'race';
    const racingServers = await Promise.all([1, 2].map(() => startServer({ ...env, DATABASE_URL: url.href })));
    for (const { url: base, said } of racingServers) {
      expect(said.err).toBe('');
      expect(await call(base, 'GET', '/readyz', {})).toMatchObject({ status: 200 });
    }
    const racedDatabase = await openDatabase({ databaseUrl: url.href });
    expect(await listPendingMigrations(racedDatabase.system)).toEqual([]);
    const { key } = await newOrganization(racedDatabase);
    for (const { url: base } of racingServers)
      expect(await call(base, 'POST', '/v1/risks', { key, body: risk })).toMatchObject({ status: 201 });
    for (const { url: base } of racingServers) expect((await call(base, 'GET', '/v1/risks', { key })).body.data).toHaveLength(2);
    await racedDatabase.close();
    expect(await Promise.all(racingServers.map((server) => server.stop('SIGTERM')))).toEqual([0, 0]);
  });
  test('412 for all except one of 20 concurrent changes with the same If-Match', async () => {
    const { key, path } = await createRisk();
    const etag = (await call(serverAt(0), 'GET', path, { key })).headers.get('etag') ?? '';
    expect((await call(serverAt(1), 'GET', path, { key })).headers.get('etag')).toBe(etag);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call(serverAt(n), 'PATCH', path, { key, body: { title: `Title ${n}` }, headers: { 'If-Match': etag } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
    const winner = answers.find(({ status }) => status === 200)?.body.data.title;
    for (const turn of [0, 1]) expect((await call(serverAt(turn), 'GET', path, { key })).body.data.title).toBe(winner);
  });
  test('200 after enough attempts: clients that read a number, increment it and send If-Match lose no increment', async () => {
    const { key, path } = await createRisk();
    const [clients, steps] = [4, 5];
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let stepsDone = 0; stepsDone < steps;) {
          const readAnswer = await call(serverAt(client), 'GET', path, { key });
          const count = Number(/^Count (\d+)$/.exec(readAnswer.body.data.title)?.[1] ?? 0);
          const { status } = await call(serverAt(client), 'PATCH', path, {
            key,
            body: { title: `Count ${count + 1}` },
            headers: { 'If-Match': readAnswer.headers.get('etag') ?? '' },
          });
          expect([200, 412]).toContain(status);
          if (status === 200) stepsDone += 1;
        }
      }),
    );
    expect((await call(serverAt(0), 'GET', path, { key })).body.data.title).toBe(`Count ${clients * steps}`);
  });
  test('200 for 40 concurrent changes without If-Match: fields that were not sent stay, and the log has all changes in order', async () => {
    const { key, path } = await createRisk();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        call(serverAt(n), 'PATCH', path, {
          key,
          body: Math.floor(n / 2) % 2 ? { title: `Title ${n}` } : { description: `Description ${n}` },
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const {
      body: { data: lastState },
    } = await call(serverAt(0), 'GET', path, { key });
    const lines = (await call(serverAt(1), 'GET', '/v1/audit-logs/export', { key })).text
      .split('\n')
      .slice(0, -1)
      .map((line): { data: { action: string; changes: Record<string, { previous: unknown; current: unknown }> } } => JSON.parse(line));
    const currentState: Record<string, unknown> = { title: risk.title, description: risk.description };
    const updates = lines.filter(({ data }) => data.action === 'Updated risk');
    expect(updates).toHaveLength(40);
    for (const {
      data: { changes },
    } of updates) {
      for (const [field, { previous, current }] of Object.entries(changes)) {
        expect(previous, field).toBe(currentState[field]);
        currentState[field] = current;
      }
    }
    expect(lastState).toMatchObject(currentState);
  });
  test('201 once for 50 concurrent requests with one Idempotency-Key; repetitions get its answer, or 409 while it runs', async () => {
    const { key } = await newOrganization(database);
    const ask = (turn: number) => call(serverAt(turn), 'POST', '/v1/risks', { key, body: risk, headers: { 'Idempotency-Key': 'order-1' } });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(n)));
    const createdIds = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id));
    expect(createdIds.size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    for (const turn of [0, 1]) expect(createdIds).toContain((await ask(turn)).body.data.id);
    expect((await call(serverAt(1), 'GET', '/v1/risks', { key })).body.data).toHaveLength(1);
    expect((await call(serverAt(0), 'GET', '/v1/audit-logs/verification', { key })).body).toMatchObject({ intact: true, headSequence: 1 });
  });
  test('401 on both servers within a second after a key is revoked on one server, and never 200 again', async () => {
    const { key, id } = await newOrganization(database);
    for (const revokingServer of [0, 1]) {
      const otherServer = revokingServer + 1;
      const revokedKey = await newApiKey(database, id, { scopes: ['risk:read'] });
      for (const turn of [0, 1])
        expect(await call(serverAt(turn), 'GET', '/v1/risks/stats', { key: revokedKey.key })).toMatchObject({ status: 200 });
      expect(await call(serverAt(revokingServer), 'DELETE', `/v1/organization/api-keys/${revokedKey.keyId}`, { key })).toMatchObject({
        status: 204,
      });
      const startTime = performance.now();
      const ask = async () => (await call(serverAt(otherServer), 'GET', '/v1/risks/stats', { key: revokedKey.key })).status;
      const statuses: number[] = [];
      // Requests are sent without a pause, so that the cached key is used for as long as possible.
      while (performance.now() - startTime < 1_000) statuses.push(await ask());
      expect(statuses.join(' ')).toMatch(/^(200 )*(401 ?)*$/);
      expect([await ask(), await ask()]).toEqual([401, 401]);
      expect(await call(serverAt(revokingServer), 'GET', '/v1/risks/stats', { key: revokedKey.key })).toMatchObject({ status: 401 });
    }
  });
  test('429 on both servers: of 60 requests spread over them, 20 or 21 pass at RATE_LIMIT=20', async () => {
    const limitedServers = await Promise.all([1, 2].map(() => startServer({ ...env, RATE_LIMIT: '20', DATABASE_URL: postgres.url })));
    const { key, keyId } = await newOrganization(database);
    const ask = async (turn: number, path: string) => call(limitedServers[turn % 2]?.url ?? '', 'GET', path, { key });
    const countOf = async (operation: string) =>
      (await database.system.selectFrom('rate_window').select('count').where('counter', '=', `${keyId} ${operation}`).executeTakeFirst())
        ?.count ?? 0;
    // Counts restart each minute, so the test does not start in the last seconds. The count of another operation shows the time.
    await expect
      .poll(async () => Number(/t=(\d+)$/.exec((await ask(0, '/v1/roles')).headers.get('ratelimit') ?? '')?.[1]), { interval: 500 })
      .toBeGreaterThan(15);

    // The requests are sent one by one, each after the sum has reached the database. A server learns the sum when it counts a request, so
    // it may miss one request of the other server: 20 requests pass, and one more for each further server.
    let passedCount = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      const { status } = await ask(turn, '/v1/risks/stats');
      expect([200, 429]).toContain(status);
      if (status !== 200) continue;
      passedCount += 1;
      await expect.poll(() => countOf('getRiskStats'), { interval: 5 }).toBe(passedCount);
    }
    expect(passedCount).toBeGreaterThanOrEqual(20);
    expect(passedCount).toBeLessThanOrEqual(21);

    // Concurrent requests may not be summed up yet. No server lets more than the limit pass by itself, and afterwards both know the sum.
    const burst = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n, '/v1/risks')));
    const passedOfBurst = burst.filter(({ status }) => status === 200).length;
    expect(burst.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    expect(passedOfBurst).toBeGreaterThanOrEqual(20);
    expect(passedOfBurst).toBeLessThanOrEqual(40);
    for (const turn of [0, 1]) await expect.poll(async () => (await ask(turn, '/v1/risks')).status).toBe(429);
    console.log(`two servers, RATE_LIMIT=20: ${passedCount} of 60 passed one after the other, ${passedOfBurst} of 60 at once`);
    await Promise.all(limitedServers.map((server) => server.stop('SIGTERM')));
  });
});
