/** Files that the service writes are accessible to its own account only, whatever the umask of the process is. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { png, newRiskId } from '../support/attachments.ts';
import { compiled } from '../support/compiled.ts';
import { bootstrapKey, startProcess, temporaryFolder } from '../support/process.ts';
import { presign, send } from '../support/uploads.ts';

/** @returns the folder and everything in it that accounts other than the owner may access */
function findOpenFiles(folder: string): string[] {
  const paths = [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))];
  return paths
    .filter((name) => !lstatSync(name).isSymbolicLink() && (lstatSync(name).mode & 0o077) !== 0)
    .map((name) => `${(lstatSync(name).mode & 0o777).toString(8)} ${path.relative(folder, name)}`);
}
/** Node.js options that set the umask to 0, so that files get exactly the requested mode. Only the main thread can set it. */
const umaskOptions = [
  '--import',
  'data:text/javascript,import { isMainThread } from "node:worker_threads"; if (isMainThread) process.umask(0)',
];
const start = (env: Record<string, string>) => startProcess(env, [...umaskOptions, 'server/main.ts']);

test('a new data directory, the files in it, and an export are accessible to the owner only', async () => {
  const folder = temporaryFolder();
  const DATA_DIR = path.join(folder, 'new', 'data');
  const server = await start({ DATA_DIR, RATE_LIMIT: '0' });
  const ask: Parameters<typeof newRiskId>[0] = (method, url, options = {}) =>
    call(server.url, method, url, { key: bootstrapKey, ...options });
  const upload = await presign(ask, { purpose: 'attachment' });
  expect(await send(server.url, upload, png)).toMatchObject({ status: 200 });
  const body = { entityType: 'risk', entityId: await newRiskId(ask), fileName: 'a.png', fileType: 'image/png' };
  expect(await ask('POST', '/v1/attachments', { body: { ...body, fileKey: upload.fileKey } })).toMatchObject({ status: 201 });
  expect(await ask('POST', '/v1/attachments', { body: { ...body, fileData: png.toString('base64') } })).toMatchObject({ status: 201 });
  const { id } = (await ask('GET', '/v1/organization')).body;
  expect(findOpenFiles(DATA_DIR)).toEqual([]);
  expect(readdirSync(DATA_DIR).sort()).toEqual(['.database.lock', '.database.sock', 'database', 'files', 'secret']);
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(findOpenFiles(DATA_DIR)).toEqual([]);

  const out = path.join(folder, 'export.jsonl');
  // An earlier attempt that was interrupted may have left this file with open permissions.
  writeFileSync(`${out}.part`, 'left over', { mode: 0o666 });
  chmodSync(`${out}.part`, 0o666);
  execFileSync(process.execPath, [...umaskOptions, 'server/admin/main.ts', 'export', '--organization', id, '--out', out], {
    env: { PATH: process.env.PATH, ...compiled, DATA_DIR },
    stdio: 'pipe',
  });
  expect([(statSync(out).mode & 0o777).toString(8), existsSync(`${out}.part`)]).toEqual(['600', false]);
  expect(findOpenFiles(DATA_DIR)).toEqual([]);
}, 300_000);

test('a data directory that was created with open permissions before the first start becomes accessible to the owner only', async () => {
  const DATA_DIR = path.join(temporaryFolder(), 'data');
  mkdirSync(DATA_DIR, { mode: 0o755 });
  const server = await start({ DATA_DIR, DEMO: '0' });
  expect(findOpenFiles(DATA_DIR)).toEqual([]);
  expect(await server.stop('SIGTERM')).toBe(0);
}, 300_000);

test('the permissions of an open data directory are restricted; if it has files of others, they and the directory itself stay open', async () => {
  const DATA_DIR = path.join(temporaryFolder(), 'data');
  const env = { DATA_DIR, DEMO: '0' };
  const first = await start(env);
  expect(await first.stop('SIGTERM')).toBe(0);
  mkdirSync(path.join(DATA_DIR, 'files', 'org_000000000000000000000000', 'logo'), { recursive: true });
  writeFileSync(path.join(DATA_DIR, 'files', 'org_000000000000000000000000', 'logo', '1-a.png'), png);
  for (const name of ['.', ...readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' })])
    chmodSync(path.join(DATA_DIR, name), statSync(path.join(DATA_DIR, name)).isDirectory() ? 0o777 : 0o666);
  const second = await start(env);
  expect(findOpenFiles(DATA_DIR)).toEqual([]);
  expect(await second.stop('SIGTERM')).toBe(0);

  writeFileSync(path.join(DATA_DIR, 'notes.txt'), 'of the operator');
  for (const name of ['.', 'notes.txt', 'secret', 'database', 'files'])
    chmodSync(path.join(DATA_DIR, name), name.includes('.') || name === 'secret' ? 0o755 : 0o777);
  const thirdServer = await start(env);
  expect(findOpenFiles(DATA_DIR)).toEqual(['755 ', '755 notes.txt']);
  expect(await thirdServer.stop('SIGTERM')).toBe(0);
}, 300_000);
