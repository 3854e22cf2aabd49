import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { notify } from '#platform/mail/notify';
import { removeOldNotifications } from '#domain/retention/old-notifications';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { riskOf } from '../../support/attachments.ts';
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

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly readAt: string | null;
  readonly createdAt: string;
}
async function listed(call: Caller['call'], query = ''): Promise<Listed[]> {
  const answer = await call('GET', url + query);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
}
const titles = async (call: Caller['call'], query = '') => (await listed(call, query)).map(({ title }) => title);

/** Tells these users something, each title in a transaction of its own. */
async function tell(organizationId: string, userIds: readonly string[], ...subjects: readonly string[]) {
  for (const subject of subjects)
    await within(app.database, organizationId, (db) =>
      notify(db, { kind: 'policyNotifications', userIds, subject, text: `${subject}.\n`, appUrl: null }),
    );
}
/** A member who was told these, oldest first, as if a minute apart. */
async function notified(...subjects: readonly string[]) {
  const { organization } = await app.caller();
  const session = await app.session(organization, ['employee']);
  await tell(organization.id, [session.member.userId], ...subjects);
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

describe('what is kept (rule 1)', () => {
  test('200 with what was mailed, with the page of the record, for its recipient alone', async () => {
    const { call, organization } = await app.caller();
    const [one, other] = [await app.session(organization, ['admin']), await app.session(organization, ['admin'])];
    const risk = await riskOf(call);
    const item = await addItem(call, risk, { assigneeId: one.member.id });
    const [mail] = await mailsOf(app.database, organization);
    const appUrl = `${app.ports.appUrl}/${organization.id}/risks/${risk}?taskItemId=${item.id}`;
    expect(await listed(one.call)).toEqual([
      {
        id: expect.stringMatching(/^ntf_[0-9a-f]{24}$/),
        kind: 'task_assignment',
        title: mail?.subject,
        appUrl,
        readAt: null,
        createdAt: time,
      },
    ]);
    expect(mail).toMatchObject({ recipient: one.member.email, text: expect.stringContaining(`\n\n${appUrl}\n`) });
    expect(await rowsOf(organization)).toHaveLength(1);
    expect(await listed(other.call)).toEqual([]);
  });
  test('whoever is mailed by one change is told of it, and of what mails nobody nobody is', async () => {
    const { call, organization } = await app.caller();
    const people = [await app.session(organization, ['admin']), await app.session(organization, ['admin'])];
    const risk = await riskOf(call);
    await comment(call, risk);
    expect(await rowsOf(organization)).toEqual([]);
    await comment(call, risk, { content: `${people.map(({ member }) => mention(member)).join(' ')} please look` });
    expect((await mailsOf(app.database, organization)).map(({ recipient }) => recipient).sort()).toEqual(
      people.map(({ member }) => member.email).sort(),
    );
    for (const person of people) expect(await listed(person.call)).toMatchObject([{ kind: 'task_mention', appUrl: expect.any(String) }]);
  });
  test('nothing for whom it is switched off, by role or by preference, nor for inactive members', async () => {
    const { organization } = await app.caller();
    const people = {
      wants: await app.session(organization, ['admin']),
      off: await app.session(organization, ['admin']),
      byRole: await app.session(organization, ['employee']),
    };
    const preferences = '/v1/people/me/email-preferences';
    const { body } = await people.off.call('GET', preferences);
    await people.off.call('PUT', preferences, { body: { preferences: { ...body.preferences, taskMentions: false } } });
    const gone = await newMember(app.database, organization.id, ['admin'], { active: false });
    const userIds = [...Object.values(people).map(({ member }) => member.userId), gone.userId];
    await within(app.database, organization.id, (db) =>
      notify(db, { kind: 'taskMentions', userIds, subject: 'Mentioned', text: 'x', appUrl: null }),
    );
    expect(await rowsOf(organization)).toEqual([{ member_id: people.wants.member.id, title: 'Mentioned' }]);
  });
  test('the subject alone: who may no longer read what somebody wrote finds it nowhere (rule 2)', async () => {
    const { call, organization } = await app.caller();
    const { member, call: theirs } = await app.session(organization, ['admin']);
    const risk = await riskOf(call);
    const secret = 'the password is hunter2';
    const written = await comment(call, risk, { content: `${mention(member)} ${secret}` });
    expect(await call('DELETE', `/v1/comments/${written.id}`)).toMatchObject({ status: 204 });
    const { text } = await theirs('GET', url);
    expect(text).toContain('mentioned you in a comment');
    expect(text).not.toContain(secret);
  });
  test('a subject of 200 characters at most, none of them cut in two', async () => {
    const { call, organization, member } = await notified();
    await tell(organization.id, [member.userId], `${'x'.repeat(199)}\u{1f600}\u{1f600}`);
    expect(await titles(call)).toEqual([`${'x'.repeat(199)}\u{1f600}`]);
  });
  test('nothing of a change that was not kept', async () => {
    const { organization } = await app.caller();
    const { call, member } = await app.session(organization, ['employee']);
    const change = within(app.database, organization.id, async (db) => {
      await notify(db, { kind: 'policyNotifications', userIds: [member.userId], subject: 'Sign', text: 'x', appUrl: null });
      throw new Error('the change fails');
    });
    await expect(change).rejects.toThrow('the change fails');
    expect([await listed(call), await mailsOf(app.database, organization)]).toEqual([[], []]);
  });
});

describe('listNotifications', () => {
  test('200 page by page, newest first, counted when asked, and stable while new ones arrive', async () => {
    const { call, organization, member } = await notified('One', 'Two', 'Three', 'Four', 'Five');
    const pages = await allPages(call, `${url}?limit=2&count=true`);
    expect(pages.map(({ data }) => data.map(({ title }: Listed) => title))).toEqual([['Five', 'Four'], ['Three', 'Two'], ['One']]);
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([5, 5, 5]);
    const first = await call('GET', `${url}?limit=2`);
    await tell(organization.id, [member.userId], 'Six');
    expect(first.body).not.toHaveProperty('totalCount');
    expect(await titles(call, `?limit=2&cursor=${first.body.nextCursor}`)).toEqual(['Three', 'Two']);
  });
  test('200 with those that are read or unread, and of some kinds', async () => {
    const { call, organization, member } = await notified('Policy one', 'Policy two');
    await within(app.database, organization.id, (db) =>
      notify(db, { kind: 'unassignedItemsNotifications', userIds: [member.userId], subject: 'Unassigned', text: 'x', appUrl: null }),
    );
    const [, newest] = await listed(call);
    await call('PATCH', `${url}/${newest?.id}`, { body: { isRead: true } });
    expect(await titles(call, '?isRead=true')).toEqual(['Policy two']);
    expect(await titles(call, '?isRead=false')).toEqual(['Unassigned', 'Policy one']);
    expect(await titles(call, '?kind=policy&isRead=false')).toEqual(['Policy one']);
    expect(await titles(call, '?kind=policy&kind=unassigned_items')).toHaveLength(3);
    expect((await call('GET', `${url}?isRead=false&count=true&limit=1`)).body.totalCount).toBe(2);
  });
  test('200 with those of the organization of the request alone', async () => {
    const { member, token, organization } = await notified('Here');
    const other = (await app.caller()).organization;
    await newMembership(app.database, other.id, member.userId);
    await tell(other.id, [member.userId], 'There');
    for (const [id, title] of [
      [organization.id, 'Here'],
      [other.id, 'There'],
    ])
      expect((await app.call('GET', url, { bearer: token, headers: { 'X-Organization-Id': id ?? '' } })).body.data).toMatchObject([
        { title },
      ]);
  });
  test.each(['?kind=weekly', '?isRead=perhaps', '?search=x'])('400 for %s', async (query) => {
    const { call } = await notified();
    expect(await call('GET', url + query)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe('updateNotification', () => {
  test('200 read, read again without a change, unread and read anew; nothing is logged (rules 4 and 5)', async () => {
    const { call, organization } = await notified('One', 'Two');
    const [newest, oldest] = await listed(call);
    const mark = (isRead: boolean) => call('PATCH', `${url}/${newest?.id}`, { body: { isRead } });
    const first = await mark(true);
    expect(first).toMatchObject({ status: 200, body: { ...newest, readAt: time } });
    expect((await mark(true)).body).toEqual(first.body);
    expect(await listed(call)).toEqual([first.body, oldest]);
    expect((await mark(false)).body).toEqual(newest);
    expect((await mark(false)).body).toEqual(newest);
    expect((await mark(true)).body.readAt >= first.body.readAt).toBe(true);
    const log = app.database.system.selectFrom('audit_entry').select('id').where('organization_id', '=', organization.id);
    expect(await log.execute()).toEqual([]);
  });
  test('404 for that of another member, also for the owner, of another organization, and for none (rule 3)', async () => {
    const { call, organization } = await notified('One');
    const [own] = await listed(call);
    const { organization: elsewhere } = await app.caller();
    const others = await Promise.all(
      [[organization, 'owner'] as const, [organization, 'employee'] as const, [elsewhere, 'owner'] as const].map(([where, role]) =>
        app.session(where, [role]),
      ),
    );
    for (const other of others)
      expect(await other.call('PATCH', `${url}/${own?.id}`, { body: { isRead: true } })).toMatchObject({
        status: 404,
        body: { code: 'notification_not_found' },
      });
    expect(await call('PATCH', `${url}/${newId('ntf')}`, { body: { isRead: true } })).toMatchObject({ status: 404 });
    expect(await listed(call)).toEqual([own]);
  });
  test.each([{}, { isRead: 'yes' }, { isRead: null }, { isRead: true, readAt: null }])('400 for %j', async (body) => {
    const { call } = await notified('One');
    const [own] = await listed(call);
    expect(await call('PATCH', `${url}/${own?.id}`, { body })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe('markNotificationsRead', () => {
  test('200 with what was unread, then with nothing, and no other member sees a difference', async () => {
    const { call, organization, member } = await notified('One', 'Two', 'Three');
    const other = await app.session(organization, ['employee']);
    await tell(organization.id, [member.userId, other.member.userId], 'Both');
    const [, third] = await listed(call);
    const { body: read } = await call('PATCH', `${url}/${third?.id}`, { body: { isRead: true } });
    const mark = () => call('POST', `${url}/mark-read`, { body: {} });
    expect(await mark()).toMatchObject({ status: 200, body: { markedCount: 3 } });
    expect((await mark()).body).toEqual({ markedCount: 0 });
    expect(await listed(call, '?isRead=false')).toEqual([]);
    expect((await listed(call))[1]).toEqual(read);
    expect(await listed(other.call)).toMatchObject([{ title: 'Both', readAt: null }]);
  });
  test("200 those that were shown, once each: what arrived since, and what is somebody else's, stays as it is", async () => {
    const { call, organization } = await notified('One', 'Two', 'Three');
    const other = await app.session(organization, ['owner']);
    await tell(organization.id, [other.member.userId], 'Not theirs');
    const [own, [foreign]] = [await listed(call), await listed(other.call)];
    const ids = [...own.slice(1), ...(foreign ? [foreign] : [])].map(({ id }) => id);
    const mark = (named = own.slice(1).map(({ id }) => id)) => call('POST', `${url}/mark-read`, { body: { ids: named } });
    for (const named of [ids, [...ids.slice(0, 2), newId('ntf')]])
      expect(await mark(named)).toMatchObject({
        status: 400,
        body: { details: { 'ids.2': { _errors: ['must be a notification of yours'] } } },
      });
    expect(await listed(call)).toEqual(own);
    expect(await mark()).toMatchObject({ status: 200, body: { markedCount: 2 } });
    expect((await mark()).body).toEqual({ markedCount: 0 });
    expect(await titles(call, '?isRead=false')).toEqual(['Three']);
    expect(await listed(other.call)).toEqual([foreign]);
  });
  test('200 each counted once by two at the same time, while more arrive', async () => {
    const subjects = Array.from({ length: 20 }, (_none, index) => `Number ${index}`);
    const { call, organization, member } = await notified(...subjects);
    const ids = (await listed(call)).map(({ id }) => id);
    const mark = () => call('POST', `${url}/mark-read`, { body: { ids } });
    const [one, other] = await Promise.all([mark(), mark(), tell(organization.id, [member.userId], 'Late')]);
    expect(one.body.markedCount + other.body.markedCount).toBe(20);
    expect(await titles(call, '?isRead=false')).toEqual(['Late']);
    const all = await listed(call);
    const unmark = ({ id }: Listed) => call('PATCH', `${url}/${id}`, { body: { isRead: false } });
    for (const answer of await Promise.all([...all.map(unmark), mark(), mark()])) expect(answer).toMatchObject({ status: 200 });
  });
  test.each([{ ids: [] }, { ids: ['ntf_1', 'ntf_1'] }, { ids: 'ntf_1' }, { all: true }])('400 for %j', async (body) => {
    const { call } = await notified('One');
    expect(await call('POST', `${url}/mark-read`, { body })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await titles(call, '?isRead=false')).toEqual(['One']);
  });
});

// The embedded engine has one session, so nobody holds anything meanwhile.
test.runIf(databaseUrl)('telling a member holds nothing of theirs, so that two changes never wait for each other', async () => {
  const { organization } = await app.caller();
  const { member, call } = await app.session(organization, ['employee']);
  await within(app.database, organization.id, async (db) => {
    await notify(db, { kind: 'policyNotifications', userIds: [member.userId], subject: 'Sign', text: 'x', appUrl: null });
    const others = app.database.system.selectFrom('member').select('id').where('id', '=', member.id).forUpdate().noWait();
    expect(await others.execute()).toEqual([{ id: member.id }]);
  });
  expect(await titles(call)).toEqual(['Sign']);
});

test('they go after 90 days, read or not, and with the organization (rule 6)', async () => {
  const { call, member } = await notified('Old', 'Older', 'Young');
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

  const other = await notified('With all else');
  await app.database.system.deleteFrom('organization').where('id', '=', other.organization.id).execute();
  expect(await rowsOf(other.organization)).toEqual([]);
});

test('they go when the member is deactivated (rule 6)', async () => {
  const { organization, member } = await notified('One');
  const { call } = await app.session(organization, ['owner']);
  expect(await call('DELETE', `/v1/people/${member.id}`)).toMatchObject({ status: 204 });
  expect(await rowsOf(organization)).toEqual([]);
});

test('of many, those who are meant are told, and nobody else', async () => {
  const { organization } = await app.caller();
  const members = [];
  for (let n = 0; n < 120; n += 1) members.push(await newMember(app.database, organization.id, ['employee']));
  const [others, meant] = [members.slice(0, 10), members.slice(10)];
  const userIds = meant.map(({ userId }) => userId);
  await tell(organization.id, [...userIds, ...userIds], 'Sign');
  const notified = (await rowsOf(organization)).map(({ member_id }) => member_id);
  expect(notified.sort()).toEqual(meant.map(({ id }) => id).sort());
  expect(others.filter(({ id }) => notified.includes(id))).toEqual([]);
});

// A statement has 65,535 parameters at most.
test('many are told by the same statements as one, with as many parameters', async () => {
  const { organization } = await app.caller();
  const members = [];
  for (let n = 0; n < 40; n += 1) members.push(await newMember(app.database, organization.id, ['employee']));
  const ids = members.map(({ userId }) => userId);
  const all = await watched.during(() => tell(organization.id, ids, 'Sign'), organization.id);
  const one = await watched.during(() => tell(organization.id, ids.slice(0, 1), 'Sign'), organization.id);
  // Each transaction has a name of its own.
  const shapeOf = ({ text, values }: Statement) => [text.replaceAll(/'[0-9a-f-]{36}'/g, 'its name'), values?.length];
  expect(all.map(shapeOf)).toEqual(one.map(shapeOf));
  expect(await rowsOf(organization)).toHaveLength(41);
});
