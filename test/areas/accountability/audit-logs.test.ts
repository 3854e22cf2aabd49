/** Reads the log: the list, its filters, a single entry, and the permissions. */
import { expect, test } from 'vitest';
import { allPages, call as callAt, type Caller, listenOn, startApp, testConfig } from '../../support/app.ts';
import { auditLog, type Entry, writeEntries } from '../../support/audit.ts';

const app = startApp();
const { withLog, list, verify, numbered } = auditLog(app);
const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
const findIds = async (caller: Pick<Caller, 'call'>, query: string) =>
  (await list(caller, query)).map(({ entityId }) => entityId).toSorted();

test('200 with who did what to which record, before and after', async () => {
  const { organization } = await app.caller();
  const { call, member } = await app.session(organization, ['admin']);
  const {
    body: {
      data: { id },
    },
  } = await call('POST', '/v1/risks', { body: risk });
  await call('PATCH', `/v1/risks/${id}`, { body: { title: 'Laptop lost', status: 'open' } });
  const [changed, created] = await list({ call });
  expect(changed).toEqual({
    id: expect.stringMatching(/^aud_[0-9a-f]{24}$/),
    timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    organizationId: organization.id,
    userId: member.userId,
    memberId: member.id,
    entityType: 'risk',
    entityId: id,
    description: 'Updated risk',
    sequence: 2,
    previousHash: created?.hash,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    data: {
      action: 'Updated risk',
      method: 'PATCH',
      path: `/v1/risks/${id}`,
      resource: 'risk',
      permission: 'update',
      changes: { title: { previous: 'Laptop theft', current: 'Laptop lost' } },
    },
    user: { id: member.userId, name: member.name, email: member.email, image: null },
    member: { id: member.id, role: 'admin', department: 'none', isActive: true },
  });
  expect(created).toMatchObject({
    sequence: 1,
    previousHash: null,
    entityId: id,
    description: 'Created risk',
    data: { permission: 'create', changes: { title: { previous: null, current: 'Laptop theft' } } },
  });
});
test('200 with the key that acted, and with the user for whom the key acts (via)', async () => {
  const { call, organization } = await app.caller();
  await call('POST', '/v1/risks', { body: risk });
  expect(await list({ call })).toMatchObject([
    {
      userId: organization.owner.userId,
      description: 'Created risk [via API key "test"]',
      data: { action: 'Created risk', via: 'API key "test"' },
    },
  ]);
});
test('200 for an entry by its id; 304 for an unchanged entry; 404 for an unknown entry, and for an entry of another organization', async () => {
  const caller = await withLog(numbered(2));
  const [id = ''] = caller.ids;
  const answer = await caller.call('GET', `/v1/audit-logs/${id}`);
  expect(answer).toMatchObject({ status: 200, body: { id, sequence: 1, userId: null, memberId: null, user: null, member: null } });
  expect((await list(caller)).find((entry) => entry.id === id)).toEqual(answer.body);
  expect(
    await caller.call('GET', `/v1/audit-logs/${id}`, { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } }),
  ).toMatchObject({ status: 304, text: '' });
  const other = await app.caller();
  for (const ask of [() => caller.call('GET', '/v1/audit-logs/aud_nobody'), () => other.call('GET', `/v1/audit-logs/${id}`)]) {
    expect(await ask()).toMatchObject({ status: 404, body: { success: false, error: 'Audit log entry not found' } });
  }
});
test('200 newest first, then by id, each entry once across all pages; totalCount counts the entries that match the filters', async () => {
  const timestamps = [
    '2026-05-01T00:00:00.001Z',
    '2026-05-01T00:00:00.001Z',
    '2026-05-03T00:00:00.000Z',
    '2026-05-02T00:00:00.000Z',
    '2026-05-02T00:00:00.000Z',
    '2026-04-30T00:00:00.000Z',
    '2026-05-01T00:00:00.002Z',
  ];
  const caller = await withLog(timestamps.map((time) => ({ at: time, entityType: 'risk' })));
  await writeEntries(app.database, caller.organization.id, [{ entityType: 'task' }]);
  const pages = await allPages(caller.call, '/v1/audit-logs?limit=2&entityType=risk&count=true');
  const entries: Entry[] = pages.flatMap(({ data }) => data);
  expect(pages.map(({ totalCount }) => totalCount)).toEqual([7, 7, 7, 7]);
  const expected = caller.ids
    .map((id, n) => ({ id, timestamp: timestamps[n] ?? '' }))
    .toSorted((left, right) => (`${left.timestamp}${left.id}` < `${right.timestamp}${right.id}` ? 1 : -1));
  expect(entries.map(({ id, timestamp }) => ({ id, timestamp }))).toEqual(expected);
  expect((await caller.call('GET', '/v1/audit-logs?count=true&search=nothing')).body).toEqual({
    data: [],
    nextCursor: null,
    totalCount: 0,
  });
});
test('200 filtered by type, record, user and resource: repeated values widen a filter, and several filters narrow the list', async () => {
  const caller = await withLog([
    { entityId: '1', entityType: 'risk', userId: 'usr_a', data: { action: 'a', resource: 'risk' } },
    { entityId: '2', entityType: 'risk', userId: 'usr_b', data: { action: 'a', resource: 'task' } },
    { entityId: '3', entityType: 'people', userId: 'usr_a', data: { action: 'a', resource: 'member' } },
    { entityId: '4', entityType: null, userId: null, data: { action: 'a', resource: 'member' } },
  ]);
  expect(await findIds(caller, 'entityType=risk')).toEqual(['1', '2']);
  expect(await findIds(caller, 'entityType=risk&entityType=people')).toEqual(['1', '2', '3']);
  expect(await findIds(caller, 'entityId=4&entityId=1&entityId=9')).toEqual(['1', '4']);
  expect(await findIds(caller, 'userId=usr_a')).toEqual(['1', '3']);
  expect(await findIds(caller, 'resource=member')).toEqual(['3', '4']);
  expect(await findIds(caller, 'resource=member&resource=task')).toEqual(['2', '3', '4']);
  expect(await findIds(caller, 'entityType=risk&userId=usr_a&resource=risk&entityId=1&entityId=2')).toEqual(['1']);
  expect(await findIds(caller, 'entityType=vendor')).toEqual([]);
});
test('200 filtered by a part of the path, literally and case-sensitively', async () => {
  const caller = await withLog(
    ['/v1/risks/rsk_1', '/v1/Risks?search=50%25', '/v1/risks?search=a\\b', '/v1/risksXrsk'].map((path, n) => ({
      entityId: String(n),
      data: { action: 'a', resource: 'risk', path },
    })),
  );
  const findByPath = (part: string) => findIds(caller, `pathContains=${encodeURIComponent(part)}`);
  expect(await findByPath('/v1/risks')).toEqual(['0', '2', '3']);
  expect(await findByPath('risks/rsk_')).toEqual(['0']);
  expect(await findByPath('s_r')).toEqual([]);
  expect(await findByPath('%')).toEqual(['1']);
  expect(await findByPath('50%25')).toEqual(['1']);
  expect(await findByPath('\\')).toEqual(['2']);
  expect(await findByPath('RISKS')).toEqual([]);
});
test('200 filtered by a part of the description, literally and case-insensitively', async () => {
  const caller = await withLog(
    ['Updated risk', 'updated 50% of it', 'a_b', 'Größe', null].map((description, n) => ({ entityId: String(n), description })),
  );
  const findByText = (part: string) => findIds(caller, `search=${encodeURIComponent(part)}`);
  expect(await findByText('UPDATED')).toEqual(['0', '1']);
  expect(await findByText('%')).toEqual(['1']);
  expect(await findByText('_')).toEqual(['2']);
  expect(await findByText('grö')).toEqual(['3']);
});
test('200 within a period that includes both ends; a day means its midnight in UTC', async () => {
  const caller = await withLog(
    [
      '2026-04-30T23:59:59.999Z',
      '2026-05-01T00:00:00.000Z',
      '2026-05-01T12:00:00.500Z',
      '2026-05-02T00:00:00.000Z',
      '2026-05-02T00:00:00.001Z',
    ].map((timestamp, n) => ({ entityId: String(n), at: timestamp })),
  );
  const findWithin = (window: Record<string, string>) => findIds(caller, new URLSearchParams(window).toString());
  expect(await findWithin({ timestampAfter: '2026-05-01' })).toEqual(['1', '2', '3', '4']);
  expect(await findWithin({ timestampBefore: '2026-05-02' })).toEqual(['0', '1', '2', '3']);
  expect(await findWithin({ timestampAfter: '2026-05-01', timestampBefore: '2026-05-02' })).toEqual(['1', '2', '3']);
  expect(await findWithin({ timestampAfter: '2026-05-01T12:00:00.500Z', timestampBefore: '2026-05-01T12:00:00.500Z' })).toEqual(['2']);
  expect(await findWithin({ timestampAfter: '2026-05-01T14:00:00.500+02:00', timestampBefore: '2026-05-01T14:00:00.500+02:00' })).toEqual([
    '2',
  ]);
  expect(await findWithin({ timestampAfter: '2026-05-03', timestampBefore: '2026-05-01' })).toEqual([]);
});
test.each(['/v1/audit-logs', '/v1/audit-logs/export'])('400 for an invalid filter of %s, in both error formats', async (path) => {
  const { call } = await app.caller();
  for (const [query, field] of [
    ['timestampAfter=yesterday', 'timestampAfter'],
    ['timestampBefore=2026-02-30', 'timestampBefore'],
    ['entityType=Risk', 'entityType'],
    ['resource=x', 'resource'],
    ['entityId=', 'entityId'],
    ['userId=', 'userId'],
    ['pathContains=', 'pathContains'],
    ['search=', 'search'],
    ['member=mem_1', 'member'],
  ]) {
    expect(await call('GET', `${path}?${query}`)).toMatchObject({
      status: 400,
      body: { success: false, error: 'Validation failed', details: { [field ?? '']: { _errors: expect.any(Array) } } },
    });
  }
  expect(await call('GET', `${path}?timestampAfter=yesterday`, { accept: 'application/problem+json' })).toMatchObject({
    status: 400,
    body: { type: '/problems/validation_failed', status: 400, errors: expect.any(Array) },
  });
});
const operations = ['/v1/audit-logs', '/v1/audit-logs/export', '/v1/audit-logs/verification', '/v1/audit-logs/aud_1'];
test.each(operations)('401 for %s without a key, 403 without app:read, 400 for a session without an organization', async (path) => {
  const { organization } = await app.caller();
  const { token } = await app.session(organization, ['admin']);
  const { call } = await app.caller(['risk:read', 'organization:read']);
  expect(await app.call('GET', path)).toMatchObject({ status: 401, body: { error: 'Invalid or missing API key' } });
  expect(await call('GET', path)).toMatchObject({ status: 403, body: { error: expect.stringContaining('Missing permission') } });
  expect(await app.call('GET', path, { bearer: token })).toMatchObject({ status: 400 });
});
test.each(operations)('429 for %s beyond the rate limit', async (path) => {
  const { organization } = await app.caller();
  const { base, server } = await listenOn(app.database, testConfig({ RATE_LIMIT: '1' }));
  const ask = () => callAt(base, 'GET', path, { key: organization.key });
  await ask();
  const second = await ask();
  // The rate limit may have been reset between the two requests.
  expect(second.status === 429 ? second : await ask()).toMatchObject({ status: 429, body: { error: 'Too many requests' } });
  server.close();
});
test('200 for an auditor, 403 for an employee', async () => {
  const { organization } = await withLog(numbered(1));
  const [auditor, employee] = [await app.session(organization, ['auditor']), await app.session(organization, ['employee'])];
  expect(await list(auditor)).toHaveLength(1);
  expect(await employee.call('GET', '/v1/audit-logs')).toMatchObject({ status: 403 });
});
test('200 without entries of another organization, whatever the filters are', async () => {
  const ours = await withLog(numbered(3, { userId: 'usr_shared' }));
  const other = await withLog([{ entityId: 'own' }]);
  expect(await findIds(other, '')).toEqual(['own']);
  expect(await list(other, 'userId=usr_shared')).toEqual([]);
  expect(await list(other, 'entityId=rsk_1')).toEqual([]);
  expect((await other.call('GET', '/v1/audit-logs/export')).text.split('\n')).toHaveLength(2);
  expect(await verify(other)).toMatchObject({ headSequence: 1, toSequence: 1 });
  expect(await verify(ours)).toMatchObject({ headSequence: 3 });
});
test('200 with the user as stored in the entry, even after user and member were deleted, and with the current member', async () => {
  const { organization, call } = await app.caller();
  const { member, call: asMember } = await app.session(organization, ['admin']);
  await asMember('POST', '/v1/risks', { body: risk });
  const { system } = app.database;
  await system
    .updateTable('member')
    .set({ name: 'Another Name', is_active: false, department: 'it', roles: ['auditor'] })
    .where('id', '=', member.id)
    .execute();
  expect(await list({ call })).toMatchObject([
    { user: { name: member.name }, member: { id: member.id, role: 'auditor', department: 'it', isActive: false } },
  ]);
  await system.deleteFrom('user_account').where('id', '=', member.userId).execute();
  expect(await list({ call })).toMatchObject([
    { userId: member.userId, memberId: member.id, user: { id: member.userId, name: member.name }, member: null },
  ]);
  expect(await verify({ call })).toMatchObject({ intact: true });
});
