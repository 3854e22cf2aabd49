/** Two servers, each a process of its own, on one PostgreSQL: what holds on one holds on both. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pendingMigrations } from '#platform/database/migrate';
import { type Database, openDatabase } from '#platform/database/open';
import { call } from '../support/app.ts';
import { newApiKey, newOrganization } from '../support/organization.ts';
import type { PostgresServer } from '../support/postgres.ts';
import { launch, type Process, startServer } from '../support/process.ts';
import { installed, startPrepared } from './engines.ts';

const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
const env = {
  SECRET: 'one secret for all servers of a database',
  RATE_LIMIT: '0',
  ORGANIZATION_RATE_LIMIT: '0',
  CREDENTIAL_FAILURE_LIMIT: '1000000',
};

describe.runIf(installed)('two servers on one PostgreSQL', () => {
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
  /** The server whose turn it is, request by request. */
  const at = (turn: number) => servers[turn % servers.length]?.url ?? '';
  async function withRisk() {
    const { key, id: organizationId } = await newOrganization(database);
    const {
      body: {
        data: { id },
      },
    } = await call(at(0), 'POST', '/v1/risks', { key, body: risk });
    return { key, organizationId, path: `/v1/risks/${id}` };
  }

  test('both start at once on an empty database: one schema, and both serve', async () => {
    await sql`create database race`.execute(database.system);
    const url = new URL(postgres.url);
    url.pathname = 'race';
    const racing = await Promise.all([1, 2].map(() => startServer({ ...env, DATABASE_URL: url.href })));
    for (const { url: base, said } of racing) {
      expect(said.err).toBe('');
      expect(await call(base, 'GET', '/readyz', {})).toMatchObject({ status: 200 });
    }
    const raced = await openDatabase({ databaseUrl: url.href });
    expect(await pendingMigrations(raced.system)).toEqual([]);
    const { key } = await newOrganization(raced);
    for (const { url: base } of racing) expect(await call(base, 'POST', '/v1/risks', { key, body: risk })).toMatchObject({ status: 201 });
    for (const { url: base } of racing) expect((await call(base, 'GET', '/v1/risks', { key })).body.data).toHaveLength(2);
    await raced.close();
    expect(await Promise.all(racing.map((server) => server.stop('SIGTERM')))).toEqual([0, 0]);
  });
  test('412 for all but one of 20 changes at once with the same If-Match', async () => {
    const { key, path } = await withRisk();
    const etag = (await call(at(0), 'GET', path, { key })).headers.get('etag') ?? '';
    expect((await call(at(1), 'GET', path, { key })).headers.get('etag')).toBe(etag);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call(at(n), 'PATCH', path, { key, body: { title: `Title ${n}` }, headers: { 'If-Match': etag } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
    const winner = answers.find(({ status }) => status === 200)?.body.data.title;
    for (const turn of [0, 1]) expect((await call(at(turn), 'GET', path, { key })).body.data.title).toBe(winner);
  });
  test('200 after as many attempts as it takes: who reads, adds one and sends If-Match loses no step', async () => {
    const { key, path } = await withRisk();
    const [clients, steps] = [4, 5];
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let done = 0; done < steps;) {
          const read = await call(at(client), 'GET', path, { key });
          const count = Number(/^Count (\d+)$/.exec(read.body.data.title)?.[1] ?? 0);
          const { status } = await call(at(client), 'PATCH', path, {
            key,
            body: { title: `Count ${count + 1}` },
            headers: { 'If-Match': read.headers.get('etag') ?? '' },
          });
          expect([200, 412]).toContain(status);
          if (status === 200) done += 1;
        }
      }),
    );
    expect((await call(at(0), 'GET', path, { key })).body.data.title).toBe(`Count ${clients * steps}`);
  });
  test('200 for 40 changes at once without If-Match: fields that were not sent stay, and the log tells each change on top of the one before', async () => {
    const { key, path } = await withRisk();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        call(at(n), 'PATCH', path, { key, body: Math.floor(n / 2) % 2 ? { title: `Title ${n}` } : { description: `Description ${n}` } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const {
      body: { data: last },
    } = await call(at(0), 'GET', path, { key });
    const lines = (await call(at(1), 'GET', '/v1/audit-logs/export', { key })).text
      .split('\n')
      .slice(0, -1)
      .map((line): { data: { action: string; changes: Record<string, { previous: unknown; current: unknown }> } } => JSON.parse(line));
    const now: Record<string, unknown> = { title: risk.title, description: risk.description };
    const updates = lines.filter(({ data }) => data.action === 'Updated risk');
    expect(updates).toHaveLength(40);
    for (const {
      data: { changes },
    } of updates) {
      for (const [field, { previous, current }] of Object.entries(changes)) {
        expect(previous, field).toBe(now[field]);
        now[field] = current;
      }
    }
    expect(last).toMatchObject(now);
  });
  test('201 once for 50 at once with one Idempotency-Key; the others get its answer, or 409 while it runs', async () => {
    const { key } = await newOrganization(database);
    const ask = (turn: number) => call(at(turn), 'POST', '/v1/risks', { key, body: risk, headers: { 'Idempotency-Key': 'order-1' } });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(n)));
    const made = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id));
    expect(made.size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    for (const turn of [0, 1]) expect(made).toContain((await ask(turn)).body.data.id);
    expect((await call(at(1), 'GET', '/v1/risks', { key })).body.data).toHaveLength(1);
    expect((await call(at(0), 'GET', '/v1/audit-logs/verification', { key })).body).toMatchObject({ intact: true, headSequence: 1 });
  });
  test('401 on both within a second of the revocation of a key on one, and never 200 again', async () => {
    const { key, id } = await newOrganization(database);
    for (const revoking of [0, 1]) {
      const other = revoking + 1;
      const revoked = await newApiKey(database, id, { scopes: ['risk:read'] });
      for (const turn of [0, 1])
        expect(await call(at(turn), 'GET', '/v1/risks/stats', { key: revoked.key })).toMatchObject({ status: 200 });
      expect(await call(at(revoking), 'DELETE', `/v1/organization/api-keys/${revoked.keyId}`, { key })).toMatchObject({ status: 204 });
      const since = performance.now();
      const ask = async () => (await call(at(other), 'GET', '/v1/risks/stats', { key: revoked.key })).status;
      const heard: number[] = [];
      // Asked without pause, so that what is remembered of the key is used for as long as it is.
      while (performance.now() - since < 1_000) heard.push(await ask());
      expect(heard.join(' ')).toMatch(/^(200 )*(401 ?)*$/);
      expect([await ask(), await ask()]).toEqual([401, 401]);
      expect(await call(at(revoking), 'GET', '/v1/risks/stats', { key: revoked.key })).toMatchObject({ status: 401 });
    }
  });
  test('429 on both: of 60 requests spread over two servers, 20 or 21 pass at RATE_LIMIT=20', async () => {
    const limited = await Promise.all([1, 2].map(() => startServer({ ...env, RATE_LIMIT: '20', DATABASE_URL: postgres.url })));
    const { key, keyId } = await newOrganization(database);
    const ask = async (turn: number, path: string) => call(limited[turn % 2]?.url ?? '', 'GET', path, { key });
    const counted = async (operation: string) =>
      (await database.system.selectFrom('rate_window').select('count').where('counter', '=', `${keyId} ${operation}`).executeTakeFirst())
        ?.count ?? 0;
    // Counts begin again with the minute, so not in its last seconds. Another operation tells, whose count is its own.
    await expect
      .poll(async () => Number(/t=(\d+)$/.exec((await ask(0, '/v1/roles')).headers.get('ratelimit') ?? '')?.[1]), { interval: 500 })
      .toBeGreaterThan(15);

    // One after the other, each once the sum has reached the database. A server learns the sum when it counts itself, so it may miss
    // what the other one counted since, which is one request: 20 and one for each further server.
    let passed = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      const { status } = await ask(turn, '/v1/risks/stats');
      expect([200, 429]).toContain(status);
      if (status !== 200) continue;
      passed += 1;
      await expect.poll(() => counted('getRiskStats'), { interval: 5 }).toBe(passed);
    }
    expect(passed).toBeGreaterThanOrEqual(20);
    expect(passed).toBeLessThanOrEqual(21);

    // All at once: what arrives within one round trip is not summed up yet. No server lets more than the limit through by itself, and
    // afterwards both know.
    const burst = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n, '/v1/risks')));
    const through = burst.filter(({ status }) => status === 200).length;
    expect(burst.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    expect(through).toBeGreaterThanOrEqual(20);
    expect(through).toBeLessThanOrEqual(40);
    for (const turn of [0, 1]) await expect.poll(async () => (await ask(turn, '/v1/risks')).status).toBe(429);
    console.log(`two servers, RATE_LIMIT=20: ${passed} of 60 passed one after the other, ${through} of 60 at once`);
    await Promise.all(limited.map((server) => server.stop('SIGTERM')));
  });
});
