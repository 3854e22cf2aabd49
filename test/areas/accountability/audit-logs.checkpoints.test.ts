/** Signed checkpoints show when the owner of the database rewrites the log, and give an auditor the data to verify the log. */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sql, type UpdateObject } from 'kysely';
import { expect, test } from 'vitest';
import type { components } from '#generated/api';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { checkpointKeysFrom } from '#platform/ports/checkpoint-keys';
import { allPages, call as callAt, type Caller, listenOn, startApp, testConfig } from '../../support/app.ts';
import { auditLog, type Line, writeEntries } from '../../support/audit.ts';
import { document } from '../../support/contract.ts';
import { within } from '../../support/organization.ts';

const app = startApp();
const { withLog, verify, forge, checkpoint, tamper, remove, numbered } = auditLog(app);
type Checkpoint = components['schemas']['AuditCheckpoint'];

/** Returns the text that a signature covers according to the contract, without using code of the server. */
const signedText = ({ id, organizationId, sequence, hash, previousCheckpointHash, createdAt, keyId }: Checkpoint) =>
  canonicalize({ id, organizationId, sequence, hash, previousCheckpointHash, createdAt, keyId }) ?? '';
const hasValidSignature = (signedCheckpoint: Checkpoint, publicKey: string) =>
  verifySignature(
    null,
    Buffer.from(signedText(signedCheckpoint)),
    createPublicKey(publicKey),
    Buffer.from(signedCheckpoint.signature, 'base64'),
  );

/** Creates entries 1 to 9, with signed checkpoints at 3, 6 and 8. */
async function withCheckpoints() {
  const caller = await withLog(numbered(3));
  await checkpoint(caller);
  for (const count of [3, 2]) {
    await writeEntries(app.database, caller.organization.id, numbered(count));
    await checkpoint(caller);
  }
  await writeEntries(app.database, caller.organization.id, numbered(1));
  return caller;
}
const checkpointOf = ({ organization }: Pick<Caller, 'organization'>, sequence: number) => ({
  change: (columns: UpdateObject<SystemTables, 'audit_checkpoint'>) =>
    app.database.system
      .updateTable('audit_checkpoint')
      .set(columns)
      .where('organization_id', '=', organization.id)
      .where('sequence', '=', sequence)
      .execute(),
  remove: () =>
    app.database.system
      .deleteFrom('audit_checkpoint')
      .where('organization_id', '=', organization.id)
      .where('sequence', '=', sequence)
      .execute(),
});

