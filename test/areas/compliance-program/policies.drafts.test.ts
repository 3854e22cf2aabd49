/** Checks who may read the texts of unpublished policies (policies, rule 29). */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { newApiKey, newRole } from '../../support/organization.ts';
import { addPublished } from '../../support/policies.ts';

const app = startApp();
const text = (words: string) => [{ type: 'paragraph', content: [{ type: 'text', text: words }] }];
const policyNotFound = { status: 404, body: { code: 'policy_not_found' } };

/** Creates a draft, a submitted policy, and a published policy with a version that waits for its approver. */
async function createPolicies() {
  const caller = await app.caller();
  const { call, organization } = caller;
  const add = async (name: string) => (await call('POST', '/v1/policies', { body: { name, content: text(`canary of ${name}`) } })).body;
  const draft = await add('Never published');
  const first = await add('Submitted first');
  const { member: approver } = await app.session(organization, ['admin']);
  const submit = (id: string, versionId: string) =>
    call('POST', `/v1/policies/${id}/versions/${versionId}/submit-for-approval`, { body: { approverId: approver.id } });
  expect(await submit(first.id, first.currentVersionId)).toMatchObject({ status: 200 });
  const live = await addPublished(call, { name: 'Access', content: text('live text') });
  const { body: version } = await call('POST', `/v1/policies/${live.id}/versions`, { body: {} });
  expect(
    await call('PATCH', `/v1/policies/${live.id}/versions/${version.id}`, { body: { content: text('canary of a version') } }),
  ).toMatchObject({
    status: 200,
  });
  expect(await submit(live.id, version.id)).toMatchObject({ status: 200 });
  return { ...caller, draft, first, live, version, approver };
}

/** Readers who may not read drafts, with their roles or permissions. */
const readers = [
  ['an employee', ['employee'], undefined],
  ['a contractor', ['contractor'], undefined],
  ['a role with policy:read', undefined, ['policy:read', 'member:read', 'app:read']],
] as const;

describe.each(readers)('%s', (_name, roles, permissions) => {
  async function createReader() {
    const created = await createPolicies();
    const roleIds = roles ?? [await newRole(app.database, created.organization.id, permissions ?? [])];
    const { call: ask, member } = await app.session(created.organization, roleIds);
    const { key } = await newApiKey(app.database, created.organization.id, { scopes: ['policy:read'], created_by_member_id: member.id });
    const byKey: typeof app.call = (method, url, options = {}) => app.call(method, url, { key, ...options });
    return { ...created, callers: [ask, byKey] };
  }

  test('404 for every operation that reads a policy that was never published, and lists omit the policy', async () => {
    const { draft, first, live, callers } = await createReader();
    for (const ask of callers) {
      for (const { id, currentVersionId } of [draft, first])
        for (const path of ['', '/versions', `/versions/${currentVersionId}`, '/pdf/signed-url', '/pdf', '/acknowledgements'])
          expect([path, await ask('GET', `/v1/policies/${id}${path}`)]).toMatchObject([path, policyNotFound]);
      // The controls of a policy require `control:read` first, whether or not the policy exists.
      const unknownPolicy = await ask('GET', '/v1/policies/pol_0/controls');
      expect(unknownPolicy).toMatchObject(unknownPolicy.status === 403 ? { body: { permissions: ['control:read'] } } : policyNotFound);
      for (const { id } of [draft, first])
        expect(await ask('GET', `/v1/policies/${id}/controls`)).toMatchObject({ status: unknownPolicy.status, body: unknownPolicy.body });
      for (const query of ['', '?status=draft', '?status=needs_review', '?search=Never', '?count=true']) {
        const { body } = await ask('GET', `/v1/policies${query}`);
        expect(body.data.filter(({ id }: { id: string }) => id !== live.id)).toEqual([]);
        expect(JSON.stringify(body)).not.toContain('canary');
      }
      expect((await ask('GET', '/v1/policies?count=true')).body.totalCount).toBe(1);
      expect(await ask('GET', `/v1/policies/download-all?policyIds=${draft.id}`)).toMatchObject({ status: 404 });
      const { body: comments } = await ask('GET', `/v1/comments?entityType=policy&entityId=${draft.id}`);
      expect(comments.success).toBe(false);
    }
  });
  test('200 with the published text, and 404 for the version that waits for approval', async () => {
    const { live, version, callers } = await createReader();
    for (const ask of callers) {
      const { body } = await ask('GET', `/v1/policies/${live.id}`);
      expect(body).toMatchObject({
        content: text('live text'),
        draftContent: text('live text'),
        pendingVersionId: null,
        approverId: null,
        approver: null,
      });
      expect((await ask('GET', '/v1/policies')).body.data).toMatchObject([{ id: live.id, pendingVersionId: null, approverId: null }]);
      const { body: versions } = await ask('GET', `/v1/policies/${live.id}/versions?count=true`);
      expect(versions.data.map(({ state }: { state: string }) => state)).toEqual(['current']);
      expect(versions.totalCount).toBe(1);
      for (const path of [`/versions/${version.id}`, `/pdf/signed-url?versionId=${version.id}`, `/pdf?versionId=${version.id}`])
        expect([path, await ask('GET', `/v1/policies/${live.id}${path}`)]).toMatchObject([
          path,
          { status: 404, body: { code: 'policy_version_not_found' } },
        ]);
      expect(await ask('GET', `/v1/policies/${live.id}/versions/${body.currentVersionId}`)).toMatchObject({
        status: 200,
        body: { content: text('live text') },
      });
    }
  });
  test('200 for a search, which finds no unpublished text', async () => {
    const { callers } = await createReader();
    for (const ask of callers) expect((await ask('GET', '/v1/search?q=canary&type=policy')).body.data).toEqual([]);
  });
});

test("200 with drafts for editors, for the owner and the approver of the policy, and for an admin's key with only policy:read", async () => {
  const { organization, call, draft, first, live, version, approver } = await createPolicies();
  const owner = await app.session(organization, ['employee']);
  expect(await call('PATCH', `/v1/policies/${draft.id}`, { body: { assigneeId: owner.member.id } })).toMatchObject({ status: 200 });
  expect(await owner.call('GET', `/v1/policies/${draft.id}`)).toMatchObject({ status: 200, body: { status: 'draft' } });
  expect(await owner.call('GET', `/v1/policies/${first.id}`)).toMatchObject(policyNotFound);
  const writer = await newRole(app.database, organization.id, ['policy:read', 'policy:update']);
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['policy:read'], created_by_member_id: organization.owner.id });
  const byKey: typeof app.call = (method, url, options = {}) => app.call(method, url, { key, ...options });
  const callers = [
    byKey,
    (await app.session(organization, [writer])).call,
    (await app.session(organization, ['auditor'])).call,
    (await app.session(organization, approver)).call,
  ];
  for (const ask of callers) {
    expect(await ask('GET', `/v1/policies/${first.id}`)).toMatchObject({ status: 200, body: { pendingVersionId: first.currentVersionId } });
    expect(await ask('GET', `/v1/policies/${live.id}/versions/${version.id}`)).toMatchObject({ status: 200, body: { state: 'pending' } });
    expect(await ask('GET', `/v1/policies/${live.id}`)).toMatchObject({ status: 200, body: { approverId: approver.id } });
  }
});
