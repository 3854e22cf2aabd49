/** Migrates an audit log without partitions, and changes the partitions of a log while entries are written. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordActions } from '#admin/audit';
import { readTransaction } from '#platform/database/handle';
import { migrate, listPendingMigrations } from '#platform/database/migrate';
import { type Database, openDatabase } from '#platform/database/open';
import { findChainEnd, verifyStored } from '#platform/audit/stored-chain';
import { admin } from '../support/admin.ts';
import { listenOn, testConfig } from '../support/app.ts';
import { writeEntries } from '../support/audit.ts';
import { newOrganization } from '../support/organization.ts';
import { type PostgresServer, startPostgres, withoutDisk } from '../support/postgres.ts';
import { hasPostgres } from './engines.ts';
import { expectConsistent, newLedger, writeUnderLoad } from './load.ts';

describe.runIf(hasPostgres)('PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(withoutDisk);
  });
  afterAll(() => server.end());

  /** Creates an installation of a version without partitions, with two organizations. */
  async function installOldVersion(name: string) {
    const root = await openDatabase({ databaseUrl: server.url });
    await sql`create database ${sql.id(name)}`.execute(root.system);
    await root.close();
    const url = new URL(server.url);
    url.pathname = name;
    const database = await openDatabase({ databaseUrl: url.href });
    await migrate(
      database.system,
      (await listPendingMigrations(database.system)).filter((file) => file < '0029_'),
    );
    const [organization, otherOrganization] = [await newOrganization(database), await newOrganization(database)];
    for (const { id } of [organization, otherOrganization])
      await writeEntries(
        database,
        id,
        Array.from({ length: 20 }, () => ({})),
      );
    return { database, organization, otherOrganization, env: { DATABASE_URL: url.href } };
  }
  const change = { resource: 'risk', action: 'Updated risk', entityType: 'risk', entityId: 'rsk_1', changes: {} } as const;
  const partitionsOf = async ({ system }: Database) =>
    (
      await sql<{
        name: string;
      }>`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_entry'::regclass`.execute(system)
    ).rows.map(({ name }) => name);
  /** @returns whether the chain is intact, and its length */
  async function verifyChain({ tenant }: Database, organizationId: string) {
    const { head, noted } = await readTransaction(tenant, organizationId, findChainEnd);
    const { broken } = await verifyStored((work) => readTransaction(tenant, organizationId, work), {
      from: 1,
      to: head.sequence,
      noted,
      trusted: [],
    });
    return { broken, length: noted.sequence };
  }

  test('an old log is in partitions after the migration, with all entries, and its policy cannot be bypassed', async () => {
    const { database, organization, otherOrganization } = await installOldVersion('small');
    const readEntries = async () => (await sql`select * from audit_entry order by organization_id, sequence`.execute(database.system)).rows;
    const entriesBefore = await readEntries();
    await migrate(database.system);
    const partitions = await partitionsOf(database);
    expect(partitions).toHaveLength(16);
    expect(await readEntries()).toEqual(entriesBefore);
    for (const { id } of [organization, otherOrganization]) {
      await writeEntries(database, id, [{}]);
      expect(await verifyChain(database, id)).toEqual({ broken: undefined, length: 21 });
    }
    const insertDuplicate = (column: 'id' | 'sequence') =>
      sql`insert into audit_entry (id, organization_id, sequence, timestamp, data, hash)
        select case ${column} when 'id' then id else id || 'x' end, organization_id, case ${column} when 'sequence' then sequence else sequence + 100 end, timestamp, data, hash
        from audit_entry where organization_id = ${organization.id} and sequence = 3`.execute(database.system);
    for (const column of ['id', 'sequence'] as const) await expect(insertDuplicate(column)).rejects.toMatchObject({ code: '23505' });

    const asTenant = (statement: string) =>
      database.tenant.transaction().execute(async (db) => {
        await sql`select set_config('app.organization_id', ${organization.id}, true), set_config('role', tenant_role(), true)`.execute(db);
        return (await sql<{ organization_id: string }>`${sql.raw(statement)}`.execute(db)).rows;
      });
    expect(new Set((await asTenant('select organization_id from audit_entry')).map((row) => row.organization_id))).toEqual(
      new Set([organization.id]),
    );
    for (const partition of ['audit_entry', ...partitions])
      for (const statement of [
        ...(partition === 'audit_entry' ? [] : [`select from ${partition}`]),
        `insert into ${partition} (id, sequence, timestamp, data, hash) values ('aud_1', 99, now(), '{}', '')`,
        `update ${partition} set hash = ''`,
        `delete from ${partition}`,
        `truncate ${partition}`,
      ])
        await expect(asTenant(statement), statement).rejects.toMatchObject({ code: '42501' });
    await sql`delete from organization where id = ${otherOrganization.id}`.execute(database.system);
    expect(await readEntries()).toHaveLength(21);
    await database.close();
  });

  test('a long log stays one table until the operator partitions it, and no change during the partitioning is lost', async () => {
    const { database, organization, otherOrganization, env } = await installOldVersion('large');
    const large = await newOrganization(database);
    await sql`insert into audit_entry (id, organization_id, sequence, timestamp, data, hash)
      select 'aud_' || n, ${large.id}, n, now(), '{}', '' from generate_series(1, 100000) n`.execute(database.system);
    await migrate(database.system);
    expect(await partitionsOf(database)).toEqual([]);
    await writeEntries(database, organization.id, [{}]);

    // Partitioning waits at its end for this transaction, which therefore changes rows that were copied already.
    const changingTransaction = await database.system.startTransaction().execute();
    await sql`delete from organization where id = ${otherOrganization.id}`.execute(changingTransaction);
    const partitioning = admin(env, 'audit', 'partition', '--partitions', '4');
    const waitingLocks = sql<{ count: number }>`
      select count(*)::integer as count from pg_locks where not granted and relation = 'organization'::regclass`;
    await expect.poll(async () => (await waitingLocks.execute(database.system)).rows[0]?.count).toBe(1);
    await recordActions(changingTransaction, organization.id, change, change);
    await changingTransaction.commit().execute();
    expect(await partitioning).toMatchObject({ code: 0, body: { before: 0, partitions: 4 } });
    expect(await verifyChain(database, organization.id)).toEqual({ broken: undefined, length: 23 });
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from audit_entry group by organization_id`.execute(
      database.system,
    );
    expect(rows.map(({ count }) => count).sort()).toEqual([100_000, 23]);
    expect(await admin(env, 'audit', 'partition', '--partitions', '4')).toMatchObject({ body: { before: 4, partitions: 4 } });
    await database.close();
  }, 300_000);

  test('requests are answered while the number of partitions is changed', async () => {
    const { database, organization, env } = await installOldVersion('busy');
    await migrate(database.system);
    const { base } = await listenOn(database, testConfig(env));
    const { key } = await newOrganization(database);
    const ledger = newLedger();
    const end = writeUnderLoad(() => base, key, ledger);
    await expect.poll(() => ledger.acknowledged.length, { interval: 5 }).toBeGreaterThan(10);
    expect(await admin(env, 'audit', 'partition', '--partitions', '3')).toMatchObject({
      code: 0,
      err: [],
      body: { before: 16, partitions: 3 },
    });
    const acknowledgedBefore = ledger.acknowledged.length;
    await expect.poll(() => ledger.acknowledged.length, { interval: 5 }).toBeGreaterThan(acknowledgedBefore + 10);
    await end();
    // Writes wait at the end of the partitioning. On a busy machine this exceeds the time limit for a connection, and they get 503.
    expect([...ledger.statuses.keys()].filter((status) => status !== 503).sort()).toEqual([200, 201]);
    await expectConsistent(base, key, ledger);
    expect(await verifyChain(database, organization.id)).toEqual({ broken: undefined, length: 20 });
    await database.close();
  }, 300_000);

  test('exit code 2 for an invalid number', async () => {
    for (const number of ['0', '257', 'many', '1.5'])
      expect(await admin({}, 'audit', 'partition', '--partitions', number), number).toMatchObject({ code: 2 });
  });
  test('exit code 1 while a backup reads the log, and nothing is changed', async () => {
    const { database, env } = await installOldVersion('read');
    await migrate(database.system);
    const readingTransaction = await database.system.startTransaction().execute();
    await sql`select from audit_entry`.execute(readingTransaction);
    expect(await admin(env, 'audit', 'partition', '--partitions', '2')).toMatchObject({
      code: 1,
      err: [expect.stringContaining('the audit log is in use by a long transaction')],
    });
    await readingTransaction.rollback().execute();
    expect(await partitionsOf(database)).toHaveLength(16);
    await database.close();
  });
});