const tamperings: Readonly<Record<string, readonly [change: (entries: readonly Line[]) => readonly Line[], found: object]>> = {
  'the tail is cut off and the head moved back': [
    (entries) => entries.slice(0, 4),
    { firstBrokenSequence: 5, fault: 'entry_missing', coveredSequence: 3, checkpoints: 1, headSequence: 8 },
  ],
  'the tail is cut off at a checkpoint': [
    (entries) => entries.slice(0, 6),
    { firstBrokenSequence: 7, fault: 'entry_missing', coveredSequence: 6, checkpoints: 2, headSequence: 8 },
  ],
  'an entry is written anew, and all behind it sealed again': [
    (entries) => entries.map((entry) => (entry.sequence === 5 ? { ...entry, description: 'Nothing' } : entry)),
    { firstBrokenSequence: 6, fault: 'checkpoint_differs', coveredSequence: 3, headSequence: 9 },
  ],
  'an entry is taken out, and all behind it numbered and sealed again': [
    (entries) => entries.filter(({ sequence }) => sequence !== 2),
    { firstBrokenSequence: 3, fault: 'checkpoint_differs', coveredSequence: 0, headSequence: 8 },
  ],
  'two entries are swapped, and all behind them sealed again': [
    ([first, second, ...entries]) => [second, first, ...entries].filter((entry) => entry !== undefined),
    { firstBrokenSequence: 3, fault: 'checkpoint_differs', coveredSequence: 0 },
  ],
  'all of it is sealed again with another first entry': [
    ([first, ...entries]) => [{ ...first, id: newId('aud') }, ...entries].filter((entry): entry is Line => 'hash' in entry),
    { firstBrokenSequence: 3, fault: 'checkpoint_differs', coveredSequence: 0 },
  ],
  'all of it is taken out': [() => [], { firstBrokenSequence: 1, fault: 'entry_missing', checkpoints: 0, headSequence: 8 }],
};
test.each(Object.entries(tamperings))('200 broken when %s', async (_case, [change, expected]) => {
  const caller = await withCheckpoints();
  expect(await verify(caller)).toMatchObject({ intact: true, fault: null, checkpoints: 3, coveredSequence: 8, headSequence: 9 });
  await forge(caller, change);
  expect(await verify(caller)).toMatchObject({ intact: false, ...expected });
});
test('200 broken even after the log has grown and was signed again', async () => {
  const caller = await withCheckpoints();
  await forge(caller, (entries) => entries.slice(0, 4));
  await writeEntries(app.database, caller.organization.id, numbered(10));
  await checkpoint(caller);
  expect(await verify(caller)).toMatchObject({
    intact: false,
    firstBrokenSequence: 6,
    fault: 'checkpoint_differs',
    coveredSequence: 3,
    headSequence: 14,
  });
});
test('200 verifies only the requested window', async () => {
  const caller = await withCheckpoints();
  expect(await verify(caller, 'fromSequence=4&toSequence=6')).toMatchObject({ intact: true, checkpoints: 1, coveredSequence: 6 });
  expect(await verify(caller, 'fromSequence=4&toSequence=5')).toMatchObject({ intact: true, checkpoints: 0, coveredSequence: 0 });
  await forge(caller, (entries) => entries.map((entry) => (entry.sequence === 7 ? { ...entry, description: 'Nothing' } : entry)));
  expect(await verify(caller, 'toSequence=6')).toMatchObject({ intact: true, checkpoints: 2 });
  expect(await verify(caller, 'fromSequence=7')).toMatchObject({ intact: false, firstBrokenSequence: 8, fault: 'checkpoint_differs' });
});
test('200 names faults of entries and of the head, too', async () => {
  const oneChanged = await withCheckpoints();
  await tamper(oneChanged, 5, { description: 'Nothing' });
  expect(await verify(oneChanged)).toMatchObject({ intact: false, firstBrokenSequence: 5, fault: 'entry_changed', coveredSequence: 3 });
  const oneMissing = await withCheckpoints();
  await remove(oneMissing, 7);
  expect(await verify(oneMissing)).toMatchObject({ intact: false, firstBrokenSequence: 7, fault: 'entry_missing', coveredSequence: 6 });
  const headChanged = await withCheckpoints();
  await app.database.system
    .updateTable('audit_head')
    .set({ hash: 'f'.repeat(64) })
    .where('organization_id', '=', headChanged.organization.id)
    .execute();
  expect(await verify(headChanged)).toMatchObject({ intact: false, firstBrokenSequence: 9, fault: 'head_changed' });
});

