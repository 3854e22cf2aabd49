/** The hash chain shows when someone with access to the database changes the log. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sql, type UpdateObject } from 'kysely';
import { expect, test } from 'vitest';
import type { SystemTables } from '#generated/database';
import { startApp } from '../../support/app.ts';
import { auditLog, sealedText } from '../../support/audit.ts';

const app = startApp();
const { withLog, list, verify, tamper, remove, numbered } = auditLog(app);

test('200 intact, from the first entry to the head, with the hash of the head', async () => {
  const caller = await withLog(numbered(4));
  const [head] = await list(caller, 'entityId=rsk_4');
  expect(await verify(caller)).toEqual({
    intact: true,
    fromSequence: 1,
    toSequence: 4,
    firstBrokenSequence: null,
    fault: null,
    checkpoints: 0,
    coveredSequence: 0,
    headSequence: 4,
    headHash: head?.hash,
    checkedAt: expect.stringMatching(/Z$/),
  });
  expect(await verify(caller, 'fromSequence=2&toSequence=3')).toMatchObject({
    intact: true,
    fromSequence: 2,
    toSequence: 3,
    headSequence: 4,
    headHash: head?.hash,
  });
  expect(await verify(caller, 'toSequence=100000')).toMatchObject({ intact: true, fromSequence: 1, toSequence: 4 });
  expect(await verify(caller, 'fromSequence=5')).toMatchObject({
    intact: true,
    fromSequence: 0,
    toSequence: 0,
    firstBrokenSequence: null,
    headSequence: 4,
  });
  expect(await verify(caller, 'fromSequence=9007199254740991')).toMatchObject({ intact: true, fromSequence: 0 });
});
test('200 intact for an empty log, with zeros in all fields', async () => {
  expect(await verify(await app.caller())).toEqual({
    intact: true,
    fromSequence: 0,
    toSequence: 0,
    firstBrokenSequence: null,
    fault: null,
    checkpoints: 0,
    coveredSequence: 0,
    headSequence: 0,
    headHash: null,
    checkedAt: expect.any(String),
  });
});
test('400 for a window that is reversed, too large or invalid', async () => {
  const { call } = await app.caller();
  const detailsFor = async (query: string) => {
    const answer = await call('GET', `/v1/audit-logs/verification?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { error: 'Validation failed' } });
    return answer.body.details;
  };
  expect(await detailsFor('fromSequence=3&toSequence=2')).toMatchObject({
    toSequence: { _errors: ['must not be less than fromSequence'], _codes: [{ code: 'too_small', params: { minimum: 3 } }], in: 'query' },
  });
  expect(await detailsFor('toSequence=100001')).toMatchObject({
    toSequence: { _errors: ['must be at most 99999 more than fromSequence'] },
  });
  expect(await detailsFor('fromSequence=7&toSequence=100007')).toHaveProperty('toSequence');
  expect(await detailsFor('fromSequence=0')).toHaveProperty('fromSequence');
  expect(await detailsFor('toSequence=x')).toHaveProperty('toSequence');
  expect((await call('GET', '/v1/audit-logs/verification?fromSequence=7&toSequence=100006')).status).toBe(200);
});
const hash = 'f'.repeat(64);
const tampered: [column: string, columns: UpdateObject<SystemTables, 'audit_entry'>][] = [
  ['id', { id: `aud_${Date.now()}` }],
  ['timestamp', { timestamp: '2026-05-01T00:00:00.001Z' }],
  ['timestamp, without end', { timestamp: 'infinity' }],
  ['user_id', { user_id: 'usr_2' }],
  ['user_id, removed', { user_id: null }],
  ['member_id', { member_id: 'mem_2' }],
  ['entity_type', { entity_type: 'task' }],
  ['entity_id', { entity_id: 'rsk_9' }],
  ['description', { description: 'Nothing' }],
  ['data', { data: { action: 'a', resource: 'task' } }],
  ['data, within', { data: sql`jsonb_set(data, '{changes,title,current}', '"b"')` }],
  ['data, a number without end', { data: sql`'{"a":1e999}'::jsonb` }],
  ['user_snapshot', { user_snapshot: { id: 'usr_1', name: 'Another' } }],
  ['user_snapshot, removed', { user_snapshot: null }],
  ['previous_hash', { previous_hash: hash }],
  ['previous_hash, removed', { previous_hash: null }],
  ['hash', { hash }],
];
test.each(tampered)('200 broken when %s was changed', async (_column, columns) => {
  const changes = { title: { previous: null, current: 'a' } };
  const caller = await withLog(
    numbered(5, {
      userId: 'usr_1',
      memberId: 'mem_1',
      entityType: 'risk',
      description: 'Created risk',
      at: '2026-05-01T00:00:00.000Z',
      user: { id: 'usr_1', name: 'A' },
      data: { action: 'a', resource: 'risk', changes },
    }),
  );
  expect(await verify(caller)).toMatchObject({ intact: true });
  await tamper(caller, 3, columns);
  expect(await verify(caller)).toMatchObject({ intact: false, fromSequence: 1, toSequence: 5, firstBrokenSequence: 3, headSequence: 5 });
  expect(await verify(caller, 'toSequence=2')).toMatchObject({ intact: true, firstBrokenSequence: null });
  expect(await verify(caller, 'fromSequence=3&toSequence=3')).toMatchObject({ intact: false, firstBrokenSequence: 3 });
});
test('200 broken when entries are missing: in the middle, at the beginning, at the end, or all entries', async () => {
  for (const [removed, firstBroken] of [
    [[3, 4], 3],
    [[1], 1],
    [[6], 6],
    [[5, 6], 5],
    [[1, 2, 3, 4, 5, 6], 1],
  ] as const) {
    const caller = await withLog(numbered(6));
    const { headHash } = await verify(caller);
    await remove(caller, ...removed);
    expect(await verify(caller)).toMatchObject({
      intact: false,
      firstBrokenSequence: firstBroken,
      toSequence: 6,
      headSequence: 6,
      headHash,
    });
  }
});
test('200 broken after a missing entry, too, because the next entry has no predecessor', async () => {
  const caller = await withLog(numbered(6));
  await remove(caller, 3);
  expect(await verify(caller, 'fromSequence=4')).toMatchObject({ intact: false, firstBrokenSequence: 4 });
  expect(await verify(caller, 'fromSequence=5')).toMatchObject({ intact: true });
});
test('200 broken when two entries were swapped', async () => {
  const caller = await withLog(numbered(6));
  await tamper(caller, 2, { sequence: 99 });
  await tamper(caller, 4, { sequence: 2 });
  await tamper(caller, 99, { sequence: 4 });
  expect(await verify(caller)).toMatchObject({ intact: false, firstBrokenSequence: 2 });
});
test('200 broken at the next entry when an entry was changed and sealed again', async () => {
  const caller = await withLog(numbered(5));
  const entry = (await list(caller)).find(({ sequence }) => sequence === 3);
  const forged = { ...entry, description: 'Nothing' };
  await tamper(caller, 3, { description: 'Nothing', hash: createHash('sha256').update(sealedText(forged)).digest('hex') });
  expect(await verify(caller)).toMatchObject({ intact: false, firstBrokenSequence: 4 });
  expect(await verify(caller, 'toSequence=3')).toMatchObject({ intact: true });
});
test('200 broken at the head when the last entry was sealed again, and when entries follow the stored head', async () => {
  const { system } = app.database;
  const caller = await withLog(numbered(5));
  const last = (await list(caller)).find(({ sequence }) => sequence === 5);
  const forged = { ...last, description: 'Nothing' };
  await tamper(caller, 5, { description: 'Nothing', hash: createHash('sha256').update(sealedText(forged)).digest('hex') });
  expect(await verify(caller)).toMatchObject({ intact: false, firstBrokenSequence: 5 });
  expect(await verify(caller, 'toSequence=4')).toMatchObject({ intact: true });
  const other = await withLog(numbered(5));
  await system.updateTable('audit_head').set({ sequence: 3 }).where('organization_id', '=', other.organization.id).execute();
  expect(await verify(other)).toMatchObject({ intact: false, firstBrokenSequence: 4, headSequence: 5 });
  expect(await verify(other, 'fromSequence=5')).toMatchObject({ intact: false, firstBrokenSequence: 5 });
  await system.deleteFrom('audit_head').where('organization_id', '=', other.organization.id).execute();
  expect(await verify(other)).toMatchObject({ intact: false, firstBrokenSequence: 1 });
});
test('200 intact for any JSON value', async () => {
  const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));
  const value = fc.jsonValue({ stringUnit: 'grapheme' }).filter((json) => !JSON.stringify(json).includes('\\u0000'));
  const unusualValues = [
    1e21,
    1e-7,
    5e-324,
    -0,
    1.7976931348623157e308,
    0.1 + 0.2,
    9007199254740993,
    '\u2028',
    '\u007f',
    '💥',
    '',
    { '': 1, '€': 2, '\r': 3, '😀': 4, 1: 5, דּ: 6 },
    [],
  ];
  const randomEntries = fc.sample(
    fc.record({
      description: fc.option(text),
      entityId: text,
      data: fc.record({ action: text, resource: fc.constant('risk'), value }),
      user: fc.option(fc.record({ name: text })),
    }),
    { numRuns: 300, seed: 1 },
  );
  const caller = await withLog([
    ...randomEntries,
    ...unusualValues.map((unusualValue) => ({ data: { action: 'a', resource: 'risk', one: unusualValue } })),
  ]);
  expect(await verify(caller)).toMatchObject({ intact: true, toSequence: randomEntries.length + unusualValues.length });
});
