/** Checkpoints made when they are due, once whatever number of servers looks, and written outside of the database until that has succeeded. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anchorCheckpoints } from '#platform/audit/anchoring';
import { isCheckpoint, findSignatureFault } from '#platform/audit/checkpoint';
import { makeDueCheckpoints } from '#platform/audit/make-checkpoints';
import { configFrom } from '#platform/config';
import { newId } from '#platform/database/ids';
import type { Database } from '#platform/database/open';
import { logAt } from '#platform/log';
import { checkpointKeysFrom } from '#platform/ports/checkpoint-keys';
import { portsFrom } from '#platform/ports/index';
import { testConfig } from '../support/app.ts';
import { writeEntries } from '../support/audit.ts';
import { newOrganization } from '../support/organization.ts';
import { ownDatabase } from '../support/own-database.ts';
import { startStore, type Store } from '../support/s3.ts';
import { standIn } from '../support/stand-in.ts';

const open = ownDatabase();
const keys = checkpointKeysFrom('the secret of all servers here, whatever it is', []);
const log = logAt('silent');
let database: Database;
let organizationId: string;
let store: Store;
const folder = mkdtempSync(path.join(tmpdir(), 'anchor-'));
beforeAll(async () => {
  database = await open();
  store = await startStore();
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await database.system.deleteFrom('organization').execute();
  organizationId = (await newOrganization(database)).id;
});

const write = (count: number, organization = organizationId) =>
  writeEntries(
    database,
    organization,
    Array.from({ length: count }, () => ({})),
  );
const make = (entries = 1_000) => makeDueCheckpoints(database.system, keys, entries, log);
const made = () => database.system.selectFrom('audit_checkpoint').selectAll().orderBy('sequence').execute();
const sequences = async () => (await made()).map(({ sequence }) => sequence);
/** As if so much time had gone by. */
const age = (interval: string) =>
  database.system
    .updateTable('audit_checkpoint')
    .set({ created_at: sql<string>`created_at - ${interval}::interval`, anchor_due_at: sql<string>`anchor_due_at - ${interval}::interval` })
    .execute();
const anchorAt = async (AUDIT_ANCHOR: string, env: Record<string, string> = {}) => {
  const { anchor } = await portsFrom(testConfig({ AUDIT_ANCHOR, ...env }));
  if (!anchor) throw new Error('there is no anchor');
  return () => anchorCheckpoints(database.system, anchor, log);
};
const anchored = async () => (await made()).map(({ anchored_at: at }) => at !== null);

