import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { startApp } from '../support/app.ts';
import { whileBroken } from '../support/faults.ts';
import { newApiKey } from '../support/organization.ts';

const app = startApp();
const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
const once = { headers: { 'Idempotency-Key': 'order-1' } };

test('201 again, the same, and one risk with one audit entry', async () => {
  const { call, organization } = await app.caller();
  const first = await call('POST', '/v1/risks', { body: risk, ...once });
  const second = await call('POST', '/v1/risks', { body: risk, ...once });
  expect(second).toMatchObject({ status: 201, body: first.body });
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  expect((await call('GET', '/v1/risks')).body.data).toHaveLength(1);
  const { sequence } = await app.database.system
    .selectFrom('audit_head')
    .select('sequence')
    .where('organization_id', '=', organization.id)
    .executeTakeFirstOrThrow();
  expect(sequence).toBe(1);
  expect(await call('POST', '/v1/risks', { body: risk, headers: { 'Idempotency-Key': 'order-2' } })).toMatchObject({ status: 201 });
  expect((await call('GET', '/v1/risks')).body.data).toHaveLength(2);
});
test('422 for the same key with another body, another path, another caller', async () => {
  const { call, organization } = await app.caller();
  await call('POST', '/v1/risks', { body: risk, ...once });
  const mismatch = { status: 422, body: { success: false, error: 'This Idempotency-Key was used for another request' } };
  expect(await call('POST', '/v1/risks', { body: { ...risk, title: 'Other' }, ...once })).toMatchObject(mismatch);
  expect(await call('POST', '/v1/employees', { body: { name: 'Ada Marsh', email: 'ada@example.com' }, ...once })).toMatchObject(mismatch);
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['risk:create'] });
  expect(await app.call('POST', '/v1/risks', { body: risk, key, ...once })).toMatchObject(mismatch);
  expect((await call('GET', '/v1/risks')).body.data).toHaveLength(1);
});
test("201 for the same key in another organization: keys are each organization's own", async () => {
  const [one, other] = [await app.caller(), await app.caller()];
  const first = await one.call('POST', '/v1/risks', { body: risk, ...once });
  const second = await other.call('POST', '/v1/risks', { body: risk, ...once });
  expect(second.status).toBe(201);
  expect(second.body.data.id).not.toBe(first.body.data.id);
});
test('50 at once with one key make one risk; the others get its answer, or 409 while it runs', async () => {
  const { call } = await app.caller();
  const answers = await Promise.all(Array.from({ length: 50 }, () => call('POST', '/v1/risks', { body: risk, ...once })));
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
test('400 is not kept: the request may be mended and sent again with its key', async () => {
  const { call } = await app.caller();
  expect(await call('POST', '/v1/risks', { body: { ...risk, assigneeId: 'mem_none' }, ...once })).toMatchObject({ status: 400 });
  expect(await call('POST', '/v1/risks', { body: risk, ...once })).toMatchObject({ status: 201 });
});
test('500 when the answer cannot be kept: then nothing is, and the key is free', async () => {
  const { call, organization } = await app.caller();
  const failed = await whileBroken(app.database, 'idempotent_answer', organization.id, () =>
    call('POST', '/v1/risks', { body: risk, ...once }),
  );
  expect(failed).toMatchObject({ status: 500, body: { success: false } });
  expect((await call('GET', '/v1/risks')).body.data).toEqual([]);
  const { sequence } = await app.database.system
    .selectFrom('audit_head')
    .select('sequence')
    .where('organization_id', '=', organization.id)
    .executeTakeFirstOrThrow();
  expect(sequence).toBe(0);
  expect(await call('POST', '/v1/risks', { body: risk, ...once })).toMatchObject({ status: 201 });
});
test('after a day the key is free again', async () => {
  const { call, organization } = await app.caller();
  await call('POST', '/v1/risks', { body: risk, ...once });
  await app.database.system
    .updateTable('idempotent_answer')
    .set({ created_at: sql<string>`now() - interval '25 hours'` })
    .where('organization_id', '=', organization.id)
    .execute();
  expect(await call('POST', '/v1/risks', { body: { ...risk, title: 'Other' }, ...once })).toMatchObject({
    status: 201,
    body: { data: { title: 'Other' } },
  });
});
test('neither the key nor the answer is readable in the database', async () => {
  const { call, organization } = await app.caller();
  const created = await call('POST', '/v1/organization/api-keys', { body: { name: 'Sync', scopes: ['risk:read'] }, ...once });
  expect(created).toMatchObject({ status: 201, body: { key: expect.stringMatching(/^cak_/) } });
  const kept = await app.database.system
    .selectFrom('idempotent_answer')
    .selectAll()
    .where('organization_id', '=', organization.id)
    .executeTakeFirstOrThrow();
  const seen = `${JSON.stringify(kept)}${Buffer.from(kept.answer).toString('latin1')}`;
  for (const secret of [created.body.key, 'order-1', 'Sync']) expect(seen).not.toContain(secret);
  expect((await call('POST', '/v1/organization/api-keys', { body: { name: 'Sync', scopes: ['risk:read'] }, ...once })).body).toEqual(
    created.body,
  );
});
test('400 for a key that is empty or too long', async () => {
  const { call } = await app.caller();
  expect(await call('POST', '/v1/risks', { body: risk, headers: { 'Idempotency-Key': 'x'.repeat(256) } })).toMatchObject({
    status: 400,
    body: { details: { 'idempotency-key': { _errors: [expect.any(String)] } } },
  });
});
