/** A drill: an installation is backed up under load, and restored elsewhere. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Failure } from '#admin/command';
import { planCommand } from '#admin/commands';
import { openDatabase } from '#platform/database/open';
import { admin } from '../support/admin.ts';
import { call, testConfig } from '../support/app.ts';
import { follow } from '../support/attachments.ts';
import { motoProgram, startMoto } from '../support/moto.ts';
import { newOrganization } from '../support/organization.ts';
import { type PostgresServer, startPostgres, withoutDisk } from '../support/postgres.ts';
import { launch, startServer, temporaryFolder } from '../support/process.ts';
import { engines, installed, prepare } from './engines.ts';
import { expectWhole, newLedger, writeUnderLoad } from './load.ts';

const SECRET = 'one secret for what is backed up and restored';
let postgres: PostgresServer | undefined;
beforeAll(async () => {
  if (installed) postgres = await startPostgres(withoutDisk);
}, 300_000);
afterAll(() => postgres?.end(), 300_000);

let databases = 0;
/** A database of its own on the server above, for a login that may not do more than the service needs. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${(databases += 1)}`;
  const root = await openDatabase({ databaseUrl: postgres?.url });
  await sql`create role ${sql.id(name)} login createrole`.execute(root.system);
  await sql`create database ${sql.id(name)} owner ${sql.id(name)}`.execute(root.system);
  await root.close();
  const url = new URL(postgres?.url ?? '');
  url.pathname = name;
  url.username = name;
  return url.href;
}
async function emptyInstallation(engine: (typeof engines)[number], more: Record<string, string> = {}): Promise<Record<string, string>> {
  const env = { DATA_DIR: path.join(temporaryFolder(), 'data'), SECRET, DEMO: '0', RATE_LIMIT: '0', ORGANIZATION_RATE_LIMIT: '0', ...more };
  return engine === 'embedded' ? env : { ...env, DATABASE_URL: await emptyDatabase() };
}

interface Attached {
  readonly id: string;
  readonly bytes: Buffer<ArrayBuffer>;
}
type Ask = (method: string, url: string, body?: object) => ReturnType<typeof call>;
const textFile = { entityType: 'risk', fileName: 'a.txt', fileType: 'text/plain' };
async function riskOf(ask: Ask): Promise<string> {
  const risk = await ask('POST', '/v1/risks', { title: 'Files', description: 'Has a file.', category: 'technology' });
  expect(risk, risk.text).toMatchObject({ status: 201 });
  return risk.body.data.id;
}
/** A file of so many bytes, on a risk of its own. */
async function attach(url: string, key: string, length: number): Promise<Attached> {
  const bytes = Buffer.alloc(length, `${length} bytes of evidence. `);
  const ask: Ask = (method, path, body) => call(url, method, path, { key, ...(body && { body }) });
  const { status, body } = await ask('POST', '/v1/attachments', {
    ...textFile,
    entityId: await riskOf(ask),
    fileData: bytes.toString('base64'),
  });
  expect(status).toBe(201);
  return { id: body.id, bytes };
}
async function expectFiles(url: string, key: string, attached: readonly Attached[]) {
  for (const { id, bytes } of attached) {
    const { body } = await call(url, 'GET', `/v1/attachments/${id}/download`, { key });
    const answer = await follow(url, body.downloadUrl);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes), id).toBe(true);
  }
}

/** Each engine as the source and as the target. */
const ways = engines.map((engine, index) => [engine, engines.at(index - 1) ?? engine] as const);

