/** Creating, reading, updating and deleting employees. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { ada, add, names } from '../../support/employees.ts';
import { readLog } from '../../support/log.ts';
import { newMember } from '../../support/organization.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const conflict = { status: 409, body: { success: false, error: 'Employee already exists' } };
const notFound = { status: 404, body: { success: false, error: 'Employee not found' } };

test('201 returns the defaults, the organization and no link; a single employee and the list have exactly eight fields', async () => {
  const { call, organization } = await app.caller();
  const created = await call('POST', '/v1/employees', { body: ada });
  const employee = {
    id: expect.stringMatching(/^emp_[0-9a-f]{24}$/),
    ...ada,
    department: 'none',
    isActive: true,
    externalEmployeeId: null,
    createdAt: time,
    updatedAt: time,
    version: 1,
  };
  expect(created).toMatchObject({ status: 201, body: { success: true } });
  expect(created.body.data).toEqual({ ...employee, organizationId: organization.id, userId: null, linkId: null });
  const { organizationId, userId, linkId, ...fields } = created.body.data;
  expect(created.headers.get('location')).toBe(`/v1/employees/${fields.id}`);
  const detail = await call('GET', created.headers.get('location') ?? '');
  expect(detail).toMatchObject({ status: 200 });
  expect(detail.body).toEqual({ success: true, data: fields });
  expect((await call('GET', '/v1/employees')).body).toEqual({ success: true, data: [fields] });
});
test('201 stores every sent field, with the name trimmed and the e-mail address in lower case', async () => {
  const { call } = await app.caller();
  const fields = { department: 'itsm', isActive: false, externalEmployeeId: 'HR-1001' };
  expect(await add(call, { name: '  Ada Marsh ', email: 'ADA@Example.com', ...fields })).toMatchObject({ ...ada, ...fields });
});
test('409 for the e-mail address, ignoring case, or the external id of another employee; 201 in another organization', async () => {
  const [caller, other] = [await app.caller(), await app.caller()];
  await add(caller.call, { externalEmployeeId: 'HR-1' });
  expect(await caller.call('POST', '/v1/employees', { body: { ...ada, email: 'ADA@EXAMPLE.COM' } })).toMatchObject(conflict);
  expect(
    await caller.call('POST', '/v1/employees', { body: { name: 'Ben', email: 'ben@example.com', externalEmployeeId: 'HR-1' } }),
  ).toMatchObject(conflict);
  await add(other.call, { externalEmployeeId: 'HR-1' });
  for (const n of [1, 2]) await add(caller.call, { email: `without-external-id-${n}@example.com` });
  expect(await readLog(app.database, caller.organization.id)).toHaveLength(3); // The rejected requests add no entries.
});
test('409 on update with the address or external id of another employee; 200 with its own values', async () => {
  const { call } = await app.caller();
  await add(call, { externalEmployeeId: 'HR-1' });
  const { id } = await add(call, { email: 'ben@example.com', externalEmployeeId: 'HR-2' });
  const update = (body: object) => call('PATCH', `/v1/employees/${id}`, { body });
  expect(await update({ email: 'Ada@example.com' })).toMatchObject(conflict);
  expect(await update({ name: 'Not kept', externalEmployeeId: 'HR-1' })).toMatchObject(conflict);
  expect(await update({ email: 'BEN@example.com', externalEmployeeId: 'HR-2' })).toMatchObject({
    status: 200,
    body: { data: { ...ada, email: 'ben@example.com' } },
  });
});
test('201 for one of many concurrent requests with the same e-mail address, 409 for the others', async () => {
  const { call } = await app.caller();
  const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/v1/employees', { body: ada })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  expect(await names(call)).toEqual(['Ada Marsh']);
});
test('200 on update changes only the sent fields; null removes the external id', async () => {
  const { call } = await app.caller();
  const { organizationId, userId, linkId, ...original } = await add(call, { department: 'it', externalEmployeeId: 'HR-1' });
  const update = (body: object) => call('PATCH', `/v1/employees/${original.id}`, { body });
  expect((await update({ isActive: false })).body.data).toEqual({ ...original, isActive: false, updatedAt: time, version: 2 });
  const changed = {
    ...original,
    name: 'Ada L. Marsh',
    email: 'ada.l@example.com',
    department: 'hr',
    isActive: true,
    externalEmployeeId: null,
    updatedAt: time,
    version: expect.any(Number),
  };
  const answer = await update({
    name: ' Ada L. Marsh ',
    email: 'Ada.L@example.com',
    department: 'hr',
    isActive: true,
    externalEmployeeId: null,
  });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({ success: true, data: changed });
  expect((await call('GET', `/v1/employees/${original.id}`)).body).toEqual(answer.body);
  expect(answer.body.data.updatedAt >= original.updatedAt).toBe(true);
  for (const body of [{ name: ' ' }, { name: null }, { email: 'x' }, { isActive: null }, { externalEmployeeId: '' }])
    expect(await update(body)).toMatchObject({ status: 400, body: { details: { [Object.keys(body)[0] ?? '']: expect.anything() } } });
});
test('200 on delete with a confirming message; 404 afterwards', async () => {
  const { call } = await app.caller();
  const { id } = await add(call);
  const answer = await call('DELETE', `/v1/employees/${id}`);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({ success: true, data: { message: 'Employee deleted successfully' } });
  for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const)
    expect((await call(method, `/v1/employees/${id}`, { body })).body).toEqual(notFound.body);
  expect(await names(call)).toEqual([]);
  await add(call);
});
test('404 from every operation for an employee who is unknown or of another organization', async () => {
  const [caller, other] = [await app.caller(), await app.caller()];
  const { id } = await add(caller.call);
  for (const inaccessibleId of [id, newId('emp'), 'x']) {
    for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const)
      expect(await other.call(method, `/v1/employees/${inaccessibleId}`, { body }), method).toMatchObject(notFound);
  }
  expect(await names(other.call)).toEqual([]);
  expect(await names(caller.call)).toEqual(['Ada Marsh']);
});
test('200 under the prefix /api, too, and with the API key as a bearer token', async () => {
  const { call, organization } = await app.caller();
  const { id } = await add(call);
  for (const prefix of ['/v1', '/api/v1']) {
    for (const path of ['/employees', `/employees/${id}`])
      expect(await app.call('GET', prefix + path, { bearer: organization.key })).toMatchObject({ status: 200, body: { success: true } });
  }
  expect(await call('DELETE', `/api/v1/employees/${id}`)).toMatchObject({ status: 200 });
});
test('create, update and delete are logged as people with the employee id and the changes; rejected requests are not logged', async () => {
  const { call, organization } = await app.caller();
  const member = await newMember(app.database, organization.id, ['employee']);
  const { id } = await add(call, { externalEmployeeId: 'HR-1' });
  await call('POST', '/v1/employees', { body: ada });
  await call('PATCH', `/v1/employees/${id}`, { body: { name: 'Ada', email: ada.email, isActive: false, linkId: member.id } });
  await call('PATCH', `/v1/employees/${id}`, { body: { userId: null } });
  await call('DELETE', `/v1/employees/${id}`);
  const entries = await readLog(app.database, organization.id);
  expect(entries.every(({ entityType, entityId }) => entityType === 'people' && entityId === id)).toBe(true);
  const setTo = (current: unknown) => ({ previous: null, current });
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    ['Created employee', expect.objectContaining({ name: setTo('Ada Marsh'), email: setTo(ada.email), externalEmployeeId: setTo('HR-1') })],
    [
      'Updated employee',
      {
        name: { previous: 'Ada Marsh', current: 'Ada' },
        isActive: { previous: true, current: false },
        userId: setTo(member.userId),
        linkId: setTo(member.id),
      },
    ],
    ['Updated employee', { userId: { previous: member.userId, current: null }, linkId: { previous: member.id, current: null } }],
    ['Deleted employee', undefined],
  ]);
});
