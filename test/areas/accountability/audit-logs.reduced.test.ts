/** What the log shows about records that the caller may not read (audit-logs, rules 14 to 16). */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { components } from '#generated/api';
import { resources } from '#platform/identity/roles';
import { admin } from '../../support/admin.ts';
import { type Caller, startApp } from '../../support/app.ts';
import { auditLog, type EntryToWrite } from '../../support/audit.ts';
import { newApiKey, newRole } from '../../support/organization.ts';
import { addPublished, expectSuccess } from '../../support/policies.ts';
import { add as addRisk } from '../../support/risks.ts';

const app = startApp();
const { withLog } = auditLog(app);
type Entry = components['schemas']['AuditLogEntry'];
const secret = 'canary';
const types = [
  'framework',
  'requirement',
  'control',
  'policy',
  'task',
  'people',
  'risk',
  'vendor',
  'tests',
  'integration',
  'trust',
  'finding',
  'pentest',
  'organization',
  null,
];
const names = [...Object.keys(resources), 'context', 'comments', 'attachments', 'people'];

/** Returns an entry whose texts all contain the secret. */
function entryOf(entityType: string | null, resource: string): EntryToWrite {
  return {
    entityType,
    entityId: `rec_${secret}`,
    userId: 'usr_canary',
    memberId: 'mem_canary',
    description: `Updated ${secret} [via API key "${secret}"]`,
    data: {
      action: `Updated ${secret}`,
      method: 'PATCH',
      path: `/v1/${secret}`,
      resource,
      permission: 'update',
      via: `API key "${secret}"`,
      note: secret,
      changes: { name: { previous: secret, current: secret } },
    },
    user: { id: 'usr_canary', name: secret, email: `${secret}@example.com`, image: null },
  };
}
async function callerWith({ organization }: Pick<Caller, 'organization'>, scopes: readonly string[]) {
  const { key } = await newApiKey(app.database, organization.id, { scopes, created_by_member_id: organization.owner.id });
  const call: typeof app.call = (method, url, options = {}) => app.call(method, url, { key, ...options });
  const list = async (query = ''): Promise<Entry[]> => (await call('GET', `/v1/audit-logs?limit=250&${query}`)).body.data;
  const lines = async (): Promise<Entry[]> =>
    (await call('GET', '/v1/audit-logs/export')).text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return { call, list, lines };
}

describe('a caller with app:read alone', () => {
  test('200 without texts of any area, in the list, in a single entry and in the export', async () => {
    const caller = await withLog(types.flatMap((type) => names.filter((name) => name !== 'app').map((name) => entryOf(type, name))));
    const { call, list, lines } = await callerWith(caller, ['app:read']);
    const entries = await list();
    expect(entries).toHaveLength(250);
    const exportedEntries = await lines();
    expect(exportedEntries).toHaveLength(caller.ids.length);
    const singleAnswers = await Promise.all(caller.ids.slice(0, 40).map((id) => call('GET', `/v1/audit-logs/${id}`)));
    for (const entry of [...entries, ...exportedEntries, ...singleAnswers.map(({ body }) => body)]) {
      expect(JSON.stringify(entry)).not.toContain(secret);
      expect(entry).toMatchObject({ isReduced: true, entityId: null, userId: null, memberId: null, user: null, member: null });
    }
    expect(exportedEntries[0]).toMatchObject({
      entityType: 'framework',
      description: 'Updated framework',
      data: { action: 'Updated framework', resource: 'organization', permission: 'update' },
      sequence: 1,
    });
  });
  test('200 without entries for a filter on hidden fields, and with all entries for a filter on visible fields', async () => {
    const caller = await withLog([entryOf('risk', 'risk')]);
    const { list } = await callerWith(caller, ['app:read']);
    for (const query of [
      `search=${secret}`,
      'search=Updated',
      'search=via',
      `pathContains=${secret}`,
      `entityId=rec_${secret}`,
      'userId=usr_canary',
    ])
      expect([query, await list(query)]).toEqual([query, []]);
    for (const query of ['entityType=risk', 'resource=risk', 'timestampAfter=2026-01-01']) expect(await list(query)).toHaveLength(1);
  });
  test("200 with the acting user only in the caller's own entries", async () => {
    const caller = await withLog([]);
    await caller.call('POST', '/v1/risks', { body: { title: 'Laptop theft', description: 'It is lost.', category: 'technology' } });
    const { list } = await callerWith(caller, ['app:read']);
    const [ownEntry] = await list(`userId=${caller.organization.owner.userId}`);
    expect(ownEntry).toMatchObject({
      description: 'Created risk',
      userId: caller.organization.owner.userId,
      isReduced: true,
      entityId: null,
    });
  });
});

