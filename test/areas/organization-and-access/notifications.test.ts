/** Notifications of members: creating, listing, marking and deleting them. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { notify, withLink } from '#platform/mail/notify';
import { removeOldNotifications } from '#domain/retention/old-notifications';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { newRiskId } from '../../support/attachments.ts';
import { comment, mention } from '../../support/comments.ts';
import { databaseUrl } from '../../support/engine.ts';
import { newMember, newMembership, within } from '../../support/organization.ts';
import { mailsOf } from '../../support/people.ts';
import { openWatchedDatabase, type Statement } from '../../support/statements.ts';
import { addItem } from '../../support/task-items.ts';

let watched: Awaited<ReturnType<typeof openWatchedDatabase>>;
const app = startApp(async () => {
  watched = await openWatchedDatabase();
  return watched.database;
});
const url = '/v1/notifications';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

interface ListedNotification {
  readonly id: string;
  readonly title: string;
  readonly readAt: string | null;
  readonly createdAt: string;
}
async function listNotifications(call: Caller['call'], query = ''): Promise<ListedNotification[]> {
  const answer = await call('GET', url + query);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
}
const titles = async (call: Caller['call'], query = '') => (await listNotifications(call, query)).map(({ title }) => title);

/** Notifies the users with each subject, in a separate transaction for each subject. */
async function notifyUsers(organizationId: string, userIds: readonly string[], ...subjects: readonly string[]) {
  for (const subject of subjects)
    await within(app.database, organizationId, (db) =>
      notify({ db, ports: app.ports }, { kind: 'policyNotifications', userIds, subject, text: withLink(`${subject}.`), record: null }),
    );
}
/** Creates a member with a notification for each subject, oldest first and one minute apart. */
async function addNotifiedMember(...subjects: readonly string[]) {
  const { organization } = await app.caller();
  const session = await app.session(organization, ['employee']);
  await notifyUsers(organization.id, [session.member.userId], ...subjects);
  for (const [index, title] of subjects.entries())
    await app.database.system
      .updateTable('notification')
      .set({ created_at: `2026-03-04T08:${String(index).padStart(2, '0')}:00.000Z` })
      .where('member_id', '=', session.member.id)
      .where('title', '=', title)
      .execute();
  return { organization, ...session };
}
const rowsOf = ({ id }: { readonly id: string }) =>
  app.database.system.selectFrom('notification').select(['member_id', 'title']).where('organization_id', '=', id).orderBy('id').execute();

describe('stored notifications (rule 1)', () => {
  test('200 returns the subject and page of a mail, only to its recipient', async () => {
    const { call, organization } = await app.caller();
    const [assignee, other] = [await app.session(organization, ['admin']), await app.session(organization, ['admin'])];
    const risk = await newRiskId(call);
    const item = await addItem(call, risk, { assigneeId: assignee.member.id });
    const [mail] = await mailsOf(app.database, organization);
    const appUrl = `${app.ports.appUrl}/${organization.id}/risks/${risk}?taskItemId=${item.id}`;
    expect(await listNotifications(assignee.call)).toEqual([
      {
        id: expect.stringMatching(/^ntf_[0-9a-f]{24}$/),
        kind: 'task_assignment',
        title: mail?.subject,
        subject: { type: 'task_item', id: item.id, href: `/v1/task-management/${item.id}`, parent: { type: 'risk', id: risk } },
        appUrl,
        readAt: null,
        createdAt: time,
      },
    ]);
    expect(mail).toMatchObject({ recipient: assignee.member.email, text: expect.stringContaining(`\n\n${appUrl}\n`) });
    expect(await rowsOf(organization)).toHaveLength(1);
    expect(await listNotifications(other.call)).toEqual([]);
  });
  test('everybody who is mailed about a change gets a notification, and changes without mail create no notifications', async () => {
    const { call, organization } = await app.caller();
    const people = [await app.session(organization, ['admin']), await app.session(organization, ['admin'])];
    const risk = await newRiskId(call);
    await comment(call, risk);
    expect(await rowsOf(organization)).toEqual([]);
    await comment(call, risk, { content: `${people.map(({ member }) => mention(member)).join(' ')} please look` });
    expect((await mailsOf(app.database, organization)).map(({ recipient }) => recipient).sort()).toEqual(
      people.map(({ member }) => member.email).sort(),
    );
    for (const person of people)
      expect(await listNotifications(person.call)).toMatchObject([{ kind: 'task_mention', appUrl: expect.any(String) }]);
  });
  test('no notification for members with the kind disabled by role or preference, nor for inactive members', async () => {
    const { organization } = await app.caller();
    const people = {
      wants: await app.session(organization, ['admin']),
      off: await app.session(organization, ['admin']),
      byRole: await app.session(organization, ['employee']),
    };
    const preferences = '/v1/people/me/email-preferences';
    const { body } = await people.off.call('GET', preferences);
    await people.off.call('PUT', preferences, { body: { preferences: { ...body.preferences, taskMentions: false } } });
    const inactive = await newMember(app.database, organization.id, ['admin'], { active: false });
    const userIds = [...Object.values(people).map(({ member }) => member.userId), inactive.userId];
    await within(app.database, organization.id, (db) =>
      notify({ db, ports: app.ports }, { kind: 'taskMentions', userIds, subject: 'Mentioned', text: withLink('x'), record: null }),
    );
    expect(await rowsOf(organization)).toEqual([{ member_id: people.wants.member.id, title: 'Mentioned' }]);
  });
  test('a notification has only the subject, so that a deleted text cannot be read in it (rule 2)', async () => {
    const { call, organization } = await app.caller();
    const { member, call: callAsMember } = await app.session(organization, ['admin']);
    const risk = await newRiskId(call);
    const secret = 'the password is hunter2';
    const addedComment = await comment(call, risk, { content: `${mention(member)} ${secret}` });
    expect(await call('DELETE', `/v1/comments/${addedComment.id}`)).toMatchObject({ status: 204 });
    const { text } = await callAsMember('GET', url);
    expect(text).toContain('mentioned you in a comment');
    expect(text).not.toContain(secret);
  });
  test('a subject has at most 200 characters, and no character is cut in two', async () => {
    const { call, organization, member } = await addNotifiedMember();
    await notifyUsers(organization.id, [member.userId], `${'x'.repeat(199)}\u{1f600}\u{1f600}`);
    expect(await titles(call)).toEqual([`${'x'.repeat(199)}\u{1f600}`]);
  });
  test('a change that is rolled back creates no notification', async () => {
    const { organization } = await app.caller();
    const { call, member } = await app.session(organization, ['employee']);
    const change = within(app.database, organization.id, async (db) => {
      await notify(
        { db, ports: app.ports },
        { kind: 'policyNotifications', userIds: [member.userId], subject: 'Sign', text: withLink('x'), record: null },
      );
      throw new Error('the change fails');
    });
    await expect(change).rejects.toThrow('the change fails');
    expect([await listNotifications(call), await mailsOf(app.database, organization)]).toEqual([[], []]);
  });
});

