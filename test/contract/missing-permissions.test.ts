/**
 * A refusal for lack of permissions names those that are missing, and tells nothing about records. test/identity/keys.test.ts asks every operation.
 */
import { describe, expect, test } from 'vitest';
import { grantableScopes } from '#platform/identity/roles';
import { startApp } from '../support/app.ts';
import { note, riskOf } from '../support/attachments.ts';
import { comment } from '../support/comments.ts';
import { contract } from '../support/contract.ts';
import { newApiKey, newMember } from '../support/organization.ts';
import { addItem } from '../support/task-items.ts';
import { addVendor } from '../support/vendors.ts';

const app = startApp();
const textOf = (permissions: readonly string[]) => `Missing permission: ${permissions.join(', ')}`;
const missing = (...permissions: string[]) => ({
  status: 403,
  body: { success: false, error: textOf(permissions), code: 'missing_permission', permissions },
});

test('403 of an operation that requires several permissions names only the one that is missing, also as a problem', async () => {
  const { organization } = await app.callerForEverything();
  const several = contract.flatMap(({ registry, ...operation }) =>
    Array.isArray(registry.permission) && !('requiresSession' in registry)
      ? registry.permission.map((lacking: string) => ({ ...operation, lacking }))
      : [],
  );
  for (const { id, method, path, lacking } of several) {
    const scopes = grantableScopes.filter((scope) => scope !== lacking);
    const { key } = await newApiKey(app.database, organization.id, { scopes, created_by_member_id: organization.owner.id });
    // Risks and employees answer in the given form, which has no code.
    const isGiven = /^\/v1\/(risks|employees)\b/.test(path);
    expect(await app.call(method, path, { key }), id).toMatchObject(
      isGiven ? { status: 403, body: { success: false, error: textOf([lacking]) } } : missing(lacking),
    );
    if (isGiven) continue;
    expect(await app.call(method, path, { key, accept: 'application/problem+json' }), id).toMatchObject({
      status: 403,
      body: { type: '/problems/missing_permission', detail: textOf([lacking]), permissions: [lacking] },
    });
  }
  expect(several.length).toBeGreaterThan(2);
});

test('403 key_without_permissions where any permission would do, and the missing one elsewhere', async () => {
  const { organization } = await app.caller();
  const employee = await newMember(app.database, organization.id, ['employee']);
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['vendor:delete'], created_by_member_id: employee.id });
  expect(await app.call('GET', '/v1/search?q=backup', { key })).toMatchObject({ status: 403, body: { code: 'key_without_permissions' } });
  expect(await app.call('GET', '/v1/vendors', { key })).toMatchObject(missing('vendor:read'));
});

describe('a refusal that depends on the record', () => {
  test('403 names the permissions for every kind that a file or comment may belong to, whatever it belongs to', async () => {
    const caller = await app.callerForEverything();
    const { call, organization } = caller;
    const [riskId, vendor] = [await riskOf(call), await addVendor(call)];
    const files = await Promise.all(
      [
        { entityType: 'risk', entityId: riskId },
        { entityType: 'vendor', entityId: vendor.id },
      ].map((owner) => call('POST', '/v1/attachments', { body: { ...note, ...owner } })),
    );
    const written = await comment(call, riskId, {});
    const items = await Promise.all([addItem(call, riskId), addItem(call, vendor.id, { entityType: 'vendor' })]);
    const { key } = await newApiKey(app.database, organization.id, {
      scopes: ['task:read', 'task:update', 'task:delete', 'evidence:read'],
      created_by_member_id: organization.owner.id,
    });
    for (const { body } of files)
      expect(await app.call('GET', `/v1/attachments/${body.id}`, { key })).toMatchObject(
        missing('finding:read', 'member:read', 'policy:read', 'risk:read', 'trust:read', 'vendor:read'),
      );
    expect(await app.call('DELETE', `/v1/comments/${written.id}`, { key })).toMatchObject(
      missing('finding:update', 'policy:update', 'risk:update', 'vendor:update'),
    );
    for (const { id } of items) {
      const path = `/v1/task-management/${id}`;
      expect(await app.call('GET', path, { key })).toMatchObject(missing('risk:read', 'vendor:read'));
      expect(await app.call('PATCH', path, { key, body: { title: 'Other' } })).toMatchObject(missing('risk:update', 'vendor:update'));
    }
  });
});