test.each([
  ['risk:read', 'risk', 'risk'],
  ['vendor:read', 'vendor', 'vendor'],
  ['integration:read', 'integration', 'integration'],
  ['evidence:read', 'organization', 'context'],
  ['apiKey:read', 'organization', 'apiKey'],
])(
  '200 with app:read and %s shows the texts of these entries, but the acting user only with member:read',
  async (permission, type, resource) => {
    const caller = await withLog([entryOf(type, resource), entryOf('people', 'member')]);
    const withoutMembers = await (await callerWith(caller, ['app:read', permission])).list();
    const readableEntry = withoutMembers.find(({ data }) => data.resource === resource);
    expect(readableEntry).toMatchObject({
      entityId: `rec_${secret}`,
      description: `Updated ${secret}`,
      data: { changes: { name: { current: secret } } },
      userId: null,
      user: null,
      isReduced: true,
    });
    expect(readableEntry?.data).not.toHaveProperty('via');
    expect(JSON.stringify(withoutMembers.filter((entry) => entry !== readableEntry))).not.toContain(secret);
    const withMembers = await (await callerWith(caller, ['app:read', permission, 'member:read'])).list();
    for (const entry of withMembers) {
      expect(entry).not.toHaveProperty('isReduced');
      expect(entry).toMatchObject({ user: { name: secret }, description: expect.stringContaining('[via') });
    }
  },
);
test.each([
  ['evidence:read', 'people', 'attachments'],
  ['evidence:read', 'task', 'evidence'],
  ['task:read', 'task', 'evidence'],
  ['member:read', 'people', 'training'],
])(
  '200 with app:read and %s hides texts that require permissions on the record and on its part (%s, %s)',
  async (permission, type, resource) => {
    const caller = await withLog([entryOf(type, resource)]);
    const [entry] = await (await callerWith(caller, ['app:read', permission])).list();
    expect(entry).toMatchObject({ isReduced: true, entityId: null, data: { action: `Updated ${type === 'people' ? 'member' : type}` } });
  },
);
test('200 with ids in place of names of other records that the caller may not read', async () => {
  const id = (prefix: string) => `${prefix}_69a4d2f0b1e7c6a35d08f912`;
  const changes = {
    assignee: { previous: 'Unassigned', current: `Ada (Ada) Marsh (${id('mem')})` },
    controls: { previous: null, current: [`Access control (${id('ctl')})`, `Backups (${id('ctl')})`] },
  };
  const caller = await withLog([{ entityType: 'risk', data: { action: 'Updated risk', resource: 'risk', changes } }]);
  const [reduced] = await (await callerWith(caller, ['app:read', 'risk:read'])).list();
  expect(reduced).toMatchObject({
    isReduced: true,
    data: { changes: { assignee: { previous: 'Unassigned', current: id('mem') }, controls: { current: [id('ctl'), id('ctl')] } } },
  });
  const [full] = await (await callerWith(caller, ['app:read', 'risk:read', 'member:read', 'control:read'])).list();
  expect(full?.data.changes).toEqual(changes);
  expect(full).not.toHaveProperty('isReduced');
});
test('200 with the texts of policies, and of findings about policies, only for owners, admins and auditors', async () => {
  const caller = await app.caller();
  const policy = await addPublished(caller.call, { name: `Policy ${secret}` });
  const { body: finding } = await caller.call('POST', '/v1/findings', {
    body: { type: 'soc2', content: `Finding ${secret}`, policyId: policy.id },
  });
  const role = await newRole(app.database, caller.organization.id, [
    'app:read',
    'policy:read',
    'finding:read',
    'member:read',
    'audit:read',
  ]);
  const list = async (roles: readonly string[]): Promise<Entry[]> => {
    const { call } = await app.session(caller.organization, roles);
    return (await call('GET', '/v1/audit-logs?entityType=policy&entityType=finding')).body.data;
  };
  const limited = await list([role]);
  expect(limited.length).toBeGreaterThan(0);
  for (const entry of limited) expect(entry).toMatchObject({ isReduced: true, entityId: null });
  expect(JSON.stringify(limited)).not.toContain(secret);
  for (const entry of await list(['auditor'])) expect(entry).not.toHaveProperty('isReduced');
  expect([undefined, policy.id]).toContain(finding.policyId);
});
test('200 without the assignee of a task item for a caller who may not read members', async () => {
  const { call, organization } = await app.callerForEverything();
  const { member } = await app.session(organization, ['admin']);
  const risk = await addRisk(call);
  const item = { title: 'Item', entityType: 'risk', entityId: risk.id, assigneeId: member.id };
  const { call: session } = await app.session(organization, organization.owner);
  await expectSuccess(call('POST', '/v1/task-management', { body: item }), 201);
  await expectSuccess(session('POST', '/v1/task-management', { body: item }), 201);
  const role = await newRole(app.database, organization.id, ['app:read', 'task:read', 'risk:read']);
  const { call: asReader } = await app.session(organization, [role]);
  const readLog = async (ask: Caller['call']) => JSON.stringify((await ask('GET', '/v1/audit-logs?entityType=task')).body.data);
  expect(await readLog(asReader)).toContain('Assigned task item');
  expect(await readLog(asReader)).not.toContain(member.name);
  expect(await readLog(call)).toContain(member.name);
});
test('200 with the kind of the record in reduced entries, and with the texts of access control for a caller with ac:read', async () => {
  const caller = await withLog([entryOf('organization', 'apiKey'), entryOf('organization', 'ac')]);
  const reduced = await (await callerWith(caller, ['app:read', 'organization:read'])).list();
  expect(reduced.map(({ description }) => description).sort()).toEqual(['Updated API key', 'Updated custom role']);
  const [entry] = await (await callerWith(caller, ['app:read', 'ac:read'])).list('resource=ac');
  expect(entry).toMatchObject({ description: `Updated ${secret}` });
});
test('200 with the scopes of an API key unchanged', async () => {
  const { call, organization } = await app.callerForEverything();
  const { call: asOwner } = await app.session(organization, organization.owner);
  const scopes = ['apiKey:read', 'risk:read'];
  const created = await asOwner('POST', '/v1/organization/api-keys', { body: { name: 'Reader', expiration: '30days', scopes } });
  expect(created, created.text).toMatchObject({ status: 201 });
  const [entry] = (await call('GET', '/v1/audit-logs?resource=apiKey')).body.data;
  expect(entry.data.changes.scopes.current).toEqual(scopes);
});
test('200 with only the ids for names that contain a comma or an id', async () => {
  const id = (prefix: string) => `${prefix}_69a4d2f0b1e7c6a35d08f912`;
  const changes = {
    controls: { previous: `Layoffs, ${secret} (${id('ctl')})`, current: [`A ${secret} (${id('ctl')}), ${secret} (${id('ctl')})`] },
    policies: { previous: null, current: `${secret}, ${secret} (${id('tsk')}), more (${id('pol')})` },
  };
  const caller = await withLog([{ entityType: 'risk', data: { action: 'Updated risk', resource: 'risk', changes } }]);
  const [entry] = await (await callerWith(caller, ['app:read', 'risk:read', 'member:read', 'task:read'])).list();
  expect(JSON.stringify(entry)).not.toContain(secret);
  expect(entry?.data.changes).toMatchObject({ controls: { previous: id('ctl') }, policies: { current: `${id('tsk')}, ${id('pol')}` } });
});
test('200 for an owner with all entries as they were written, so that the chain can be recomputed', async () => {
  const caller = await withLog(types.flatMap((type) => names.map((name) => entryOf(type, name))));
  const { call } = await app.session(caller.organization, caller.organization.owner);
  const { text } = await call('GET', '/v1/audit-logs/export');
  expect(text).not.toContain('isReduced');
});
test('the verification of a reduced export reports reduced entries, and no broken log', async () => {
  const caller = await withLog([entryOf('risk', 'risk')]);
  const { call } = await callerWith(caller, ['app:read']);
  const folder = mkdtempSync(path.join(tmpdir(), 'log-'));
  const [log, key] = [path.join(folder, 'log.ndjson'), path.join(folder, 'key.pem')];
  writeFileSync(log, (await call('GET', '/v1/audit-logs/export')).text);
  writeFileSync(key, (await call('GET', '/v1/audit-logs/checkpoint-keys')).body.data[0].publicKey);
  const { code, err } = await admin({}, 'audit', 'verify', '--in', log, '--public-key', key, '--checkpoints', log);
  expect(code).toBe(1);
  expect(err.join('\n')).toContain('entry 1 is reduced');
});

