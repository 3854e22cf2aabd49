/** A streaming replica that reads may go to: whatever becomes of it, no answer is older than its request, and none is missing. */
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
import { installed, startPrepared } from './engines.ts';
import { newLedger, readUnderLoad, writeUnderLoad } from './load.ts';

const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' } as const;

describe.runIf(installed)('two servers with a replica', () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  let database: Database;
  /** The replica, around the service. */
  let copy: Database;
  let servers: Process[] = [];
  beforeAll(async () => {
    ({ server: primary } = await startPrepared());
    database = await openDatabase({ databaseUrl: primary.url });
    replica = await startReplica(primary, withoutDisk);
    copy = await openDatabase({ databaseUrl: replica.url });
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
    const ended = await Promise.all(servers.map((server) => server.stop('SIGTERM')));
    await Promise.all([database.close(), copy.close()]);
    await replica.end();
    await primary.end();
    expect(ended).toEqual([0, 0]);
  });
  /** The server whose turn it is, request by request. */
  const at = (turn: number) => servers[turn % servers.length]?.url ?? '';
  /** Reads that both servers count so. */
  async function counted(result: 'answered' | 'failed' | 'left_out'): Promise<number> {
    const counts = await Promise.all(
      servers.map(async ({ said }) => {
        const page = await call('', 'GET', /Metrics +(\S+)/.exec(said.out)?.[1] ?? '', {});
        return Number(new RegExp(`^compliance_replica_reads_total\\{result="${result}"\\} (\\d+)$`, 'm').exec(page.text)?.[1] ?? 0);
      }),
    );
    return counts.reduce((sum, count) => sum + count);
  }
  /** Asks both servers until the replica answers again. */
  async function answersAgain(key: string): Promise<void> {
    const before = await counted('answered');
    const ask = async () => {
      for (const turn of [0, 1]) expect(await call(at(turn), 'GET', '/v1/risks', { key })).toMatchObject({ status: 200 });
      return counted('answered');
    };
    await expect.poll(ask).toBeGreaterThan(before + 4);
  }
  async function withRisk() {
    const { key, id } = await newOrganization(database);
    const created = await call(at(0), 'POST', '/v1/risks', { key, body: risk });
    return { key, id, path: `/v1/risks/${created.body.data.id}` };
  }
  /** Changes it on one server, and reads it on the other at once. */
  async function changeAndRead({ key, path }: Awaited<ReturnType<typeof withRisk>>, turn: number): Promise<void> {
    const title = `Title ${turn}`;
    expect(await call(at(turn), 'PATCH', path, { key, body: { title } })).toMatchObject({ status: 200 });
    for (const other of [turn + 1, turn])
      expect((await call(at(other), 'GET', path, { key })).body.data.title, `at ${other - turn}`).toBe(title);
  }

  test('who wrote on one sees it on both at once, while others write, and the replica answers most of what is read', async () => {
    const written = await withRisk();
    await answersAgain(written.key);
    for (let turn = 0; turn < 30; turn += 1) await changeAndRead(written, turn);
    const { key: other } = await newOrganization(database);
    const stop = writeUnderLoad(() => at(0), other, newLedger(), { clients: 4 });
    for (let turn = 30; turn < 60; turn += 1) await changeAndRead(written, turn);
    await stop();
    console.log(
      `two servers with a replica: it answered ${await counted('answered')} reads, and was not current for ${await counted('left_out')}`,
    );
    await answersAgain(written.key);
  });
  test('one that stands still is left out at once: changes and revocations are seen as ever; then it comes back', async () => {
    const written = await withRisk();
    await answersAgain(written.key);
    const revoked = await newApiKey(database, written.id, { scopes: ['risk:read'] });
    const ask = async () => (await call(at(1), 'GET', '/v1/risks/stats', { key: revoked.key })).status;
    expect(await ask()).toBe(200);
    await sql`select pg_wal_replay_pause()`.execute(copy.system);
    const before = await counted('left_out');
    for (let turn = 0; turn < 10; turn += 1) await changeAndRead(written, turn);
    expect(await counted('left_out')).toBeGreaterThanOrEqual(before + 20);

    expect(await call(at(0), 'DELETE', `/v1/organization/api-keys/${revoked.keyId}`, { key: written.key })).toMatchObject({ status: 204 });
    const since = performance.now();
    const heard: number[] = [];
    while (performance.now() - since < 1_000) heard.push(await ask());
    expect(heard.join(' ')).toMatch(/^(200 )*(401 ?)*$/);
    expect(await ask()).toBe(401);

    await sql`select pg_wal_replay_resume()`.execute(copy.system);
    await answersAgain(written.key);
  });
  test('200 for every read while it is killed, away, and back', async () => {
    const { key } = await withRisk();
    await answersAgain(key);
    const reads = new Map<number, number>();
    const ends = [0, 1].map((turn) => readUnderLoad(() => at(turn), key, reads));
    await expect.poll(() => reads.get(200) ?? 0, { interval: 5 }).toBeGreaterThan(50);
    await replica.stop('SIGQUIT');
    const left = reads.get(200) ?? 0;
    await expect.poll(() => reads.get(200) ?? 0, { interval: 5 }).toBeGreaterThan(left + 50);
    await replica.restart();
    await answersAgain(key);
    await Promise.all(ends.map((end) => end()));
    expect([...reads.keys()]).toEqual([200]);
    expect(servers.flatMap((server) => server.logged(50))).toEqual([]);
  });
  test('what fails on the way is done once more on the primary, and a refusal is not', async () => {
    const opened = await openTo({ databaseUrl: primary.url, readUrls: [replica.url] });
    const { id } = await newOrganization(database);
    await within(database, id, (db) =>
      db
        .insertInto('control')
        .values({ id: `c_${id}`, name: 'C' })
        .execute(),
    );
    let calls = 0;
    /** Loses its connection after its first question, when that was to the replica. */
    const read = () =>
      readFromReplica(opened.tenant, id, async (db) => {
        calls += 1;
        await db.selectFrom('control').select('id').execute();
        await endOthers(copy.system);
        return db.selectFrom('control').select('name').execute();
      });
    const asked = async () => {
      calls = 0;
      expect(await read()).toEqual([{ name: 'C' }]);
      return calls;
    };
    await expect.poll(asked).toBe(2);
    const refuse = () => {
      calls += 1;
      return Promise.reject(new RefusalError(refusal('record_changed')));
    };
    calls = 0;
    await expect(readFromReplica(opened.tenant, id, refuse)).rejects.toThrow(RefusalError);
    expect(calls).toBe(1);
  });
  test.runIf(isPgbouncerInstalled || process.env.CI === 'true')('it may be behind a pooler of its own', async () => {
    const bouncer = await startPgbouncer(replica.url, 2);
    const faults: (string | undefined)[] = [];
    const opened = await openDatabase({ databaseUrl: primary.url, readUrls: [bouncer.url()], onReplica: (fault) => faults.push(fault) });
    await expect.poll(() => faults).toEqual([undefined]);
    const { id } = await newOrganization(database);
    await within(database, id, (db) =>
      db
        .insertInto('control')
        .values({ id: `c_${id}`, name: 'C' })
        .execute(),
    );
    const read = () => readFromReplica(opened.tenant, id, (db) => db.selectFrom('control').select('name').execute());
    const asked: unknown[] = [];
    const hear = (said: unknown) => void asked.push(said);
    replicaTried.subscribe(hear);
    onTestFinished(() => void replicaTried.unsubscribe(hear));
    await expect.poll(() => read().then(() => asked)).toContain('answered');
    expect(await Promise.all(Array.from({ length: 20 }, read))).toEqual(Array.from({ length: 20 }, () => [{ name: 'C' }]));
    expect(asked).not.toContain('failed');
    await opened.close();
    await bouncer.end();
  });
  test('one that is promoted is left out, whatever is written there', async () => {
    // On a replica of its own, because there is no way back.
    const promoted = await startReplica(primary, withoutDisk);
    const other = await startReplica(primary, withoutDisk);
    const faults: (string | undefined)[] = [];
    const opened = await openTo({ databaseUrl: primary.url, readUrls: [promoted.url], onReplica: (fault) => faults.push(fault) });
    await expect.poll(() => faults).toEqual([undefined]);
    const { id } = await newOrganization(database);
    const titles = () => readFromReplica(opened.tenant, id, (db) => db.selectFrom('risk').select('title').execute());
    expect(await titles()).toEqual([]);
    const alone = await openTo({ databaseUrl: promoted.url });
    await sql`select pg_promote()`.execute(alone.system);
    await within(alone, id, (db) =>
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
    // It may have been behind at that moment, which nobody is told.
    await expect.poll(() => faults).toEqual([undefined, 'it follows no primary']);

    // Where the promoted one is the primary now, a replica of the former one has gone another way, however far.
    const next: (string | undefined)[] = [];
    await openTo({ databaseUrl: promoted.url, readUrls: [other.url], onReplica: (fault) => next.push(fault) });
    await expect.poll(() => next).toEqual(['it follows another primary than this one']);
    await Promise.all([promoted.end(), other.end()]);
  });
  test('a copy of another database is left out; a login that is no superuser may ask', async () => {
    const another = await startPostgres(withoutDisk);
    const faults: (string | undefined)[] = [];
    await openTo({ databaseUrl: another.url, readUrls: [replica.url], onReplica: (fault) => faults.push(fault) });
    await expect.poll(() => faults).toEqual(['it is a copy of another database']);
    await sql`create role plain login`.execute(database.system);
    const plain = (url: string) => url.replace('tester@', 'plain@');
    const heard: (string | undefined)[] = [];
    await sql`grant connect on database postgres to plain`.execute(database.system);
    await openTo({ databaseUrl: plain(primary.url), readUrls: [plain(replica.url)], onReplica: (fault) => heard.push(fault) });
    await expect.poll(() => heard).toEqual([undefined]);
    await another.end();
  });
});

