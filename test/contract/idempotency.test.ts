/** Tests that a request with an `Idempotency-Key` is executed once, and that repetitions get its stored answer. */
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { startApp } from '../support/app.ts';
import { whileTableFails } from '../support/faults.ts';
import type { SystemDatabase } from '#platform/database/handle';
import { newApiKey, newRole } from '../support/organization.ts';
import { addPolicy } from '../support/policies.ts';
import { keysOf } from '../support/uploads.ts';

const app = startApp();
const newRisk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
const once = { headers: { 'Idempotency-Key': 'order-1' } };

test('201 with the same answer for a repetition, and only one risk with one audit entry', async () => {
  const { call, organization } = await app.caller();
  const first = await call('POST', '/v1/risks', { body: newRisk, ...once });
  const second = await call('POST', '/v1/risks', { body: newRisk, ...once });
  expect(second).toMatchObject({ status: 201, body: first.body });
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  expect((await call('GET', '/v1/risks')).body.data).toHaveLength(1);
  const { sequence } = await app.database.system
    .selectFrom('audit_head')
    .select('sequence')
    .where('organization_id', '=', organization.id)
    .executeTakeFirstOrThrow();
  expect(sequence).toBe(1);
  expect(await call('POST', '/v1/risks', { body: newRisk, headers: { 'Idempotency-Key': 'order-2' } })).toMatchObject({ status: 201 });
  expect((await call('GET', '/v1/risks')).body.data).toHaveLength(2);
});
test('422 for the same key with another body or another path', async () => {
  const { call } = await app.caller();
  await call('POST', '/v1/risks', { body: newRisk, ...once });
  const mismatch = { status: 422, body: { success: false, error: 'This Idempotency-Key was used for another request' } };
  expect(await call('POST', '/v1/risks', { body: { ...newRisk, title: 'Other' }, ...once })).toMatchObject(mismatch);
  expect(await call('POST', '/v1/employees', { body: { name: 'Ada Marsh', email: 'ada@example.com' }, ...once })).toMatchObject(mismatch);
  expect((await call('GET', '/v1/risks')).body.data).toHaveLength(1);
});
test('201 for another credential that uses the same key: it neither receives nor replaces the answer of the first credential', async () => {
  const { call, organization } = await app.caller();
  const first = await call('POST', '/v1/risks', { body: newRisk, ...once });
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['risk:create'] });
  const second = await app.call('POST', '/v1/risks', { body: newRisk, key, ...once });
  const { call: asAdmin } = await app.session(organization, ['admin']);
  const third = await asAdmin('POST', '/v1/risks', { body: { ...newRisk, title: 'Other' }, ...once });
  expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
  expect(new Set([first, second, third].map(({ body }) => body.data.id)).size).toBe(3);
  expect((await call('POST', '/v1/risks', { body: newRisk, ...once })).body).toEqual(first.body);
});
test('201 returns the stored answer in another session of the same member', async () => {
  const { organization } = await app.caller();
  const { member, call } = await app.session(organization, ['admin']);
  const first = await call('POST', '/v1/risks', { body: newRisk, ...once });
  const { call: callInOtherSession } = await app.session(organization, member);
  expect(await callInOtherSession('POST', '/v1/risks', { body: newRisk, ...once })).toMatchObject({ status: 201, body: first.body });
});
/** Changes after which the author of a comment may no longer write it. */
const permissionLosses: Readonly<
  Record<
    string,
    (system: SystemDatabase, ids: { readonly member: string; readonly role: string; readonly policy: string }) => Promise<unknown>
  >
