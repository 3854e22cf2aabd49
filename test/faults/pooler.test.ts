/** Two server processes behind PgBouncer in transaction mode: no connection belongs to a server, and everything works. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readTransaction, writeTransaction } from '#platform/database/handle';
import { type Database, openDatabase } from '#platform/database/open';
import { withoutTimeouts } from '#platform/database/without-timeouts';
import { admin } from '../support/admin.ts';
import { call } from '../support/app.ts';
import { frameworkId } from '../support/frameworks.ts';
import { connect, runsAt } from '../support/integrations.ts';
import { newOrganization } from '../support/organization.ts';
import { isPgbouncerInstalled, type Pgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { type PostgresServer, startPostgres, withoutDisk } from '../support/postgres.ts';
import { launch, type Process, startProcess, temporaryFolder } from '../support/process.ts';
import { standIn } from '../support/stand-in.ts';
import { uploaded } from '../support/uploads.ts';
import { hasPostgres } from './engines.ts';
import { expectConsistent, newLedger, writeUnderLoad } from './load.ts';

const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
/** Number of connections of the pooler, which is less than one server has by itself. */
const connections = 6;
const canTest = hasPostgres && (isPgbouncerInstalled || process.env.CI === 'true');
if (!canTest) console.log('PgBouncer is not installed: nothing was tried through it (Debian: apt-get install pgbouncer)');