test('the first entry is signed at once, further ones when the last checkpoint is an hour old, and none where nothing is new', async () => {
  expect(await make()).toBe(0);
  await write(2);
  expect([await make(), await make(), await sequences()]).toEqual([1, 0, [2]]);
  await write(1);
  await age('59 minutes');
  expect(await make()).toBe(0);
  await age('2 minutes');
  expect([await make(), await make(), await sequences()]).toEqual([1, 0, [2, 3]]);
  await age('2 hours');
  expect(await make()).toBe(0);
});
test('a last checkpoint of the future, from when the clock was ahead, keeps nothing from being signed and written outside', async () => {
  const file = path.join(folder, 'ahead.ndjson');
  const anchor = await anchorAt(`file://${file}`);
  await write(1);
  await make();
  await age('-30 seconds');
  await write(1);
  expect([await make(), await anchor()]).toEqual([0, 0]);
  await age('-1 day');
  expect([await make(), await make(), await sequences()]).toEqual([1, 0, [1, 2]]);
  expect([await anchor(), await anchored()]).toEqual([2, [true, true]]);
  await write(1);
  expect(await make()).toBe(0);
});
test('many entries are signed sooner', async () => {
  await write(1);
  await make(5);
  await write(4);
  expect(await make(5)).toBe(0);
  await write(1);
  expect([await make(5), await sequences()]).toEqual([1, [1, 6]]);
});
test('once for each organization, however many servers look at the same time', async () => {
  const others = await Promise.all([1, 2, 3].map(async () => (await newOrganization(database)).id));
  for (const id of [organizationId, ...others]) await write(2, id);
  const errors: object[] = [];
  const watched = Object.assign(logAt('silent'), { error: (what: object) => errors.push(what) });
  const counts = await Promise.all([1, 2, 3, 4].map(() => makeDueCheckpoints(database.system, keys, 1_000, watched)));
  expect(errors).toEqual([]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(4);
  expect((await made()).map(({ organization_id: id }) => id).sort()).toEqual([organizationId, ...others].sort());
});
test('a log whose last checkpoint cannot be read keeps no other from its own', async () => {
  await write(1);
  await make();
  const other = (await newOrganization(database)).id;
  for (const id of [organizationId, other]) await write(1, id);
  await database.system.updateTable('audit_checkpoint').set({ created_at: '-infinity' }).execute();
  expect(await make(1)).toBe(1);
  expect(await database.system.selectFrom('audit_checkpoint').select('sequence').where('organization_id', '=', other).execute()).toEqual([
    { sequence: 1 },
  ]);
});
test('what says that the log was changed is found when the next checkpoint is made', async () => {
  const errors: string[] = [];
  await write(3);
  await make();
  await database.system
    .updateTable('audit_entry')
    .set({ hash: 'f'.repeat(64) })
    .where('sequence', '=', 3)
    .execute();
  await write(1);
  await age('1 hour');
  await makeDueCheckpoints(
    database.system,
    keys,
    1_000,
    Object.assign(logAt('silent'), { error: (_what: object, text: string) => errors.push(text) }),
  );
  expect(errors).toEqual(['the audit log no longer matches its last checkpoint']);
  expect(await sequences()).toEqual([3, 4]);
});

test("to a file: a line for each, for nobody else's eyes, also behind a line that was cut off", async () => {
  const file = path.join(folder, 'checkpoints.ndjson');
  const anchor = await anchorAt(`file://${file}`);
  await write(1);
  await make();
  expect([await anchor(), await anchor(), await anchored()]).toEqual([1, 0, [true]]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, '{"id":"acp_', { flag: 'a' });
  await write(1);
  await age('1 hour');
  await make();
  expect(await anchor()).toBe(1);
  const lines = readFileSync(file, 'utf8').split('\n');
  expect([lines.length, lines[1], lines[3]]).toEqual([4, '{"id":"acp_', '']);
  const [first, second]: unknown[] = [JSON.parse(lines[0] ?? ''), JSON.parse(lines[2] ?? '')];
  for (const one of [first, second]) expect(isCheckpoint(one) && findSignatureFault(one, organizationId, keys.trusted)).toBeUndefined();
  expect(isCheckpoint(first) && findSignatureFault(first, newId('org'), keys.trusted)).toBe('signature_invalid');
  expect([first, second]).toMatchObject([
    { sequence: 1, previousCheckpointHash: null },
    { sequence: 2, organizationId },
  ]);
});
test('to a bucket: an object for each, locked for as long as it is to be kept', async () => {
  const anchor = await anchorAt('s3://compliance/notary/log/', { ...store.env, S3_BUCKET: '', AUDIT_ANCHOR_RETENTION: '400' });
  await write(1);
  await make();
  expect(await anchor()).toBe(1);
  const [{ id, signature } = { id: '', signature: '' }] = await made();
  const key = `notary/log/${organizationId}/0000000000000001-${id}.json`;
  expect(JSON.parse(String(store.objects.get(key)))).toMatchObject({ id, signature, organizationId });
  expect(store.locks.get(key)?.mode).toBe('COMPLIANCE');
  expect(Math.abs(Date.parse(store.locks.get(key)?.until ?? '') - Date.now() - 400 * 86_400_000)).toBeLessThan(60_000);
  expect(store.refused).toEqual([]);
});
test('to a bucket without retention: without a lock', async () => {
  const anchor = await anchorAt('s3://compliance', store.env);
  await write(1);
  await make();
  await anchor();
  const [{ id } = { id: '' }] = await made();
  const key = `${organizationId}/0000000000000001-${id}.json`;
  expect([store.objects.has(key), store.locks.has(key)]).toEqual([true, false]);
});
test('to an address: by POST, again and again until it is taken, later each time', async () => {
  let status = 503;
  const notary = await standIn(() => ({ status }));
  const anchor = await anchorAt(`${notary.url}/checkpoints?token=1`);
  await write(1);
  await make();
  expect([await anchor(), await anchored(), notary.asked.length]).toEqual([0, [false], 1]);
  // Not before a minute is over, and the next time not before two are.
  expect([await anchor(), notary.asked.length]).toEqual([0, 1]);
  await age('2 minutes');
  expect([await anchor(), await anchor(), notary.asked.length]).toEqual([0, 0, 2]);
  status = 201;
  await age('1 hour');
  expect([await anchor(), await anchored(), notary.asked.length]).toEqual([1, [true], 3]);
  const [{ id, sequence } = { id: '', sequence: 0 }] = await made();
  expect(notary.asked.at(-1)).toMatchObject({
    method: 'POST',
    path: '/checkpoints',
    headers: { 'content-type': 'application/json', 'idempotency-key': id },
  });
  expect(JSON.parse(notary.asked.at(-1)?.body ?? '')).toMatchObject({ id, sequence, organizationId });
});
test('not to an address of a private network, unless it is allowed', async () => {
  const notary = await standIn(() => ({ status: 200 }));
  const refused = await anchorAt(notary.url, { ALLOWED_NETWORKS: '' });
  await write(1);
  await make();
  expect([await refused(), await anchored(), notary.asked.length]).toEqual([0, [false], 0]);
});
test('by one server, however many look at the same time', async () => {
  const notary = await standIn(() => ({ status: 200 }));
  const anchor = await anchorAt(notary.url);
  for (const id of [organizationId, (await newOrganization(database)).id]) await write(1, id);
  await make();
  const counts = await Promise.all([1, 2, 3].map(() => anchor()));
  expect([counts.reduce((sum, count) => sum + count), notary.asked.length]).toEqual([2, 2]);
});
test('all that was signed before there was a place to write it', async () => {
  for (let round = 0; round < 3; round += 1) {
    await write(1);
    await make();
    await age('1 hour');
  }
  const anchor = await anchorAt(`file://${path.join(folder, 'late.ndjson')}`);
  expect([await anchor(), await anchored()]).toEqual([3, [true, true, true]]);
  expect(
    readFileSync(path.join(folder, 'late.ndjson'), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).sequence),
  ).toEqual([1, 2, 3]);
});
test.each(['checkpoints.ndjson', 'file:///var/log/', 'file://host/log', 's3://', 'ftp://example.com', 'https//example.com'])(
  'AUDIT_ANCHOR=%s is refused, and not repeated',
  (value) => {
    expect(() => configFrom({ AUDIT_ANCHOR: value })).toThrow(
      /^AUDIT_ANCHOR must be an address such as file:\/\/\/var\/log\/checkpoints.ndjson, s3:\/\/bucket\/prefix or https:\/\/notary.example.com\/checkpoints$/,
    );
  },
);
