/**
 * A 403 for missing permissions names the missing permissions and reveals nothing about records. test/identity/keys.test.ts calls every
 * operation.
 */
import { describe, expect, test } from 'vitest';
import { grantableScopes } from '#platform/identity/roles';
import { startApp } from '../support/app.ts';
import { textFile, newRiskId } from '../support/attachments.ts';
import { comment } from '../support/comments.ts';
import { contract } from '../support/contract.ts';
import { newApiKey, newMember } from '../support/organization.ts';
import { addItem } from '../support/task-items.ts';
import { addVendor } from '../support/vendors.ts';

const app = startApp();
const messageFor = (permissions: readonly string[]) => `Missing permission: ${permissions.join(', ')}`;
const missingPermissions = (...permissions: string[]) => ({
  status: 403,
  body: { success: false, error: messageFor(permissions), code: 'missing_permission', permissions },
});

test('403 of an operation that requires several permissions names only the missing permission, also in a problem document', async () => {
  const { organization } = await app.callerForEverything();
  const withSeveralPermissions = contract.flatMap(({ registry, ...operation }) =>
    Array.isArray(registry.permission) && !('requiresSession' in registry)
      ? registry.permission.map((missingPermission: string) => ({ ...operation, lacking: missingPermission }))
      : [],
  );
  for (const { id, method, path, lacking: missingPermission } of withSeveralPermissions) {
    const scopes = grantableScopes.filter((scope) => scope !== missingPermission);
    const { key } = await newApiKey(app.database, organization.id, { scopes, created_by_member_id: organization.owner.id });
    // The prescribed error form of risks and employees has no code.
    const isPrescribed = /^\/v1\/(risks|employees)\b/.test(path);
    expect(await app.call(method, path, { key }), id).toMatchObject(
      isPrescribed
        ? { status: 403, body: { success: false, error: messageFor([missingPermission]) } }
        : missingPermissions(missingPermission),
    );
    if (isPrescribed) continue;
    expect(await app.call(method, path, { key, accept: 'application/problem+json' }), id).toMatchObject({
      status: 403,
      body: { type: '/problems/missing_permission', detail: messageFor([missingPermission]), permissions: [missingPermission] },
    });
  }
  expect(withSeveralPermissions.length).toBeGreaterThan(2);
});

test('403 key_without_permissions where any permission is sufficient, and missing_permission with its name elsewhere', async () => {
  const { organization } = await app.caller();
  const employee = await newMember(app.database, organization.id, ['employee']);
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['vendor:delete'], created_by_member_id: employee.id });
  expect(await app.call('GET', '/v1/search?q=backup', { key })).toMatchObject({ status: 403, body: { code: 'key_without_permissions' } });
  expect(await app.call('GET', '/v1/vendors', { key })).toMatchObject(missingPermissions('vendor:read'));
});

describe('a 403 that depends on the record', () => {
  test('403 names the permissions for every kind of record that a file or comment may belong to, not only the actual kind', async () => {
    const caller = await app.callerForEverything();
    const { call, organization } = caller;
    const [riskId, vendor] = [await newRiskId(call), await addVendor(call)];
    const files = await Promise.all(
      [
        { entityType: 'risk', entityId: riskId },
        { entityType: 'vendor', entityId: vendor.id },
      ].map((owner) => call('POST', '/v1/attachments', { body: { ...textFile, ...owner } })),
    );
    const writtenComment = await comment(call, riskId, {});
    const items = await Promise.all([addItem(call, riskId), addItem(call, vendor.id, { entityType: 'vendor' })]);
    const { key } = await newApiKey(app.database, organization.id, {
      scopes: ['task:read', 'task:update', 'task:delete', 'evidence:read'],
      created_by_member_id: organization.owner.id,
    });
    for (const { body } of files)
      expect(await app.call('GET', `/v1/attachments/${body.id}`, { key })).toMatchObject(
        missingPermissions('finding:read', 'member:read', 'policy:read', 'risk:read', 'trust:read', 'vendor:read'),
      );
    expect(await app.call('DELETE', `/v1/comments/${writtenComment.id}`, { key })).toMatchObject(
      missingPermissions('finding:update', 'policy:update', 'risk:update', 'vendor:update'),
    );
    for (const { id } of items) {
      const path = `/v1/task-management/${id}`;
      expect(await app.call('GET', path, { key })).toMatchObject(missingPermissions('risk:read', 'vendor:read'));
      expect(await app.call('PATCH', path, { key, body: { title: 'Other' } })).toMatchObject(
        missingPermissions('risk:update', 'vendor:update'),
      );
    }
  });
});
