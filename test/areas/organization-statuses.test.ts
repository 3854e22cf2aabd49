/** What every operation of the area answers alike. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { call, listenOn, startApp, testConfig } from '../support/app.ts';
import { newApiKey, newMember } from '../support/organization.ts';

const app = startApp();
const gif = { fileName: 'a.gif', fileType: 'image/gif', fileData: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' };

type Operation = [operation: string, method: string, path: string, body?: object];
const reads: Operation[] = [
  ['getOrganization', 'GET', '/v1/organization'],
  ['getOrganizationOnboarding', 'GET', '/v1/organization/onboarding'],
  ['listRoleNotificationSettings', 'GET', '/v1/organization/role-notifications'],
  ['listApiKeys', 'GET', '/v1/organization/api-keys'],
  ['listAvailableApiKeyScopes', 'GET', '/v1/organization/api-keys/available-scopes'],
  ['getOrganizationPrimaryColor', 'GET', '/v1/organization/primary-color'],
];
const withBody: Operation[] = [
  ['updateOrganization', 'PATCH', '/v1/organization', { name: 'x' }],
  ['transferOrganizationOwnership', 'POST', '/v1/organization/transfer-ownership', { newOwnerId: 'mem_x' }],
  ['updateRoleNotificationSettings', 'PUT', '/v1/organization/role-notifications', { settings: [{ role: 'x', policyNotifications: true, taskReminders: true, taskAssignments: true, taskMentions: true, weeklyTaskDigest: true, findingNotifications: true }] }],
  ['createApiKey', 'POST', '/v1/organization/api-keys', { name: 'x', scopes: ['risk:read'] }],
  ['uploadOrganizationLogo', 'POST', '/v1/organization/logo', gif],
];
const approve: Operation = ['autoApproveOrganizationAccess', 'POST', '/v1/organization-access/auto-approve'];
const deletes: Operation[] = [
  ['deleteOrganization', 'DELETE', '/v1/organization'],
  ['revokeApiKey', 'DELETE', '/v1/organization/api-keys/apk_x'],
  ['deleteOrganizationLogo', 'DELETE', '/v1/organization/logo'],
];
const all = [...reads, ...withBody, approve, ...deletes];

test.each(all)('401 for %s without a credential', async (_operation, method, path, body) => {
  expect(await app.call(method, path, { body })).toMatchObject({ status: 401, body: { success: false, error: 'Invalid or missing API key' } });
});
test.each(all)('403 for %s without the permission', async (_operation, method, path, body) => {
  const { call: ask } = await app.caller(['portal:read']);
  expect(await ask(method, path, { body })).toMatchObject({ status: 403, body: { success: false, error: 'Missing permission' } });
});
test.each(all)('400 for %s with a query parameter that it does not have', async (_operation, method, path, body) => {
  const { call: ask } = await app.caller();
  expect(await ask(method, `${path}?nope=1`, { body })).toMatchObject({ status: 400, body: { error: 'Validation failed', details: { nope: { _errors: ["Unknown query parameter 'nope'"] } } } });
});
test.each([...reads, ...withBody, approve])('406 for %s when JSON is not acceptable', async (_operation, method, path, body) => {
  const { call: ask } = await app.caller();
  expect((await ask(method, path, { body, accept: 'text/html' })).status).toBe(406);
});
test.each(withBody)('413 for %s with a body that is too large', async (_operation, method, path, body) => {
  const { call: ask } = await app.caller();
  expect(await ask(method, path, { raw: JSON.stringify(body) + ' '.repeat(3_145_728) })).toMatchObject({ status: 413, body: { error: 'Request body too large' } });
});
test.each(withBody)('415 for %s with a body that is not JSON', async (_operation, method, path, body) => {
  const { call: ask } = await app.caller();
  expect(await ask(method, path, { body, type: 'text/plain' })).toMatchObject({ status: 415, body: { error: 'Unsupported media type' } });
});
test('404 as a problem, where that is asked for', async () => {
  const { call: ask } = await app.caller();
  expect((await ask('DELETE', '/v1/organization/api-keys/apk_x', { accept: 'application/problem+json' })).body).toEqual({ type: '/problems/not-found', title: 'Not found', status: 404, detail: 'API key not found' });
});

describe('with a limit of one request a minute', () => {
  let base = '';
  beforeAll(async () => { ({ base } = await listenOn(app.database, testConfig({ RATE_LIMIT: '1' }))); });
  test.each(all)('429 for %s, the second time', async (_operation, method, path, body) => {
    const { organization: { key } } = await app.caller();
    const ask = () => call(base, method, `${path}?nope=1`, { key, body });
    expect((await ask()).status).toBe(400);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

const posts = [...withBody.filter(([, method]) => method === 'POST'), approve];
test.each(posts)('409 for %s while the first request with the Idempotency-Key is running', async (_operation, method, path, body) => {
  const { call: ask } = await app.caller();
  let attempt = 0;
  await vi.waitFor(async () => {
    const headers = { 'Idempotency-Key': `attempt ${attempt += 1}` };
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(method, path, { body, headers })));
    expect(answers).toContainEqual(expect.objectContaining({ status: 409, body: { success: false, error: 'A request with this Idempotency-Key is still running' } }));
  }, { timeout: 15_000 });
});
test.each(posts)('422 for %s with the Idempotency-Key of another request, the same answer for the same', async (operation, method, path, body) => {
  const { call: ask, organization } = await app.caller();
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['organization:update', 'apiKey:create', 'risk:read'] });
  const sent = operation === 'transferOrganizationOwnership' ? { newOwnerId: (await newMember(app.database, organization.id, ['admin'])).id } : body;
  const headers = { 'Idempotency-Key': 'once' };
  const first = await ask(method, path, { body: sent, headers });
  expect(first.status).toBeLessThan(300);
  expect(await ask(method, path, { body: sent, headers })).toMatchObject({ status: first.status, body: first.body });
  expect(await app.call(method, path, { key, body: sent, headers })).toMatchObject({ status: 422, body: { error: 'This Idempotency-Key was used for another request' } });
});
