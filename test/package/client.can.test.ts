/** Tests what the client says about permissions against the decisions of the server. */
import { expect, test } from 'vitest';
import { can, type OperationId, requires } from '#generated/client';
import { operations } from '#generated/operations';
import { permits, permissionsOf } from '#platform/identity/permissions';
import { grantableScopes } from '#platform/identity/roles';
import { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { newApiKey } from '../support/organization.ts';
import { newRole } from '../support/people.ts';

const app = startApp();
const ids = contract.map(({ id }) => id);
const key = (...permissions: string[]) => ({ permissions, credential: { kind: 'api_key' } });
const session = (...permissions: string[]) => ({ permissions, credential: { kind: 'session' } });

test('every operation of the contract, and no other, has the permission that the server requires', () => {
  expect(Object.keys(requires).toSorted()).toEqual(Object.keys(operations).toSorted());
  for (const id of ids) expect(requires[id], id).toEqual(operations[id].permission);
});
test('a session may call what the permissions of its member suffice for', () => {
  for (const role of ['owner', 'admin', 'auditor', 'employee', 'contractor']) {
    const permissions = permissionsOf([role], []);
    expect(ids.filter((id) => can(session(...permissions), id))).toEqual(
      ids.filter((id) => permits(operations[id].permission, permissions)),
    );
  }
});
test('a key may call the same, except where a person has to act', () => {
  const permissions = permissionsOf(['owner'], []);
  const differing = ids.filter((id) => can(session(...permissions), id) !== can(key(...permissions), id));
  expect(differing).toEqual(ids.filter((id) => 'requiresSession' in operations[id] && permits(operations[id].permission, permissions)));
  expect(differing.length).toBeGreaterThan(20);
});
test.each<[OperationId, ReturnType<typeof key>, boolean]>([
  ['listRisks', key('risk:read'), true],
  ['listRisks', key('risk:update'), false],
  // All of several, and one of several.
  ['upsertRisks', session('risk:create'), false],
  ['upsertRisks', session('risk:create', 'risk:update'), true],
  ['listTrainingVideos', session('training:read'), true],
  ['listTrainingVideos', session('risk:read'), false],
  // The kind of the record decides.
  ['createComment', session('risk:update'), true],
  ['createComment', session('policy:read'), false],
  ['createComment', session(), false],
  // A person has to act.
  ['approveTask', session('task:update'), true],
  ['approveTask', key('task:update'), false],
  ['listNotifications', key('task:update'), false],
  // Any permission will do, and a key needs one.
  ['searchRecords', key('task:read'), true],
  ['searchRecords', key(), false],
  ['searchRecords', session(), true],
  ['getPublicTrustOverview', key(), true],
])('%s with %j is %j', (id, holder, expected) => {
  expect(can(holder, id)).toBe(expected);
});
test('a caller without an organization has no permissions, and the public operations', () => {
  expect(can({}, 'listRisks')).toBe(false);
  expect(can({}, 'getPublicTrustOverview')).toBe(true);
});
test('403 exactly where it says so, with a session and with a key', async () => {
  const { call, organization } = await app.caller();
  const scope = grantableScopes.find((one) => one === 'vendor:read') ?? '';
  const { key: apiKey } = await newApiKey(app.database, organization.id, { scopes: [scope], created_by_member_id: organization.owner.id });
  // Members with a built-in role that restricts them are refused more than others with the same permissions.
  const role = await newRole(call, 'Reader', { risk: ['read'], evidence: ['read', 'update'] });
  const { call: asReader } = await app.session(organization, [role]);
  const reader = session('risk:read', 'evidence:read', 'evidence:update');
  // Reads without a path parameter change nothing and find nothing. Those that take a record in the query depend on its kind.
  const reads = contract.filter(
    ({ method, template, registry }) =>
      method === 'GET' && !template.includes('{') && !Object.hasOwn(Object(registry.permission), 'byRecord'),
  );
  expect(reads.length).toBeGreaterThan(50);
  const differing: unknown[] = [];
  for (const { id, path } of reads) {
    for (const [holder, { status, body, text }] of [
      [key(scope), await app.call('GET', path, { key: apiKey })],
      [reader, await asReader('GET', path)],
    ] as const) {
      const isRefused = status === 403 && /^(?:Missing permission|An API key cannot)/.test(body?.error);
      if (isRefused === can(holder, id)) differing.push([id, holder, text]);
    }
  }
  expect(differing).toEqual([]);
});
