/** `admin status`, as whoever is on call runs it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
    '',
  ]);
  expect(out).toContain('up to date');
});
test('2: --json takes no value', async () => {
  expect(await admin(here, 'status', '--json=yes')).toMatchObject({ code: 2, out: '' });
});
