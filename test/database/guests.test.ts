/** Tests how other processes of the same account, called guests, share the embedded database of a server. */
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client, Pool } from '#platform/database/client';
import { type EmbeddedPool, openEmbedded } from '#platform/database/embedded';
import { openAsGuest } from '#platform/database/guests';

const folder = mkdtempSync(path.join(tmpdir(), 'guests-'));
const dataDir = path.join(folder, 'database');
const socket = path.join(folder, '.database.sock');
let host: EmbeddedPool;
let guests: Pool;
beforeAll(async () => {
  // A process that was killed leaves such a file behind.
  writeFileSync(socket, '');
  host = await openEmbedded({ dataDir, acquireTimeout: 300 });
  const pool = await openAsGuest(dataDir);
  if (!pool) throw new Error('nobody lends a session');
  guests = pool;
}, 300_000);
afterAll(async () => {
  await host.end();
  rmSync(folder, { recursive: true });
});

const ask = async (client: Client, text: string, values: readonly unknown[] = []) =>
  (await client.query<Record<string, unknown>>(text, values)).rows;

test('a guest has the same access as the server, with values of every type and the errors of the database', async () => {
  const guest = await guests.connect();
  expect(
    await ask(guest, 'select $1::int as n, $2::text as t, $3::bytea as b, $4::jsonb as j', [1, 'é', Buffer.from([0, 255]), null]),
  ).toEqual([{ n: 1, t: 'é', b: Buffer.from([0, 255]), j: null }]);
  await expect(guest.query('select 1 / 0', [])).rejects.toMatchObject({ message: 'division by zero', code: '22012' });
  expect(await ask(guest, "select repeat('x', 3000000) as long")).toEqual([{ long: 'x'.repeat(3_000_000) }]);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(guest, 'select $1::int as n', [n])));
  expect(answers).toEqual(answers.map((_, n) => [{ n }]));
  guest.release();
});
test('the server and its guest wait for each other, but not forever', async () => {
  const guest = await guests.connect();
  await expect(host.connect()).rejects.toMatchObject({ code: 'EMBEDDED_BUSY' });
  guest.release();
  const hostClient = await host.connect();
  await expect(guests.connect()).rejects.toMatchObject({ code: 'EMBEDDED_BUSY' });
  hostClient.release();
  (await guests.connect()).release();
});
test('the open transaction of a guest is rolled back when it disconnects', async () => {
  const guest = await guests.connect();
  await ask(guest, 'create table kept (n int)');
  await ask(guest, 'begin');
  await ask(guest, 'insert into kept values (1)');
  expect(guest.isIdle).toBe(false);
  guest.release();
  const hostClient = await host.connect();
  expect([hostClient.isIdle, await ask(hostClient, 'select * from kept')]).toEqual([true, []]);
  hostClient.release();
});
test.runIf(process.platform !== 'win32')('only processes of the account of the server can be guests', () => {
  expect((statSync(socket).mode & 0o777).toString(8)).toBe('600');
});
test('a guest gets an error when the server has ended, and no new guests are accepted', async () => {
  const otherDir = path.join(folder, 'another');
  const server = await openEmbedded({ dataDir: otherDir });
  const pool = await openAsGuest(otherDir);
  const guest = await pool?.connect();
  await server.end();
  await expect(guest?.query('select 1', [])).rejects.toMatchObject({ code: 'EMBEDDED' });
  expect(await openAsGuest(otherDir)).toBeUndefined();
  expect(existsSync(path.join(folder, '.another.sock'))).toBe(false);
}, 300_000);