describe.runIf(canTest)('two servers behind PgBouncer', () => {
  let postgres: PostgresServer;
  let bouncer: Pgbouncer;
  /** A connection through the pooler, like the servers use. */
  let database: Database;
  /** A direct connection, which bypasses the pooler. */
  let direct: Database;
  let servers: Process[] = [];
  let env: Record<string, string>;
  const files = mkdtempSync(path.join(tmpdir(), 'files-'));
  beforeAll(async () => {
    postgres = await startPostgres(withoutDisk);
    bouncer = await startPgbouncer(postgres.url, connections);
    env = {
      DATABASE_URL: bouncer.url(),
      SECRET: 'one secret for all servers of a database',
      ALLOWED_NETWORKS: '127.0.0.1',
      RATE_LIMIT: '0',
      ORGANIZATION_RATE_LIMIT: '0',
      INTEGRATION_PAUSE: '1',
      DATA_DIR: files,
    };
    // Both servers start at once on an empty database, and one of them migrates it.
    servers = await Promise.all([launch(env), launch(env)]);
    for (const { url, said } of servers) expect(url, said.err).not.toBe('');
    database = await openDatabase({ databaseUrl: bouncer.url() });
    direct = await openDatabase({ databaseUrl: `${postgres.url}&application_name=direct` });
  });
  afterAll(async () => {
    const exitCodes = await Promise.all(servers.map((server) => server.stop('SIGTERM')));
    await Promise.all([database.close(), direct.close()]);
    await bouncer.end();
    await postgres.end();
    rmSync(files, { recursive: true });
    expect(exitCodes).toEqual([0, 0]);
  });
  /** @returns the address of the server for a request. Requests alternate between the servers. */
  const serverAt = (turn: number) => servers[turn % servers.length]?.url ?? '';
  const callerAt =
    (turn: number, key: string): Parameters<typeof connect>[0] =>
    (method, path, options = {}) =>
      call(serverAt(turn), method, path, { key, ...options });

  test('requests of several areas, an upload and a run succeed on either server', async () => {
    const organization = await newOrganization(database);
    const [callFirst, callSecond] = [callerAt(0, organization.key), callerAt(1, organization.key)];
    const created = await callFirst('POST', '/v1/risks', { body: risk });
    expect(created, created.text).toMatchObject({ status: 201 });
    const address = `/v1/risks/${created.body.data.id}`;
    expect(await callSecond('GET', address)).toMatchObject({ status: 200, body: { data: { title: risk.title } } });
    expect(await callSecond('PATCH', address, { body: { impact: 5 } })).toMatchObject({ status: 200 });
    for (const list of ['/v1/risks?search=laptop', '/v1/people', '/v1/controls', '/v1/vendors', '/v1/policies', '/v1/audit-logs'])
      expect(await callSecond('GET', list), list).toMatchObject({ status: 200 });
    expect(await callFirst('POST', '/v1/frameworks', { body: { frameworkIds: [frameworkId('gdpr')] } })).toMatchObject({ status: 201 });

    const fileKey = await uploaded(serverAt(0), callFirst, new TextEncoder().encode('Minutes'), { purpose: 'attachment' });
    const attached = await callSecond('POST', '/v1/attachments', {
      body: { entityType: 'risk', entityId: created.body.data.id, fileKey, fileName: 'Minutes.txt', fileType: 'text/plain' },
    });
    expect(attached, attached.text).toMatchObject({ status: 201 });

    const endpoint = await standIn(() => ({}));
    const { id } = await connect(callFirst, 'http-json', { baseUrl: endpoint.url }, { variables: { endpoint_path: '/status' } });
    const runs = database.system.selectFrom('run').select('status').where('organization_id', '=', organization.id);
    const readStatuses = async () => new Set((await runs.execute()).map(({ status }) => status));
    // Creating the connection has already started some runs.
    await expect.poll(readStatuses).toEqual(new Set(['completed']));
    const started = await callSecond('POST', runsAt(id), { body: { checkId: 'endpoint-status' } });
    expect(started, started.text).toMatchObject({ status: 202 });
    await expect.poll(readStatuses).toEqual(new Set(['completed']));
    expect((await callSecond('GET', '/v1/audit-logs/verification')).body).toMatchObject({ intact: true });
  });
  test('201 once for 40 concurrent requests with one Idempotency-Key, and 200 for one of 20 changes with one If-Match', async () => {
    const { key } = await newOrganization(database);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        callerAt(n, key)('POST', '/v1/risks', { body: risk, headers: { 'Idempotency-Key': 'order-1' } }),
      ),
    );
    const createdIds = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id));
    expect(createdIds.size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const address = `/v1/risks/${[...createdIds][0]}`;
    const etag = (await callerAt(0, key)('GET', address)).headers.get('etag') ?? '';
    const changes = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        callerAt(n, key)('PATCH', address, { body: { title: `Title ${n}` }, headers: { 'If-Match': etag } }),
      ),
    );
    expect(changes.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
  });
  test('under load, all clients share the few connections, nothing is lost, and no prepared statement remains', async () => {
    const { key } = await newOrganization(database);
    const ledger = newLedger();
    let turn = 0;
    const stop = writeUnderLoad(() => serverAt((turn += 1)), key, ledger, { clients: 24 });
    let maxConnections = 0;
    const measure = async () => {
      const {
        rows: [foundRow],
      } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
        where backend_type = 'client backend' and application_name <> 'direct'`.execute(direct.system);
      maxConnections = Math.max(maxConnections, foundRow?.count ?? 0);
      return ledger.acknowledged.length;
    };
    await expect.poll(measure, { interval: 20 }).toBeGreaterThan(150);
    await stop();
    expect([...ledger.statuses.keys()].sort()).toEqual([200, 201]);
    await expectConsistent(serverAt(0), key, ledger);
    expect(maxConnections).toBeGreaterThan(0);
    expect(maxConnections).toBeLessThanOrEqual(connections);
    const { rows } = await sql`select name from pg_prepared_statements`.execute(database.system);
    expect(rows).toEqual([]);
    console.log(`two servers through PgBouncer: ${maxConnections} connections to PostgreSQL, where they have up to 28 by themselves`);
  });
  test('each transaction has the settings of a session, and they end with the transaction', async () => {
    const settings = sql<{ zone: string; statement: string; idle: string }>`
      select current_setting('timezone') as zone, current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`;
    const expectedSettings = { zone: 'UTC', statement: '30s', idle: '1min' };
    expect((await settings.execute(database.system)).rows).toEqual([expectedSettings]);
    await database.system.transaction().execute(async (transaction) => {
      expect((await settings.execute(transaction)).rows).toEqual([expectedSettings]);
      await withoutTimeouts(transaction);
      expect((await settings.execute(transaction)).rows).toEqual([{ ...expectedSettings, statement: '0', idle: '0' }]);
    });
    expect((await settings.execute(database.system)).rows).toEqual([expectedSettings]);
  });
  test('a statement outside of a transaction runs as the tenant role, and neither sees nor writes rows', async () => {
    const { id } = await newOrganization(database);
    const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(database.tenant);
    expect(rows).toEqual([{ role: database.tenant.role }]);
    expect(await database.tenant.selectFrom('risk').select('id').execute()).toEqual([]);
    expect(await database.tenant.selectFrom('organization').select('id').execute()).toEqual([]);
    await expect(
      database.tenant
        .insertInto('control')
        .values({ id: `c_${id}`, name: 'C' })
        .execute(),
    ).rejects.toMatchObject({ code: '25006' });
    // The connection keeps no role: the next user of the connection has their own role.
    const { rows: owner } = await sql<{ role: string }>`select current_user::text as role`.execute(database.system);
    expect(owner).not.toEqual(rows);
  });
  test('a statement that fails outside of a transaction reports its error, changes nothing, and does not end the connection', async () => {
    await expect(sql`select 1 / 0`.execute(database.system)).rejects.toMatchObject({ code: '22012' });
    await expect(sql`selec 1`.execute(database.system)).rejects.toMatchObject({ code: '42601' });
    const { id } = await newOrganization(database);
    const control = (name: string) => ({ id: `c_${id}`, name });
    const write = (name: string) =>
      writeTransaction(database.tenant, id, async (db) => ({
        result: await db.insertInto('control').values(control(name)).execute(),
        outcome: [],
      }));
    await write('First');
    await expect(write('Second')).rejects.toMatchObject({ code: '23505' });
    expect(await readTransaction(database.tenant, id, (db) => db.selectFrom('control').select('name').execute())).toEqual([
      { name: 'First' },
    ]);
  });
  test('waiting for a lock ends with the statement timeout', async () => {
    const impatient = await openDatabase({ databaseUrl: bouncer.url(), statementTimeout: 200 });
    onTestFinished(() => impatient.close());
    const { id } = await newOrganization(database);
    const finishAlone = (db: Database) =>
      writeTransaction(db.tenant, id, () => Promise.resolve({ result: 'done', outcome: [] }), { alone: true });
    await writeTransaction(database.tenant, id, async (db) => {
      await db.selectFrom('organization').select('id').execute();
      await expect(finishAlone(impatient)).rejects.toMatchObject({ code: '57014' });
      return { result: undefined, outcome: 'rollback' };
    });
    expect(await finishAlone(impatient)).toBe('done');
  });
  test('commands of the operator work through the pooler with exit code 0, including a backup', async () => {
    const operatorEnv = { ...env, LOG_LEVEL: 'fatal' };
    expect(await admin(operatorEnv, 'migrate', '--check')).toMatchObject({ code: 0, body: { pending: [] } });
    const out = path.join(temporaryFolder(), 'one.backup');
    const backupResult = await admin(operatorEnv, 'backup', '--out', out);
    expect(backupResult, backupResult.err.join()).toMatchObject({ code: 0 });
    expect(await admin(operatorEnv, 'backup', 'verify', '--in', out)).toMatchObject({ code: 0 });
  });
  test('one error line and exit code 1 if DATABASE_URL does not declare the pooler', async () => {
    const { said, exit } = await startProcess({ ...env, DATA_DIR: temporaryFolder(), DATABASE_URL: bouncer.plainUrl() });
    expect(await exit()).toBe(1);
    expect(said.err).toMatch(/^DATABASE_URL: .*(?:options|pgbouncer=true).*\n$/);
  });
});
