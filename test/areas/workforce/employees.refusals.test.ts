/** Rejected requests for employees: validation, permissions, conflicts and failures. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { ada, add, invalid, names } from '../../support/employees.ts';
import { whileTableFails } from '../../support/faults.ts';
import { readLog } from '../../support/log.ts';

const app = startApp();
const departmentMessage = 'must be one of: none, admin, gov, hr, it, itsm, qms';

test('400 for a missing or invalid field lists the error under the name of the field', async () => {
  const { call } = await app.caller();
  const missing = await call('POST', '/v1/employees', { body: {} });
  expect(missing).toMatchObject({ status: 400 });
  expect(missing.body).toMatchObject({
    success: false,
    error: 'Validation failed',
    details: { name: { _errors: ['is required'] }, email: { _errors: ['is required'] } },
  });
  const invalidValues: [string, unknown][] = [
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(256)],
    ['name', 1],
    ['email', 'nobody'],
    ['email', 'a@b c'],
    ['email', null],
    ['department', 'sales'],
    ['department', null],
    ['isActive', 'yes'],
    ['isActive', null],
    ['externalEmployeeId', ''],
    ['externalEmployeeId', ' '],
    ['externalEmployeeId', 7],
    ['userId', ''],
    ['linkId', ''],
    ['userId', null],
    ['linkId', null],
  ];
  for (const [field, value] of invalidValues) {
    const answer = await call('POST', '/v1/employees', { body: { ...ada, [field]: value } });
    expect(answer, `${field}: ${String(value)}`).toMatchObject(invalid({ [field]: { _errors: expect.any(Array) } }));
    expect(Object.keys(answer.body.details)).toEqual([field]);
  }
  expect(await names(call)).toEqual([]);
});
test('400 for an unknown department lists the allowed departments, in the body and in the query', async () => {
  const { call } = await app.caller();
  const { id } = await add(call);
  const expected = invalid({ department: { _errors: [departmentMessage] } });
  expect(await call('POST', '/v1/employees', { body: { ...ada, department: 'Sales' } })).toMatchObject(expected);
  expect(await call('PATCH', `/v1/employees/${id}`, { body: { department: 'IT' } })).toMatchObject(expected);
  expect(await call('GET', '/v1/employees?department=sales')).toMatchObject(expected);
});
test('400 for an unknown field or filter lists the error under its name', async () => {
  const { call } = await app.caller();
  const { id } = await add(call);
  const details = { jobTitle: { _errors: ["Unknown field 'jobTitle'"] } };
  expect(await call('POST', '/v1/employees', { body: { ...ada, jobTitle: 'x' } })).toMatchObject(invalid(details));
  expect(await call('PATCH', `/v1/employees/${id}`, { body: { jobTitle: 'x' } })).toMatchObject(invalid(details));
  expect(await call('GET', '/v1/employees?isActive=true')).toMatchObject(invalid({ isActive: { _errors: [expect.any(String)] } }));
  expect(await call('GET', `/v1/employees/${id}?x=1`)).toMatchObject(invalid({ x: { _errors: [expect.any(String)] } }));
  expect(await call('DELETE', `/v1/employees/${id}?x=1`)).toMatchObject(invalid({ x: { _errors: [expect.any(String)] } }));
});
test('304 and 412 for the ETag of an employee', async () => {
  const { call } = await app.caller();
  const { id } = await add(call);
  const url = `/v1/employees/${id}`;
  const etag = (await call('GET', url)).headers.get('etag') ?? '';
  expect(await call('GET', url, { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 304, text: '' });
  const updated = await call('PATCH', url, { body: { name: 'Ada M.' }, headers: { 'If-Match': etag } });
  expect(updated).toMatchObject({ status: 200 });
  expect(updated.headers.get('etag')).not.toBe(etag);
  expect(await call('PATCH', url, { body: { name: 'Late' }, headers: { 'If-Match': etag } })).toMatchObject({
    status: 412,
    body: { success: false },
  });
  expect(await call('DELETE', url, { headers: { 'If-Match': etag } })).toMatchObject({ status: 412, body: { success: false } });
  expect(await call('DELETE', url, { headers: { 'If-Match': updated.headers.get('etag') ?? '' } })).toMatchObject({ status: 200 });
});
test('201 creates one employee for each Idempotency-Key, 422 for another body with the same key', async () => {
  const { call } = await app.caller();
  const headers = { 'Idempotency-Key': newId('key') };
  const first = await call('POST', '/v1/employees', { body: ada, headers });
  expect(await call('POST', '/v1/employees', { body: ada, headers })).toMatchObject({ status: 201, body: first.body });
  expect(await call('POST', '/v1/employees', { body: { ...ada, name: 'x' }, headers })).toMatchObject({
    status: 422,
    body: { success: false },
  });
  expect(await names(call)).toHaveLength(1);
});
test('401 and 403 from every operation, and 413 and 415 from those with a body, all in the same error envelope', async () => {
  const { call } = await app.caller(['risk:read']);
  const operations = [
    ['GET', '/v1/employees'],
    ['POST', '/v1/employees'],
    ['GET', '/v1/employees/x'],
    ['PATCH', '/v1/employees/x'],
    ['DELETE', '/v1/employees/x'],
  ] as const;
  for (const [method, url] of operations) {
    const takesBody = method === 'POST' || method === 'PATCH';
    const body = takesBody ? ada : undefined;
    const unauthorized = { status: 401, body: { success: false, error: 'Invalid or missing API key' } };
    expect(await app.call(method, url, { body })).toMatchObject(unauthorized);
    expect(await app.call(method, url, { body, key: 'x' })).toMatchObject(unauthorized);
    expect((await app.call(method, url, { body, accept: 'application/problem+json, application/json;q=0.5' })).body).toEqual(
      unauthorized.body,
    );
    expect(await call(method, url, { body })).toMatchObject({
      status: 403,
      body: { success: false, error: expect.stringContaining('Missing permission') },
    });
    if (!takesBody) continue;
    const { call: permittedCall } = await app.caller();
    expect(await permittedCall(method, url, { raw: 'a=b', type: 'text/plain' })).toMatchObject({ status: 415, body: { success: false } });
    expect(await permittedCall(method, url, { body: { name: 'x'.repeat(1_100_000) } })).toMatchObject({
      status: 413,
      body: { success: false },
    });
  }
});
test('403 for operations that the role does not allow: auditors add and read, employees do neither', async () => {
  const { organization, call } = await app.caller();
  const { id } = await add(call);
  const requests = [
    ['GET', '/v1/employees'],
    ['GET', `/v1/employees/${id}`],
    ['POST', '/v1/employees', { name: 'Ben', email: 'ben@example.com' }],
    ['PATCH', `/v1/employees/${id}`, {}],
    ['DELETE', `/v1/employees/${id}`],
  ] as const;
  for (const [role, expected] of [
    ['employee', [403, 403, 403, 403, 403]],
    ['auditor', [200, 200, 201, 403, 403]],
    ['admin', [200, 200, 409, 200, 200]],
  ] as const) {
    const session = await app.session(organization, [role]);
    const statuses = [];
    for (const [method, url, body] of requests) statuses.push((await session.call(method, url, { body })).status);
    expect(statuses, role).toEqual(expected);
  }
});
test("500 with the operation's own error message, and no change is stored", async () => {
  const { call, organization } = await app.caller();
  const { id } = await add(call);
  const cases = [
    ['GET', '/v1/employees', undefined, 'Failed to fetch employees'],
    ['POST', '/v1/employees', { ...ada, email: 'ben@example.com' }, 'Failed to create employee'],
    ['GET', `/v1/employees/${id}`, undefined, 'Failed to fetch employee'],
    ['PATCH', `/v1/employees/${id}`, { name: 'x' }, 'Failed to update employee'],
    ['DELETE', `/v1/employees/${id}`, undefined, 'Failed to delete employee'],
  ] as const;
  await whileTableFails(app.database, 'employee', organization.id, async () => {
    for (const [method, url, body, error] of cases) {
      const answer = await call(method, url, { body });
      expect(answer).toMatchObject({ status: 500 });
      expect(answer.body).toEqual({ success: false, error });
    }
  });
  expect(await names(call)).toEqual(['Ada Marsh']);
  expect(await readLog(app.database, organization.id)).toHaveLength(1);
});
