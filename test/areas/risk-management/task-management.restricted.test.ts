/** Which task items a restricted member can read and change (task-management, rule 10). */
import { expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { expectErrorInBothTypes } from '../../support/refusals.ts';
import { add as addRisk } from '../../support/risks.ts';
import { addItem, titlesOf } from '../../support/task-items.ts';

const app = startApp();

async function withItems() {
  const { call, organization } = await app.caller();
  const { call: ask, member } = await app.session(organization, ['employee']);
  const [ownRisk, otherRisk] = [(await addRisk(call, { assigneeId: member.id })).id, (await addRisk(call)).id];
  const overdueDate = '2026-01-01';
  return {
    call,
    ask,
    member,
    ownRisk,
    otherRisk,
    ofOwnRisk: await addItem(call, ownRisk, { title: 'Of the own risk', dueDate: overdueDate }),
    assigned: await addItem(call, otherRisk, { title: 'Assigned', assigneeId: member.id, dueDate: overdueDate }),
    hidden: await addItem(call, otherRisk, { title: 'Hidden', dueDate: overdueDate }),
  };
}

test('200 returns only own items and items of own risks, in lists and statistics (rule 10)', async () => {
  const { call, ask, ownRisk, otherRisk } = await withItems();
  expect(await titlesOf(ask, ownRisk)).toEqual(['Of the own risk']);
  for (const order of ['', '&sortBy=title', '&sortBy=status', '&sortBy=priority', '&sortBy=dueDate', '&sortBy=updatedAt'])
    expect(await titlesOf(ask, otherRisk, order)).toEqual(['Assigned']);
  expect((await ask('GET', `/v1/task-management?entityType=risk&entityId=${otherRisk}&count=true`)).body.totalCount).toBe(1);
  const stats = (callAs: typeof call, id: string) =>
    callAs('GET', `/v1/task-management/stats?entityType=risk&entityId=${id}`).then(({ body: { total, overdue } }) => ({ total, overdue }));
  expect([await stats(ask, ownRisk), await stats(ask, otherRisk), await stats(call, otherRisk)]).toEqual([
    { total: 1, overdue: 1 },
    { total: 1, overdue: 1 },
    { total: 2, overdue: 2 },
  ]);
});
test('200 for reading own items and items of own risks, 403 for all other items (rule 10)', async () => {
  const { ask, ofOwnRisk, assigned, hidden } = await withItems();
  for (const path of ['', '/activity']) {
    for (const { id } of [ofOwnRisk, assigned]) expect((await ask('GET', `/v1/task-management/${id}${path}`)).status).toBe(200);
    await expectErrorInBothTypes(
      (options) => ask('GET', `/v1/task-management/${hidden.id}${path}`, options),
      403,
      'Task item is not assigned to you',
    );
  }
});
test('200 for changing the status of an own item, 403 for other fields and other items (rule 10)', async () => {
  const { call, ask, member, ofOwnRisk, assigned, hidden } = await withItems();
  const update = (id: string, body: object) => ask('PATCH', `/v1/task-management/${id}`, { body });
  expect(await update(assigned.id, { status: 'done' })).toMatchObject({
    status: 200,
    body: { status: 'done', updatedBy: { id: member.id }, assignee: { id: member.id } },
  });
  for (const fields of [
    { title: 'Mine' },
    { priority: 'low' },
    { assigneeId: null },
    { dueDate: null },
    { status: 'todo', description: 'x' },
  ])
    expect(await update(assigned.id, fields)).toMatchObject({ status: 403, body: { code: 'task_item_status_only' } });
  for (const { id } of [ofOwnRisk, hidden])
    expect(await update(id, { status: 'done' })).toMatchObject({ status: 403, body: { code: 'task_item_not_assigned' } });
  expect(await call('GET', `/v1/task-management/${assigned.id}`)).toMatchObject({ body: { title: 'Assigned', status: 'done' } });
  expect(await ask('DELETE', `/v1/task-management/${assigned.id}`)).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
});
