import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { attach, file, follow, textFile, png, newRiskId } from '../../support/attachments.ts';
import { expectErrorInBothTypes } from '../../support/refusals.ts';
import { readLog } from '../../support/log.ts';
import { newApiKey, newMember, type TestOrganization, within } from '../../support/organization.ts';
import { invalid } from '../../support/risks.ts';
import { insertAgreement, linkTokenOf } from '../../support/trust-access.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const list = async (call: Awaited<ReturnType<typeof app.caller>>['call'], entityId: string, entityType = 'risk') =>
  (await call('GET', `/v1/attachments?entityType=${entityType}&entityId=${entityId}`)).body.data;
const storedKeysOf = async ({ id }: TestOrganization) => {
  const keys: string[] = [];
  for await (const { key } of app.ports.files.list(id)) keys.push(key);
  return keys;
};

test('201 with everything about the file and a link to it; 200 with the same on get and in the list, without a link', async () => {
  const { call, organization } = await app.caller();
  const riskId = await newRiskId(call);
  const answer = await call('POST', '/v1/attachments', {
    body: {
      ...textFile,
      fileName: '  Restore test.txt ',
      fileType: 'Text/Plain; charset=utf-8',
      entityType: 'risk',
      entityId: riskId,
      description: '  Done  ',
    },
  });
  expect(answer).toMatchObject({ status: 201 });
  const { downloadUrl, ...attachment } = answer.body;
  const bytes = Buffer.from(textFile.fileData, 'base64');
  expect(attachment).toEqual({
    id: expect.stringMatching(/^att_[0-9a-f]{24}$/),
    name: 'Restore test.txt',
    type: 'document',
    mimeType: 'text/plain',
    size: bytes.length,
    description: 'Done',
    entityType: 'risk',
    entityId: riskId,
    commentId: null,
    uploadedById: organization.owner.userId,
    via: 'API key "test"',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    createdAt: time,
    updatedAt: attachment.createdAt,
    version: 1,
  });
  expect(answer.headers.get('location')).toBe(`/v1/attachments/${attachment.id}`);
  expect(Buffer.from(await (await follow(app.base, downloadUrl)).arrayBuffer())).toEqual(bytes);
  expect((await call('GET', `/v1/attachments/${attachment.id}`)).body).toEqual(attachment);
  expect(await list(call, riskId)).toEqual([attachment]);
});
test('201 stores the file under the organization and its record, with a time, a random part and a safe name', async () => {
  const { call, organization } = await app.caller();
  const riskId = await newRiskId(call);
  for (let n = 0; n < 2; n += 1) await attach(call, riskId, { fileName: '../Größe & Co.TXT' });
  const keys = await storedKeysOf(organization);
  expect(new Set(keys).size).toBe(2);
  for (const key of keys)
    expect(key).toMatch(new RegExp(`^${organization.id}/attachments/risk/${riskId}/\\d{13}-[0-9a-f]{32}-__Gr__e___Co\\.TXT$`));
});
test('201 with null for a blank description, and with the general kind of each media type', async () => {
  const { call } = await app.caller();
  const riskId = await newRiskId(call);
  const kinds: [string, string][] = [
    ['image/x-icon', 'image'],
    ['video/mp4', 'video'],
    ['audio/mpeg', 'audio'],
    ['application/vnd.ms-excel', 'document'],
    ['text/csv', 'document'],
    ['font/woff2', 'other'],
    ['model/obj', 'other'],
  ];
  for (const [fileType, type] of kinds)
    expect(await attach(call, riskId, { fileType, description: ' ' })).toMatchObject({ type, mimeType: fileType, description: null });
});
test('201 for risks, tasks, task items, comments, members, checklist items and background checks', async () => {
  const { call, organization } = await app.caller();
  const riskId = await newRiskId(call);
  const { body: item } = await call('POST', '/v1/task-management', { body: { title: 'Test it', entityType: 'risk', entityId: riskId } });
  const { body: comment } = await call('POST', '/v1/comments', { body: { content: 'Done', entityType: 'risk', entityId: riskId } });
  const taskId = await within(
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
  const checkId = await within(
    app.database,
    organization.id,
    async (db) =>
      (
        await db
          .insertInto('background_check_request')
          .values({ id: newId('bcr'), member_id: organization.owner.id })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  );
  const [checklistItem] = (await call('GET', '/v1/offboarding-checklist/template')).body.data.slice(-1);
  const completion = await call('POST', `/v1/offboarding-checklist/member/${organization.owner.id}/item/${checklistItem.id}/complete`, {
    body: {},
  });
  const records = {
    offboarding_checklist: completion.body.id,
    risk: riskId,
    task: taskId,
    task_item: item.id,
    comment: comment.id,
    employment_onboard: organization.owner.id,
    employment_offboard: organization.owner.id,
    background_check: checkId,
  };
  for (const [entityType, entityId] of Object.entries(records)) {
    const attachment = await attach(call, riskId, { entityType, entityId });
    expect(attachment).toMatchObject({ entityType, entityId, commentId: entityType === 'comment' ? entityId : null });
    expect((await list(call, entityId, entityType)).map(({ id }: { id: string }) => id)).toEqual([attachment.id]);
  }
});
test('404 for a record that does not exist or belongs to another organization, for each kind of record', async () => {
  const [{ call }, other] = [await app.caller(), await app.caller()];
  const riskId = await newRiskId(other.call);
  const names: Record<string, string> = {
    risk: 'Risk',
    task: 'Task',
    task_item: 'Task item',
    comment: 'Comment',
    vendor: 'Vendor',
    trust_nda: 'NDA agreement',
    background_check: 'Background check',
    employment_onboard: 'Member',
    employment_offboard: 'Member',
    offboarding_checklist: 'Checklist item',
  };
  for (const [entityType, name] of Object.entries(names)) {
    for (const entityId of entityType === 'risk' ? [riskId, newId('rsk'), "x' or '1'='1"] : [newId('x'), riskId]) {
      await expectErrorInBothTypes(
        (options) => call('POST', '/v1/attachments', { body: { ...textFile, entityType, entityId }, ...options }),
        404,
        `${name} not found`,
      );
      await expectErrorInBothTypes(
        (options) => call('GET', `/v1/attachments?entityType=${entityType}&entityId=${encodeURIComponent(entityId)}`, options),
        404,
        `${name} not found`,
      );
    }
  }
});
test('200 page by page, oldest first', async () => {
  const { call } = await app.caller();
  const riskId = await newRiskId(call);
  const names = [];
  for (let n = 0; n < 5; n += 1) names.push((await attach(call, riskId, { fileName: `${n}.txt` })).name);
  const first = await call('GET', `/v1/attachments?entityType=risk&entityId=${riskId}&limit=3&count=true`);
  expect(first.body).toMatchObject({ totalCount: 5, nextCursor: expect.any(String) });
  const second = await call(
    'GET',
    `/v1/attachments?entityType=risk&entityId=${riskId}&limit=3&cursor=${encodeURIComponent(first.body.nextCursor)}`,
  );
  expect([...first.body.data, ...second.body.data].map(({ name }: { name: string }) => name)).toEqual(names);
  expect(second.body.nextCursor).toBeNull();
  const sorted = await call('GET', `/v1/attachments?entityType=risk&entityId=${riskId}&sortBy=name&sortOrder=desc`);
  expect(sorted.body.data.map(({ name }: { name: string }) => name)).toEqual(names.toReversed());
  const found = await call('GET', `/v1/attachments?entityType=risk&entityId=${riskId}&search=3.TXT`);
  expect(found.body.data).toMatchObject([{ name: '3.txt' }]);
});

test('201 stores the uploader: the named user or the user of the key with an API key, the signed-in user with a session', async () => {
  const { call, organization } = await app.caller();
  const riskId = await newRiskId(call);
  const member = await newMember(app.database, organization.id, ['admin']);
  expect(await attach(call, riskId, { userId: member.userId })).toMatchObject({ uploadedById: member.userId });
  expect(await attach(call, riskId)).toMatchObject({ uploadedById: organization.owner.userId });
  const session = await app.session(organization, member);
  expect(await attach(session.call, riskId, { userId: organization.owner.userId })).toMatchObject({ uploadedById: member.userId });
});
test('400 for a user who is not an active member', async () => {
  const [{ call, organization }, other] = [await app.caller(), await app.caller()];
  const riskId = await newRiskId(call);
  const deactivated = await newMember(app.database, organization.id, ['admin'], { active: false });
  for (const userId of [deactivated.userId, other.organization.owner.userId, newId('usr')]) {
    expect(await call('POST', '/v1/attachments', { body: { ...textFile, entityType: 'risk', entityId: riskId, userId } })).toMatchObject(
      invalid({ userId: { _errors: ['must be an active member of the organization'] } }),
    );
  }
  expect(await storedKeysOf(organization)).toEqual([]);
});
test('200 with null for the uploader after the account was deleted', async () => {
  const { call, organization } = await app.caller();
  const member = await newMember(app.database, organization.id, ['admin']);
  const { id } = await attach(call, await newRiskId(call), { userId: member.userId });
  await app.database.system.deleteFrom('user_account').where('id', '=', member.userId).execute();
  expect((await call('GET', `/v1/attachments/${id}`)).body).toMatchObject({ uploadedById: null });
});

test('204 on delete removes the file, too; 404 for the deleted attachment and its link', async () => {
  const { call, organization } = await app.caller();
  const { id, downloadUrl } = await attach(call, await newRiskId(call));
  expect(await storedKeysOf(organization)).toHaveLength(1);
  expect(await call('DELETE', `/v1/attachments/${id}`)).toMatchObject({ status: 204, text: '' });
  expect(await storedKeysOf(organization)).toEqual([]);
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/download'],
  ])
    expect(await call(method ?? '', `/v1/attachments/${id}${path}`)).toMatchObject({
      status: 404,
      body: { error: 'Attachment not found' },
    });
  expect((await follow(app.base, downloadUrl)).status).toBe(404);
});
test('404 for an attachment of another organization, for each operation', async () => {
  const [ours, other] = [await app.caller(), await app.caller()];
  const { id } = await attach(ours.call, await newRiskId(ours.call));
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/download'],
  ])
    expect(await other.call(method ?? '', `/v1/attachments/${id}${path}`)).toMatchObject({
      status: 404,
      body: { error: 'Attachment not found' },
    });
  expect(await storedKeysOf(ours.organization)).toHaveLength(1);
});
test('201 for an NDA that is not signed; 409 for adding and deleting files of a signed NDA (rule 12)', async () => {
  const [{ call, organization }, other] = [await app.caller(), await app.caller()];
  const { id: entityId } = await insertAgreement(app.database, organization.id, linkTokenOf(organization.id, 'nda'));
  const subject = { entityType: 'trust_nda', entityId };
  const { id } = await attach(call, entityId, subject);
  const { id: removedId } = await attach(call, entityId, subject);
  expect(await call('DELETE', `/v1/attachments/${removedId}`)).toMatchObject({ status: 204 });
  expect(await other.call('POST', '/v1/attachments', { body: { ...textFile, ...subject } })).toMatchObject({ status: 404 });
  await app.database.system
    .updateTable('trust_nda_agreement')
    .set({ status: 'void', signed_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', entityId)
    .execute();
  expect((await list(call, entityId, 'trust_nda')).map((attachment: { id: string }) => attachment.id)).toEqual([id]);
  expect(await call('POST', '/v1/attachments', { body: { ...textFile, ...subject } })).toMatchObject({ status: 409 });
  await expectErrorInBothTypes(
    (options) => call('DELETE', `/v1/attachments/${id}`, options),
    409,
    'Attachments of a signed NDA cannot be changed',
  );
  expect(await storedKeysOf(organization)).toHaveLength(1);
});
test('403 for creating and deleting attachments with only the read permissions', async () => {
  const { call, organization } = await app.caller();
  const riskId = await newRiskId(call);
  const { id } = await attach(call, riskId);
  const { key } = await newApiKey(app.database, organization.id, { scopes: ['evidence:read', 'risk:read'] });
  expect(await app.call('GET', `/v1/attachments/${id}`, { key })).toMatchObject({ status: 200 });
  expect(await app.call('DELETE', `/v1/attachments/${id}`, { key })).toMatchObject({ status: 403 });
  expect(await app.call('POST', '/v1/attachments', { key, body: { ...textFile, entityType: 'risk', entityId: riskId } })).toMatchObject({
    status: 403,
  });
});
test('200 for deleting a record also deletes its files and those of its comments and task items, but no other files', async () => {
  const { call, organization } = await app.caller();
  const [riskId, otherId] = [await newRiskId(call), await newRiskId(call)];
  const { body: item } = await call('POST', '/v1/task-management', { body: { title: 'Test it', entityType: 'risk', entityId: riskId } });
  for (const [entityType, entityId] of [
    ['risk', riskId],
    ['task', item.id],
  ])
    await call('POST', '/v1/comments', {
      body: { content: 'See file', entityType, entityId, attachments: [file('a.png', 'image/png', png)] },
    });
  for (const fields of [{}, { entityType: 'task_item', entityId: item.id }, { entityId: otherId }]) await attach(call, riskId, fields);
  expect(await storedKeysOf(organization)).toHaveLength(5);
  expect(await call('DELETE', `/v1/risks/${riskId}`)).toMatchObject({ status: 200 });
  expect(await storedKeysOf(organization)).toEqual([expect.stringContaining(`/risk/${otherId}/`)]);
  const remaining = await within(app.database, organization.id, (db) => db.selectFrom('attachment').select('entity_id').execute());
  expect(remaining).toEqual([{ entity_id: otherId }]);
});
test('201 and 204 are logged under the record, with name and size but without content; downloads are not logged', async () => {
  const { call, organization } = await app.caller();
  const riskId = await newRiskId(call);
  const { body: item } = await call('POST', '/v1/task-management', { body: { title: 'Test it', entityType: 'risk', entityId: riskId } });
  const { body: comment } = await call('POST', '/v1/comments', { body: { content: 'Done', entityType: 'risk', entityId: riskId } });
  const before = (await readLog(app.database, organization.id)).length;
  const { id } = await attach(call, riskId);
  await attach(call, riskId, { entityType: 'task_item', entityId: item.id });
  await attach(call, riskId, { entityType: 'comment', entityId: comment.id });
  await attach(call, riskId, { entityType: 'employment_onboard', entityId: organization.owner.id });
  await call('GET', `/v1/attachments/${id}/download`);
  await call('DELETE', `/v1/attachments/${id}`);
  const [added, deleted] = [
    {
      action: 'Added attachment',
      changes: { fileName: { previous: null, current: textFile.fileName }, fileSize: { previous: null, current: 24 } },
    },
    {
      action: 'Deleted attachment',
      changes: { fileName: { previous: textFile.fileName, current: null }, fileSize: { previous: 24, current: null } },
    },
  ];
  expect((await readLog(app.database, organization.id)).slice(before)).toEqual([
    { entityType: 'risk', entityId: riskId, ...added },
    { entityType: 'task', entityId: item.id, ...added },
    { entityType: 'risk', entityId: riskId, ...added },
    { entityType: 'people', entityId: organization.owner.id, ...added },
    { entityType: 'risk', entityId: riskId, ...deleted },
  ]);
});