test('200 broken at a checkpoint that was signed with an unknown key, although its hash fits', async () => {
  const caller = await withLog(numbered(3));
  await checkpoint(caller, checkpointKeysFrom('a secret that somebody else has made up', []));
  expect(await verify(caller)).toMatchObject({ intact: false, firstBrokenSequence: 3, fault: 'key_unknown' });
});
test('200 broken at a checkpoint that names the right key, but was signed with another key', async () => {
  const caller = await withCheckpoints();
  const forger = checkpointKeysFrom('a secret that somebody else has made up', []).current;
  await forge(caller, (entries) => entries.map((entry) => ({ ...entry, description: 'Nothing' })));
  const { data: entries }: { data: Line[] } = (await caller.call('GET', '/v1/audit-logs')).body;
  const { data }: { data: Checkpoint[] } = (await caller.call('GET', '/v1/audit-logs/checkpoints')).body;
  let previousCheckpointHash: string | null = null;
  for (const original of data.toReversed()) {
    const forged: Checkpoint = {
      ...original,
      previousCheckpointHash,
      hash: entries.find(({ sequence }) => sequence === original.sequence)?.hash ?? '',
    };
    await checkpointOf(caller, original.sequence).change({
      previous_checkpoint_hash: previousCheckpointHash,
      hash: forged.hash,
      public_key: forger.publicKey,
      signature: forger.sign(signedText(forged)),
    });
    previousCheckpointHash = createHash('sha256').update(signedText(forged)).digest('hex');
  }
  expect(await verify(caller)).toMatchObject({ intact: false, firstBrokenSequence: 3, fault: 'signature_invalid', coveredSequence: 0 });
});
const signedColumns: [string, UpdateObject<SystemTables, 'audit_checkpoint'>][] = [
  ['id', { id: newId('acp') }],
  ['created_at', { created_at: '2020-01-01T00:00:00.000Z' }],
  ['created_at, without end', { created_at: 'infinity' }],
  ['hash', { hash: 'f'.repeat(64) }],
  ['previous_checkpoint_hash', { previous_checkpoint_hash: 'f'.repeat(64) }],
  ['signature', { signature: Buffer.alloc(64).toString('base64') }],
  ['signature, cut off', { signature: '' }],
];
test.each(signedColumns)('200 broken when %s of a checkpoint was changed', async (_column, columns) => {
  const caller = await withCheckpoints();
  await checkpointOf(caller, 6).change(columns);
  expect(await verify(caller)).toMatchObject({ intact: false, firstBrokenSequence: 6, fault: 'signature_invalid', coveredSequence: 3 });
});
test('200 broken when a checkpoint belongs to another organization', async () => {
  const [ours, theirs] = [await withLog(numbered(3)), await withCheckpoints()];
  await app.database.system.deleteFrom('audit_checkpoint').where('organization_id', '=', ours.organization.id).execute();
  await app.database.system
    .updateTable('audit_checkpoint')
    .set({ organization_id: ours.organization.id })
    .where('organization_id', '=', theirs.organization.id)
    .where('sequence', '=', 3)
    .execute();
  expect(await verify(ours)).toMatchObject({ intact: false, firstBrokenSequence: 3, fault: 'signature_invalid' });
});
test('200 broken at the checkpoint that follows a missing checkpoint', async () => {
  for (const [removedSequence, brokenSequence] of [
    [3, 6],
    [6, 8],
  ] as const) {
    const caller = await withCheckpoints();
    await checkpointOf(caller, removedSequence).remove();
    expect(await verify(caller)).toMatchObject({ intact: false, firstBrokenSequence: brokenSequence, fault: 'checkpoint_missing' });
  }
});
test('200 intact with checkpoints of an earlier secret, as long as FORMER_SECRETS contains this secret', async () => {
  const caller = await withCheckpoints();
  const newSecret = { SECRET: 'the secret that took the place of it' };
  const withFormerSecret = { ...newSecret, FORMER_SECRETS: testConfig().secret ?? '' };
  const verifyWith = async (env: Record<string, string>) => {
    const { base, server } = await listenOn(app.database, testConfig(env));
    const answers = await Promise.all(
      ['verification', 'checkpoint-keys'].map((endpoint) =>
        callAt(base, 'GET', `/v1/audit-logs/${endpoint}`, { key: caller.organization.key }),
      ),
    );
    server.close();
    return answers.map(({ body }) => body);
  };
  const [{ keyId, publicKey }] = (await caller.call('GET', '/v1/audit-logs/checkpoint-keys')).body.data;
  const [verdict, { data: keys }] = await verifyWith(withFormerSecret);
  expect(verdict).toMatchObject({ intact: true, checkpoints: 3 });
  expect(keys).toMatchObject([{ isCurrent: true }, { keyId, publicKey, isCurrent: false }]);
  await writeEntries(app.database, caller.organization.id, numbered(1));
  await checkpoint(caller, checkpointKeysFrom(newSecret.SECRET, []));
  expect((await verifyWith(withFormerSecret))[0]).toMatchObject({ intact: true, checkpoints: 4, coveredSequence: 10 });
  expect((await verifyWith(newSecret))[0]).toMatchObject({ intact: false, firstBrokenSequence: 3, fault: 'key_unknown' });
  expect(await verify(caller)).toMatchObject({ intact: false, firstBrokenSequence: 10, fault: 'key_unknown', coveredSequence: 8 });
});

