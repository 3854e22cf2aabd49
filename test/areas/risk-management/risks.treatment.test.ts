/** Treatment strategies, mitigation tasks and linked tasks of risks. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { newOrganization, within } from '../../support/organization.ts';
import { add, invalid, list, riskActors } from '../../support/risks.ts';

const app = startApp();
const actors = riskActors(app);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('200 keeps the text of each treatment type across changes of the type; a rejected request loses no text', async () => {
  const { call } = await app.caller();
  const { id } = await add(call, { treatmentStrategy: { type: 'mitigate', description: 'Train' } });
  const treat = async (treatmentStrategy: object) => {
    const answer = await call('PATCH', `/v1/risks/${id}`, { body: { treatmentStrategy } });
    return answer.status === 200 ? answer.body.data.treatmentStrategy : answer.status;
  };
  const original = (await call('GET', `/v1/risks/${id}`)).body.data.treatmentStrategy;
  const steps: [object, string, string][] = [
    [{ type: 'accept' }, 'accept', ''],
    [{ description: 'Cheap' }, 'accept', 'Cheap'],
    [{ type: 'transfer', description: 'Insure' }, 'transfer', 'Insure'],
    [{ type: 'avoid' }, 'avoid', ''],
    [{ type: 'mitigate' }, 'mitigate', 'Train'],
    [{ type: 'accept' }, 'accept', 'Cheap'],
    [{ type: 'accept' }, 'accept', 'Cheap'],
    [{ type: 'accept', description: 'Very cheap' }, 'accept', 'Very cheap'],
    [{}, 'accept', 'Very cheap'],
    [{ type: 'transfer' }, 'transfer', 'Insure'],
    [{ description: '' }, 'transfer', ''],
    [{ type: 'accept', description: '' }, 'accept', ''],
    [{ type: 'transfer' }, 'transfer', ''],
    [{ type: 'mitigate' }, 'mitigate', 'Train'],
  ];
  for (const [change, type, description] of steps) expect(await treat(change), JSON.stringify(change)).toMatchObject({ type, description });
  expect(await treat({ type: 'ignore' })).toBe(400);
  expect(
    await call('PATCH', `/v1/risks/${id}`, { body: { assigneeId: 'mem_x', treatmentStrategy: { description: 'Not kept' } } }),
  ).toMatchObject({ status: 400 });
  expect((await call('GET', `/v1/risks/${id}`)).body.data.treatmentStrategy).toEqual({ ...original, updatedAt: time });
});
test('200 returns the task items of the risk as its mitigation tasks, oldest first, without the fields that are not set', async () => {
  const { call, organization, member } = await actors.withMember();
  const [{ id }, other] = [await add(call), await add(call)];
  const dayOf = (n: number) => `2026-05-0${n}T08:00:00.000Z`;
  await within(app.database, organization.id, async (db) => {
    const items = ['todo', 'in_progress', 'in_review', 'done', 'cancelled'].map((status, n) => ({
      id: newId('tski'),
      risk_id: id,
      title: status,
      status,
      created_by_snapshot: '{}',
      created_at: dayOf(9 - n),
      updated_at: dayOf(9),
    }));
    for (const { status, ...item } of items)
      await db
        .insertInto('task_item')
        .values({
          ...item,
          ...(status === 'done' && { status, completed_at: dayOf(9), due_date: dayOf(8), description: 'More', assignee_id: member.id }),
          ...(status === 'in_progress' && { status }),
          ...(status === 'in_review' && { status }),
          ...(status === 'cancelled' && { status }),
        })
        .execute();
    await db
      .insertInto('task_item')
      .values({ id: newId('tski'), risk_id: other.id, title: 'Of another risk', created_by_snapshot: '{}' })
      .execute();
  });
  const item = (status: string, n: number) => ({
    id: expect.stringMatching(/^tski_/),
    title: status,
    description: '',
    status,
    completedAt: null,
    createdAt: dayOf(n),
    updatedAt: dayOf(9),
  });
  expect((await call('GET', `/v1/risks/${id}`)).body.data.mitigationTasks).toEqual([
    item('cancelled', 5),
    { ...item('done', 6), description: 'More', dueDate: dayOf(8), completedAt: dayOf(9), assigneeId: member.id },
    item('in_review', 7),
    item('in_progress', 8),
    { ...item('todo', 9), status: 'open' },
  ]);
});
test('200 returns the number of added and removed links; a single risk shows linked tasks with controls, the list shows them in brief', async () => {
  const {
    call,
    organization,
    tasks: [firstId = '', secondId = '', thirdId = ''],
  } = await actors.withMember();
  const { id } = await add(call);
  await within(app.database, organization.id, async (db) => {
    for (const [n, name] of ['Z', 'A'].entries()) {
      const control = await db
        .insertInto('control')
        .values({ id: `ctl_${n}${newId('x')}`, name })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('control_task')
        .values({ id: newId('x'), control_id: control.id, task_id: secondId })
        .execute();
    }
    await db.updateTable('task').set({ status: 'done' }).where('id', '=', thirdId).execute();
  });
  const setTasks = async (taskIds: string[]) => (await call('PUT', `/v1/risks/${id}/tasks`, { body: { taskIds } })).body;
  expect(await setTasks([firstId, secondId])).toEqual({ riskId: id, linked: 2, unlinked: 0, taskIds: [firstId, secondId] });
  expect(await setTasks([secondId, firstId])).toEqual({ riskId: id, linked: 0, unlinked: 0, taskIds: [secondId, firstId] });
  expect(await setTasks([secondId, thirdId])).toEqual({ riskId: id, linked: 1, unlinked: 1, taskIds: [secondId, thirdId] });
  const control = (name: string) => ({ id: expect.stringMatching(/^ctl_/), name });
  const { tasks } = (await call('GET', `/v1/risks/${id}`)).body.data;
  expect(tasks).toEqual([
    { id: secondId, title: 'Task 2', status: 'todo', controls: [control('A'), control('Z')] },
    { id: thirdId, title: 'Task 3', status: 'done', controls: [] },
  ]);
  expect((await call('PATCH', `/v1/risks/${id}`, { body: {} })).body.data.tasks).toEqual(tasks);
  expect(await list(call)).toMatchObject([
    {
      tasks: [
        { id: secondId, status: 'todo' },
        { id: thirdId, status: 'done' },
      ],
    },
  ]);
  expect(await setTasks([])).toEqual({ riskId: id, linked: 0, unlinked: 2, taskIds: [] });
});
test('400 for a task that is unknown, of another organization or duplicate, and for more than 200 tasks; the links stay', async () => {
  const {
    call,
    tasks: [taskId = ''],
  } = await actors.withMember();
  const { id } = await add(call);
  const [otherTaskId = ''] = await actors.addTasks((await newOrganization(app.database)).id);
  const setTasks = (body: object) => call('PUT', `/v1/risks/${id}/tasks`, { body });
  await setTasks({ taskIds: [taskId] });
  const unknownTask = { _errors: ['must be a task of the organization'] };
  const answer = await setTasks({ taskIds: ['x', taskId, otherTaskId] });
  expect(answer).toMatchObject(invalid({ 'taskIds.0': unknownTask, 'taskIds.2': unknownTask }));
  expect(Object.keys(answer.body.details)).toEqual(['taskIds.0', 'taskIds.2']);
  expect(await setTasks({ taskIds: [taskId, taskId] })).toMatchObject(invalid({ taskIds: { _errors: [expect.any(String)] } }));
  expect(await setTasks({ taskIds: Array.from({ length: 201 }, (_, n) => `tsk_${n}`) })).toMatchObject(
    invalid({ taskIds: { _errors: [expect.any(String)] } }),
  );
  expect(await setTasks({})).toMatchObject(invalid({ taskIds: { _errors: [expect.any(String)] } }));
  expect(await list(call)).toMatchObject([{ tasks: [{ id: taskId }] }]);
});
