/** Checkpoints are created when they are due, once for all servers. Writing them outside of the database is retried until it succeeds. */
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

const openOwnDatabase = ownDatabase();
const keys = checkpointKeysFrom('the secret of all servers here, whatever it is', []);
const log = logAt('silent');
let database: Database;
let organizationId: string;
let store: Store;
const folder = mkdtempSync(path.join(tmpdir(), 'anchor-'));
beforeAll(async () => {
  database = await openOwnDatabase();
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

const writeLogEntries = (count: number, organization = organizationId) =>
  writeEntries(
    database,
    organization,
    Array.from({ length: count }, () => ({})),
  );
const makeCheckpoints = (entries = 1_000) => makeDueCheckpoints(database.system, keys, entries, log);
const listCheckpoints = () => database.system.selectFrom('audit_checkpoint').selectAll().orderBy('sequence').execute();
const sequences = async () => (await listCheckpoints()).map(({ sequence }) => sequence);
/** Moves the times of the checkpoints into the past by this interval. */
const ageCheckpoints = (interval: string) =>
  database.system
    .updateTable('audit_checkpoint')
    .set({ created_at: sql<string>`created_at - ${interval}::interval`, anchor_due_at: sql<string>`anchor_due_at - ${interval}::interval` })
    .execute();
const anchorAt = async (AUDIT_ANCHOR: string, env: Record<string, string> = {}) => {
  const { anchor } = await portsFrom(testConfig({ AUDIT_ANCHOR, ...env }));
  if (!anchor) throw new Error('there is no anchor');
  return () => anchorCheckpoints(database.system, anchor, log);
};
const listAnchored = async () => (await listCheckpoints()).map(({ anchored_at: at }) => at !== null);

test('the first entry is signed at once, further entries an hour after the last checkpoint, and nothing without new entries', async () => {
  expect(await makeCheckpoints()).toBe(0);
  await writeLogEntries(2);
  expect([await makeCheckpoints(), await makeCheckpoints(), await sequences()]).toEqual([1, 0, [2]]);
  await writeLogEntries(1);
  await ageCheckpoints('59 minutes');
  expect(await makeCheckpoints()).toBe(0);
  await ageCheckpoints('2 minutes');
  expect([await makeCheckpoints(), await makeCheckpoints(), await sequences()]).toEqual([1, 0, [2, 3]]);
  await ageCheckpoints('2 hours');
  expect(await makeCheckpoints()).toBe(0);
});
test('a checkpoint with a future time, from when the clock was ahead, does not prevent signing and writing outside', async () => {
  const file = path.join(folder, 'ahead.ndjson');
  const anchor = await anchorAt(`file://${file}`);
  await writeLogEntries(1);
  await makeCheckpoints();
  await ageCheckpoints('-30 seconds');
  await writeLogEntries(1);
  expect([await makeCheckpoints(), await anchor()]).toEqual([0, 0]);
  await ageCheckpoints('-1 day');
  expect([await makeCheckpoints(), await makeCheckpoints(), await sequences()]).toEqual([1, 0, [1, 2]]);
  expect([await anchor(), await listAnchored()]).toEqual([2, [true, true]]);
  await writeLogEntries(1);
  expect(await makeCheckpoints()).toBe(0);
});
test('many new entries are signed before an hour has passed', async () => {
  await writeLogEntries(1);
  await makeCheckpoints(5);
  await writeLogEntries(4);
  expect(await makeCheckpoints(5)).toBe(0);
  await writeLogEntries(1);
  expect([await makeCheckpoints(5), await sequences()]).toEqual([1, [1, 6]]);
});
test('each organization gets one checkpoint, however many servers check at the same time', async () => {
  const otherIds = await Promise.all([1, 2, 3].map(async () => (await newOrganization(database)).id));
  for (const id of [organizationId, ...otherIds]) await writeLogEntries(2, id);
  const errors: object[] = [];
  const watchedLog = Object.assign(logAt('silent'), { error: (what: object) => errors.push(what) });
  const counts = await Promise.all([1, 2, 3, 4].map(() => makeDueCheckpoints(database.system, keys, 1_000, watchedLog)));
  expect(errors).toEqual([]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(4);
  expect((await listCheckpoints()).map(({ organization_id: id }) => id).sort()).toEqual([organizationId, ...otherIds].sort());
});
test('a log whose last checkpoint cannot be read does not prevent checkpoints of other organizations', async () => {
  await writeLogEntries(1);
  await makeCheckpoints();
  const otherId = (await newOrganization(database)).id;
  for (const id of [organizationId, otherId]) await writeLogEntries(1, id);
  await database.system.updateTable('audit_checkpoint').set({ created_at: '-infinity' }).execute();
  expect(await makeCheckpoints(1)).toBe(1);
  expect(await database.system.selectFrom('audit_checkpoint').select('sequence').where('organization_id', '=', otherId).execute()).toEqual([
    { sequence: 1 },
  ]);
});
test('a changed log is detected when the next checkpoint is created', async () => {
  const errors: string[] = [];
  await writeLogEntries(3);
  await makeCheckpoints();
  await database.system
    .updateTable('audit_entry')
    .set({ hash: 'f'.repeat(64) })
    .where('sequence', '=', 3)
    .execute();
  await writeLogEntries(1);
  await ageCheckpoints('1 hour');
  await makeDueCheckpoints(
    database.system,
    keys,
    1_000,
    Object.assign(logAt('silent'), { error: (_what: object, text: string) => errors.push(text) }),
  );
  expect(errors).toEqual(['the audit log no longer matches its last checkpoint']);
  expect(await sequences()).toEqual([3, 4]);
});

test('a file gets one line for each checkpoint, is readable by its owner only, and continues after an incomplete line', async () => {
  const file = path.join(folder, 'checkpoints.ndjson');
  const anchor = await anchorAt(`file://${file}`);
  await writeLogEntries(1);
  await makeCheckpoints();
  expect([await anchor(), await anchor(), await listAnchored()]).toEqual([1, 0, [true]]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, '{"id":"acp_', { flag: 'a' });
  await writeLogEntries(1);
  await ageCheckpoints('1 hour');
  await makeCheckpoints();
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
test('a bucket gets one object for each checkpoint, locked for the retention time', async () => {
  const anchor = await anchorAt('s3://compliance/notary/log/', { ...store.env, S3_BUCKET: '', AUDIT_ANCHOR_RETENTION: '400' });
  await writeLogEntries(1);
  await makeCheckpoints();
  expect(await anchor()).toBe(1);
  const [{ id, signature } = { id: '', signature: '' }] = await listCheckpoints();
  const key = `notary/log/${organizationId}/0000000000000001-${id}.json`;
  expect(JSON.parse(String(store.objects.get(key)))).toMatchObject({ id, signature, organizationId });
  expect(store.locks.get(key)?.mode).toBe('COMPLIANCE');
  expect(Math.abs(Date.parse(store.locks.get(key)?.until ?? '') - Date.now() - 400 * 86_400_000)).toBeLessThan(60_000);
  expect(store.refused).toEqual([]);
});
test('a bucket without retention gets objects without a lock', async () => {
  const anchor = await anchorAt('s3://compliance', store.env);
  await writeLogEntries(1);
  await makeCheckpoints();
  await anchor();
  const [{ id } = { id: '' }] = await listCheckpoints();
  const key = `${organizationId}/0000000000000001-${id}.json`;
  expect([store.objects.has(key), store.locks.has(key)]).toEqual([true, false]);
});
test('a URL gets a POST, which is repeated with growing pauses until it is accepted', async () => {
  let status = 503;
  const notary = await standIn(() => ({ status }));
  const anchor = await anchorAt(`${notary.url}/checkpoints?token=1`);
  await writeLogEntries(1);
  await makeCheckpoints();
  expect([await anchor(), await listAnchored(), notary.asked.length]).toEqual([0, [false], 1]);
  // The first repetition comes after a minute, and the second one after two minutes.
  expect([await anchor(), notary.asked.length]).toEqual([0, 1]);
  await ageCheckpoints('2 minutes');
  expect([await anchor(), await anchor(), notary.asked.length]).toEqual([0, 0, 2]);
  status = 201;
  await ageCheckpoints('1 hour');
  expect([await anchor(), await listAnchored(), notary.asked.length]).toEqual([1, [true], 3]);
  const [{ id, sequence } = { id: '', sequence: 0 }] = await listCheckpoints();
  expect(notary.asked.at(-1)).toMatchObject({
    method: 'POST',
    path: '/checkpoints',
    headers: { 'content-type': 'application/json', 'idempotency-key': id },
  });
  expect(JSON.parse(notary.asked.at(-1)?.body ?? '')).toMatchObject({ id, sequence, organizationId });
});
test('a URL in a private network gets no checkpoints if the network is not allowed', async () => {
  const notary = await standIn(() => ({ status: 200 }));
  const blockedAnchor = await anchorAt(notary.url, { ALLOWED_NETWORKS: '' });
  await writeLogEntries(1);
  await makeCheckpoints();
  expect([await blockedAnchor(), await listAnchored(), notary.asked.length]).toEqual([0, [false], 0]);
});
test('one server writes a checkpoint, however many servers check at the same time', async () => {
  const notary = await standIn(() => ({ status: 200 }));
  const anchor = await anchorAt(notary.url);
  for (const id of [organizationId, (await newOrganization(database)).id]) await writeLogEntries(1, id);
  await makeCheckpoints();
  const counts = await Promise.all([1, 2, 3].map(() => anchor()));
  expect([counts.reduce((sum, count) => sum + count), notary.asked.length]).toEqual([2, 2]);
});
test('checkpoints from before AUDIT_ANCHOR was set are written, too', async () => {
  for (let round = 0; round < 3; round += 1) {
    await writeLogEntries(1);
    await makeCheckpoints();
    await ageCheckpoints('1 hour');
  }
  const anchor = await anchorAt(`file://${path.join(folder, 'late.ndjson')}`);
  expect([await anchor(), await listAnchored()]).toEqual([3, [true, true, true]]);
  expect(
    readFileSync(path.join(folder, 'late.ndjson'), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).sequence),
  ).toEqual([1, 2, 3]);
});
test.each(['checkpoints.ndjson', 'file:///var/log/', 'file://host/log', 's3://', 'ftp://example.com', 'https//example.com'])(
  'AUDIT_ANCHOR=%s is rejected with an error that does not contain the value',
  (value) => {
    expect(() => configFrom({ AUDIT_ANCHOR: value })).toThrow(
      /^AUDIT_ANCHOR must be an address such as file:\/\/\/var\/log\/checkpoints.ndjson, s3:\/\/bucket\/prefix or https:\/\/notary.example.com\/checkpoints$/,
    );
  },
);
