/** Reads may use a streaming replica. Whatever happens to it, no answer is outdated and every request is answered. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readFromReplica, type SystemDatabase } from '#platform/database/handle';
import { type Database, openDatabase, type DatabaseOptions } from '#platform/database/open';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { replicaTried } from '#platform/signals';
import { call } from '../support/app.ts';
import { newApiKey, newOrganization, within } from '../support/organization.ts';
import { isPgbouncerInstalled, startPgbouncer } from '../support/pgbouncer.ts';
import { type PostgresServer, startPostgres, startReplica, withoutDisk } from '../support/postgres.ts';
import { launch, type Process } from '../support/process.ts';
import { hasPostgres, startPrepared } from './engines.ts';
import { newLedger, readUnderLoad, writeUnderLoad } from './load.ts';

const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' } as const;

describe.runIf(hasPostgres)('two servers with a replica', () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  let database: Database;
  /** A direct connection to the replica, which bypasses the service. */
  let replicaDatabase: Database;
  let servers: Process[] = [];
  beforeAll(async () => {
    ({ server: primary } = await startPrepared());
    database = await openDatabase({ databaseUrl: primary.url });
    replica = await startReplica(primary, withoutDisk);
    replicaDatabase = await openDatabase({ databaseUrl: replica.url });
    const env = {
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: replica.url,
      METRICS_PORT: '0',
      SECRET: 'one secret for all servers of a database',
      RATE_LIMIT: '0',
      ORGANIZATION_RATE_LIMIT: '0',
      CREDENTIAL_FAILURE_LIMIT: '1000000',
      LOG_LEVEL: 'warn',
    };
    servers = await Promise.all([launch(env), launch(env)]);
    for (const { url, said } of servers) expect(url, said.err).not.toBe('');
  });
  afterAll(async () => {
    const exitCodes = await Promise.all(servers.map((server) => server.stop('SIGTERM')));
    await Promise.all([database.close(), replicaDatabase.close()]);
    await replica.end();
    await primary.end();
    expect(exitCodes).toEqual([0, 0]);
  });
  /** @returns the address of the server for a request. Requests alternate between the servers. */
  const serverAt = (turn: number) => servers[turn % servers.length]?.url ?? '';
  /** @returns the number of reads that the metrics of both servers count with this result */
  async function countReads(result: 'answered' | 'failed' | 'left_out'): Promise<number> {
    const counts = await Promise.all(
      servers.map(async ({ said }) => {
        const page = await call('', 'GET', /Metrics +(\S+)/.exec(said.out)?.[1] ?? '', {});
        return Number(new RegExp(`^compliance_replica_reads_total\\{result="${result}"\\} (\\d+)$`, 'm').exec(page.text)?.[1] ?? 0);
      }),
    );
    return counts.reduce((sum, count) => sum + count);
  }
  /** Sends reads to both servers until the replica answers again. */
  async function waitForReplica(key: string): Promise<void> {
    const readsBeforeChange = await countReads('answered');
    const ask = async () => {
      for (const turn of [0, 1]) expect(await call(serverAt(turn), 'GET', '/v1/risks', { key })).toMatchObject({ status: 200 });
      return countReads('answered');
    };
    await expect.poll(ask).toBeGreaterThan(readsBeforeChange + 4);
  }
  async function createRisk() {
    const { key, id } = await newOrganization(database);
    const created = await call(serverAt(0), 'POST', '/v1/risks', { key, body: risk });
    return { key, id, path: `/v1/risks/${created.body.data.id}` };
  }
  /** Changes the risk on one server, and immediately reads it on both servers. */
  async function changeAndRead({ key, path }: Awaited<ReturnType<typeof createRisk>>, turn: number): Promise<void> {
    const title = `Title ${turn}`;
    expect(await call(serverAt(turn), 'PATCH', path, { key, body: { title } })).toMatchObject({ status: 200 });
    for (const readTurn of [turn + 1, turn])
      expect((await call(serverAt(readTurn), 'GET', path, { key })).body.data.title, `at ${readTurn - turn}`).toBe(title);
  }

  test('a change on one server is visible on both at once, while others write, and the replica answers most reads', async () => {
    const createdRisk = await createRisk();
    await waitForReplica(createdRisk.key);
    for (let turn = 0; turn < 30; turn += 1) await changeAndRead(createdRisk, turn);
    const { key: otherKey } = await newOrganization(database);
    const stop = writeUnderLoad(() => serverAt(0), otherKey, newLedger(), { clients: 4 });
    for (let turn = 30; turn < 60; turn += 1) await changeAndRead(createdRisk, turn);
    await stop();
    console.log(
      `two servers with a replica: it answered ${await countReads('answered')} reads, and was not current for ${await countReads('left_out')}`,
    );
    await waitForReplica(createdRisk.key);
  });
  test('a replica that does not advance is skipped at once, changes and revocations stay visible, and it is used again later', async () => {
    const createdRisk = await createRisk();
    await waitForReplica(createdRisk.key);
    const revokedKey = await newApiKey(database, createdRisk.id, { scopes: ['risk:read'] });
    const ask = async () => (await call(serverAt(1), 'GET', '/v1/risks/stats', { key: revokedKey.key })).status;
    expect(await ask()).toBe(200);
    await sql`select pg_wal_replay_pause()`.execute(replicaDatabase.system);
    const readsBeforeChange = await countReads('left_out');
    for (let turn = 0; turn < 10; turn += 1) await changeAndRead(createdRisk, turn);
    expect(await countReads('left_out')).toBeGreaterThanOrEqual(readsBeforeChange + 20);

    expect(await call(serverAt(0), 'DELETE', `/v1/organization/api-keys/${revokedKey.keyId}`, { key: createdRisk.key })).toMatchObject({
      status: 204,
    });
    const startTime = performance.now();
    const statuses: number[] = [];
    while (performance.now() - startTime < 1_000) statuses.push(await ask());
    expect(statuses.join(' ')).toMatch(/^(200 )*(401 ?)*$/);
    expect(await ask()).toBe(401);

    await sql`select pg_wal_replay_resume()`.execute(replicaDatabase.system);
    await waitForReplica(createdRisk.key);
  });
  test('200 for every read while the replica is killed, down, and back', async () => {
    const { key } = await createRisk();
    await waitForReplica(key);
    const readStatuses = new Map<number, number>();
    const ends = [0, 1].map((turn) => readUnderLoad(() => serverAt(turn), key, readStatuses));
    await expect.poll(() => readStatuses.get(200) ?? 0, { interval: 5 }).toBeGreaterThan(50);
    await replica.stop('SIGQUIT');
    const readsBefore = readStatuses.get(200) ?? 0;
    await expect.poll(() => readStatuses.get(200) ?? 0, { interval: 5 }).toBeGreaterThan(readsBefore + 50);
    await replica.restart();
    await waitForReplica(key);
    await Promise.all(ends.map((end) => end()));
    expect([...readStatuses.keys()]).toEqual([200]);
    expect(servers.flatMap((server) => server.logged(50))).toEqual([]);
  });
  test('a read that fails on the replica is repeated on the primary, but a rejected statement is not', async () => {
    const openedDatabase = await openUntilEnd({ databaseUrl: primary.url, readUrls: [replica.url] });
    const { id } = await newOrganization(database);
    await within(database, id, (db) =>
      db
        .insertInto('control')
        .values({ id: `c_${id}`, name: 'C' })
        .execute(),
    );
    let attempts = 0;
    /** Loses the connection after the first statement, if the replica executed that statement. */
    const readControls = () =>
      readFromReplica(openedDatabase.tenant, id, async (db) => {
        attempts += 1;
        await db.selectFrom('control').select('id').execute();
        await terminateOthers(replicaDatabase.system);
        return db.selectFrom('control').select('name').execute();
      });
    const countAttempts = async () => {
      attempts = 0;
      expect(await readControls()).toEqual([{ name: 'C' }]);
      return attempts;
    };
    await expect.poll(countAttempts).toBe(2);
    const rejectWithRefusal = () => {
      attempts += 1;
      return Promise.reject(new RefusalError(refusal('record_changed', {})));
    };
    attempts = 0;
    await expect(readFromReplica(openedDatabase.tenant, id, rejectWithRefusal)).rejects.toThrow(RefusalError);
    expect(attempts).toBe(1);
  });
  test.runIf(isPgbouncerInstalled || process.env.CI === 'true')('the replica may be behind a separate pooler', async () => {
    const bouncer = await startPgbouncer(replica.url, 2);
    const faults: (string | undefined)[] = [];
    const openedDatabase = await openDatabase({
      databaseUrl: primary.url,
      readUrls: [bouncer.url()],
      onReplica: (fault) => faults.push(fault),
    });
    await expect.poll(() => faults).toEqual([undefined]);
    const { id } = await newOrganization(database);
    await within(database, id, (db) =>
      db
        .insertInto('control')
        .values({ id: `c_${id}`, name: 'C' })
        .execute(),
    );
    const readControls = () => readFromReplica(openedDatabase.tenant, id, (db) => db.selectFrom('control').select('name').execute());
    const outcomes: unknown[] = [];
    const recordOutcome = (outcome: unknown) => void outcomes.push(outcome);
    replicaTried.subscribe(recordOutcome);
    onTestFinished(() => void replicaTried.unsubscribe(recordOutcome));
    await expect.poll(() => readControls().then(() => outcomes)).toContain('answered');
    expect(await Promise.all(Array.from({ length: 20 }, readControls))).toEqual(Array.from({ length: 20 }, () => [{ name: 'C' }]));
    expect(outcomes).not.toContain('failed');
    await openedDatabase.close();
    await bouncer.end();
  });
  test('a replica that is behind is reported after ten seconds, also when it never answered', async () => {
    const stopped = await startReplica(primary, withoutDisk);
    const stoppedDatabase = await openUntilEnd({ databaseUrl: stopped.url });
    await sql`select pg_wal_replay_pause()`.execute(stoppedDatabase.system);
    const pauseState = () => sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`.execute(stoppedDatabase.system);
    await expect.poll(async () => (await pauseState()).rows).toEqual([{ state: 'paused' }]);
    await newOrganization(database);
    const faults: (string | undefined)[] = [];
    await openUntilEnd({ databaseUrl: primary.url, readUrls: [stopped.url], onReplica: (fault) => faults.push(fault) });
    await expect.poll(() => faults).toContain('it is behind');
    expect(faults).not.toContain(undefined);
    await sql`select pg_wal_replay_resume()`.execute(stoppedDatabase.system);
    await expect.poll(() => faults).toContain(undefined);
    await stopped.end();
  });
  test('a replica that is promoted is skipped, whatever is written to it', async () => {
    // The test promotes a separate replica, because a promotion cannot be undone.
    const promoted = await startReplica(primary, withoutDisk);
    const secondReplica = await startReplica(primary, withoutDisk);
    const faults: (string | undefined)[] = [];
    const openedDatabase = await openUntilEnd({
      databaseUrl: primary.url,
      readUrls: [promoted.url],
      onReplica: (fault) => faults.push(fault),
    });
    await expect.poll(() => faults).toEqual([undefined]);
    const { id } = await newOrganization(database);
    const titles = () => readFromReplica(openedDatabase.tenant, id, (db) => db.selectFrom('risk').select('title').execute());
    expect(await titles()).toEqual([]);
    const promotedDatabase = await openUntilEnd({ databaseUrl: promoted.url });
    await sql`select pg_promote()`.execute(promotedDatabase.system);
    await within(promotedDatabase, id, (db) =>
      db
        .insertInto('risk')
        .values({ id: `r_${id}`, ...risk })
        .execute(),
    );
    await within(database, id, (db) =>
      db
        .insertInto('control')
        .values({ id: `c_${id}`, name: 'C' })
        .execute(),
    );
    expect(await titles()).toEqual([]);
    // The replica may have been behind at that moment, which is not reported.
    await expect.poll(() => faults).toEqual([undefined, 'it follows no primary']);

    // If the promoted replica is the new primary, a replica of the former primary has a different history, whatever its position is.
    const laterFaults: (string | undefined)[] = [];
    await openUntilEnd({ databaseUrl: promoted.url, readUrls: [secondReplica.url], onReplica: (fault) => laterFaults.push(fault) });
    await expect.poll(() => laterFaults).toEqual(['it follows another primary than this one']);
    await Promise.all([promoted.end(), secondReplica.end()]);
  });
  test('a copy of another database is skipped, and a login without superuser rights is sufficient to check this', async () => {
    const otherPrimary = await startPostgres(withoutDisk);
    const faults: (string | undefined)[] = [];
    await openUntilEnd({ databaseUrl: otherPrimary.url, readUrls: [replica.url], onReplica: (fault) => faults.push(fault) });
    await expect.poll(() => faults).toEqual(['it is a copy of another database']);
    await sql`create role plain login`.execute(database.system);
    const asPlainLogin = (url: string) => url.replace('tester@', 'plain@');
    const faultsOfCopy: (string | undefined)[] = [];
    await sql`grant connect on database postgres to plain`.execute(database.system);
    await openUntilEnd({
      databaseUrl: asPlainLogin(primary.url),
      readUrls: [asPlainLogin(replica.url)],
      onReplica: (fault) => faultsOfCopy.push(fault),
    });
    await expect.poll(() => faultsOfCopy).toEqual([undefined]);
    await otherPrimary.end();
  });
});

describe.runIf(hasPostgres)('two replicas', () => {
  test('are used alternately, and each is skipped separately when it does not advance or is down', async () => {
    const { server: primary } = await startPrepared();
    const replicas = [await startReplica(primary, withoutDisk), await startReplica(primary, withoutDisk)];
    const [firstDatabase, secondDatabase] = await Promise.all(replicas.map(({ url }) => openUntilEnd({ databaseUrl: url })));
    if (!firstDatabase || !secondDatabase) throw new Error('two were opened');
    const faults: string[] = [];
    const openedDatabase = await openUntilEnd({
      databaseUrl: primary.url,
      readUrls: replicas.map(({ url }) => url),
      onReplica: (fault, number) => faults.push(`${number}: ${fault === undefined ? 'answers' : fault.slice(0, 24)}`),
    });
    await expect.poll(() => faults.toSorted()).toEqual(['1: answers', '2: answers']);
    const { id } = await newOrganization(openedDatabase);
    const addControl = (value: string) =>
      within(openedDatabase, id, (db) =>
        db
          .insertInto('control')
          .values({ id: `c_${value}_${id}`, name: value })
          .execute(),
      );
    /** @returns the start time of the server that answered, which identifies the server */
    const serverStartOf = async (control: string) => {
      const [startRow] = await readFromReplica(openedDatabase.tenant, id, (db) =>
        db
          .selectFrom('control')
          .select(sql<string>`pg_postmaster_start_time()::text`.as('server'))
          .where('name', '=', control)
          .execute(),
      );
      return startRow?.server ?? 'none, because it is behind';
    };
    /** @returns the start time of a server */
    const timeOf = async ({ system }: Database) =>
      (await sql<{ server: string }>`select pg_postmaster_start_time()::text as server`.execute(system)).rows[0]?.server;
    const [primaryTime, firstTime, secondTime] = [await timeOf(openedDatabase), await timeOf(firstDatabase), await timeOf(secondDatabase)];
    /** @returns the start times of the servers that answer now */
    const answeringServers = async (control: string) => {
      const serverTimes = new Set<string>();
      for (let n = 0; n < 20; n += 1) serverTimes.add(await serverStartOf(control));
      return [...serverTimes].sort();
    };
    await addControl('first');
    await expect.poll(() => answeringServers('first')).toEqual([firstTime, secondTime].sort());

    await sql`select pg_wal_replay_pause()`.execute(secondDatabase.system);
    await addControl('second');
    // Every read is answered, and soon only by the other replica.
    await expect.poll(() => answeringServers('second')).toEqual([firstTime]);
    await replicas[0]?.stop('SIGQUIT');
    await expect.poll(() => answeringServers('second')).toEqual([primaryTime]);
    await sql`select pg_wal_replay_resume()`.execute(secondDatabase.system);
    await expect.poll(() => answeringServers('second')).toEqual([secondTime]);
    await replicas[0]?.restart();
    await expect.poll(async () => (await answeringServers('second')).length).toBe(2);
    // A replica that is down may report several reasons, one after the other. Whether one is behind for long depends on the machine.
    const changesOf = (number: string) =>
      faults
        .filter((fault) => fault.startsWith(number) && !fault.endsWith('is behind'))
        .filter((fault, index, list) => fault !== list[index - 1]);
    expect(changesOf('2')).toEqual(['2: answers']);
    expect(changesOf('1')).toEqual(['1: answers', '1: it could not be compared', '1: answers']);
    await Promise.all(replicas.map((replica) => replica.end()));
    await primary.end();
  }, 300_000);
});

/** Opens a database until the test ends. */
async function openUntilEnd(options: DatabaseOptions): Promise<Database> {
  const openedDatabase = await openDatabase(options);
  onTestFinished(() => openedDatabase.close());
  return openedDatabase;
}

/** Terminates the connections of all other users. */
async function terminateOthers(db: SystemDatabase): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    db,
  );
}
