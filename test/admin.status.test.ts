/** `admin status`, as whoever is on call runs it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/open';
import { admin } from './support/admin.ts';
import { ownDatabaseUrl } from './support/own-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'admin-status-'));
afterAll(() => rmSync(folder, { recursive: true }));
const here: Record<string, string> = { DEMO: '0', SECRET: 'the same of all servers on one database', DATA_DIR: path.join(folder, 'data') };
const makeDatabase = ownDatabaseUrl();
beforeAll(async () => {
  Object.assign(here, await makeDatabase());
});

test('0: an installation before its first start lacks the schema, and status does not make it', async () => {
  for (let n = 0; n < 2; n += 1) {
    const { code, body } = await admin(here, 'status', '--json');
    expect(code).toBe(0);
    expect(body).toMatchObject({ schema: { newest: null, applied: 0, pending: expect.arrayContaining(['0001_foundation.sql']) } });
    expect(body).not.toHaveProperty('work');
  }
});
test('0: version, schema, engine, sizes, work and checkpoint, in words or as JSON', async () => {
  await admin(here, 'organization', 'create', '--name', 'Acme', '--owner-email', 'olive@example.com');
  const { code, body } = await admin(here, 'status', '--json');
  expect(code).toBe(0);
  expect(body).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    node: process.versions.node,
    engine: { kind: here.DATABASE_URL === undefined ? 'embedded' : 'PostgreSQL', version: expect.stringMatching(/^\d+/) },
    schema: { newest: expect.stringMatching(/^\d{4}_.*\.sql$/), applied: expect.any(Number), pending: [] },
    sizes: { databaseBytes: expect.any(Number), storedBytes: 0, organizations: 1, members: 1 },
    work: expect.objectContaining({
      runsQueued: 0,
      runsFailed: 0,
      oldestRun: 0,
      mailsGivenUp: 0,
      uploadsUnfinished: 0,
      auditLogsOverdue: 1,
    }),
    lastCheckpointAt: null,
    lastBackupAt: null,
  });
  const { out } = await admin(here, 'status');
  expect(out.split('\n').map((line) => line.slice(0, 15).trimEnd())).toEqual([
    'Version',
    'Engine',
    'Schema',
    'Size',
    'Organizations',
    'Runs',
    'Mails',
    'Uploads',
    'Checkpoints',
    'Backup',
    '',
  ]);
  expect(out).toContain('up to date');
});
test('0: the last backup, where one is recorded', async () => {
  const { system, close } = await openDatabase(
    here.DATABASE_URL === undefined ? { dataDir: path.join(folder, 'data', 'database') } : { databaseUrl: here.DATABASE_URL },
  );
  await sql`create table if not exists installation_backup (id text primary key, version text, taken_at timestamptz(3), finished_at timestamptz(3),
    size bigint, sha256 text, row_count bigint, file_count bigint, file_bytes bigint, fault_count bigint)`.execute(system);
  await sql`insert into installation_backup values ('bkp_1', '0.1.0', '2026-02-03T04:05:06Z', now(), 1, '', 1, 0, 0, 0)`.execute(system);
  await close();
  const { body } = await admin(here, 'status', '--json');
  expect(Date.parse(body.lastBackupAt)).toBe(Date.parse('2026-02-03T04:05:06Z'));
  expect((await admin(here, 'status')).out).toContain('2026-02-03');
});
test('2: --json takes no value', async () => {
  expect(await admin(here, 'status', '--json=yes')).toMatchObject({ code: 2, out: '' });
});
