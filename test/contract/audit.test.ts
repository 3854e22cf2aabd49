/** Tests which data of a request an audit entry contains, and which data it must not contain. */
import { describe, expect, test } from 'vitest';
import { auditEntries, type AuditedRequest } from '#contract/audit';
import type { AuditNote } from '#platform/audit/entry';
import { type Audit, createAudit } from '#platform/audit/audit';
import { changesOnCreate, changesBetween, changesOnDelete, withNames } from '#platform/audit/changes';
import { isSecret, redactUrl, redactField } from '#platform/audit/redaction';
import { type OperationId } from '#contract/types';
import { operations } from '#generated/operations';
import { startApp } from '../support/app.ts';
import { runHandler } from '../support/handler.ts';
import { newMember, newOrganization, within } from '../support/organization.ts';

const app = startApp();

test.each([
  'secret',
  'clientSecret',
  'SECRETS',
  'password',
  'Pass_Word',
  'passphrase',
  'credential',
  'awsCredentials',
  'token',
  'refresh-token',
  'api key',
  'apiKey',
  'API_KEY',
  'api-key',
  'privateKey',
  'private_key',
  'accessKey',
  'access-key-id',
  'totp',
  'totpSeed',
  'Authorization',
  'key',
  'fileData',
  'fileKey',
])('hides %s', (name) => {
  expect(redactField(name, 'x')).toBe('[REDACTED]');
  expect(redactField(name, { inner: 'x' })).toBe('[REDACTED]');
  expect(redactField(name, ['x'])).toBe('[REDACTED]');
  expect(redactField(name, null)).toBeNull();
});
test.each(['title', 'passed', 'keyword', 'keyPrefix', 'fileName', 'isActive', 'author', 'scopes', 'assignee'])('shows %s', (name) =>
  expect(isSecret(name)).toBe(false),
);
test('replaces nested values by a marker and keeps flat list items', () => {
  expect([{ a: 1 }, [1, 'a', true, null, { a: 1 }, [1]], 'a', 0, false, undefined].map((value) => redactField('field', value))).toEqual([
    '[Object]',
    [1, 'a', true, null, '[Object]', '[Object]'],
    'a',
    0,
    false,
    null,
  ]);
});
test.each([
  ['/v1/risks', {}, '/v1/risks'],
  ['/v1/risks?search=a%20b&limit=3', {}, '/v1/risks?search=a%20b&limit=3'],
  ['/v1/x?token=abc&a=1&Api-Key=d%20e', {}, '/v1/x?token=[REDACTED]&a=1&Api-Key=[REDACTED]'],
  ['/v1/x?filter[access_key]=1&token=2&token=3', {}, '/v1/x?filter[access_key]=[REDACTED]&token=[REDACTED]&token=[REDACTED]'],
  ['/v1/x?%74oken=abc', {}, '/v1/x?%74oken=[REDACTED]'],
  ['/v1/x?a=1?token=b&token', {}, '/v1/x?a=1?token=b&[REDACTED]'],
  ['/v1/links/s%20f/sign?a=1', { token: 's f' }, '/v1/links/[REDACTED]/sign?a=1'],
  ['/v1/risks/rsk_1', { id: 'rsk_1' }, '/v1/risks/rsk_1'],
])('%s with %o is logged as %s', (url, path, logged) => expect(redactUrl(url, path)).toBe(logged));

function notesOf(record: (audit: Audit) => void): AuditNote[] {
  const notes: AuditNote[] = [];
  record(createAudit(notes));
  return notes;
}

