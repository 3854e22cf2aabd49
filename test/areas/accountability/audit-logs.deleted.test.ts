/** Entries about records that are gone (audit-logs, rule 17). */
import { describe, expect, test } from 'vitest';
import type { components } from '#generated/api';
import { type Caller, startApp } from '../../support/app.ts';
import { attach } from '../../support/attachments.ts';
import { newRole } from '../../support/organization.ts';
import { addPublished, expectDone } from '../../support/policies.ts';
import { add as addRisk } from '../../support/risks.ts';

const app = startApp();
type Entry = components['schemas']['AuditLogEntry'];
const secret = 'canary';

describe('records that were deleted', () => {
  /** Everything that is logged about records which only some of the readers of their kind may read. */
  async function withDeleted() {
    const caller = await app.callerForEverything();
    const { call } = caller;
    const add = async (url: string, body: object) => (await expectDone(call('POST', url, { body }), 201)).id;
    const texts = { content: `Text ${secret}` };
    const department = { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] };
    const { id: policy } = await addPublished(call, { name: `Policy ${secret}`, ...department });
    const { id: cascaded } = await addPublished(call, { name: `Other policy ${secret}`, ...department });
    const finding = await add('/v1/findings', { type: 'soc2', policyId: policy, ...texts });
    const onCascaded = await add('/v1/findings', { type: 'soc2', policyId: cascaded, ...texts });
    const risk = (await addRisk(call)).id;
    const vendor = await add('/v1/vendors', { name: 'Hosting', description: 'Hosts.' });
    const items = [];
    for (const on of [
      { entityType: 'risk', entityId: risk },
      { entityType: 'vendor', entityId: vendor },
    ])
      items.push(await add('/v1/task-management', { title: `Item ${secret}`, description: secret, ...on }));
    const subjects = [
      ['policy', policy],
      ['policy', cascaded],
      ['finding', finding],
      ['finding', onCascaded],
      ...items.map((id) => ['task', id] as const),
    ] as const;
    for (const [entityType, entityId] of subjects) {
      const comment = await add('/v1/comments', { entityType, entityId, userId: caller.organization.owner.userId, ...texts });
      await attach(call, comment, { entityType: 'comment', fileName: `${secret}.txt` });
      if (entityType === 'task') await attach(call, entityId, { entityType: 'task_item', fileName: `${secret}.txt` });
      else await expectDone(call('DELETE', `/v1/comments/${comment}`), 204);
    }
    for (const url of [
      `/v1/findings/${finding}`,
      `/v1/policies/${policy}`,
      `/v1/policies/${cascaded}`,
      ...items.map((id) => `/v1/task-management/${id}`),
    ])
      await expectDone(call('DELETE', url), 204);
    return { ...caller, finding, onCascaded, policies: [policy, cascaded], items };
  }
  const listAs = async ({ organization }: Pick<Caller, 'organization'>, permissions: readonly string[]): Promise<Entry[]> => {
    const role = await newRole(app.database, organization.id, ['app:read', 'member:read', ...permissions]);
    const { call } = await app.session(organization, [role]);
    return (await call('GET', '/v1/audit-logs?limit=250')).body.data;
  };
  const everything = ['finding:read', 'policy:read', 'evidence:read', 'task:read', 'control:read', 'audit:read'];

  test('200 without a text of a policy, a finding, a task item, or of their comments and files', async () => {
    const caller = await withDeleted();
    const entries = await listAs(caller, everything);
    const hidden = entries.filter(({ entityType }) => ['policy', 'finding', 'task'].includes(entityType ?? ''));
    expect(hidden.length).toBeGreaterThan(20);
    for (const entry of hidden) expect(entry).toMatchObject({ isReduced: true, entityId: null });
    expect(JSON.stringify(entries)).not.toContain(secret);
  });
  test('200 with the texts of task items for a reader of all risks and vendors, and of everything for an auditor', async () => {
    const caller = await withDeleted();
    const one = await listAs(caller, [...everything, 'risk:read']);
    expect(JSON.stringify(one)).not.toContain(secret);
    const both = await listAs(caller, [...everything, 'risk:read', 'vendor:read']);
    const texts = both.filter((entry) => JSON.stringify(entry).includes(secret));
    expect(new Set(texts.map(({ entityId }) => entityId))).toEqual(new Set(caller.items));
    const { call } = await app.session(caller.organization, ['auditor']);
    const { data }: { data: Entry[] } = (await call('GET', '/v1/audit-logs?limit=250')).body;
    for (const id of [caller.finding, caller.onCascaded, ...caller.policies, ...caller.items])
      expect(JSON.stringify(data.filter(({ entityId }) => entityId === id))).toContain(secret);
  });
  test('200 with the texts of a task item that exists for a reader of its risk alone', async () => {
    const caller = await app.callerForEverything();
    const add = async (url: string, body: object) => (await expectDone(caller.call('POST', url, { body }), 201)).id;
    const risk = (await addRisk(caller.call)).id;
    await add('/v1/task-management', { title: `Item ${secret}`, entityType: 'risk', entityId: risk });
    expect(JSON.stringify(await listAs(caller, ['task:read', 'vendor:read']))).not.toContain(secret);
    expect(JSON.stringify(await listAs(caller, ['task:read', 'risk:read']))).toContain(secret);
  });
});
