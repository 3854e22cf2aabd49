/** Log entries about deleted records (audit-logs, rule 17). */
import { describe, expect, test } from 'vitest';
import type { components } from '#generated/api';
import { type Caller, startApp } from '../../support/app.ts';
import { attach } from '../../support/attachments.ts';
import { newRole } from '../../support/organization.ts';
import { addPublished, expectSuccess } from '../../support/policies.ts';
import { add as addRisk } from '../../support/risks.ts';

const app = startApp();
type Entry = components['schemas']['AuditLogEntry'];
const secret = 'canary';

describe('records that were deleted', () => {
  /** Creates and deletes records that only some readers of their kind may read, and returns their ids. */
  async function withDeleted() {
    const caller = await app.callerForEverything();
    const { call } = caller;
    const add = async (url: string, body: object) => (await expectSuccess(call('POST', url, { body }), 201)).id;
    const texts = { content: `Text ${secret}` };
    const department = { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] };
    const { id: policy } = await addPublished(call, { name: `Policy ${secret}`, ...department });
    const { id: otherPolicy } = await addPublished(call, { name: `Other policy ${secret}`, ...department });
    const finding = await add('/v1/findings', { type: 'soc2', policyId: policy, ...texts });
    const otherFinding = await add('/v1/findings', { type: 'soc2', policyId: otherPolicy, ...texts });
    const risk = (await addRisk(call)).id;
    const vendor = await add('/v1/vendors', { name: 'Hosting', description: 'Hosts.' });
    const items = [];
    for (const subject of [
      { entityType: 'risk', entityId: risk },
      { entityType: 'vendor', entityId: vendor },
    ])
      items.push(await add('/v1/task-management', { title: `Item ${secret}`, description: secret, ...subject }));
    const subjects = [
      ['policy', policy],
      ['policy', otherPolicy],
      ['finding', finding],
      ['finding', otherFinding],
      ...items.map((id) => ['task', id] as const),
    ] as const;
    for (const [entityType, entityId] of subjects) {
      const comment = await add('/v1/comments', { entityType, entityId, userId: caller.organization.owner.userId, ...texts });
      await attach(call, comment, { entityType: 'comment', fileName: `${secret}.txt` });
      if (entityType === 'task') await attach(call, entityId, { entityType: 'task_item', fileName: `${secret}.txt` });
      else await expectSuccess(call('DELETE', `/v1/comments/${comment}`), 204);
    }
    for (const url of [
      `/v1/findings/${finding}`,
      `/v1/policies/${policy}`,
      `/v1/policies/${otherPolicy}`,
      ...items.map((id) => `/v1/task-management/${id}`),
    ])
      await expectSuccess(call('DELETE', url), 204);
    return { ...caller, finding, otherFinding, policies: [policy, otherPolicy], items };
  }
  const listAs = async ({ organization }: Pick<Caller, 'organization'>, permissions: readonly string[]): Promise<Entry[]> => {
    const role = await newRole(app.database, organization.id, ['app:read', 'member:read', ...permissions]);
    const { call } = await app.session(organization, [role]);
    return (await call('GET', '/v1/audit-logs?limit=250')).body.data;
  };
  const everything = ['finding:read', 'policy:read', 'evidence:read', 'task:read', 'control:read', 'audit:read'];

  test('200 without the texts of deleted policies, findings and task items, and of their comments and files', async () => {
    const caller = await withDeleted();
    const entries = await listAs(caller, everything);
    const hiddenEntries = entries.filter(({ entityType }) => ['policy', 'finding', 'task'].includes(entityType ?? ''));
    expect(hiddenEntries.length).toBeGreaterThan(20);
    for (const entry of hiddenEntries) expect(entry).toMatchObject({ isReduced: true, entityId: null });
    expect(JSON.stringify(entries)).not.toContain(secret);
  });
  test('200 with texts of task items for a reader of all risks and vendors, and with all texts for an auditor', async () => {
    const caller = await withDeleted();
    const withoutVendors = await listAs(caller, [...everything, 'risk:read']);
    expect(JSON.stringify(withoutVendors)).not.toContain(secret);
    const withVendors = await listAs(caller, [...everything, 'risk:read', 'vendor:read']);
    const texts = withVendors.filter((entry) => JSON.stringify(entry).includes(secret));
    expect(new Set(texts.map(({ entityId }) => entityId))).toEqual(new Set(caller.items));
    const { call } = await app.session(caller.organization, ['auditor']);
    const { data }: { data: Entry[] } = (await call('GET', '/v1/audit-logs?limit=250')).body;
    for (const id of [caller.finding, caller.otherFinding, ...caller.policies, ...caller.items])
      expect(JSON.stringify(data.filter(({ entityId }) => entityId === id))).toContain(secret);
  });
  test('200 with the texts of an existing task item only for a reader of its risk', async () => {
    const caller = await app.callerForEverything();
    const add = async (url: string, body: object) => (await expectSuccess(caller.call('POST', url, { body }), 201)).id;
    const risk = (await addRisk(caller.call)).id;
    await add('/v1/task-management', { title: `Item ${secret}`, entityType: 'risk', entityId: risk });
    expect(JSON.stringify(await listAs(caller, ['task:read', 'vendor:read']))).not.toContain(secret);
    expect(JSON.stringify(await listAs(caller, ['task:read', 'risk:read']))).toContain(secret);
  });
});
