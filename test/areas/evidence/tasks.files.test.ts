/** Files of tasks, and what restricted members may do with tasks. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { file, follow, textFile } from '../../support/attachments.ts';
import { expectErrorInBothTypes } from '../../support/refusals.ts';
import { comment } from '../../support/comments.ts';
import { addControl, addPolicies } from '../../support/controls.ts';
import { newApiKey, newMember, newRole } from '../../support/organization.ts';
import { uploaded } from '../../support/uploads.ts';
import { addTask, change, entriesOf, titlesOf, withPeople } from '../../support/tasks.ts';

const app = startApp();
const notAssigned = 'Task is not assigned to you';
const restricted = 'Your roles do not allow this with tasks';

/** Creates a restricted member, to whom one of two tasks is assigned. */
async function withEmployee(roles: readonly string[] = ['employee']) {
  const people = await withPeople(app);
  const { member: eve, call: asEve } = await app.session(people.organization, roles);
  const [ownTask, othersTask] = [
    await addTask(people.call, { title: 'Own', assigneeId: eve.id }),
    await addTask(people.call, { title: 'Of others' }),
  ];
  return { ...people, eve, asEve, own: ownTask, others: othersTask };
}

describe('files (rule 8)', () => {
  test('201 stores files, 200 lists them newest first and returns a working link, 204 deletes the stored file', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addTask(call);
    const attachmentsUrl = `/v1/tasks/${id}/attachments`;
    const first = await call('POST', attachmentsUrl, { body: { ...textFile, description: ' Protocol ' } });
    expect(first).toMatchObject({
      status: 201,
      body: { entityType: 'task', entityId: id, name: textFile.fileName, description: 'Protocol', uploadedById: organization.owner.userId },
    });
    const fileKey = await uploaded(app.base, call, new Uint8Array([120]), { purpose: 'attachment' });
    const second = await call('POST', attachmentsUrl, { body: { fileName: 'x.txt', fileType: 'text/plain', fileKey } });
    expect(second).toMatchObject({ status: 201 });
    expect((await call('GET', `${attachmentsUrl}?count=true`)).body).toMatchObject({
      data: [{ id: second.body.id }, { id: first.body.id }],
      totalCount: 2,
    });
    const link = await call('GET', `${attachmentsUrl}/${first.body.id}/download`);
    expect(link).toMatchObject({ status: 200, body: { fileName: textFile.fileName, fileSize: 24, expiresIn: 900 } });
    expect(await (await follow(app.base, link.body.downloadUrl)).text()).toBe('Restored in 52 minutes.\n');
    expect(await call('DELETE', `${attachmentsUrl}/${first.body.id}`)).toMatchObject({ status: 204 });
    expect((await follow(app.base, link.body.downloadUrl)).status).toBe(404);
    expect((await entriesOf(app, organization.id, id)).slice(-3)).toMatchObject([
      {
        entity_type: 'task',
        data: { action: 'Added attachment', changes: { fileName: { current: textFile.fileName }, fileType: { current: 'text/plain' } } },
      },
      { data: { action: 'Added attachment' } },
      { data: { action: 'Deleted attachment', changes: { fileType: { previous: 'text/plain' } } } },
    ]);
  });
  test('404 for a file of another task', async () => {
    const { call } = await app.caller();
    const [firstTask, secondTask] = [await addTask(call), await addTask(call)];
    const { body } = await call('POST', `/v1/tasks/${firstTask.id}/attachments`, { body: textFile });
    for (const [method, path] of [
      ['GET', '/download'],
      ['DELETE', ''],
    ] as const)
      await expectErrorInBothTypes(
        (options) => call(method, `/v1/tasks/${secondTask.id}/attachments/${body.id}${path}`, options),
        404,
        'Attachment not found',
      );
  });
  test('400, 415 and 422 for files that are not accepted', async () => {
    const { call } = await app.caller();
    const { id } = await addTask(call);
    const attachmentsUrl = `/v1/tasks/${id}/attachments`;
    for (const [body, field] of [
      [{ fileName: 'x.txt', fileType: 'text/plain' }, '_errors'],
      [{ ...textFile, fileData: 'no base64' }, 'fileData'],
      [{ ...textFile, userId: 'usr_unknown' }, 'userId'],
    ] as const)
      expect(await call('POST', attachmentsUrl, { body })).toMatchObject({ status: 400, body: { details: { [field]: {} } } });
    await expectErrorInBothTypes(
      (options) => call('POST', attachmentsUrl, { body: file('run.exe', 'text/plain', 'x'), ...options }),
      415,
      'Files with this extension are not accepted',
    );
    await expectErrorInBothTypes(
      (options) => call('POST', attachmentsUrl, { body: file('x.pdf', 'application/pdf', 'x'), ...options }),
      422,
      'The file is not of the type application/pdf',
    );
  });
  test('403 without permission for evidence, except for tasks that are assigned to the caller', async () => {
    const { call, organization } = await withPeople(app);
    const { member, call: asMember } = await app.session(organization, [
      await newRole(app.database, organization.id, ['task:read', 'task:update']),
    ]);
    const [ownTask, otherTask] = [await addTask(call, { assigneeId: member.id }), await addTask(call)];
    const { body: attached } = await call('POST', `/v1/tasks/${otherTask.id}/attachments`, { body: textFile });
    await expectErrorInBothTypes(
      (options) => asMember('POST', `/v1/tasks/${otherTask.id}/attachments`, { body: textFile, ...options }),
      403,
      notAssigned,
    );
    await expectErrorInBothTypes(
      (options) => asMember('GET', `/v1/tasks/${otherTask.id}/attachments/${attached.id}/download`, options),
      403,
      notAssigned,
    );
    await expectErrorInBothTypes(
      (options) => asMember('DELETE', `/v1/tasks/${otherTask.id}/attachments/${attached.id}`, options),
      403,
      notAssigned,
    );
    const ownAttachment = await asMember('POST', `/v1/tasks/${ownTask.id}/attachments`, { body: textFile });
    expect(ownAttachment).toMatchObject({ status: 201 });
    expect(await asMember('GET', `/v1/tasks/${ownTask.id}/attachments/${ownAttachment.body.id}/download`)).toMatchObject({ status: 200 });
    const byOwner = await call('POST', `/v1/tasks/${ownTask.id}/attachments`, { body: textFile });
    expect(await asMember('DELETE', `/v1/tasks/${ownTask.id}/attachments/${byOwner.body.id}`)).toMatchObject({ status: 204 });
    const upload = async (scopes: string[]) => {
      const { key } = await newApiKey(app.database, organization.id, { scopes, created_by_member_id: organization.owner.id });
      return app.call('POST', `/v1/tasks/${otherTask.id}/attachments`, { key, body: textFile });
    };
    expect(await upload(['evidence:create'])).toMatchObject({ status: 403 });
    expect(await upload(['evidence:create', 'task:update'])).toMatchObject({ status: 201 });
  });
});

