/** Task items of risks and vendors. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { attach, newRiskId } from '../../support/attachments.ts';
import { expectErrorInBothTypes } from '../../support/refusals.ts';
import { comment } from '../../support/comments.ts';
import { newMember, within } from '../../support/organization.ts';
import { invalid } from '../../support/risks.ts';
import { addItem, titlesOf } from '../../support/task-items.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const person = ({ id, userId, name, email }: { id: string; userId: string; name: string; email: string }) => ({
  id,
  user: { id: userId, name, email, image: null },
});

async function withRisk() {
  const caller = await app.caller();
  const member = await newMember(app.database, caller.organization.id, ['admin'], { name: 'Ada Marsh' });
  return { ...caller, member, owner: caller.organization.owner, riskId: await newRiskId(caller.call) };
}

test('201 with the defaults, created by the acting user, without an assignee', async () => {
  const { call, riskId, owner } = await withRisk();
  const answer = await call('POST', '/v1/task-management', {
    body: { title: '  Test the restore ', entityType: 'risk', entityId: riskId },
  });
  expect(answer).toMatchObject({ status: 201 });
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^tski_[0-9a-f]{24}$/),
    title: 'Test the restore',
    description: null,
    status: 'todo',
    priority: 'medium',
    entityType: 'risk',
    entityId: riskId,
    dueDate: null,
    completedAt: null,
    assignee: null,
    createdBy: person(owner),
    createdVia: 'API key "test"',
    updatedBy: null,
    updatedVia: null,
    createdAt: time,
    updatedAt: answer.body.createdAt,
    version: 1,
  });
  expect(answer.headers.get('location')).toBe(`/v1/task-management/${answer.body.id}`);
  expect((await call('GET', `/v1/task-management/${answer.body.id}`)).body).toEqual(answer.body);
  expect((await call('GET', `/v1/task-management?entityType=risk&entityId=${riskId}`)).body).toEqual({
    data: [answer.body],
    nextCursor: null,
  });
});
test('201 stores every field; an empty description becomes null, a date becomes midnight in UTC', async () => {
  const { call, riskId, member } = await withRisk();
  const sentFields = { description: 'Restore a laptop', status: 'in_review', priority: 'urgent', dueDate: '2026-12-24T10:30:00.000Z' };
  expect(await addItem(call, riskId, { ...sentFields, assigneeId: member.id })).toMatchObject({ ...sentFields, assignee: person(member) });
  expect(await addItem(call, riskId, { description: '', dueDate: '2026-12-24' })).toMatchObject({
    description: null,
    dueDate: '2026-12-24T00:00:00.000Z',
  });
  for (const status of ['todo', 'in_progress', 'in_review', 'done', 'cancelled'])
    expect(await addItem(call, riskId, { status })).toMatchObject({ status, completedAt: status === 'done' ? time : null });
});
test.each([
  ['no title', { title: undefined }, 'title'],
  ['a blank title', { title: ' ' }, 'title'],
  ['a title of more than 500 characters', { title: 'x'.repeat(501) }, 'title'],
  ['a description of more than 50 000', { description: 'x'.repeat(50_001) }, 'description'],
  ['an unknown status', { status: 'open' }, 'status'],
  ['an unknown priority', { priority: 'highest' }, 'priority'],
  ['an unknown kind of record', { entityType: 'task' }, 'entityType'],
  ['no day', { dueDate: '2026-02-30' }, 'dueDate'],
])('400 for %s', async (_case, fields, field) => {
  const { call, riskId } = await withRisk();
  expect(
    await call('POST', '/v1/task-management', { body: { title: 'Test', entityType: 'risk', entityId: riskId, ...fields } }),
  ).toMatchObject({ status: 400, body: { details: { [field]: {} } } });
});
test('404 for a risk or vendor that does not exist or belongs to another organization', async () => {
  const [owner, other] = [await withRisk(), await withRisk()];
  for (const [entityType, entityId, error] of [
    ['risk', other.riskId, 'Risk not found'],
    ['risk', newId('rsk'), 'Risk not found'],
    ['vendor', owner.riskId, 'Vendor not found'],
  ] as const) {
    const query = `?entityType=${entityType}&entityId=${entityId}`;
    await expectErrorInBothTypes(
      (options) => owner.call('POST', '/v1/task-management', { body: { title: 'x', entityType, entityId }, ...options }),
      404,
      error,
    );
    await expectErrorInBothTypes((options) => owner.call('GET', `/v1/task-management${query}`, options), 404, error);
    await expectErrorInBothTypes((options) => owner.call('GET', `/v1/task-management/stats${query}`, options), 404, error);
  }
});
test('400 for an assignee who is not an active member, on creation and on update', async () => {
  const [{ call, riskId, organization }, other] = [await withRisk(), await withRisk()];
  const inactive = await newMember(app.database, organization.id, ['admin'], { active: false });
  const { id } = await addItem(call, riskId);
  for (const assigneeId of [inactive.id, other.member.id, newId('mem')]) {
    const rejection = invalid({ assigneeId: { _errors: ['must be an active member who takes part in compliance work'] } });
    expect(
      await call('POST', '/v1/task-management', { body: { title: 'x', entityType: 'risk', entityId: riskId, assigneeId } }),
    ).toMatchObject(rejection);
    expect(await call('PATCH', `/v1/task-management/${id}`, { body: { assigneeId } })).toMatchObject(rejection);
  }
});
test('200 on update changes only the sent fields; the risk or vendor of the item cannot be changed', async () => {
  const { call, riskId, member, owner } = await withRisk();
  const original = await addItem(call, riskId, { description: 'More', dueDate: '2026-12-24' });
  const update = (body: object) => call('PATCH', `/v1/task-management/${original.id}`, { body });
  expect(await update({ title: ' Other ' })).toMatchObject({
    status: 200,
    body: {
      ...original,
      title: 'Other',
      updatedBy: person(owner),
      updatedVia: 'API key "test"',
      updatedAt: time,
      version: expect.any(Number),
    },
  });
  expect((await update({ priority: 'low', assigneeId: member.id, status: 'in_progress' })).body).toMatchObject({
    title: 'Other',
    description: 'More',
    priority: 'low',
    status: 'in_progress',
    assignee: person(member),
    dueDate: original.dueDate,
  });
  expect((await update({ description: '', dueDate: null, assigneeId: null })).body).toMatchObject({
    description: null,
    dueDate: null,
    assignee: null,
    priority: 'low',
  });
  expect((await update({ description: null })).body).toMatchObject({ description: null });
  const lastUpdate = await update({});
  expect(lastUpdate).toMatchObject({ status: 200, body: { title: 'Other' } });
  expect((await call('GET', `/v1/task-management/${original.id}`)).body).toEqual(lastUpdate.body);
  for (const field of ['entityId', 'entityType', 'completedAt'])
    expect(await update({ [field]: 'x' })).toMatchObject(invalid({ [field]: { _errors: [`Unknown field '${field}'`] } }));
  expect(await update({ title: ' ' })).toMatchObject({ status: 400 });
});
test('200 from any status to any other: done sets completedAt once, other statuses clear completedAt', async () => {
  const { call, riskId } = await withRisk();
  const { id } = await addItem(call, riskId);
  const move = async (status: string) => (await call('PATCH', `/v1/task-management/${id}`, { body: { status } })).body;
  const statuses = ['todo', 'in_progress', 'in_review', 'done', 'cancelled'];
  for (const from of statuses) {
    for (const to of statuses) {
      const { completedAt } = await move(from);
      expect(await move(to)).toMatchObject({ status: to, completedAt: to !== 'done' ? null : from === 'done' ? completedAt : time });
    }
  }
});
test('200 returns no assignee after the member was removed, but keeps the creator with the stored name', async () => {
  const { call, riskId, member, organization } = await withRisk();
  const session = await app.session(organization, member);
  const { id } = await addItem(session.call, riskId, { assigneeId: member.id });
  await session.call('PATCH', `/v1/task-management/${id}`, { body: { status: 'done' } });
  await app.database.system.deleteFrom('user_account').where('id', '=', member.userId).execute();
  expect((await call('GET', `/v1/task-management/${id}`)).body).toMatchObject({
    assignee: null,
    updatedBy: null,
    createdBy: person(member),
  });
});
test('200 returns the item as a mitigation task of its risk, with the status open instead of todo', async () => {
  const { call, riskId, member } = await withRisk();
  const openItem = await addItem(call, riskId, { description: 'More', dueDate: '2026-12-24', assigneeId: member.id });
  const { id } = await addItem(call, riskId, { status: 'done' });
  expect((await call('GET', `/v1/risks/${riskId}`)).body.data.mitigationTasks).toMatchObject([
    {
      id: openItem.id,
      title: openItem.title,
      description: 'More',
      status: 'open',
      dueDate: openItem.dueDate,
      completedAt: null,
      assigneeId: member.id,
    },
    { id, status: 'done', completedAt: time },
  ]);
});
test('204 on delete removes comments and files, too; 404 afterwards', async () => {
  const { call, riskId, organization } = await withRisk();
  const { id } = await addItem(call, riskId);
  await attach(call, '', { entityType: 'task_item', entityId: id });
  await comment(call, '', { entityType: 'task', entityId: id });
  expect(await call('DELETE', `/v1/task-management/${id}`)).toMatchObject({ status: 204, text: '' });
  for (const [method, path, body] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/activity'],
    ['PATCH', '', { title: 'x' }],
  ] as const)
    expect(await call(method, `/v1/task-management/${id}${path}`, { body })).toMatchObject({
      status: 404,
      body: { error: 'Task item not found' },
    });
  const remaining = await within(app.database, organization.id, async (db) => [
    await db.selectFrom('comment').select('id').execute(),
    await db.selectFrom('attachment').select('id').execute(),
  ]);
  expect(remaining).toEqual([[], []]);
});
test('404 for an item of another organization, from every operation', async () => {
  const [owner, other] = [await withRisk(), await withRisk()];
  const { id } = await addItem(owner.call, owner.riskId);
  for (const [method, path, body] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/activity'],
    ['PATCH', '', { title: 'x' }],
  ] as const)
    expect(await other.call(method, `/v1/task-management/${id}${path}`, { body })).toMatchObject({
      status: 404,
      body: { error: 'Task item not found' },
    });
});

test('200 filters items by status, priority and assignee, or by missing assignee', async () => {
  const { call, riskId, member, owner } = await withRisk();
  await addItem(call, riskId, { title: 'a', status: 'todo', priority: 'high', assigneeId: member.id });
  await addItem(call, riskId, { title: 'b', status: 'done', priority: 'high', assigneeId: owner.id });
  await addItem(call, riskId, { title: 'c', status: 'cancelled', priority: 'low' });
  await addItem(call, await newRiskId(call), { title: 'of another' });
  const order = '&sortBy=title&sortOrder=asc';
  for (const [query, titles] of [
    ['', ['a', 'b', 'c']],
    ['&status=todo', ['a']],
    ['&status=todo&status=cancelled', ['a', 'c']],
    ['&priority=high', ['a', 'b']],
    ['&priority=urgent', []],
    ['&priority=low&priority=high&status=done', ['b']],
    [`&assigneeId=${member.id}`, ['a']],
    ['&assigneeId=none', ['c']],
    [`&assigneeId=${newId('mem')}`, []],
  ] as const)
    expect(await titlesOf(call, riskId, query + order), query).toEqual(titles);
});
test('200 sorts in each order and direction, in pages: status and priority by rank, items without a due date last', async () => {
  const { call, riskId } = await withRisk();
  const items: [title: string, status: string, priority: string, dueDate: string | undefined][] = [
    ['c', 'cancelled', 'low', undefined],
    ['a', 'in_progress', 'urgent', '2026-12-24'],
    ['e', 'todo', 'medium', '2026-11-30'],
    ['b', 'done', 'high', undefined],
    ['d', 'in_review', 'medium', '2027-01-01'],
  ];
  for (const [title, status, priority, dueDate] of items) await addItem(call, riskId, { title, status, priority, dueDate });
  await call(
    'PATCH',
    `/v1/task-management/${(await call('GET', `/v1/task-management?entityType=risk&entityId=${riskId}&sortBy=title&sortOrder=asc&limit=1`)).body.data[0].id}`,
    { body: { title: 'a' } },
  );
  const inPages = async (query: string) => {
    const titles: string[] = [];
    for (let nextUrl: string | undefined = `/v1/task-management?entityType=risk&entityId=${riskId}&limit=2${query}`; nextUrl;) {
      const page: Awaited<ReturnType<typeof call>> = await call('GET', nextUrl);
      titles.push(...page.body.data.map(({ title }: { title: string }) => title));
      nextUrl = /<([^<>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    return titles.join('');
  };
  for (const [sortBy, ascending, descending] of [
    ['createdAt', 'caebd', 'dbeac'],
    ['updatedAt', 'cebda', 'adbec'],
    ['title', 'abcde', 'edcba'],
    ['status', 'eadbc', 'cbdae'],
  ] as const) {
    expect(await inPages(`&sortBy=${sortBy}&sortOrder=asc`), sortBy).toBe(ascending);
    expect(await inPages(`&sortBy=${sortBy}`), sortBy).toBe(descending);
  }
  expect(await inPages('')).toBe('dbeac');
  expect(await inPages('&sortBy=priority&sortOrder=asc')).toMatch(/^ab(ed|de)c$/);
  expect(await inPages('&sortBy=dueDate&sortOrder=asc')).toMatch(/^ead(bc|cb)$/);
  expect(await inPages('&sortBy=dueDate')).toMatch(/^dae(bc|cb)$/);
});
test('200 counts the items of each status, and the overdue items that are not finished', async () => {
  const { call, riskId } = await withRisk();
  const stats = async () => (await call('GET', `/v1/task-management/stats?entityType=risk&entityId=${riskId}`)).body;
  expect(await stats()).toEqual({ total: 0, byStatus: { todo: 0, in_progress: 0, in_review: 0, done: 0, cancelled: 0 }, overdue: 0 });
  for (const [status, dueDate] of [
    ['todo', '2020-01-01'],
    ['todo', '2099-01-01'],
    ['in_review', '2020-01-01'],
    ['done', '2020-01-01'],
    ['cancelled', '2020-01-01'],
    ['in_progress', undefined],
  ])
    await addItem(call, riskId, { status, dueDate });
  expect(await stats()).toEqual({ total: 6, byStatus: { todo: 2, in_progress: 1, in_review: 1, done: 1, cancelled: 1 }, overdue: 2 });
});
