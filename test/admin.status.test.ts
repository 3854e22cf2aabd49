/** Tests `admin status`, which people on call run. */
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
const env: Record<string, string> = { DEMO: '0', SECRET: 'the same of all servers on one database', DATA_DIR: path.join(folder, 'data') };
const makeDatabase = ownDatabaseUrl();
beforeAll(async () => {
  Object.assign(env, await makeDatabase());
});

test('exit code 0 before the first start: reports the missing schema and does not create it', async () => {
  for (let n = 0; n < 2; n += 1) {
    const { code, body } = await admin(env, 'status', '--json');
    expect(code).toBe(0);
    expect(body).toMatchObject({ schema: { newest: null, applied: 0, pending: expect.arrayContaining(['0001_foundation.sql']) } });
    expect(body).not.toHaveProperty('work');
  }
});
test('exit code 0 with version, schema, engine, sizes, work and checkpoint, as text or as JSON', async () => {
  await admin(env, 'organization', 'create', '--name', 'Acme', '--owner-email', 'olive@example.com');
  const { code, body } = await admin(env, 'status', '--json');
  expect(code).toBe(0);
  expect(body).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    node: process.versions.node,
    engine: { kind: env.DATABASE_URL === undefined ? 'embedded' : 'PostgreSQL', version: expect.stringMatching(/^\d+/) },
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
  const { out } = await admin(env, 'status');
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
test('exit code 0 with the last backup, if one is recorded', async () => {
  const { system, close } = await openDatabase(
    env.DATABASE_URL === undefined ? { dataDir: path.join(folder, 'data', 'database') } : { databaseUrl: env.DATABASE_URL },
  );
  await sql`create table if not exists installation_backup (id text primary key, version text, taken_at timestamptz(3), finished_at timestamptz(3),
    size bigint, sha256 text, row_count bigint, file_count bigint, file_bytes bigint, fault_count bigint)`.execute(system);
  await sql`insert into installation_backup values ('bkp_1', '0.1.0', '2026-02-03T04:05:06Z', now(), 1, '', 1, 0, 0, 0)`.execute(system);
  await close();
  const { body } = await admin(env, 'status', '--json');
  expect(Date.parse(body.lastBackupAt)).toBe(Date.parse('2026-02-03T04:05:06Z'));
  expect((await admin(env, 'status')).out).toContain('2026-02-03');
});
test('exit code 2 for --json with a value', async () => {
  expect(await admin(env, 'status', '--json=yes')).toMatchObject({ code: 2, out: '' });
});