describe('a restricted member (rule 2)', () => {
  test.each([[['employee']], [['contractor', 'employee']]])('200 for assigned tasks with the roles %j', async (roles) => {
    const { call, asEve, eve, own, ada, organization } = await withEmployee(roles);
    const taskUrl = `/v1/tasks/${own.id}`;
    expect(await titlesOf(asEve)).toEqual(['Own']);
    expect(await titlesOf(asEve, '?assigneeId=none')).toEqual([]);
    expect((await asEve('GET', '/v1/tasks?count=true')).body.totalCount).toBe(1);
    const lines = (await asEve('GET', '/v1/tasks/export.csv')).text;
    expect(lines).toContain('"Own"');
    expect(lines).not.toContain('Of others');
    expect(await asEve('GET', taskUrl)).toMatchObject({ status: 200, body: { assignee: { id: eve.id } } });
    expect(await change(asEve, own.id, { status: 'in_progress' })).toMatchObject({ status: 'in_progress' });
    expect(await change(asEve, own.id, { status: 'not_relevant', notRelevantJustification: 'No.' })).toMatchObject({
      status: 'not_relevant',
    });
    expect(await asEve('PATCH', '/v1/tasks/bulk', { body: { taskIds: [own.id], status: 'todo' } })).toMatchObject({ status: 200 });
    const attachment = await asEve('POST', `${taskUrl}/attachments`, { body: textFile });
    expect(attachment).toMatchObject({ status: 201, body: { uploadedById: eve.userId } });
    expect((await asEve('GET', `${taskUrl}/attachments`)).body.data).toHaveLength(1);
    expect(await asEve('GET', `${taskUrl}/attachments/${attachment.body.id}/download`)).toMatchObject({ status: 200 });
    expect(await asEve('DELETE', `${taskUrl}/attachments/${attachment.body.id}`)).toMatchObject({ status: 204 });
    await comment(asEve, '', { entityType: 'task', entityId: own.id });
    expect((await asEve('GET', `${taskUrl}/activity`)).body.data.length).toBeGreaterThan(3);
    expect(await asEve('GET', '/v1/tasks/templates')).toMatchObject({ status: 200 });
    await change(call, own.id, { approverId: ada.id });
    expect(await asEve('POST', `${taskUrl}/submit-for-review`, { body: { approverId: ada.id } })).toMatchObject({ status: 200 });
    expect((await entriesOf(app, organization.id, own.id)).at(-1)).toMatchObject({ user_id: eve.userId });
  });
  test('200 with only the policies that the member may read', async () => {
    const { call, asEve, own, organization } = await withEmployee();
    const policyIds = await addPolicies(app, organization.id, [
      { name: 'Open', status: 'published' },
      { name: 'Hidden', status: 'published', visibility: 'DEPARTMENT', visible_to_departments: ['hr'] },
    ]);
    const control = await addControl(call, { policyIds, taskIds: [own.id] });
    expect((await asEve('GET', `/v1/tasks/${own.id}/policies`)).body.data).toMatchObject([
      { control: { id: control }, policies: [{ name: 'Open' }] },
    ]);
    expect((await asEve('GET', `/v1/tasks/${own.id}/policies`)).body.data[0].policies).toHaveLength(1);
  });
  test('403 for all other operations on assigned tasks', async () => {
    const { call, asEve, own, ada, chen, organization } = await withEmployee();
    const taskUrl = `/v1/tasks/${own.id}`;
    const { body: attached } = await call('POST', `${taskUrl}/attachments`, { body: textFile });
    await change(call, own.id, { approverId: ada.id });
    for (const [method, path, body] of [
      ['PATCH', taskUrl, { title: 'x' }],
      ['PATCH', taskUrl, { status: 'done', reviewDate: null }],
      ['PATCH', taskUrl, { assigneeId: null }],
      ['PATCH', '/v1/tasks/bulk', { taskIds: [own.id], status: 'todo', reviewDate: '2030-01-01' }],
      ['PATCH', '/v1/tasks/bulk/assignee', { taskIds: [own.id], assigneeId: null }],
      ['PATCH', '/v1/tasks/reorder', { updates: [{ id: own.id, order: 1, status: 'todo' }] }],
      ['POST', '/v1/tasks/bulk/submit-for-review', { taskIds: [own.id], approverId: chen.id }],
      ['POST', `${taskUrl}/submit-for-review`, { approverId: chen.id }],
      ['POST', `${taskUrl}/regenerate`],
      ['GET', '/v1/tasks/options'],
      ['DELETE', `${taskUrl}/attachments/${attached.id}`],
    ] as const)
      await expectErrorInBothTypes((options) => asEve(method, path, { body, ...options }), 403, restricted);
    for (const [method, path, body] of [
      ['POST', '/v1/tasks', { title: 'x', description: 'x' }],
      ['DELETE', taskUrl],
      ['DELETE', '/v1/tasks/bulk', { taskIds: [own.id] }],
    ] as const)
      expect(await asEve(method, path, { body })).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
    expect(await entriesOf(app, organization.id, own.id)).toHaveLength(3);
  });
  test('403 for every other task, even together with an assigned task, and with an API key', async () => {
    const { call, asEve, eve, own, others, ada, organization } = await withEmployee();
    const taskUrl = `/v1/tasks/${others.id}`;
    const { body: attached } = await call('POST', `${taskUrl}/attachments`, { body: textFile });
    await call('POST', `${taskUrl}/submit-for-review`, { body: { approverId: eve.id } });
    for (const [method, path, body] of [
      ['GET', taskUrl],
      ['PATCH', taskUrl, { status: 'done' }],
      ['GET', `${taskUrl}/policies`],
      ['GET', `${taskUrl}/activity`],
      ['POST', `${taskUrl}/submit-for-review`, { approverId: ada.id }],
      ['GET', `${taskUrl}/attachments`],
      ['POST', `${taskUrl}/attachments`, textFile],
      ['GET', `${taskUrl}/attachments/${attached.id}/download`],
      ['DELETE', `${taskUrl}/attachments/${attached.id}`],
      ['PATCH', '/v1/tasks/bulk', { taskIds: [own.id, others.id], status: 'done' }],
      ['POST', '/v1/tasks/bulk/submit-for-review', { taskIds: [own.id, others.id], approverId: ada.id }],
    ] as const)
      await expectErrorInBothTypes((options) => asEve(method, path, { body, ...options }), 403, notAssigned);
    expect((await asEve('GET', `/v1/tasks/${own.id}`)).body).toMatchObject({ status: 'todo' });
    const { key } = await newApiKey(app.database, organization.id, { scopes: ['task:read', 'task:update'], created_by_member_id: eve.id });
    expect(await app.call('GET', taskUrl, { key })).toMatchObject({ status: 403, body: { error: notAssigned } });
    expect((await app.call('GET', '/v1/tasks', { key })).body.data).toHaveLength(1);
    const employeeAndAuditor = await newMember(app.database, organization.id, ['employee', 'auditor']);
    expect(await (await app.session(organization, employeeAndAuditor)).call('GET', taskUrl)).toMatchObject({ status: 200 });
  });
  test('400 for an employee as the approver of a task of others, and 403 for a decision that another member has to make', async () => {
    const { call, asEve, eve, others, ada } = await withEmployee();
    const taskUrl = `/v1/tasks/${others.id}`;
    const submitTo = (approverId: string) => call('POST', `${taskUrl}/submit-for-review`, { body: { approverId } });
    expect(await submitTo(eve.id)).toMatchObject({ status: 400, body: { details: { approverId: {} } } });
    await submitTo(ada.id);
    for (const path of ['approve', 'reject'])
      await expectErrorInBothTypes((options) => asEve('POST', `${taskUrl}/${path}`, { body: {}, ...options }), 403, notAssigned);
  });
});