test('a creation logs every field with its new value', () => {
  expect(notesOf(({ created }) => created({ title: 'a', notes: null, tags: [] }, { entityId: 'rsk_1' }))).toEqual([
    {
      entityId: 'rsk_1',
      changes: {
        title: { previous: null, current: 'a' },
        notes: { previous: null, current: null },
        tags: { previous: null, current: [] },
      },
    },
  ]);
});
test('a deletion logs every field with its old value', () => {
  expect(notesOf(({ removed }) => removed({ title: 'a' }, { description: 'Removed it' }))).toEqual([
    { description: 'Removed it', changes: { title: { previous: 'a', current: null } } },
  ]);
});
test('a change logs the fields of either value that differ at any depth', () => {
  const before = { title: 'a', tags: ['x'], address: { street: 's', town: 't' }, gone: 1, empty: undefined };
  const after = { title: 'b', tags: ['x'], address: { town: 't', street: 's' }, fresh: ['y'], empty: null };
  expect(notesOf(({ changed }) => changed(before, after))).toEqual([
    {
      changes: {
        title: { previous: 'a', current: 'b' },
        gone: { previous: 1, current: null },
        fresh: { previous: null, current: ['y'] },
      },
    },
  ]);
  expect(notesOf(({ changed }) => changed(before, after, { description: 'Moved', fields: ['fresh', 'tags'] }))).toEqual([
    { description: 'Moved', changes: { fresh: { previous: null, current: ['y'] } } },
  ]);
});
test('an action logs the given changes, or none', () => {
  expect(notesOf(({ performed }) => performed('Archived risk'))).toEqual([{ description: 'Archived risk', changes: {} }]);
  expect(notesOf(({ performed }) => performed('Ran checks', { changes: changesOnCreate({ checks: 2 }), data: { x: 1 } }))).toEqual([
    { description: 'Ran checks', changes: { checks: { previous: null, current: 2 } }, data: { x: 1 } },
  ]);
});
test('treats __proto__ as an ordinary field', () => {
  expect(JSON.stringify(changesOnCreate(JSON.parse('{"__proto__":1}')))).toBe('{"__proto__":{"previous":null,"current":1}}');
  expect(JSON.stringify(changesOnDelete(JSON.parse('{"__proto__":1}')))).toBe('{"__proto__":{"previous":1,"current":null}}');
});
test('shows members by name and id, no member as Unassigned, and deleted members by id', () => {
  const names = new Map([['mem_1', 'Ada Marsh']]);
  const changes = changesBetween({ assigneeId: null, approverId: 'mem_2' }, { assigneeId: 'mem_1', approverId: null });
  expect(withNames(changes, names, false)).toEqual({
    assignee: { previous: 'Unassigned', current: 'Ada Marsh (mem_1)' },
    approver: { previous: 'mem_2', current: 'Unassigned' },
  });
  expect(withNames(changesOnCreate({ assigneeId: null, ownerId: 'mem_1' }), names, true)).toEqual({
    assignee: { previous: null, current: 'Unassigned' },
    ownerId: { previous: null, current: 'mem_1' },
  });
});

async function entriesFor(id: OperationId, request: Partial<AuditedRequest>, ...notes: AuditNote[]) {
  const { organization } = await app.caller();
  const { userId, email, ...member } = await newMember(app.database, organization.id, ['admin'], { name: 'Ada Marsh' });
  const actor = {
    organizationId: organization.id,
    credential: 'session',
    id: member.id,
    permissions: new Set<string>(),
    memberId: member.id,
    roles: ['admin'],
    via: undefined,
    restrictedTo: undefined,
    user: { id: userId, name: 'Ada Marsh', email, emailVerified: true, image: null },
    ...request.actor,
  } as const;
  const fullRequest: AuditedRequest = {
    operation: operations[id],
    url: operations[id].path,
    path: {},
    body: undefined,
    answer: undefined,
    ...request,
    actor,
  };
  const sealed = await within(app.database, organization.id, (db) => auditEntries(db, fullRequest, notes));
  return { organization, member: { ...member, userId, email }, entries: sealed.map(({ entry }) => JSON.parse(entry)) };
}
type Request = Partial<AuditedRequest>;
const actor = (fields: Partial<AuditedRequest['actor']>): Request => ({ actor: fields as AuditedRequest['actor'] });

