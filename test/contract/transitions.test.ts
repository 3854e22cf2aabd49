/** What the contract says of transitions is what the server does. Every other test proves one direction (test/support/guarded-statuses.ts). */
import { expect, test } from 'vitest';
import * as transitions from '#generated/transitions';
import { writeTransaction } from '#platform/database/handle';
import { startApp } from '../support/app.ts';
import { guardedColumns } from '../support/guarded-statuses.ts';
import { newMember } from '../support/organization.ts';
import { add } from '../support/risks.ts';
import { addItem } from '../support/task-items.ts';
import { addTask, change } from '../support/tasks.ts';
import { withTimelines } from '../support/timelines.ts';
import { addVendor } from '../support/vendors.ts';

const app = startApp();

test('the database refuses what the contract does not declare', async () => {
  expect(guardedColumns.length).toBeGreaterThan(25);
  const { call, organization } = await app.caller();
  const { id } = await change(call, (await addTask(call)).id, { status: 'done' });
  const submission = writeTransaction(app.database.tenant, organization.id, async (db) => ({
    result: await db.updateTable('task').set({ status: 'in_review' }).where('id', '=', id).execute(),
    outcome: [],
  }));
  await expect(submission).rejects.toThrow('task.status does not go from done to in_review');
});

const create = {
  riskStatus: async (call) => `/v1/risks/${(await add(call)).id}`,
  vendorStatus: async (call) => `/v1/vendors/${(await addVendor(call)).id}`,
  taskItemStatus: async (call) => `/v1/task-management/${(await addItem(call, (await add(call)).id)).id}`,
} satisfies Readonly<Record<string, (call: Awaited<ReturnType<typeof app.caller>>['call']) => Promise<string>>>;

test.each(['riskStatus', 'vendorStatus', 'taskItemStatus'] as const)('an update makes each change of %s', async (name) => {
  const { call } = await app.caller();
  const url = await create[name](call);
  const table: Readonly<Record<string, readonly string[]>> = transitions[name];
  for (const [from, targets] of Object.entries(table))
    for (const to of targets)
      for (const status of [from, to]) {
        const answer = await call('PATCH', url, { body: { status } });
        expect(answer.status, `${from} to ${to}: ${answer.text}`).toBe(200);
      }
});

test('each change of the status of a task is made where the contract says so, and nowhere else', async () => {
  const { call, organization } = await app.caller();
  const approver = await newMember(app.database, organization.id, ['admin'], {});
  const statuses = Object.keys(transitions.taskStatus).filter((status) => status !== 'in_review');
  const table: Readonly<Record<string, readonly string[]>> = transitions.taskStatus;
  const bodyOf = (status: string) => ({ status, ...(status === 'not_relevant' && { notRelevantJustification: 'There is no office.' }) });
  const addIn = async (status: string) => change(call, (await addTask(call)).id, bodyOf(status));
  for (const from of statuses) {
    for (const to of statuses.filter((status) => status !== from)) {
      const { id } = await addIn(from);
      const answer = await call('PATCH', `/v1/tasks/${id}`, { body: bodyOf(to) });
      expect([from, to, answer.body.status]).toEqual([from, to, table[from]?.includes(to) ? to : from]);
    }
    const { id } = await addIn(from);
    const answer = await call('POST', `/v1/tasks/${id}/submit-for-review`, { body: { approverId: approver.id } });
    expect([from, answer.status]).toEqual([from, table[from]?.includes('in_review') ? 200 : 409]);
  }
});

test('each change of the status of a timeline is made where the contract says so, and nowhere else', async () => {
  const { call, first } = await withTimelines(app, 'GDPR');
  const actions = [
    { from: 'draft', to: 'active', path: 'activate', body: { startDate: '2026-03-09' } },
    { from: 'active', to: 'paused', path: 'pause' },
    { from: 'paused', to: 'active', path: 'resume' },
  ] as const;
  const statusNow = async () => String((await call('GET', first)).body.status);
  const declared = Object.entries(transitions.timelineStatus).flatMap(([from, targets]) => targets.map((to) => `${from} ${to}`));
  const made: string[] = [];
  for (const action of actions) {
    const from = await statusNow();
    for (const other of actions.filter((one) => one !== action)) {
      const { status, body } = await call('POST', `${first}/${other.path}`, { body: 'body' in other ? other.body : {} });
      const allowed: readonly string[] = transitions.timelineStatus[action.from];
      expect([other.path, status, body.from, body.allowed]).toEqual([other.path, 409, from, allowed]);
    }
    const answer = await call('POST', `${first}/${action.path}`, { body: 'body' in action ? action.body : {} });
    expect(answer.status, answer.text).toBe(200);
    made.push(`${from} ${await statusNow()}`);
  }
  const { phases } = (await call('GET', first)).body;
  for (const { id } of phases) expect(await call('POST', `${first}/phases/${id}/complete`)).toMatchObject({ status: 200 });
  expect([...made, `active ${await statusNow()}`].sort()).toEqual(declared.sort());
});
