import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import { file, textFile, png, newRiskId } from '../../support/attachments.ts';
import { expectConflict, expectErrorInBothTypes } from '../../support/refusals.ts';
import { comment } from '../../support/comments.ts';
import { readLog } from '../../support/log.ts';
import { addTasks } from '../../support/controls.ts';
import { newMember, newRole, within } from '../../support/organization.ts';
import { add as addRisk, invalid } from '../../support/risks.ts';
import { addItem } from '../../support/task-items.ts';
import { uploaded } from '../../support/uploads.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const list = async (call: Caller['call'], entityId: string, entityType = 'risk') =>
  (await call('GET', `/v1/comments?entityType=${entityType}&entityId=${entityId}`)).body.data;
const storedKeysOf = async ({ organization: { id } }: Caller) => {
  const keys: string[] = [];
  for await (const { key } of app.ports.files.list(id)) keys.push(key);
  return keys;
};
const addTask = ({ organization }: Caller) =>
  within(
    app.database,
    organization.id,
    async (db) =>
      (
        await db
          .insertInto('task')
          .values({ id: newId('tsk'), title: 'Task' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  );

test('201 with the author and the record; 200 with the same in the list, newest first', async () => {
  const {
    call,
    organization: { owner },
  } = await app.caller();
  const riskId = await newRiskId(call);
  const answer = await call('POST', '/v1/comments', { body: { content: ' Done ', entityType: 'risk', entityId: riskId } });
  expect(answer).toMatchObject({ status: 201 });
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^cmt_[0-9a-f]{24}$/),
    content: ' Done ',
    author: { id: owner.userId, name: owner.name, email: owner.email, image: null, deactivated: false },
    via: 'API key "test"',
    attachments: [],
    createdAt: time,
    updatedAt: null,
    version: 1,
    entityType: 'risk',
    entityId: riskId,
  });
  expect(answer.headers.get('location')).toBe(`/v1/comments?entityType=risk&entityId=${riskId}`);
  const second = await comment(call, riskId);
  await comment(call, await newRiskId(call));
  expect(await list(call, riskId)).toEqual([second, answer.body]);
  const page = await call('GET', `/v1/comments?entityType=risk&entityId=${riskId}&limit=1&count=true`);
  expect(page.body).toMatchObject({ data: [{ id: second.id }], totalCount: 2 });
  expect(
    (await call('GET', `/v1/comments?entityType=risk&entityId=${riskId}&limit=1&cursor=${encodeURIComponent(page.body.nextCursor)}`)).body,
  ).toMatchObject({ data: [{ id: answer.body.id }], nextCursor: null });
  const edit = { content: 'Done again', userId: owner.userId };
  await expectConflict(call, 'PUT', `/v1/comments/${answer.body.id}`, edit);
  await call('PUT', `/v1/comments/${answer.body.id}`, { body: edit });
  for (const sortOrder of ['asc', 'desc'])
    expect(
      (await call('GET', `/v1/comments?entityType=risk&entityId=${riskId}&sortBy=updatedAt&sortOrder=${sortOrder}`)).body.data,
      'comments that were never changed come last',
    ).toMatchObject([{ id: answer.body.id }, { id: second.id }]);
});
test('201 for compliance tasks and for task items, which both have the type task', async () => {
  const caller = await app.caller();
  const { body: item } = await caller.call('POST', '/v1/task-management', {
    body: { title: 'Test it', entityType: 'risk', entityId: await newRiskId(caller.call) },
  });
  for (const entityId of [await addTask(caller), item.id]) {
    const created = await comment(caller.call, '', { entityType: 'task', entityId });
    expect(await list(caller.call, entityId, 'task')).toEqual([created]);
  }
});
test('201 and 200 for policies; a restricted member reads only comments on visible policies', async () => {
  const caller = await app.caller();
  const { call, organization } = caller;
  const [open, hr, it] = await within(app.database, organization.id, async (db) =>
    Promise.all(
      (
        [
          ['ALL', []],
          ['DEPARTMENT', ['hr']],
          ['DEPARTMENT', ['it', 'hr2']],
        ] as const
      ).map(async ([visibility, departments]) => {
        const { id } = await db
          .insertInto('policy')
          .values({ id: newId('pol'), name: 'Policy', status: 'published', visibility, visible_to_departments: [...departments] })
          .returning('id')
          .executeTakeFirstOrThrow();
        return id;
      }),
    ),
  );
  for (const entityId of [open, hr, it]) await comment(call, '', { entityType: 'policy', entityId });
  const [member, nobody] = [await app.session(organization, ['employee']), await app.session(organization, ['contractor'])];
  await app.database.system.updateTable('member').set({ department: 'hr' }).where('id', '=', member.member.id).execute();
  const statuses = (ask: Caller['call']) =>
    Promise.all([open, hr, it].map(async (id) => (await ask('GET', `/v1/comments?entityType=policy&entityId=${id}`)).status));
  expect([await statuses(call), await statuses(member.call), await statuses(nobody.call)]).toEqual([
    [200, 200, 200],
    [200, 200, 403],
    [200, 403, 403],
  ]);
  expect(await member.call('POST', '/v1/comments', { body: { content: 'x', entityType: 'policy', entityId: open } })).toMatchObject({
    status: 403,
  });
  await within(app.database, organization.id, (db) =>
    db
      .deleteFrom('policy')
      .where('id', '=', open ?? '')
      .execute(),
  );
  expect(await within(app.database, organization.id, (db) => db.selectFrom('comment').select('id').execute())).toHaveLength(2);
});
test('403 for an editor who may not see the policy, for each operation on its comments and their files (rule 10)', async () => {
  const { call, organization } = await app.caller();
  const policyId = await within(app.database, organization.id, async (db) => {
    const row = { id: newId('pol'), name: 'Pay', visibility: 'DEPARTMENT' as const, visible_to_departments: ['hr'] };
    return (await db.insertInto('policy').values(row).returning('id').executeTakeFirstOrThrow()).id;
  });
  const pairs = ['policy:read', 'policy:update', 'evidence:read', 'evidence:create', 'evidence:delete'];
  const { call: ask, member } = await app.session(organization, [await newRole(app.database, organization.id, pairs)]);
  const setDepartment = (department: string) =>
    app.database.system.updateTable('member').set({ department }).where('id', '=', member.id).execute();
  const url = `/v1/comments?entityType=policy&entityId=${policyId}`;
  await setDepartment('hr');
  const { id, attachments } = await comment(ask, policyId, { entityType: 'policy', attachments: [textFile] });
  const file = `/v1/attachments/${attachments[0].id}`;
  const commentQuery = `entityType=comment&entityId=${id}`;
  for (const path of [url, file, `${file}/download`, `/v1/attachments?${commentQuery}`]) expect((await ask('GET', path)).status).toBe(200);
  await setDepartment('it');
  const body = { content: 'x', entityType: 'policy', entityId: policyId };
  for (const [method, path, requestBody] of [
    ['GET', url, undefined],
    ['POST', '/v1/comments', body],
    ['PUT', `/v1/comments/${id}`, { content: 'x' }],
    ['DELETE', `/v1/comments/${id}`, undefined],
    ['GET', `/v1/attachments?${commentQuery}`, undefined],
    ['POST', '/v1/attachments', { ...textFile, entityType: 'comment', entityId: id }],
    ['GET', file, undefined],
    ['GET', `${file}/download`, undefined],
    ['DELETE', file, undefined],
  ] as const)
    await expectErrorInBothTypes((options) => ask(method, path, { body: requestBody, ...options }), 403, 'The record is hidden from you');
  expect((await call('GET', url)).body.data).toMatchObject([{ id, content: 'Done', attachments: [{}] }]);
});
test('a restricted member reads and writes comments on assigned tasks and items, and only reads those on own risks (rule 10)', async () => {
  const { call, organization } = await app.caller();
  const { call: ask, member } = await app.session(organization, ['employee']);
  const [ownTask = '', othersTask = ''] = await addTasks(app, organization.id, [
    { assignee_id: member.id },
    { assignee_id: organization.owner.id },
  ]);
  const [ownRisk, otherRisk] = [(await addRisk(call, { assigneeId: member.id })).id, (await addRisk(call)).id];
  const [itemOfOwnRisk, assignedItem, hiddenItem] = [
    await addItem(call, ownRisk),
    await addItem(call, otherRisk, { assigneeId: member.id }),
    await addItem(call, otherRisk),
  ];
  for (const [entityType, entityId, readStatus, writeStatus] of [
    ['task', ownTask, 200, 201],
    ['task', othersTask, 403, 403],
    ['task', itemOfOwnRisk.id, 200, 403],
    ['task', assignedItem.id, 200, 201],
    ['task', hiddenItem.id, 403, 403],
    ['risk', ownRisk, 200, 403],
    ['risk', otherRisk, 403, 403],
  ] as const) {
    const readAnswer = await ask('GET', `/v1/comments?entityType=${entityType}&entityId=${entityId}`);
    const writeAnswer = await ask('POST', '/v1/comments', { body: { content: 'x', entityType, entityId } });
    expect([entityType, entityId, readAnswer.status, writeAnswer.status]).toEqual([entityType, entityId, readStatus, writeStatus]);
  }
  const { id } = await comment(ask, assignedItem.id, { entityType: 'task' });
  const edit = () => ask('PUT', `/v1/comments/${id}`, { body: { content: 'Later' } });
  expect(await edit()).toMatchObject({ status: 200 });
  await call('PATCH', `/v1/task-management/${assignedItem.id}`, { body: { assigneeId: null } });
  expect(await edit()).toMatchObject({ status: 403, body: { code: 'record_hidden' } });
  expect(await ask('DELETE', `/v1/comments/${id}`)).toMatchObject({ status: 403, body: { code: 'record_hidden' } });
});
test('404 for a record that does not exist or belongs to another organization, for each kind of record', async () => {
  const [{ call }, other] = [await app.caller(), await app.caller()];
  const riskId = await newRiskId(other.call);
  for (const [entityType, name, ids] of [
    ['risk', 'Risk', [riskId, newId('rsk'), 'x']],
    ['task', 'Task', [riskId, newId('tski')]],
    ['vendor', 'Vendor', [newId('vnd')]],
    ['policy', 'Policy', [newId('pol')]],
    ['finding', 'Finding', [newId('fnd')]],
  ] as const) {
    for (const entityId of ids) {
      await expectErrorInBothTypes(
        (options) => call('POST', '/v1/comments', { body: { content: 'x', entityType, entityId }, ...options }),
        404,
        `${name} not found`,
      );
      await expectErrorInBothTypes(
        (options) => call('GET', `/v1/comments?entityType=${entityType}&entityId=${entityId}`, options),
        404,
        `${name} not found`,
      );
    }
  }
});
test.each([
  ['nothing', { content: '' }, 'content'],
  ['nothing but white space', { content: ' \n ' }, 'content'],
  ['more than 2000 characters', { content: 'x'.repeat(2001) }, 'content'],
  ['a context of more than 2048 characters', { contextUrl: 'x'.repeat(2049) }, 'contextUrl'],
  ['a kind of record without comments', { entityType: 'control' }, 'entityType'],
  ['more than ten files', { attachments: Array(11).fill(textFile) }, 'attachments'],
])('400 for %s', async (_case, fields, field) => {
  const { call } = await app.caller();
  expect(
    await call('POST', '/v1/comments', { body: { content: 'Done', entityType: 'risk', entityId: await newRiskId(call), ...fields } }),
  ).toMatchObject({ status: 400, body: { details: { [field]: {} } } });
});
test('201 for exactly 2000 characters, which are stored unchanged, and for a context of exactly 2048 characters', async () => {
  const { call } = await app.caller();
  const content = ` ${'😀'.repeat(1998)} `;
  expect(await comment(call, await newRiskId(call), { content, contextUrl: `https://example.org/${'x'.repeat(2028)}` })).toMatchObject({
    content,
  });
});
test('201 stores the author: with an API key, userId or else the user of the key; with a session, the signed-in user', async () => {
  const { call, organization } = await app.caller();
  const riskId = await newRiskId(call);
  const member = await newMember(app.database, organization.id, ['admin'], { name: 'Ada Marsh' });
  expect(await comment(call, riskId, { userId: member.userId })).toMatchObject({ author: { id: member.userId, name: 'Ada Marsh' } });
  expect(await comment(call, riskId)).toMatchObject({ author: { id: organization.owner.userId } });
  const session = await app.session(organization, member);
  expect(await comment(session.call, riskId, { userId: organization.owner.userId })).toMatchObject({ author: { id: member.userId } });
});
test('400 for an author who is not an active member', async () => {
  const [{ call, organization }, other] = [await app.caller(), await app.caller()];
  const riskId = await newRiskId(call);
  const deactivated = await newMember(app.database, organization.id, ['admin'], { active: false });
  for (const userId of [deactivated.userId, other.organization.owner.userId, newId('usr')]) {
    expect(await call('POST', '/v1/comments', { body: { content: 'x', entityType: 'risk', entityId: riskId, userId } })).toMatchObject(
      invalid({ userId: { _errors: ['must be an active member of the organization'] } }),
    );
  }
  expect(await list(call, riskId)).toEqual([]);
});
test('200 with an author who has left, as stored with the comment, and marked as deactivated', async () => {
  const { call, organization } = await app.caller();
  const riskId = await newRiskId(call);
  const member = await newMember(app.database, organization.id, ['admin'], { name: 'Ada Marsh' });
  await comment(call, riskId, { userId: member.userId });
  const author = { id: member.userId, name: 'Ada Marsh', email: member.email, image: null };
  await app.database.system.updateTable('member').set({ is_active: false }).where('id', '=', member.id).execute();
  expect(await list(call, riskId)).toMatchObject([{ author: { ...author, deactivated: true } }]);
  await app.database.system.deleteFrom('user_account').where('id', '=', member.userId).execute();
  expect(await list(call, riskId)).toMatchObject([{ author: { ...author, deactivated: true } }]);
});