test('takes the defaults of an entry from the permission, the path, the body and the answer', async () => {
  const { entries, member } = await entriesFor('createRisk', {
    url: '/api/v1/risks?a=1',
    body: { title: 'b', treatmentStrategy: { type: 'accept' } },
    answer: { success: true, data: { id: 'rsk_1', title: 'c' } },
  });
  expect(entries).toEqual([
    {
      id: expect.stringMatching(/^aud_[0-9a-f]{24}$/),
      userId: member.userId,
      memberId: member.id,
      entityType: 'risk',
      entityId: 'rsk_1',
      description: 'Created risk',
      user: { id: member.userId, name: 'Ada Marsh', email: member.email, image: null },
      data: {
        action: 'Created risk',
        method: 'POST',
        path: '/api/v1/risks?a=1',
        resource: 'risk',
        permission: 'create',
        changes: { title: { previous: null, current: 'c' }, treatmentStrategy: { previous: null, current: '[Object]' } },
      },
    },
  ]);
});
test.each([
  ['createRisk', { answer: { success: true, data: { id: 'rsk_2' } } }, 'risk', 'rsk_2', 'Created risk', 'create'],
  ['deleteRisk', { path: { id: 'rsk_1' } }, 'risk', 'rsk_1', 'Deleted risk', 'delete'],
  ['createEmployee', { answer: { success: true, data: { id: 'emp_2' } } }, 'people', 'emp_2', 'Created employee', 'create'],
  ['createRole', { answer: { id: 'rol_2' } }, 'organization', 'rol_2', 'Created custom role', 'create'],
  ['replaceRiskTasks', { path: { id: 'rsk_1' } }, 'risk', 'rsk_1', 'Set compliance tasks of a risk', 'update'],
  ['getRisk', { path: { id: 'rsk_1' } }, 'risk', 'rsk_1', 'Viewed risk', 'read'],
] satisfies [OperationId, Request, string, string, string, string][])(
  'logs %s under its record',
  async (id, request, entityType, entityId, description, permission) => {
    const { entries } = await entriesFor(id, request);
    expect(entries).toMatchObject([{ entityType, entityId, description, data: { action: description, permission } }]);
    expect(entries[0].data).not.toHaveProperty('changes');
  },
);
test('without an affected record, logs the organization if the request is about it, and no entity id otherwise', async () => {
  const { entries, organization } = await entriesFor('deleteOrganization', {});
  expect(entries).toMatchObject([{ entityType: 'organization', entityId: organization.id }]);
  expect((await entriesFor('createEmployee', {})).entries).toMatchObject([{ entityType: 'people', entityId: null }]);
});
test('does not use a secret link as an id', async () => {
  const {
    entries: [entry],
  } = await entriesFor('getRisk', { path: { token: 's3cret', id: 'rsk_1' }, url: '/v1/links/s3cret/risks/rsk_1' });
  expect(entry).toMatchObject({ entityId: 'rsk_1', data: { path: '/v1/links/[REDACTED]/risks/rsk_1' } });
  expect(JSON.stringify(entry)).not.toContain('s3cret');
});
test('adds the key as a suffix to the description, but not to the action', async () => {
  const { entries } = await entriesFor('deleteRisk', { path: { id: 'rsk_1' }, ...actor({ via: 'API key "HR sync"' }) });
  expect(entries).toMatchObject([
    { description: 'Deleted risk [via API key "HR sync"]', data: { action: 'Deleted risk', via: 'API key "HR sync"' } },
  ]);
});
test('each note becomes an entry that contains only its own fields', async () => {
  const { entries, member } = await entriesFor(
    'updateRisk',
    { path: { id: 'rsk_1' }, body: { title: 'b' }, ...actor({ via: 'API key "x"' }) },
    { description: 'Closed risk', changes: {}, entityType: 'task', entityId: 'tsk_1' },
    { changes: { password: { previous: 'a', current: 'b' }, approverId: { previous: null, current: 'mem_unknown' } } },
  );
  expect(entries).toMatchObject([
    {
      userId: member.userId,
      entityType: 'task',
      entityId: 'tsk_1',
      description: 'Closed risk [via API key "x"]',
      data: { action: 'Closed risk', resource: 'risk', method: 'PATCH' },
    },
    {
      entityType: 'risk',
      entityId: 'rsk_1',
      data: {
        changes: {
          password: { previous: '[REDACTED]', current: '[REDACTED]' },
          approver: { previous: 'Unassigned', current: 'mem_unknown' },
        },
      },
    },
  ]);
  expect(entries[0].data).not.toHaveProperty('changes');
});

describe('a handler that logs nothing', () => {
  const handle = async (method: 'post' | 'put' | 'patch' | 'delete', status: number) => {
    const { id: organizationId } = await newOrganization(app.database);
    const answer = runHandler({ ...app, organizationId }, { method, permission: 'control:update' }, () =>
      Promise.resolve({ status, body: {} }),
    );
    return answer.then(({ status: answeredStatus }) => answeredStatus);
  };
  test.each([
    ['put', 200],
    ['patch', 200],
    ['post', 200],
    ['post', 202],
  ] as const)('causes a server error: %s with %i', async (method, status) => {
    await expect(handle(method, status)).rejects.toThrow('does not tell what it did: /v1/made-up');
  });
  test.each([
    ['post', 201],
    ['delete', 204],
  ] as const)('is logged by default for %s with %i', async (method, status) => {
    expect(await handle(method, status)).toBe(status);
  });
});