describe.runIf(installed)('two replicas', () => {
  test('take turns, and each is left out on its own: one that stands still, and one that is away', async () => {
    const { server: primary } = await startPrepared();
    const replicas = [await startReplica(primary, withoutDisk), await startReplica(primary, withoutDisk)];
    const [one, other] = await Promise.all(replicas.map(({ url }) => openTo({ databaseUrl: url })));
    if (!one || !other) throw new Error('two were opened');
    const faults: string[] = [];
    const opened = await openTo({
      databaseUrl: primary.url,
      readUrls: replicas.map(({ url }) => url),
      onReplica: (fault, number) => faults.push(`${number}: ${fault === undefined ? 'answers' : fault.slice(0, 24)}`),
    });
    await expect.poll(() => faults.toSorted()).toEqual(['1: answers', '2: answers']);
    const { id } = await newOrganization(opened);
    const name = (value: string) =>
      within(opened, id, (db) =>
        db
          .insertInto('control')
          .values({ id: `c_${value}_${id}`, name: value })
          .execute(),
      );
    /** When the server that answered was started, which tells it from the others. */
    const answering = async (control: string) => {
      const [found] = await readFromReplica(opened.tenant, id, (db) =>
        db
          .selectFrom('control')
          .select(sql<string>`pg_postmaster_start_time()::text`.as('server'))
          .where('name', '=', control)
          .execute(),
      );
      return found?.server ?? 'none, because it is behind';
    };
    const startOf = async ({ system }: Database) =>
      (await sql<{ server: string }>`select pg_postmaster_start_time()::text as server`.execute(system)).rows[0]?.server;
    const [ofPrimary, ofOne, ofOther] = [await startOf(opened), await startOf(one), await startOf(other)];
    /** Which of them have answered lately. */
    const askedNow = async (control: string) => {
      const answered = new Set<string>();
      for (let n = 0; n < 20; n += 1) answered.add(await answering(control));
      return [...answered].sort();
    };
    await name('first');
    await expect.poll(() => askedNow('first')).toEqual([ofOne, ofOther].sort());

    await sql`select pg_wal_replay_pause()`.execute(other.system);
    await name('second');
    // Not once without it, and soon by the other one alone.
    await expect.poll(() => askedNow('second')).toEqual([ofOne]);
    await replicas[0]?.stop('SIGQUIT');
    await expect.poll(() => askedNow('second')).toEqual([ofPrimary]);
    await sql`select pg_wal_replay_resume()`.execute(other.system);
    await expect.poll(() => askedNow('second')).toEqual([ofOther]);
    await replicas[0]?.restart();
    await expect.poll(async () => (await askedNow('second')).length).toBe(2);
    // Away, it may have more than one reason, one after the other.
    const turnsOf = (number: string) =>
      faults.filter((fault) => fault.startsWith(number)).filter((fault, at, all) => fault !== all[at - 1]);
    expect(turnsOf('2')).toEqual(['2: answers']);
    expect(turnsOf('1')).toEqual(['1: answers', '1: it could not be compared', '1: answers']);
    await Promise.all(replicas.map((replica) => replica.end()));
    await primary.end();
  }, 300_000);
});

/** Until the test ends. */
async function openTo(where: DatabaseOptions): Promise<Database> {
  const opened = await openDatabase(where);
  onTestFinished(() => opened.close());
  return opened;
}

/** Takes the connections of all others away. */
async function endOthers(db: SystemDatabase): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    db,
  );
}
