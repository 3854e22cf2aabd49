/** Which requests write an entry; no change is stored without its entry, and no entry without its change. */
import { expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { auditLog } from '../../support/audit.ts';
import { newMember, within } from '../../support/organization.ts';

const app = startApp();
const { withLog, list, verify, numbered } = auditLog(app);
const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };

test('201 writes an entry; a refused request writes none, and reading or verifying the log writes none', async () => {
  const { call, organization } = await app.caller();
  expect(await call('POST', '/v1/risks', { body: { ...risk, assigneeId: 'mem_nobody' } })).toMatchObject({ status: 400 });
  expect(await call('DELETE', '/v1/risks/rsk_nobody')).toMatchObject({ status: 404 });
  expect(await call('POST', '/v1/risks', { body: {} })).toMatchObject({ status: 400 });
  expect(await app.call('POST', '/v1/risks', { body: risk })).toMatchObject({ status: 401 });
  expect(await list({ call })).toEqual([]);
  const {
    body: {
      data: { id },
    },
  } = await call('POST', '/v1/risks', { body: risk });
  for (const path of ['', '/export', '/verification']) await call('GET', `/v1/audit-logs${path}`);
  await call('GET', `/v1/risks/${id}`);
  expect(await list({ call })).toMatchObject([{ sequence: 1, entityId: id, userId: organization.owner.userId }]);
});
test('500 when the entry cannot be written, and the change is not stored', async () => {
  const { call, organization } = await app.caller();
  await app.database.system.deleteFrom('audit_head').where('organization_id', '=', organization.id).execute();
  expect(await call('POST', '/v1/risks', { body: risk })).toMatchObject({
    status: 500,
    body: { success: false, error: 'Failed to create risk' },
  });
  expect((await call('GET', '/v1/risks')).body.data).toEqual([]);
  expect(await list({ call })).toEqual([]);
});
test('201 for 50 simultaneous requests writes one chain, without a fork and without a gap', async () => {
  const { call, organization } = await app.caller();
  const answers = await Promise.all(Array.from({ length: 50 }, () => call('POST', '/v1/risks', { body: risk })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const entries = (await list({ call }, 'limit=250')).toSorted((left, right) => left.sequence - right.sequence);
  expect(entries.map(({ sequence }) => sequence)).toEqual(answers.map((_, n) => n + 1));
  expect(new Set(entries.map(({ entityId }) => entityId))).toEqual(new Set(answers.map(({ body }) => body.data.id)));
  expect(await verify({ call })).toMatchObject({ intact: true, toSequence: 50, headHash: entries.at(-1)?.hash });
  expect(
    await app.database.system.selectFrom('audit_head').select('sequence').where('organization_id', '=', organization.id).executeTakeFirst(),
  ).toEqual({ sequence: 50 });
});
test('changes show a member as Name (id) and no member as Unassigned, or as null before creation; equal values are omitted', async () => {
  const { call, organization } = await app.caller();
  const { id: assigneeId } = await newMember(app.database, organization.id, ['admin'], { name: 'Ada Marsh' });
  const {
    body: {
      data: { id },
    },
  } = await call('POST', '/v1/risks', { body: { ...risk, assigneeId } });
  await call('PATCH', `/v1/risks/${id}`, { body: { assigneeId: null } });
  await call('PATCH', `/v1/risks/${id}`, { body: { assigneeId: null, title: risk.title } });
  const [unchanged, cleared, assigned] = await list({ call });
  expect(assigned?.data.changes).toMatchObject({ assignee: { previous: null, current: `Ada Marsh (${assigneeId})` } });
  expect(cleared?.data.changes).toEqual({ assignee: { previous: `Ada Marsh (${assigneeId})`, current: 'Unassigned' } });
  expect(unchanged?.data).not.toHaveProperty('changes');
});
test('201 twice, but one entry, for a request that is repeated with its Idempotency-Key', async () => {
  const { call } = await app.caller();
  for (let n = 0; n < 2; n += 1)
    expect(await call('POST', '/v1/risks', { body: risk, headers: { 'Idempotency-Key': 'again' } })).toMatchObject({ status: 201 });
  expect(await list({ call })).toHaveLength(1);
});
test('no organization can change its own log', async () => {
  const { organization } = await withLog(numbered(2));
  const denied = { code: '42501' };
  await expect(within(app.database, organization.id, (db) => db.deleteFrom('audit_entry').execute())).rejects.toMatchObject(denied);
  await expect(
    within(app.database, organization.id, (db) => db.updateTable('audit_entry').set({ description: 'x' }).execute()),
  ).rejects.toMatchObject(denied);
  await expect(
    within(app.database, organization.id, (db) => db.updateTable('audit_head').set({ hash: null }).execute()),
  ).rejects.toMatchObject(denied);
});
test('204 for deleting the organization deletes its log, too', async () => {
  const { call, organization } = await withLog(numbered(2));
  expect(await confirm(call, 'DELETE', '/v1/organization')).toMatchObject({ status: 204 });
  for (const table of ['audit_entry', 'audit_head'] as const)
    expect(await app.database.system.selectFrom(table).selectAll().where('organization_id', '=', organization.id).execute()).toEqual([]);
});
