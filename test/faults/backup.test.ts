/** Backs up an installation under load, restores the backup elsewhere, and checks that nothing is missing. */
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
import { engines, hasPostgres, prepare } from './engines.ts';
import { expectConsistent, newLedger, writeUnderLoad } from './load.ts';

const SECRET = 'one secret for what is backed up and restored';
let postgres: PostgresServer | undefined;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(withoutDisk);
}, 300_000);
afterAll(() => postgres?.end(), 300_000);

let databases = 0;
/** Creates a database on the PostgreSQL server, whose owner has only the privileges that the service needs. @returns its URL */
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
async function emptyInstallation(engine: (typeof engines)[number], extraEnv: Record<string, string> = {}): Promise<Record<string, string>> {
  const env = {
    DATA_DIR: path.join(temporaryFolder(), 'data'),
    SECRET,
    DEMO: '0',
    RATE_LIMIT: '0',
    ORGANIZATION_RATE_LIMIT: '0',
    ...extraEnv,
  };
  return engine === 'embedded' ? env : { ...env, DATABASE_URL: await emptyDatabase() };
}

interface AttachedFile {
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
/** Attaches a file of `length` bytes to a new risk. */
async function attach(url: string, key: string, length: number): Promise<AttachedFile> {
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
async function expectFiles(url: string, key: string, attached: readonly AttachedFile[]) {
  for (const { id, bytes } of attached) {
    const { body } = await call(url, 'GET', `/v1/attachments/${id}/download`, { key });
    const answer = await follow(url, body.downloadUrl);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes), id).toBe(true);
  }
}

/** Each engine as the source and as the target. */
const enginePairs = engines.map((engine, index) => [engine, engines.at(index - 1) ?? engine] as const);