> = {
  'the role was taken': (system, { member }) =>
    system
      .updateTable('member')
      .set({ roles: ['employee'] })
      .where('id', '=', member)
      .execute(),
  'the permission was taken out of the role': (system, { role }) =>
    system
      .updateTable('custom_role')
      .set({ permissions: JSON.stringify({ policy: ['read'] }) })
      .where('id', '=', role)
      .execute(),
  'the policy was hidden': (system, { policy }) =>
    system
      .updateTable('policy')
      .set({ visibility: 'DEPARTMENT', visible_to_departments: ['hr'] })
      .where('id', '=', policy)
      .execute(),
  'the policy was deleted': (system, { policy }) => system.deleteFrom('policy').where('id', '=', policy).execute(),
};
test.each(Object.entries(permissionLosses))(
  'after %s, a repetition is answered like a new request and not with the stored answer',
  async (_what, losePermission) => {
    const { inPerson, organization } = await app.caller();
    const role = await newRole(app.database, organization.id, ['policy:read', 'policy:update']);
    const { member, call } = await app.session(organization, [role]);
    const policy = await addPolicy(inPerson, { status: 'published' });
    const body = { content: 'Is this enough?', entityType: 'policy', entityId: policy.id };
    const first = await call('POST', '/v1/comments', { body, ...once });
    expect(first, first.text).toMatchObject({ status: 201 });
    expect(await call('POST', '/v1/comments', { body, ...once })).toMatchObject({ status: 201, body: first.body });
    await losePermission(app.database.system, { member: member.id, role, policy: policy.id });
    // The permissions of a credential are cached for half a second.
    await expect.poll(async () => (await call('POST', '/v1/comments', { body, ...once })).status).toBeGreaterThan(400);
    const repetition = await call('POST', '/v1/comments', { body, ...once });
    const newRequest = await call('POST', '/v1/comments', { body });
    expect([403, 404]).toContain(newRequest.status);
    expect([repetition.status, repetition.body]).toEqual([newRequest.status, newRequest.body]);
    const comments = app.database.system.selectFrom('comment').select('id').where('organization_id', '=', organization.id);
    expect((await comments.execute()).length).toBeLessThanOrEqual(1);
  },
);
test('a repetition stores no second copy of its file', async () => {
  const { call, organization } = await app.caller();
  const { body: risk } = await call('POST', '/v1/risks', { body: newRisk });
  const body = { entityType: 'risk', entityId: risk.data.id, fileName: 'a.txt', fileType: 'text/plain', fileData: 'eA==' };
  const first = await call('POST', '/v1/attachments', { body, ...once });
  expect(first, first.text).toMatchObject({ status: 201 });
  const keysBefore = await keysOf(app.ports.files, organization.id);
  expect((await call('POST', '/v1/attachments', { body, ...once })).body.id).toBe(first.body.id);
  expect(await keysOf(app.ports.files, organization.id)).toEqual(keysBefore);
});
test('201 for the same key in another organization: keys are unique within an organization only', async () => {
  const [caller, otherCaller] = [await app.caller(), await app.caller()];
  const first = await caller.call('POST', '/v1/risks', { body: newRisk, ...once });
  const second = await otherCaller.call('POST', '/v1/risks', { body: newRisk, ...once });
  expect(second.status).toBe(201);
  expect(second.body.data.id).not.toBe(first.body.data.id);
});
test('50 concurrent requests with one key create one risk, and repetitions get its answer, or 409 while it is created', async () => {
  const { call } = await app.caller();
  const answers = await Promise.all(Array.from({ length: 50 }, () => call('POST', '/v1/risks', { body: newRisk, ...once })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
  expect(statuses).toContain(201);
  expect(statuses).toContain(409);
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({
    success: false,
    error: 'A request with this Idempotency-Key is still running',
  });
  expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id)).size).toBe(1);
  expect((await call('GET', '/v1/risks')).body.data).toHaveLength(1);
});
test('400 is not stored, so the corrected request may use the same key', async () => {
  const { call } = await app.caller();
  expect(await call('POST', '/v1/risks', { body: { ...newRisk, assigneeId: 'mem_none' }, ...once })).toMatchObject({ status: 400 });
  expect(await call('POST', '/v1/risks', { body: newRisk, ...once })).toMatchObject({ status: 201 });
});
test('500 when the answer cannot be stored: the request has no effect, and the key can be used again', async () => {
  const { call, organization } = await app.caller();
  const failedAnswer = await whileTableFails(app.database, 'idempotent_answer', organization.id, () =>
    call('POST', '/v1/risks', { body: newRisk, ...once }),
  );
  expect(failedAnswer).toMatchObject({ status: 500, body: { success: false } });
  expect((await call('GET', '/v1/risks')).body.data).toEqual([]);
  const { sequence } = await app.database.system
    .selectFrom('audit_head')
    .select('sequence')
    .where('organization_id', '=', organization.id)
    .executeTakeFirstOrThrow();
  expect(sequence).toBe(0);
  expect(await call('POST', '/v1/risks', { body: newRisk, ...once })).toMatchObject({ status: 201 });
});
test('a key can be used again after a day', async () => {
  const { call, organization } = await app.caller();
  await call('POST', '/v1/risks', { body: newRisk, ...once });
  await app.database.system
    .updateTable('idempotent_answer')
    .set({ created_at: sql<string>`now() - interval '25 hours'` })
    .where('organization_id', '=', organization.id)
    .execute();
  expect(await call('POST', '/v1/risks', { body: { ...newRisk, title: 'Other' }, ...once })).toMatchObject({
    status: 201,
    body: { data: { title: 'Other' } },
  });
});
test('the database contains neither the key nor the answer in readable form', async () => {
  const { call, organization } = await app.caller();
  const created = await call('POST', '/v1/organization/api-keys', { body: { name: 'Sync', scopes: ['risk:read'] }, ...once });
  expect(created).toMatchObject({ status: 201, body: { key: expect.stringMatching(/^cak_/) } });
  const storedRow = await app.database.system
    .selectFrom('idempotent_answer')
    .selectAll()
    .where('organization_id', '=', organization.id)
    .executeTakeFirstOrThrow();
  const storedText = `${JSON.stringify(storedRow)}${Buffer.from(storedRow.answer).toString('latin1')}`;
  for (const secret of [created.body.key, 'order-1', 'Sync']) expect(storedText).not.toContain(secret);
  expect((await call('POST', '/v1/organization/api-keys', { body: { name: 'Sync', scopes: ['risk:read'] }, ...once })).body).toEqual(
    created.body,
  );
});
test('400 for a key that is too long', async () => {
  const { call } = await app.caller();
  expect(await call('POST', '/v1/risks', { body: newRisk, headers: { 'Idempotency-Key': 'x'.repeat(256) } })).toMatchObject({
    status: 400,
    body: { details: { 'idempotency-key': { _errors: [expect.any(String)] } } },
  });
});