describe('listNotifications', () => {
  test('200 returns stable pages while new notifications arrive, newest first, with a count on request', async () => {
    const { call, organization, member } = await addNotifiedMember('One', 'Two', 'Three', 'Four', 'Five');
    const pages = await allPages(call, `${url}?limit=2&count=true`);
    expect(pages.map(({ data }) => data.map(({ title }: ListedNotification) => title))).toEqual([
      ['Five', 'Four'],
      ['Three', 'Two'],
      ['One'],
    ]);
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([5, 5, 5]);
    const first = await call('GET', `${url}?limit=2`);
    await notifyUsers(organization.id, [member.userId], 'Six');
    expect(first.body).not.toHaveProperty('totalCount');
    expect(await titles(call, `?limit=2&cursor=${first.body.nextCursor}`)).toEqual(['Three', 'Two']);
  });
  test('200 filters notifications by read state and kind', async () => {
    const { call, organization, member } = await addNotifiedMember('Policy one', 'Policy two');
    await within(app.database, organization.id, (db) =>
      notify(
        { db, ports: app.ports },
        { kind: 'unassignedItemsNotifications', userIds: [member.userId], subject: 'Unassigned', text: withLink('x'), record: null },
      ),
    );
    const [, newest] = await listNotifications(call);
    await call('PATCH', `${url}/${newest?.id}`, { body: { isRead: true } });
    expect(await titles(call, '?isRead=true')).toEqual(['Policy two']);
    expect(await titles(call, '?isRead=false')).toEqual(['Unassigned', 'Policy one']);
    expect(await titles(call, '?kind=policy&isRead=false')).toEqual(['Policy one']);
    expect(await titles(call, '?kind=policy&kind=unassigned_items')).toHaveLength(3);
    expect((await call('GET', `${url}?isRead=false&count=true&limit=1`)).body.totalCount).toBe(2);
  });
  test('200 returns only notifications of the organization of the request', async () => {
    const { member, token, organization } = await addNotifiedMember('Here');
    const other = (await app.caller()).organization;
    await newMembership(app.database, other.id, member.userId);
    await notifyUsers(other.id, [member.userId], 'There');
    for (const [id, title] of [
      [organization.id, 'Here'],
      [other.id, 'There'],
    ])
      expect((await app.call('GET', url, { bearer: token, headers: { 'X-Organization-Id': id ?? '' } })).body.data).toMatchObject([
        { title },
      ]);
  });
  test.each(['?kind=weekly', '?isRead=perhaps', '?search='])('400 for %s', async (query) => {
    const { call } = await addNotifiedMember();
    expect(await call('GET', url + query)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe('updateNotification', () => {
  test('200 marks a notification as read and unread; repeating changes nothing, and nothing is logged (rules 4 and 5)', async () => {
    const { call, organization } = await addNotifiedMember('One', 'Two');
    const [newest, oldest] = await listNotifications(call);
    const mark = (isRead: boolean) => call('PATCH', `${url}/${newest?.id}`, { body: { isRead } });
    const first = await mark(true);
    expect(first).toMatchObject({ status: 200, body: { ...newest, readAt: time } });
    expect((await mark(true)).body).toEqual(first.body);
    expect(await listNotifications(call)).toEqual([first.body, oldest]);
    expect((await mark(false)).body).toEqual(newest);
    expect((await mark(false)).body).toEqual(newest);
    expect((await mark(true)).body.readAt >= first.body.readAt).toBe(true);
    const log = app.database.system.selectFrom('audit_entry').select('id').where('organization_id', '=', organization.id);
    expect(await log.execute()).toEqual([]);
  });
  test('404 for an unknown notification, or one of another member, even for the owner, or of another organization (rule 3)', async () => {
    const { call, organization } = await addNotifiedMember('One');
    const [notification] = await listNotifications(call);
    const { organization: otherOrganization } = await app.caller();
    const otherSessions = await Promise.all(
      [[organization, 'owner'] as const, [organization, 'employee'] as const, [otherOrganization, 'owner'] as const].map(
        ([sessionOrganization, role]) => app.session(sessionOrganization, [role]),
      ),
    );
    for (const other of otherSessions)
      expect(await other.call('PATCH', `${url}/${notification?.id}`, { body: { isRead: true } })).toMatchObject({
        status: 404,
        body: { code: 'notification_not_found' },
      });
    expect(await call('PATCH', `${url}/${newId('ntf')}`, { body: { isRead: true } })).toMatchObject({ status: 404 });
    expect(await listNotifications(call)).toEqual([notification]);
  });
  test.each([{}, { isRead: 'yes' }, { isRead: null }, { isRead: true, readAt: null }])('400 for %j', async (body) => {
    const { call } = await addNotifiedMember('One');
    const [notification] = await listNotifications(call);
    expect(await call('PATCH', `${url}/${notification?.id}`, { body })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe('markNotificationsRead', () => {
  test('200 marks all unread notifications once, and nothing changes for other members', async () => {
    const { call, organization, member } = await addNotifiedMember('One', 'Two', 'Three');
    const other = await app.session(organization, ['employee']);
    await notifyUsers(organization.id, [member.userId, other.member.userId], 'Both');
    const [, third] = await listNotifications(call);
    const { body: read } = await call('PATCH', `${url}/${third?.id}`, { body: { isRead: true } });
    const mark = () => call('POST', `${url}/mark-read`, { body: {} });
    expect(await mark()).toMatchObject({ status: 200, body: { markedCount: 3 } });
    expect((await mark()).body).toEqual({ markedCount: 0 });
    expect(await listNotifications(call, '?isRead=false')).toEqual([]);
    expect((await listNotifications(call))[1]).toEqual(read);
    expect(await listNotifications(other.call)).toMatchObject([{ title: 'Both', readAt: null }]);
  });
  test('200 marks the given notifications once, and keeps later notifications and those of other members unchanged', async () => {
    const { call, organization } = await addNotifiedMember('One', 'Two', 'Three');
    const other = await app.session(organization, ['owner']);
    await notifyUsers(organization.id, [other.member.userId], 'Not theirs');
    const [ownNotifications, [foreignNotification]] = [await listNotifications(call), await listNotifications(other.call)];
    const ids = [...ownNotifications.slice(1), ...(foreignNotification ? [foreignNotification] : [])].map(({ id }) => id);
    const mark = (markedIds = ownNotifications.slice(1).map(({ id }) => id)) =>
      call('POST', `${url}/mark-read`, { body: { ids: markedIds } });
    for (const invalidIds of [ids, [...ids.slice(0, 2), newId('ntf')]])
      expect(await mark(invalidIds)).toMatchObject({
        status: 400,
        body: { details: { 'ids.2': { _errors: ['must be a notification of yours'] } } },
      });
    expect(await listNotifications(call)).toEqual(ownNotifications);
    expect(await mark()).toMatchObject({ status: 200, body: { markedCount: 2 } });
    expect((await mark()).body).toEqual({ markedCount: 0 });
    expect(await titles(call, '?isRead=false')).toEqual(['Three']);
    expect(await listNotifications(other.call)).toEqual([foreignNotification]);
  });
  test('200 counts each notification once for two concurrent requests, while new ones arrive', async () => {
    const subjects = Array.from({ length: 20 }, (_none, index) => `Number ${index}`);
    const { call, organization, member } = await addNotifiedMember(...subjects);
    const ids = (await listNotifications(call)).map(({ id }) => id);
    const mark = () => call('POST', `${url}/mark-read`, { body: { ids } });
    const [firstResponse, secondResponse] = await Promise.all([mark(), mark(), notifyUsers(organization.id, [member.userId], 'Late')]);
    expect(firstResponse.body.markedCount + secondResponse.body.markedCount).toBe(20);
    expect(await titles(call, '?isRead=false')).toEqual(['Late']);
    const notifications = await listNotifications(call);
    const unmark = ({ id }: ListedNotification) => call('PATCH', `${url}/${id}`, { body: { isRead: false } });
    for (const answer of await Promise.all([...notifications.map(unmark), mark(), mark()])) expect(answer).toMatchObject({ status: 200 });
  });
  test.each([{ ids: [] }, { ids: ['ntf_1', 'ntf_1'] }, { ids: 'ntf_1' }, { all: true }])('400 for %j', async (body) => {
    const { call } = await addNotifiedMember('One');
    expect(await call('POST', `${url}/mark-read`, { body })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await titles(call, '?isRead=false')).toEqual(['One']);
  });
});

// The embedded engine has one session, so no other session can hold a lock.
test.runIf(databaseUrl)('notifying a member takes no lock on the member, so that two changes cannot deadlock', async () => {
  const { organization } = await app.caller();
  const { member, call } = await app.session(organization, ['employee']);
  await within(app.database, organization.id, async (db) => {
    await notify(
      { db, ports: app.ports },
      { kind: 'policyNotifications', userIds: [member.userId], subject: 'Sign', text: withLink('x'), record: null },
    );
    const lockQuery = app.database.system.selectFrom('member').select('id').where('id', '=', member.id).forUpdate().noWait();
    expect(await lockQuery.execute()).toEqual([{ id: member.id }]);
  });
  expect(await titles(call)).toEqual(['Sign']);
});

test('notifications are deleted after 90 days, read or unread, and with the organization (rule 6)', async () => {
  const { call, member } = await addNotifiedMember('Old', 'Older', 'Young');
  const age = (title: string, days: number) =>
    app.database.system
      .updateTable('notification')
      .set({ created_at: new Date(Date.now() - days * 24 * 3_600_000).toISOString() })
      .where('member_id', '=', member.id)
      .where('title', '=', title)
      .execute();
  await age('Old', 91);
  await age('Older', 200);
  await age('Young', 89);
  await removeOldNotifications(app.database.system);
  expect(await titles(call)).toEqual(['Young']);

  const other = await addNotifiedMember('With all else');
  await app.database.system.deleteFrom('organization').where('id', '=', other.organization.id).execute();
  expect(await rowsOf(other.organization)).toEqual([]);
});

test('notifications are deleted when the member is deactivated (rule 6)', async () => {
  const { organization, member } = await addNotifiedMember('One');
  const { call } = await app.session(organization, ['owner']);
  expect(await call('DELETE', `/v1/people/${member.id}`)).toMatchObject({ status: 204 });
  expect(await rowsOf(organization)).toEqual([]);
});

test('only the given users are notified among many members', async () => {
  const { organization } = await app.caller();
  const members = [];
  for (let n = 0; n < 120; n += 1) members.push(await newMember(app.database, organization.id, ['employee']));
  const [otherMembers, recipients] = [members.slice(0, 10), members.slice(10)];
  const userIds = recipients.map(({ userId }) => userId);
  await notifyUsers(organization.id, [...userIds, ...userIds], 'Sign');
  const notifiedIds = (await rowsOf(organization)).map(({ member_id }) => member_id);
  expect(notifiedIds.sort()).toEqual(recipients.map(({ id }) => id).sort());
  expect(otherMembers.filter(({ id }) => notifiedIds.includes(id))).toEqual([]);
});

// A statement can have at most 65,535 parameters, so their number must not grow with the users.
test('many users are notified with the same statements and as many parameters as one user', async () => {
  const { organization } = await app.caller();
  const members = [];
  for (let n = 0; n < 40; n += 1) members.push(await newMember(app.database, organization.id, ['employee']));
  const ids = members.map(({ userId }) => userId);
  const statementsForMany = await watched.during(() => notifyUsers(organization.id, ids, 'Sign'), organization.id);
  const statementsForOne = await watched.during(() => notifyUsers(organization.id, ids.slice(0, 1), 'Sign'), organization.id);
  // The statements contain a unique name for each transaction, which is replaced before comparing.
  const shapeOf = ({ text, values }: Statement) => [text.replaceAll(/'[0-9a-f-]{36}'/g, 'its name'), values?.length];
  expect(statementsForMany.map(shapeOf)).toEqual(statementsForOne.map(shapeOf));
  expect(await rowsOf(organization)).toHaveLength(41);
});