test('201 with files, inline and by key, stored with the comment; their metadata have the media type, but no link', async () => {
  const caller = await app.caller();
  const { call, organization } = caller;
  const riskId = await newRiskId(call);
  const member = await newMember(app.database, organization.id, ['admin']);
  const fileKey = await uploaded(app.base, call, Buffer.from('Minutes'), { purpose: 'attachment' });
  const created = await comment(call, riskId, {
    attachments: [
      file('a.png', 'image/png', png),
      { fileName: 'b.txt', fileType: 'text/plain', fileKey, description: 'Minutes', userId: member.userId },
    ],
  });
  const entry = (name: string, type: string) => ({ id: expect.stringMatching(/^att_/), name, type, createdAt: time });
  expect(created.attachments).toEqual([entry('a.png', 'image/png'), entry('b.txt', 'text/plain')]);
  expect((await list(call, riskId))[0]).toEqual(created);
  const listedAttachments = (await call('GET', `/v1/attachments?entityType=comment&entityId=${created.id}`)).body.data;
  expect(listedAttachments).toMatchObject([
    { type: 'image', commentId: created.id, uploadedById: organization.owner.userId },
    { type: 'document', description: 'Minutes', uploadedById: member.userId },
  ]);
});
test.each([
  [
    400,
    'data that is no base64',
    { ...textFile, fileData: '!' },
    { details: { 'attachments.1.fileData': { _errors: ['must be base64'] } } },
  ],
  [
    400,
    'a key of another purpose',
    { fileName: 'a', fileType: 'text/plain', fileKey: 'x' },
    { details: { 'attachments.1.fileKey': { _errors: [expect.stringContaining('purpose attachment')] } } },
  ],
  [
    400,
    'neither data nor key',
    { fileName: 'a', fileType: 'text/plain' },
    { details: { 'attachments.1': { _errors: ['must have exactly one of: fileData, fileKey'] } } },
  ],
  [
    400,
    'an uploader who is no member',
    { ...textFile, userId: newId('usr') },
    { details: { 'attachments.1.userId': { _errors: ['must be an active member of the organization'] } } },
  ],
  [415, 'an extension that is refused', { ...textFile, fileName: 'a.exe' }, { error: 'Files with this extension are not accepted' }],
  [422, 'content that is not of its type', { ...textFile, fileType: 'image/png' }, { error: 'The file is not of the type image/png' }],
])('%i for %s among the files: neither the comment nor any file is stored', async (status, _case, invalidFile, body) => {
  const caller = await app.caller();
  const riskId = await newRiskId(caller.call);
  expect(
    await caller.call('POST', '/v1/comments', {
      body: { content: 'x', entityType: 'risk', entityId: riskId, attachments: [textFile, invalidFile] },
    }),
  ).toMatchObject({ status, body });
  expect([await list(caller.call, riskId), await storedKeysOf(caller)]).toEqual([[], []]);
});
test('200 for deleting a record also deletes its comments, and no other comments', async () => {
  const caller = await app.caller();
  const { call } = caller;
  const [riskId, otherId, taskId] = [await newRiskId(call), await newRiskId(call), await addTask(caller)];
  const { body: item } = await call('POST', '/v1/task-management', { body: { title: 'Test it', entityType: 'risk', entityId: riskId } });
  for (const [entityType, entityId] of [
    ['risk', riskId],
    ['task', item.id],
    ['risk', otherId],
    ['task', taskId],
  ])
    await comment(call, '', { entityType, entityId, attachments: [textFile] });
  await call('DELETE', `/v1/task-management/${item.id}`);
  expect(await storedKeysOf(caller)).toHaveLength(3);
  await call('DELETE', `/v1/risks/${riskId}`);
  await within(app.database, caller.organization.id, (db) => db.deleteFrom('task').where('id', '=', taskId).execute());
  const remaining = await within(app.database, caller.organization.id, (db) => db.selectFrom('comment').select('entity_id').execute());
  expect(remaining).toEqual([{ entity_id: otherId }]);
});
test('201, 200 and 204 for creating, editing and deleting are logged under the record, with the type of the record', async () => {
  const { call, organization } = await app.caller();
  const riskId = await newRiskId(call);
  const { body: item } = await call('POST', '/v1/task-management', { body: { title: 'Test it', entityType: 'risk', entityId: riskId } });
  const before = (await readLog(app.database, organization.id)).length;
  const { id } = await comment(call, riskId, { attachments: [textFile] });
  const edit = (content: string) => call('PUT', `/v1/comments/${id}`, { body: { content, userId: organization.owner.userId } });
  for (const content of ['Really done', 'Really done', '']) await edit(content);
  await comment(call, '', { entityType: 'task', entityId: item.id });
  await call('DELETE', `/v1/comments/${id}`);
  const risk = { entityType: 'risk', entityId: riskId };
  expect((await readLog(app.database, organization.id)).slice(before)).toEqual([
    {
      ...risk,
      action: 'Commented on risk',
      changes: { content: { previous: null, current: 'Done' }, attachments: { previous: null, current: [textFile.fileName] } },
    },
    { ...risk, action: 'Edited comment on risk', changes: { content: { previous: 'Done', current: 'Really done' } } },
    { ...risk, action: 'Edited comment on risk', changes: undefined },
    { entityType: 'task', entityId: item.id, action: 'Commented on task', changes: { content: { previous: null, current: 'Done' } } },
    { ...risk, action: 'Deleted comment on risk', changes: { content: { previous: 'Really done', current: null } } },
  ]);
});
