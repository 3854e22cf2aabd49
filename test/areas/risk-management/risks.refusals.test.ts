/** Rejected requests for risks: validation, permissions, conflicts and failures. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { whileTableFails } from '../../support/faults.ts';
import { readLog } from '../../support/log.ts';
import { add, categories, departments, invalid, list, risk, riskActors, scales, statuses, titles } from '../../support/risks.ts';

const app = startApp();
const actors = riskActors(app);

test('400 for a missing or invalid field lists the error under the name of the field', async () => {
  const { call } = await app.caller();
  const { id } = await add(call);
  const missing = await call('POST', '/v1/risks', { body: {} });
  expect(missing.body).toMatchObject({
    success: false,
    error: 'Validation failed',
    details: Object.fromEntries(['title', 'description', 'category'].map((field) => [field, { _errors: ['is required'] }])),
  });
  const invalidValues: [string, unknown, string?][] = [
    ['title', ''],
    ['title', ' \n'],
    ['title', 'x'.repeat(501)],
    ['title', null],
    ['description', ''],
    ['description', ' '],
    ['description', 'x'.repeat(20_001)],
    ['category', null],
    ['category', ''],
    ['department', null],
    ['status', null],
    ['assigneeId', 7],
    ...scales.flatMap((scale): [string, unknown][] => [
      [scale, -0.1],
      [scale, 10.1],
      [scale, '5'],
      [scale, null],
    ]),
    ['organizationId', 'org_x'],
    ['id', 'rsk_x'],
    ['inherentRating', {}],
    ['treatmentStrategy', null],
    ['treatmentStrategy', { type: 'ignore' }, 'treatmentStrategy.type'],
    ['treatmentStrategy', { type: 'accept', description: 'x'.repeat(20_001) }, 'treatmentStrategy.description'],
    ['treatmentStrategy', { type: 'accept', note: 'x' }, 'treatmentStrategy.note'],
  ];
  for (const [field, value, path = field] of invalidValues) {
    for (const [method, url] of [
      ['POST', '/v1/risks'],
      ['PATCH', `/v1/risks/${id}`],
    ] as const) {
      const answer = await call(method, url, { body: { ...risk, [field]: value } });
      expect(answer, `${method} ${path}`).toMatchObject({
        status: 400,
        body: { success: false, error: 'Validation failed', details: { [path]: { _errors: expect.any(Array) } } },
      });
      expect(Object.keys(answer.body.details)).toEqual([path]);
    }
  }
  expect(await call('POST', '/v1/risks', { body: { ...risk, treatmentStrategy: {} } })).toMatchObject(
    invalid({ 'treatmentStrategy.type': { _errors: [expect.any(String)] } }),
  );
  expect(await call('POST', '/v1/risks', { body: { ...risk, assigneeId: null } })).toMatchObject(
    invalid({ assigneeId: { _errors: [expect.any(String)] } }),
  );
  expect(await list(call)).toHaveLength(1);
});
test('400 for an unknown enumeration value lists the allowed values, in the body and in the query', async () => {
  const { call } = await app.caller();
  for (const [field, values] of Object.entries({ status: statuses, category: categories, department: departments })) {
    const expected = invalid({ [field]: { _errors: [`must be one of: ${values.join(', ')}`] } });
    expect(await call('POST', '/v1/risks', { body: { ...risk, [field]: 'sales' } })).toMatchObject(expected);
    expect(await call('GET', `/v1/risks?${field}=sales`)).toMatchObject(expected);
    expect(await call('GET', `/v1/risks?${field}=${values[0]}&${field}=sales`)).toMatchObject(expected);
  }
  for (const query of ['sortBy=description', 'sortOrder=up', 'limit=0', 'limit=251', 'cursor=abc&limit=1', 'search=', 'foo=1'])
    expect(await call('GET', `/v1/risks?${query}`), query).toMatchObject({ status: 400, body: { error: 'Validation failed' } });
});
test('304 and 412 for the ETag of a risk', async () => {
  const { call } = await app.caller();
  const { id } = await add(call);
  const url = `/v1/risks/${id}`;
  const etag = (await call('GET', url)).headers.get('etag') ?? '';
  expect(await call('GET', url, { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 304, text: '' });
  const updated = await call('PATCH', url, { body: { title: 'Theft' }, headers: { 'If-Match': etag } });
  expect(updated).toMatchObject({ status: 200 });
  expect((await call('GET', url)).headers.get('etag')).toBe(updated.headers.get('etag'));
  for (const method of ['PATCH', 'DELETE'])
    expect(
      await call(method, url, { ...(method === 'PATCH' && { body: { title: 'Late' } }), headers: { 'If-Match': etag } }),
    ).toMatchObject({ status: 412, body: { success: false } });
  expect(await titles(call)).toEqual(['Theft']);
});
test('201 creates one record for each Idempotency-Key, 422 for another body with the same key', async () => {
  const { call, inPerson, member } = await actors.withMember();
  const { id } = await add(call, { assigneeId: member.id });
  for (const [url, body, otherBody] of [
    ['/v1/risks', risk, { ...risk, title: 'x' }],
    [`/v1/risks/${id}/acceptances`, {}, { notes: 'x' }],
  ] as const) {
    const headers = { 'Idempotency-Key': newId('key') };
    const first = await inPerson('POST', url, { body, headers });
    expect(await inPerson('POST', url, { body, headers })).toMatchObject({ status: 201, body: first.body });
    expect(await inPerson('POST', url, { body: otherBody, headers })).toMatchObject({ status: 422, body: { success: false } });
  }
  expect(await list(call)).toHaveLength(2);
  expect((await call('GET', `/v1/risks/${id}/acceptances`)).body.data).toHaveLength(1);
});
test('401 and 403 from every operation, and 413 and 415 from those with a body, all in the same error envelope', async () => {
  const [{ inPerson: permittedCall }, { call }] = [await app.caller(), await app.caller(['member:read'])];
  const operations = [
    ['GET', ''],
    ['POST', '', risk],
    ['GET', '/x'],
    ['PATCH', '/x', risk],
    ['DELETE', '/x'],
    ['PUT', '/x/tasks', {}],
    ['GET', '/x/acceptances'],
    ['POST', '/x/acceptances', {}],
    ['GET', '/stats'],
    ['GET', '/stats/by-assignee'],
    ['GET', '/stats/by-department'],
  ] as const;
  for (const [method, path, body] of operations) {
    const url = `/v1/risks${path}`;
    const requiresSession = path === '/x/acceptances' && method === 'POST';
    const invalidKey = { status: 401, body: { success: false, error: 'Invalid or missing API key' } };
    const unauthorized = requiresSession
      ? { status: 401, body: { success: false, error: 'Invalid, expired or missing session' } }
      : invalidKey;
    expect(await app.call(method, url, { body })).toMatchObject(unauthorized);
    expect(await app.call(method, url, { body, key: 'x' })).toMatchObject(invalidKey);
    expect((await app.call(method, url, { body, accept: 'application/problem+json, application/json;q=0.5' })).body).toEqual(
      unauthorized.body,
    );
    expect(await call(method, url, { body })).toMatchObject({
      status: 403,
      body: {
        success: false,
        error: requiresSession
          ? 'An API key cannot do this: it requires the session of a person'
          : expect.stringContaining('Missing permission'),
      },
    });
    if (!body) continue;
    expect(await permittedCall(method, url, { raw: 'a=b', type: 'text/plain' })).toMatchObject({ status: 415, body: { success: false } });
    expect(await permittedCall(method, url, { body: { title: 'x'.repeat(1_100_000) } })).toMatchObject({
      status: 413,
      body: { success: false },
    });
  }
});
test('403 for each action whose permission the API key lacks', async () => {
  const actions = ['read', 'create', 'update', 'delete'];
  const operations = [
    ['GET', '', 'read'],
    ['POST', '', 'create', risk],
    ['GET', '/x', 'read'],
    ['PATCH', '/x', 'update', {}],
    ['DELETE', '/x', 'delete'],
    ['PUT', '/x/tasks', 'update', { taskIds: [] }],
    ['GET', '/x/acceptances', 'read'],
    ['GET', '/stats', 'read'],
  ] as const;
  for (const heldAction of actions) {
    const { call } = await app.caller([`risk:${heldAction}`]);
    for (const [method, path, action, body] of operations)
      expect((await call(method, `/v1/risks${path}`, { body })).status === 403, `${method} ${path} with ${heldAction}`).toBe(
        action !== heldAction,
      );
  }
});
test("500 with the operation's own error message, and no change is stored", async () => {
  const { call, inPerson, organization } = await app.caller();
  const { id } = await add(call);
  const internalError = 'Internal server error';
  const cases = [
    ['GET', '', 'Failed to fetch risks'],
    ['POST', '', 'Failed to create risk', risk],
    ['GET', `/${id}`, 'Failed to fetch risk'],
    ['PATCH', `/${id}`, 'Failed to update risk', { title: 'x' }],
    ['DELETE', `/${id}`, 'Failed to delete risk'],
    ['PUT', `/${id}/tasks`, internalError, { taskIds: [] }],
    ['GET', `/${id}/acceptances`, internalError],
    ['POST', `/${id}/acceptances`, internalError, {}],
    ['GET', '/stats', internalError],
    ['GET', '/stats/by-department', internalError],
  ] as const;
  await whileTableFails(app.database, 'risk', organization.id, async () => {
    for (const [method, path, error, body] of cases) {
      const answer = await inPerson(method, `/v1/risks${path}`, { body });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 500 });
      expect(answer.body).toEqual({ success: false, error });
    }
  });
  expect(await titles(call)).toEqual([risk.title]);
  expect(await readLog(app.database, organization.id)).toHaveLength(1);
});