test.each(enginePairs)(
  '%s, backed up under load and restored on %s: no acknowledged change is missing, and no change is incomplete',
  async (engine, target) => {
    let otherKey = '';
    const {
      env: prepared,
      organization,
      end,
    } = await prepare(engine, temporaryFolder(), async (database) => {
      otherKey = (await newOrganization(database)).key;
    });
    const env = { ...prepared, SECRET };
    const { key, id } = organization;
    const ledger = newLedger();
    try {
      const server = await startServer(env);
      // A tiny file, a small file, and a file that is read in several pieces.
      const attachedFiles: AttachedFile[] = [];
      for (const length of [1, 3_000, 700_000]) attachedFiles.push(await attach(server.url, otherKey, length));
      const stop = writeUnderLoad(() => server.url, key, ledger, { pauseMs: 20 });
      await expect.poll(() => ledger.acknowledged.length, { interval: 1 }).toBeGreaterThan(20);
      // Files are added and deleted during the backup, which must contain each of them with its row or not at all.
      let isRunning = true;
      const ask = (method: string, url: string, body?: object) => call(server.url, method, url, { key: otherKey, ...(body && { body }) });
      const risk = await riskOf(ask);
      const changingFiles = (async () => {
        for (const fileData = Buffer.alloc(2_000).toString('base64'); isRunning;) {
          const created = await ask('POST', '/v1/attachments', { ...textFile, entityId: risk, fileData });
          if (created.status === 201) await ask('DELETE', `/v1/attachments/${created.body.id}`);
        }
      })();
      const acknowledgedBefore = [...ledger.acknowledged];
      const out = path.join(temporaryFolder(), 'installation.backup');
      const backupResult = await admin(env, 'backup', '--out', out);
      expect(backupResult, backupResult.err.join('\n')).toMatchObject({ code: 0, err: [], body: { file: out, faults: 0 } });
      isRunning = false;
      await changingFiles;
      await stop();
      // Requests may get 503 while the backup blocks writes, but must not fail in another way.
      expect([...ledger.statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);

      const { sha256, size, rows, files } = backupResult.body;
      expect(createHash('sha256').update(readFileSync(out)).digest('hex')).toBe(sha256);
      expect(readFileSync(`${out}.sha256`, 'utf8')).toBe(`${sha256}  installation.backup\n`);
      const [latestBackup] = await stopAndListBackups(env, server);
      expect(latestBackup).toMatchObject({
        sha256,
        size,
        row_count: rows,
        file_count: files,
        fault_count: 0,
        taken_at: backupResult.body.takenAt,
      });

      const targetEnv = await emptyInstallation(target);
      const restored = await admin(targetEnv, 'restore', '--in', out);
      expect(restored, restored.err.join('\n')).toMatchObject({ code: 0, err: [], body: { restored: true, sha256, size, rows, files } });
      // A backup of the restored installation is equal: it does not depend on the engine or on the order of writes.
      const copy = `${out}.of-the-copy`;
      expect(await admin(targetEnv, 'backup', '--out', copy)).toMatchObject({ code: 0, body: { rows, files, faults: 0 } });
      expect(manifestIn(copy)).toEqual(manifestIn(out));
      const restoredServer = await startServer(targetEnv);
      const checked = await expectConsistent(restoredServer.url, key, {
        acknowledged: acknowledgedBefore,
        unanswered: new Set(),
        statuses: new Map(),
      });
      expect(checked.acknowledged).toBe(acknowledgedBefore.length);
      await expectFiles(restoredServer.url, otherKey, attachedFiles);
      expect(await restoredServer.stop('SIGTERM')).toBe(0);
      expect(await admin(targetEnv, 'audit', 'verify', '--organization', id)).toMatchObject({ code: 0, body: { intact: true } });
      const secondRestore = await admin(targetEnv, 'restore', '--in', out);
      expect(secondRestore).toMatchObject({ code: 1, out: '', err: [expect.stringContaining('the database is in use')] });
    } finally {
      await end();
    }
  },
  600_000,
);

/** @returns the manifest, which is in the line before the last line and may follow the bytes of a file */
function manifestIn(file: string): object {
  const text = readFileSync(file, 'utf8');
  const [line = ''] = text.slice(text.lastIndexOf('{"manifest":')).split('\n', 1);
  return JSON.parse(line).manifest;
}

/** Stops the server. @returns the installation's records of its backups, newest first */
async function stopAndListBackups(env: Record<string, string>, server: Awaited<ReturnType<typeof startServer>>) {
  expect(await server.stop('SIGTERM')).toBe(0);
  const { DATABASE_URL: databaseUrl, DATA_DIR = '' } = env;
  const database = await openDatabase(databaseUrl === undefined ? { dataDir: path.join(DATA_DIR, 'database') } : { databaseUrl });
  const rows = await database.system.selectFrom('installation_backup').selectAll().orderBy('taken_at', 'desc').execute();
  await database.close();
  return rows;
}

describe('a backup', () => {
  /** PostgreSQL if it is installed: it restores a backup in half of the time that the embedded engine needs. */
  const target = engines.at(-1) ?? 'embedded';
  let out: string;
  let folder: string;
  let key: string;
  let organizationId: string;
  let attachedFile: AttachedFile;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
    const { env, organization } = await prepare('embedded', folder);
    ({ key } = organization);
    organizationId = organization.id;
    const server = await launch({ ...env, SECRET });
    attachedFile = await attach(server.url, key, 500_000);
    await server.stop('SIGTERM');
    out = path.join(folder, 'installation.backup');
    expect(await admin({ ...env, SECRET }, 'backup', '--out', out)).toMatchObject({ code: 0, err: [] });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('can be verified without a database', async () => {
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
  test('that is damaged, truncated, extended or another file is rejected, and nothing is restored', async () => {
    const bytes = readFileSync(out);
    const changedFile = path.join(folder, 'changed.backup');
    const positions = Array.from({ length: 24 }, (_, n) => Math.floor((bytes.length * n) / 24) + 5);
    const damages: [string, () => void][] = [
      ...positions.map((position): [string, () => void] => [
        `byte ${position}`,
        () => {
          const copy = Buffer.from(bytes);
          copy[position] = (copy[position] ?? 0) ^ 1;
          writeFileSync(changedFile, copy);
        },
      ]),
      ...[0, 10, bytes.length - 1, bytes.length - 100, Math.floor(bytes.length / 2)].map((length): [string, () => void] => [
        `cut off at ${length}`,
        () => {
          copyFileSync(out, changedFile);
          truncateSync(changedFile, length);
        },
      ]),
      ['continued', () => writeFileSync(changedFile, Buffer.concat([bytes, Buffer.from('\n')]))],
      ['another file', () => copyFileSync('package-lock.json', changedFile)],
      [
        'an export',
        () => writeFileSync(changedFile, '{"format":1,"organization":"org_000000000000000000000000","migrations":[],"secret":""}\n'),
      ],
    ];
    for (const [damage, applyDamage] of damages) {
      applyDamage();
      await expect(planCommand(['backup', 'verify', '--in', changedFile])(testConfig()), damage).rejects.toThrow(Failure);
    }
    writeFileSync(changedFile, bytes.subarray(0, bytes.length - 70));
    const targetEnv = await emptyInstallation('embedded');
    expect(await admin(targetEnv, 'restore', '--in', changedFile)).toMatchObject({
      code: 1,
      out: '',
      err: [expect.stringContaining('backup')],
    });
    expect(existsSync(path.join(targetEnv.DATA_DIR ?? '', 'files', organizationId))).toBe(false);
    // The failed restore does not prevent a later restore.
    expect(await admin(targetEnv, 'restore', '--in', out)).toMatchObject({ code: 0, err: [] });
  }, 600_000);
  test('of an installation with another secret is restored with a warning that the service will not start', async () => {
    const targetEnv = { ...(await emptyInstallation(target)), SECRET: 'another secret than that of the installation' };
    expect(await admin(targetEnv, 'restore', '--in', out)).toMatchObject({
      code: 0,
      err: [expect.stringContaining('the service will not start on what is restored: SECRET is not the one')],
    });
  }, 300_000);
  test.runIf(motoProgram() !== undefined)(
    'of files on disk is restored into a bucket, and back',
    async () => {
      const moto = await startMoto();
      try {
        const targetEnv = await emptyInstallation(target, moto.env);
        expect(await admin(targetEnv, 'restore', '--in', out)).toMatchObject({ code: 0, err: [] });
        const bucketBackup = path.join(folder, 'of-a-bucket.backup');
        const server = await startServer(targetEnv);
        expect(await admin(targetEnv, 'backup', '--out', bucketBackup)).toMatchObject({ code: 0, err: [], body: { faults: 0, files: 1 } });
        expect(await server.stop('SIGTERM')).toBe(0);
        const diskEnv = await emptyInstallation(target);
        expect(await admin(diskEnv, 'restore', '--in', bucketBackup)).toMatchObject({ code: 0, err: [], body: { files: 1 } });
        const restoredServer = await startServer(diskEnv);
        await expectFiles(restoredServer.url, key, [attachedFile]);
      } finally {
        await moto.end();
      }
    },
    600_000,
  );
});