test('200 lists the checkpoints newest first, page by page; the public key suffices to verify each checkpoint', async () => {
  const caller = await withCheckpoints();
  const pages = await allPages(caller.call, '/v1/audit-logs/checkpoints?limit=2&count=true');
  expect(pages.map(({ totalCount }) => totalCount)).toEqual([3, 3]);
  const checkpoints: Checkpoint[] = pages.flatMap(({ data }) => data);
  expect(checkpoints.map(({ sequence }) => sequence)).toEqual([8, 6, 3]);
  const { data: keys } = (await caller.call('GET', '/v1/audit-logs/checkpoint-keys')).body;
  expect(keys).toEqual([
    {
      keyId: expect.stringMatching(/^[0-9a-f]{64}$/),
      publicKey: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n.*\n-----END PUBLIC KEY-----\n$/),
      isCurrent: true,
    },
  ]);
  const { data: entries }: { data: Line[] } = (await caller.call('GET', '/v1/audit-logs')).body;
  for (const [index, listedCheckpoint] of checkpoints.entries()) {
    const earlierCheckpoint = checkpoints[index + 1];
    expect(listedCheckpoint).toEqual({
      id: expect.stringMatching(/^acp_[0-9a-f]{24}$/),
      organizationId: caller.organization.id,
      sequence: listedCheckpoint.sequence,
      hash: entries.find(({ sequence }) => sequence === listedCheckpoint.sequence)?.hash,
      previousCheckpointHash: earlierCheckpoint ? createHash('sha256').update(signedText(earlierCheckpoint)).digest('hex') : null,
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      anchoredAt: null,
      keyId: createHash('sha256')
        .update(createPublicKey(keys[0].publicKey).export({ format: 'der', type: 'spki' }))
        .digest('hex'),
      publicKey: keys[0].publicKey,
      signature: expect.any(String),
    });
    expect(hasValidSignature(listedCheckpoint, keys[0].publicKey)).toBe(true);
    expect(hasValidSignature({ ...listedCheckpoint, sequence: listedCheckpoint.sequence + 1 }, keys[0].publicKey)).toBe(false);
  }
});
test('200 with an empty list when nothing was signed, and without checkpoints of another organization', async () => {
  await withCheckpoints();
  expect((await (await withLog(numbered(1))).call('GET', '/v1/audit-logs/checkpoints?count=true')).body).toEqual({
    data: [],
    nextCursor: null,
    totalCount: 0,
  });
});
test('the examples of the contract are signed with the example key, and form a chain', () => {
  const example = (name: string) => JSON.parse(JSON.stringify(document.components.examples?.[name])).value.data;
  const [newest, previous]: Checkpoint[] = example('listAuditCheckpoints');
  const [{ publicKey, keyId }] = example('listAuditCheckpointKeys');
  if (!newest || !previous) throw new Error('the contract shows no two checkpoints');
  expect([hasValidSignature(newest, publicKey), hasValidSignature(previous, publicKey), newest.keyId, previous.keyId]).toEqual([
    true,
    true,
    keyId,
    keyId,
  ]);
  expect(newest.previousCheckpointHash).toBe(createHash('sha256').update(signedText(previous)).digest('hex'));
});

const operations = ['/v1/audit-logs/checkpoints', '/v1/audit-logs/checkpoint-keys'];
test.each(operations)('%s: 400 for an unknown parameter, 401, 403 without app:read, 429, and 200 for an auditor', async (path) => {
  const { organization } = await withLog(numbered(1));
  const { call } = await app.caller(['risk:read']);
  expect(await app.call('GET', path)).toMatchObject({ status: 401 });
  expect(await call('GET', path)).toMatchObject({ status: 403 });
  expect(await call('GET', `${path}?since=1`)).toMatchObject({ status: 403 });
  expect(await callAt(app.base, 'GET', `${path}?since=1`, { key: organization.key })).toMatchObject({
    status: 400,
    body: { details: { since: {} } },
  });
  expect(await (await app.session(organization, ['auditor'])).call('GET', path)).toMatchObject({ status: 200 });
  const { base, server } = await listenOn(app.database, testConfig({ RATE_LIMIT: '1' }));
  const ask = () => callAt(base, 'GET', path, { key: organization.key });
  await ask();
  const second = await ask();
  // The rate limit may have been reset between the two requests.
  expect(second.status === 429 ? second : await ask()).toMatchObject({ status: 429 });
  server.close();
});
test('no organization can change or remove its checkpoints, and reading checkpoints is not logged', async () => {
  const caller = await withCheckpoints();
  const denied = { code: '42501' };
  await expect(within(app.database, caller.organization.id, (db) => db.deleteFrom('audit_checkpoint').execute())).rejects.toMatchObject(
    denied,
  );
  await expect(
    within(app.database, caller.organization.id, (db) =>
      db
        .updateTable('audit_checkpoint')
        .set({ anchored_at: sql<string>`now()` })
        .execute(),
    ),
  ).rejects.toMatchObject(denied);
  for (const path of operations) await caller.call('GET', path);
  expect(await verify(caller)).toMatchObject({ headSequence: 9 });
});
