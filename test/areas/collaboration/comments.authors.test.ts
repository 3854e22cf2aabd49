/** Who may edit and delete a comment, and who gets a mail about a comment. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { replaceMentions } from '#domain/access/targets/mentions';
import { appRoutesWith } from '#platform/links/app-routes';
import { pageUrl } from '#platform/links/page-url';
import { startApp } from '../../support/app.ts';
import { textFile, newRiskId } from '../../support/attachments.ts';
import { expectErrorInBothTypes } from '../../support/refusals.ts';
import { comment, mailsOf, mention } from '../../support/comments.ts';
import { newApiKey, newMember } from '../../support/organization.ts';
import { invalid } from '../../support/risks.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function withComment(fields: object = {}) {
  const caller = await app.caller();
  const riskId = await newRiskId(caller.call);
  const storedComment = await comment(caller.call, riskId, fields);
  return { ...caller, riskId, storedComment, path: `/v1/comments/${storedComment.id}`, author: caller.organization.owner };
}

test('200 on edit with the whole comment, as the specification gives it', async () => {
  const { call, organization, riskId, storedComment, path, author } = await withComment({ attachments: [textFile] });
  for (const headers of [{}, { 'X-Organization-Id': organization.id }]) {
    const answer = await call('PUT', path, {
      body: { content: 'Really done', contextUrl: 'https://example.org/', userId: author.userId },
      headers,
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.body).toEqual({
      id: storedComment.id,
      content: 'Really done',
      author: { id: author.userId, name: author.name, email: author.email, image: null, deactivated: false },
      via: 'API key "test"',
      attachments: [{ id: expect.stringMatching(/^att_/), name: textFile.fileName, type: 'text/plain', createdAt: time }],
      createdAt: storedComment.createdAt,
      updatedAt: time,
      version: expect.any(Number),
      entityType: 'risk',
      entityId: riskId,
    });
  }
});
test('200 for 2000 characters and a context of 2048; 400 for one more, for nothing, and for no content', async () => {
  const {
    call,
    path,
    author: { userId },
  } = await withComment();
  expect(await call('PUT', path, { body: { content: 'x'.repeat(2000), contextUrl: 'x'.repeat(2048), userId } })).toMatchObject({
    status: 200,
  });
  for (const [field, message, fields] of [
    ['content', 'must have at most 2000 characters', { content: 'x'.repeat(2001) }],
    ['contextUrl', 'must have at most 2048 characters', { content: 'x', contextUrl: 'x'.repeat(2049) }],
    ['content', 'must not be blank', { content: ' ' }],
    ['content', 'is required', {}],
  ] as const)
    expect(await call('PUT', path, { body: { userId, ...fields } })).toMatchObject(invalid({ [field]: { _errors: [message] } }));
});
test('200 on edit with the credential that wrote the text, and with the credential that edited the text last', async () => {
  const { organization, path, author, storedComment, call } = await withComment();
  const { call: session } = await app.session(organization, author);
  const edit = async (ask: typeof call) => (await ask('PUT', path, { body: { content: 'Edited', userId: author.userId } })).body.via;
  expect(storedComment.via).toBe('API key "test"');
  expect(await edit(session)).toBe('API key "test"');
  const other = await newApiKey(app.database, organization.id, {
    name: 'Other',
    scopes: ['risk:update'],
    created_by_member_id: organization.owner.id,
  });
  const bothCredentials = 'API key "test", edited by API key "Other"';
  expect(await edit((method, url, options = {}) => app.call(method, url, { key: other.key, ...options }))).toBe(bothCredentials);
  expect(await edit(session)).toBe(bothCredentials);
  expect((await session('GET', `/v1/comments?entityType=risk&entityId=${storedComment.entityId}`)).body.data).toMatchObject([
    { via: bothCredentials },
  ]);
});
test('200 when an API key edits a text that a session wrote; the comment names the key from then on', async () => {
  const { organization, riskId, author, call } = await withComment();
  const { call: session } = await app.session(organization, author);
  const sessionComment = await comment(session, riskId);
  expect(sessionComment.via).toBeNull();
  const path = `/v1/comments/${sessionComment.id}`;
  expect(await session('PUT', path, { body: { content: 'Mine' } })).toMatchObject({ status: 200, body: { via: null } });
  for (const [ask, body] of [
    [call, { content: 'By key', userId: author.userId }],
    [session, { content: 'Mine again' }],
  ] as const)
    expect(await ask('PUT', path, { body })).toMatchObject({ status: 200, body: { via: 'API key "test"' } });
});
test('400 without userId with a key; 403 for another organization than its own', async () => {
  const { call, path, author } = await withComment();
  expect(await call('PUT', path, { body: { content: 'x' } })).toMatchObject(
    invalid({ userId: { _errors: ['is required with an API key'] } }),
  );
  expect(
    await call('PUT', path, { body: { content: 'x', userId: author.userId }, headers: { 'X-Organization-Id': newId('org') } }),
  ).toMatchObject({ status: 403 });
});
test('200 with a session: userId is ignored, the organization must be named', async () => {
  const { organization, path, author } = await withComment();
  const session = await app.session(organization, author);
  const stranger = await newMember(app.database, organization.id, ['admin']);
  for (const userId of [undefined, stranger.userId, 'nonsense'])
    expect(await session.call('PUT', path, { body: { content: `By ${userId}`, userId } })).toMatchObject({
      status: 200,
      body: { author: { id: author.userId } },
    });
  expect(await app.call('PUT', path, { bearer: session.token, body: { content: 'x' } })).toMatchObject(
    invalid({ 'X-Organization-Id': { _errors: ['is required with a session'] } }),
  );
  const strangerSession = await app.session(organization, stranger);
  expect(await strangerSession.call('PUT', path, { body: { content: 'x', userId: author.userId } })).toMatchObject({
    status: 403,
    body: { error: 'Only the author may do this' },
  });
});
test('403 on edit and delete for who is not the author; 400 for who is no active member', async () => {
  const { call, organization, path, riskId, storedComment } = await withComment();
  const [otherOwner, deactivated] = [
    await newMember(app.database, organization.id, ['owner']),
    await newMember(app.database, organization.id, ['admin'], { active: false }),
  ];
  await expectErrorInBothTypes(
    (options) => call('PUT', path, { body: { content: 'x', userId: otherOwner.userId }, ...options }),
    403,
    'Only the author may do this',
  );
  await expectErrorInBothTypes(
    (options) => call('DELETE', `${path}?userId=${otherOwner.userId}`, options),
    403,
    'Only the author may do this',
  );
  for (const userId of [deactivated.userId, newId('usr')]) {
    expect(await call('PUT', path, { body: { content: 'x', userId } })).toMatchObject(
      invalid({ userId: { _errors: ['must be an active member of the organization'] } }),
    );
    expect(await call('DELETE', `${path}?userId=${userId}`)).toMatchObject(
      invalid({ userId: { _errors: ['must be an active member of the organization'] } }),
    );
  }
  expect((await call('GET', `/v1/comments?entityType=risk&entityId=${riskId}`)).body.data).toEqual([storedComment]);
});
test('204 on delete by the author removes the files, too; 404 for the deleted comment', async () => {
  const { call, organization, path } = await withComment({ attachments: [textFile] });
  expect(await call('DELETE', path)).toMatchObject({ status: 204, text: '' });
  for await (const key of app.ports.files.list(organization.id)) expect(key).toBe('none');
  await expectErrorInBothTypes(
    (options) => call('PUT', path, { body: { content: 'x', userId: organization.owner.userId }, ...options }),
    404,
    'Comment not found',
  );
  await expectErrorInBothTypes((options) => call('DELETE', path, options), 404, 'Comment not found');
});
test('204 on delete by the author whom a key names, and by the author in a session, whatever userId is sent', async () => {
  const { call, organization, riskId } = await withComment();
  const member = await newMember(app.database, organization.id, ['admin']);
  const session = await app.session(organization, member);
  const [first, second] = [await comment(call, riskId, { userId: member.userId }), await comment(call, riskId, { userId: member.userId })];
  expect(await call('DELETE', `/v1/comments/${first.id}?userId=${member.userId}`)).toMatchObject({ status: 204 });
  expect(await session.call('DELETE', `/v1/comments/${second.id}?userId=${organization.owner.userId}`)).toMatchObject({ status: 204 });
});
test('404 for a comment of another organization', async () => {
  const [{ path }, other] = [await withComment(), await app.caller()];
  expect(await other.call('PUT', path, { body: { content: 'x', userId: other.organization.owner.userId } })).toMatchObject({ status: 404 });
  expect(await other.call('DELETE', path)).toMatchObject({ status: 404 });
});
test('403 without the permission for the record: read for the list, and update for changes, whatever other permissions exist', async () => {
  const { organization, path, riskId, storedComment } = await withComment();
  const { body: item } = await app.call('POST', '/v1/task-management', {
    key: organization.key,
    body: { title: 'Test it', entityType: 'risk', entityId: riskId },
  });
  const keyWith = async (...scopes: string[]) =>
    (await newApiKey(app.database, organization.id, { scopes, created_by_member_id: organization.owner.id })).key;
  const [reader, other, writer] = [
    await keyWith('risk:read'),
    await keyWith('task:read', 'task:update', 'evidence:create', 'risk:create'),
    await keyWith('risk:update'),
  ];
  const url = `/v1/comments?entityType=risk&entityId=${riskId}`;
  expect(await app.call('GET', url, { key: reader })).toMatchObject({ status: 200 });
  for (const key of [other, writer])
    expect(await app.call('GET', url, { key })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('Missing permission') },
    });
  const body = { content: 'x', entityType: 'risk', entityId: riskId };
  const itemComment = { ...body, entityType: 'task', entityId: item.id };
  expect(await app.call('POST', '/v1/comments', { key: other, body: itemComment })).toMatchObject({ status: 403 });
  const withBoth = await keyWith('task:update', 'risk:update');
  expect(await app.call('POST', '/v1/comments', { key: withBoth, body: itemComment })).toMatchObject({ status: 201 });
  for (const key of [reader, other]) {
    expect(await app.call('POST', '/v1/comments', { key, body })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('Missing permission') },
    });
    expect(await app.call('PUT', path, { key, body: { content: 'x', userId: storedComment.author.id } })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('Missing permission') },
    });
    expect(await app.call('DELETE', path, { key })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('Missing permission') },
    });
  }
  expect(await app.call('POST', '/v1/comments', { key: writer, body })).toMatchObject({ status: 201 });
  expect(await app.call('PUT', path, { key: writer, body: { content: 'x', userId: storedComment.author.id } })).toMatchObject({
    status: 200,
  });
  expect(await app.call('DELETE', path, { key: writer })).toMatchObject({ status: 204 });
});

test('201 sends one mail to each mentioned member, except the author, inactive members and members without mails', async () => {
  const { call, organization, riskId } = await withComment();
  const person = (name: string, roles = ['admin'], active = true) => newMember(app.database, organization.id, roles, { name, active });
  const [ada, chen, deactivated, auditor] = [
    await person('Ada Marsh'),
    await person('Chen Liu'),
    await person('Gone', ['admin'], false),
    await person('Auditor', ['auditor']),
  ];
  const stranger = { userId: newId('usr'), name: 'Stranger' };
  const content = `${mention(ada)} and ${mention(chen)}, ${mention(ada)}: what do ${mention(deactivated)}, ${mention(auditor)}, ${mention(stranger)} and ${mention(organization.owner)} say?`;
  await comment(call, riskId, { content });
  const mails = await mailsOf(app.database, organization.id);
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([ada.email, chen.email].sort());
  for (const { subject, text } of mails) {
    expect(subject).toBe('Olive Owner (by API key "test") mentioned you in a comment');
    expect(text).toBe(
      `Olive Owner (by API key "test") wrote:\n\n@Ada Marsh and @Chen Liu, @Ada Marsh: what do @Gone, @Auditor, @Stranger and @Olive Owner say?\n\nhttp://localhost:3000/${organization.id}/risks/${riskId}\n`,
    );
  }
});
test('200 on edit and a mail to those alone who are newly mentioned', async () => {
  const { call, organization, riskId, author } = await withComment();
  const [ada, chen] = [
    await newMember(app.database, organization.id, ['admin']),
    await newMember(app.database, organization.id, ['admin']),
  ];
  const { id } = await comment(call, riskId, { content: mention(ada) });
  const contextUrl = `http://localhost:3000/${organization.id}/risks/${riskId}?tab=comments#${id}`;
  await call('PUT', `/v1/comments/${id}`, { body: { content: `${mention(chen)} ${mention(ada)}`, contextUrl, userId: author.userId } });
  await call('PUT', `/v1/comments/${id}`, { body: { content: mention(chen), userId: author.userId } });
  const [first, second, ...otherMails] = await mailsOf(app.database, organization.id);
  expect([first?.recipient, second?.recipient, otherMails]).toEqual([ada.email, chen.email, []]);
  expect(second?.text).toContain(`\n${contextUrl}\n`);
});
test('a mail about a task item leads to the item on the page of its risk', async () => {
  const { call, organization, riskId } = await withComment();
  const ada = await newMember(app.database, organization.id, ['admin']);
  const { body: item } = await call('POST', '/v1/task-management', { body: { title: 'Test it', entityType: 'risk', entityId: riskId } });
  await comment(call, '', { entityType: 'task', entityId: item.id, content: mention(ada) });
  expect((await mailsOf(app.database, organization.id))[0]?.text).toContain(
    `http://localhost:3000/${organization.id}/risks/${riskId}?taskItemId=${item.id}\n`,
  );
});
test('no mail is sent for a comment that was not stored', async () => {
  const { call, organization, riskId } = await withComment();
  const ada = await newMember(app.database, organization.id, ['admin']);
  await call('POST', '/v1/comments', {
    body: { content: mention(ada), entityType: 'risk', entityId: riskId, attachments: [{ ...textFile, fileType: 'image/png' }] },
  });
  expect(await mailsOf(app.database, organization.id)).toEqual([]);
});

const organizationId = newId('org');
test.each([
  [undefined, false],
  [`https://app.example.com/${organizationId}/risks/1?a=b#c`, true],
  [`https://app.example.com/${organizationId}`, true],
  [`https://app.example.com/${organizationId}x/risks`, false],
  ['https://app.example.com/other', false],
  [`https://app.example.com.evil.example.org/${organizationId}/`, false],
  [`http://app.example.com/${organizationId}/`, false],
  [`https://app.example.com:8443/${organizationId}/`, false],
  [`https://user@app.example.com/${organizationId}/`, false],
  [`https://app.example.com/${organizationId}/../other`, false],
  [`/${organizationId}/risks`, false],
  ['javascript:alert(1)', false],
  ['nonsense', false],
])('a link of a mail leads to the context %s: %s', (contextUrl, isUsed) => {
  const ports = { appUrl: 'https://app.example.com', appRoutes: appRoutesWith({}) };
  const url = pageUrl(ports, organizationId, { type: 'comment', id: 'cmt_1', parent: { type: 'risk', id: 'rsk_1' } }, contextUrl);
  expect(url).toBe(isUsed ? contextUrl : `https://app.example.com/${organizationId}/risks/rsk_1`);
});
test('mentions are shown as names', () => {
  expect(replaceMentions(`Ask @[Ada Marsh](usr_${'0'.repeat(24)}) and @[x](usr_1), @home`)).toBe('Ask @Ada Marsh and @[x](usr_1), @home');
});