test.each(ways)(
  '%s, backed up under load and restored on %s: nothing acknowledged is missing, nothing is half there',
  async (engine, target) => {
    let other = '';
    const {
      env: prepared,
      organization,
      end,
    } = await prepare(engine, temporaryFolder(), async (database) => {
      other = (await newOrganization(database)).key;
    });
    const env = { ...prepared, SECRET };
    const { key, id } = organization;
    const ledger = newLedger();
    try {
      const server = await startServer(env);
      // An empty one, a small one, and one that is read in several pieces.
      const attached: Attached[] = [];
      for (const length of [1, 3_000, 700_000]) attached.push(await attach(server.url, other, length));
      const stop = writeUnderLoad(() => server.url, key, ledger, { pauseMs: 20 });
      await expect.poll(() => ledger.acknowledged.length, { interval: 1 }).toBeGreaterThan(20);
      // Files come and go meanwhile, which the backup has with their rows or not at all.
      let going = true;
      const ask = (method: string, url: string, body?: object) => call(server.url, method, url, { key: other, ...(body && { body }) });
      const risk = await riskOf(ask);
      const coming = (async () => {
        for (const fileData = Buffer.alloc(2_000).toString('base64'); going;) {
          const made = await ask('POST', '/v1/attachments', { ...textFile, entityId: risk, fileData });
          if (made.status === 201) await ask('DELETE', `/v1/attachments/${made.body.id}`);
        }
      })();
      const before = [...ledger.acknowledged];
      const out = path.join(temporaryFolder(), 'installation.backup');
      const made = await admin(env, 'backup', '--out', out);
      expect(made, made.err.join('\n')).toMatchObject({ code: 0, err: [], body: { file: out, faults: 0 } });
      going = false;
      await coming;
      await stop();
      // Requests may have been refused while the database held still, and none failed otherwise.
      expect([...ledger.statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);

      const { sha256, size, rows, files } = made.body;
      expect(createHash('sha256').update(readFileSync(out)).digest('hex')).toBe(sha256);
      expect(readFileSync(`${out}.sha256`, 'utf8')).toBe(`${sha256}  installation.backup\n`);
      const [last] = await remembered(env, server);
      expect(last).toMatchObject({ sha256, size, row_count: rows, file_count: files, fault_count: 0, taken_at: made.body.takenAt });

      const there = await emptyInstallation(target);
      const restored = await admin(there, 'restore', '--in', out);
      expect(restored, restored.err.join('\n')).toMatchObject({ code: 0, err: [], body: { restored: true, sha256, size, rows, files } });
      // The same again is the same: nothing of it depends on the engine, or on the order in which rows were written.
      const copy = `${out}.of-the-copy`;
      expect(await admin(there, 'backup', '--out', copy)).toMatchObject({ code: 0, body: { rows, files, faults: 0 } });
      expect(manifestIn(copy)).toEqual(manifestIn(out));
      const second = await startServer(there);
      const looked = await expectWhole(second.url, key, { acknowledged: before, unanswered: new Set(), statuses: new Map() });
      expect(looked.acknowledged).toBe(before.length);
      await expectFiles(second.url, other, attached);
      expect(await second.stop('SIGTERM')).toBe(0);
      expect(await admin(there, 'audit', 'verify', '--organization', id)).toMatchObject({ code: 0, body: { intact: true } });
      const again = await admin(there, 'restore', '--in', out);
      expect(again).toMatchObject({ code: 1, out: '', err: [expect.stringContaining('the database is in use')] });
    } finally {
      await end();
    }
  },
  600_000,
);

/** The line before the last one; it may follow the bytes of a file. */
function manifestIn(file: string): object {
  const text = readFileSync(file, 'utf8');
  const [line = ''] = text.slice(text.lastIndexOf('{"manifest":')).split('\n', 1);
  return JSON.parse(line).manifest;
}

/** What the installation knows of its backups, newest first; the embedded database is read once its server has ended. */
async function remembered(env: Record<string, string>, server: Awaited<ReturnType<typeof startServer>>) {
  expect(await server.stop('SIGTERM')).toBe(0);
  const { DATABASE_URL: databaseUrl, DATA_DIR = '' } = env;
  const database = await openDatabase(databaseUrl === undefined ? { dataDir: path.join(DATA_DIR, 'database') } : { databaseUrl });
  const rows = await database.system.selectFrom('installation_backup').selectAll().orderBy('taken_at', 'desc').execute();
  await database.close();
  return rows;
}

describe('a backup', () => {
  /** A server takes in a backup in half of the time that the embedded engine needs. */
  const target = engines.at(-1) ?? 'embedded';
  let out: string;
  let folder: string;
  let key: string;
  let organizationId: string;
  let attached: Attached;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
    const { env, organization } = await prepare('embedded', folder);
    ({ key } = organization);
    organizationId = organization.id;
    const server = await launch({ ...env, SECRET });
    attached = await attach(server.url, key, 500_000);
    await server.stop('SIGTERM');
    out = path.join(folder, 'installation.backup');
    expect(await admin({ ...env, SECRET }, 'backup', '--out', out)).toMatchObject({ code: 0, err: [] });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is verified without a database, from a pipe as well', async () => {
    expect(await admin({}, 'backup', 'verify', '--in', out)).toMatchObject({
      code: 0,
      body: { intact: true, engine: 'embedded', missing: 0 },
    });
  });
  test('does not contain the secret', () => {
    expect(readFileSync(out).includes(SECRET)).toBe(false);
    const [header = ''] = readFileSync(out, 'latin1').split('\n', 1);
    expect(JSON.parse(header)).toMatchObject({ backup: 1, secret: expect.any(String), migrations: expect.any(Array) });
  });
  test('that was damaged, cut off, continued or is something else is refused, wherever it was, and nothing is restored', async () => {
    const bytes = readFileSync(out);
    const changed = path.join(folder, 'changed.backup');
    const places = Array.from({ length: 24 }, (_, n) => Math.floor((bytes.length * n) / 24) + 5);
    const wrong: [string, () => void][] = [
      ...places.map((place): [string, () => void] => [
        `byte ${place}`,
        () => {
          const copy = Buffer.from(bytes);
          copy[place] = (copy[place] ?? 0) ^ 1;
          writeFileSync(changed, copy);
        },
      ]),
      ...[0, 10, bytes.length - 1, bytes.length - 100, Math.floor(bytes.length / 2)].map((length): [string, () => void] => [
        `cut off at ${length}`,
        () => {
          copyFileSync(out, changed);
          truncateSync(changed, length);
        },
      ]),
      ['continued', () => writeFileSync(changed, Buffer.concat([bytes, Buffer.from('\n')]))],
      ['another file', () => copyFileSync('package-lock.json', changed)],
      [
        'an export',
        () => writeFileSync(changed, '{"format":1,"organization":"org_000000000000000000000000","migrations":[],"secret":""}\n'),
      ],
    ];
    for (const [what, change] of wrong) {
      change();
      await expect(planCommand(['backup', 'verify', '--in', changed])(testConfig()), what).rejects.toThrow(Failure);
    }
    writeFileSync(changed, bytes.subarray(0, bytes.length - 70));
    const there = await emptyInstallation('embedded');
    expect(await admin(there, 'restore', '--in', changed)).toMatchObject({ code: 1, out: '', err: [expect.stringContaining('backup')] });
    expect(existsSync(path.join(there.DATA_DIR ?? '', 'files', organizationId))).toBe(false);
    // What failed is in nobody's way.
    expect(await admin(there, 'restore', '--in', out)).toMatchObject({ code: 0, err: [] });
  }, 600_000);
  test('of an installation with another secret is restored with a warning, and the server refuses to start', async () => {
    const there = { ...(await emptyInstallation(target)), SECRET: 'another secret than that of the installation' };
    expect(await admin(there, 'restore', '--in', out)).toMatchObject({
      code: 0,
      err: [expect.stringContaining('the service will not start on what is restored: SECRET is not the one')],
    });
  }, 300_000);
  test.runIf(motoProgram() !== undefined)(
    'of files on disk is restored into a bucket, and back',
    async () => {
      const moto = await startMoto();
      try {
        const there = await emptyInstallation(target, moto.env);
        expect(await admin(there, 'restore', '--in', out)).toMatchObject({ code: 0, err: [] });
        const again = path.join(folder, 'of-a-bucket.backup');
        const server = await startServer(there);
        expect(await admin(there, 'backup', '--out', again)).toMatchObject({ code: 0, err: [], body: { faults: 0, files: 1 } });
        expect(await server.stop('SIGTERM')).toBe(0);
        const back = await emptyInstallation(target);
        expect(await admin(back, 'restore', '--in', again)).toMatchObject({ code: 0, err: [], body: { files: 1 } });
        const last = await startServer(back);
        await expectFiles(last.url, key, [attached]);
      } finally {
        await moto.end();
      }
    },
    600_000,
  );
});