describe('an entry that names records of another kind', () => {
  const scopes = ['app:read', 'trust:read', 'member:read', 'control:read', 'risk:read'];
  const id = (prefix: string) => `${prefix}_69a4d2f0b1e7c6a35d08f912`;
  test.each([
    ['vendor:read', 'vnd'],
    ['framework:read', 'cfrm'],
    ['questionnaire:read', 'tvq'],
  ])('returns 200 with the description only to callers with %s', async (permission, prefix) => {
    const entry = { ...entryOf('trust', 'trust'), entityId: id(prefix) };
    const caller = await withLog([entry]);
    const [reduced] = await (await callerWith(caller, scopes)).list();
    expect(reduced).toMatchObject({ isReduced: true, entityId: null, description: 'Updated trust portal' });
    expect(JSON.stringify([reduced?.description, reduced?.data])).not.toContain(secret);
    expect(await (await callerWith(caller, scopes)).list(`search=${secret}`)).toEqual([]);
    const [full] = await (await callerWith(caller, [...scopes, permission])).list();
    expect(full).toMatchObject({ description: entry.description, data: entry.data });
    expect(full).not.toHaveProperty('isReduced');
  });
  test('returns 200 without the titles of unassigned records that the caller may not read', async () => {
    const unassigned = ['Task', 'Review of task', 'Task item', 'Policy', 'Risk', 'Control', 'Vendor', 'Other'].map(
      (kind) => `${kind}: ${secret}`,
    );
    const changes = { unassigned: { previous: unassigned, current: null } };
    const caller = await withLog([{ entityType: 'people', data: { action: 'Deactivated member', resource: 'member', changes } }]);
    const [entry] = await (await callerWith(caller, scopes)).list();
    expect(entry?.data.changes).toEqual({
      unassigned: {
        previous: [
          ...['Task', 'Review of task', 'Task item', 'Policy'].map((kind) => `${kind}: [REDACTED]`),
          ...[`Risk: ${secret}`, `Control: ${secret}`, 'Vendor: [REDACTED]', '[REDACTED]'],
        ],
        current: null,
      },
    });
    expect(entry).toMatchObject({ isReduced: true });
  });
  test.each(['vendor', 'vendors', 'task', 'policies', 'requirements', 'framework'])(
    'returns 200 with redacted names that have no id in the field %s',
    async (field) => {
      const changes = { [field]: { previous: id('any'), current: [`Name ${secret}`] }, notes: { previous: null, current: 'Done' } };
      const caller = await withLog([{ entityType: 'people', data: { action: 'Revoked access', resource: 'member', changes } }]);
      const [entry] = await (await callerWith(caller, scopes)).list();
      expect(entry).toMatchObject({
        isReduced: true,
        data: { changes: { ...changes, [field]: { previous: id('any'), current: ['[REDACTED]'] } } },
      });
    },
  );
});
