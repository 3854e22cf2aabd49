/** Nobody can approve their own work after removing the members who could have approved it (spec/conventions, 3). */
import { describe, expect, test } from 'vitest';
import { type Caller, startApp } from '../support/app.ts';
import { submit } from '../support/evidence-forms.ts';
import { newMember, newRole } from '../support/organization.ts';
import { mailsOf } from '../support/people.ts';
import { addTask, setApproval, withPeople } from '../support/tasks.ts';

const app = startApp();
type Call = Caller['call'];

/** Requests that take the ability to approve from a member. */
const removals: Readonly<Record<string, (call: Call, id: string) => Promise<{ status: number }>>> = {
  'deactivates them': (call, id) => call('DELETE', `/v1/people/${id}`),
  'deactivates them by an update': (call, id) => call('PATCH', `/v1/people/${id}`, { body: { isActive: false } }),
  'takes their roles': (call, id) => call('PATCH', `/v1/people/${id}`, { body: { role: 'employee' } }),
};

async function submitTask() {
  const people = await withPeople(app, true);
  const { id } = await addTask(people.call);
  const submitTo = (approverId: string) => people.inPerson('POST', `/v1/tasks/${id}/submit-for-review`, { body: { approverId } });
  expect(await submitTo(people.ada.id)).toMatchObject({ status: 200, body: { submittedBy: { id: people.organization.owner.id } } });
  return { ...people, id, submitTo };
}

describe.each(Object.entries(removals))('a submitter who removes all other approvers (%s)', (_way, remove) => {
  test('thereby withdraws the submission, and cannot approve the next one', async () => {
    const { id, ada, chen, organization, inPerson, submitTo } = await submitTask();
    for (const member of [ada, chen]) expect((await remove(inPerson, member.id)).status).toBeLessThan(300);
    expect((await inPerson('GET', `/v1/tasks/${id}`)).body).toMatchObject({ submittedBy: null, submittedAt: null });
    expect(await submitTo(organization.owner.id)).toMatchObject({ status: 400, body: { details: { approverId: expect.anything() } } });
    await inPerson('PATCH', `/v1/tasks/${id}`, { body: { approverId: organization.owner.id } });
    expect(await submitTo(organization.owner.id)).toMatchObject({ status: 400 });
    expect(await inPerson('POST', `/v1/tasks/${id}/approve`, { body: {} })).toMatchObject({ status: 409 });
  });
});

test('sends the submitter an e-mail when another member removes the approver', async () => {
  const { ada, organization, asChen } = await submitTask();
  expect((await asChen('DELETE', `/v1/people/${ada.id}`)).status).toBe(204);
  const mails = (await mailsOf(app.database, organization)).filter(({ subject }) => subject === 'Submission withdrawn: Restore test');
  expect(mails).toMatchObject([{ recipient: organization.owner.email, text: expect.stringContaining('Submit it to somebody else') }]);
});

test('a submission is withdrawn when the custom role of its approver loses the permission', async () => {
  const { call, inPerson, organization } = await withPeople(app, true);
  const role = await newRole(app.database, organization.id, ['task:read', 'task:update']);
  const rosa = await newMember(app.database, organization.id, [role]);
  const { id } = await addTask(call);
  const taskPath = `/v1/tasks/${id}`;
  expect(await inPerson('POST', `${taskPath}/submit-for-review`, { body: { approverId: rosa.id } })).toMatchObject({ status: 200 });
  expect(await inPerson('PATCH', `/v1/roles/${role}`, { body: { permissions: { task: ['read'] } } })).toMatchObject({ status: 200 });
  expect((await inPerson('GET', taskPath)).body).toMatchObject({ submittedBy: null });
});

test('the submitter cannot approve a form that another member could have approved, however long ago that member left', async () => {
  const { inPerson, organization } = await app.caller();
  const ada = await newMember(app.database, organization.id, ['admin']);
  const { formType, id } = await submit(inPerson, 'meeting');
  await inPerson('DELETE', `/v1/people/${ada.id}`);
  await app.database.system.updateTable('lost_role').set({ lost_at: '2026-01-01T00:00:00Z' }).where('member_id', '=', ada.id).execute();
  const review = (submissionId: string) =>
    inPerson('PATCH', `/v1/evidence-forms/${formType}/submissions/${submissionId}/review`, { body: { action: 'approved' } });
  expect(await review(id)).toMatchObject({ status: 403, body: { code: 'self_approval' } });
  const secondSubmission = await submit(inPerson, 'meeting');
  expect(await review(secondSubmission.id)).toMatchObject({ status: 200, body: { selfApproved: true } });
});

/** Requests that take the permission from a member whose custom role grants it. */
const roleRemovals: Readonly<Record<string, (call: Call, member: string, role: string) => Promise<readonly { status: number }[]>>> = {
  'takes the permission out of their role': async (call, _member, role) => [await restrictRole(call, role)],
  'replaces the permissions of their role twice': async (call, _member, role) => [
    await restrictRole(call, role, { evidence: ['read', 'update'] }),
    await restrictRole(call, role),
  ],
  'takes their role and changes it': async (call, member, role) => [await makeEmployee(call, member), await restrictRole(call, role)],
  'takes their role and deletes it': async (call, member, role) => [
    await makeEmployee(call, member),
    await call('DELETE', `/v1/roles/${role}`),
  ],
  'changes their role, takes it and deletes it': async (call, member, role) => [
    await restrictRole(call, role),
    await makeEmployee(call, member),
    await call('DELETE', `/v1/roles/${role}`),
  ],
  'changes their role and deactivates them': async (call, member, role) => [
    await restrictRole(call, role),
    await call('DELETE', `/v1/people/${member}`),
  ],
};
const restrictRole = (call: Call, role: string, permissions: object = { task: ['read'] }) =>
  call('PATCH', `/v1/roles/${role}`, { body: { permissions } });
const makeEmployee = (call: Call, id: string) => call('PATCH', `/v1/people/${id}`, { body: { role: 'employee' } });

/** Creates an organization in which only the owner and Rosa, who has a custom role, can approve. */
async function withCustomApprover() {
  const caller = await app.caller();
  const { organization } = caller;
  const role = await newRole(app.database, organization.id, ['task:read', 'task:update', 'evidence:read', 'evidence:update']);
  const rosa = await newMember(app.database, organization.id, [role]);
  await setApproval(app, organization.id, true);
  const { id } = await addTask(caller.call);
  const submitToSelf = () => caller.inPerson('POST', `/v1/tasks/${id}/submit-for-review`, { body: { approverId: organization.owner.id } });
  return { ...caller, role, rosa, id, submitToSelf };
}

describe.each(Object.entries(roleRemovals))('a submitter who removes the only other approver (%s)', (_way, remove) => {
  test('cannot approve their own work for 30 days', async () => {
    const { inPerson, rosa, role, id, submitToSelf } = await withCustomApprover();
    for (const { status } of await remove(inPerson, rosa.id, role)) expect(status).toBeLessThan(300);
    expect(await submitToSelf()).toMatchObject({ status: 400, body: { details: { approverId: expect.anything() } } });
    const { formType, id: formId } = await submit(inPerson, 'meeting');
    const review = { body: { action: 'approved' } };
    expect(await inPerson('PATCH', `/v1/evidence-forms/${formType}/submissions/${formId}/review`, review)).toMatchObject({
      status: 403,
      body: { code: 'self_approval' },
    });
    await app.database.system
      .updateTable('lost_role')
      .set({ lost_at: daysAgo(31) })
      .where('member_id', '=', rosa.id)
      .execute();
    expect(await submitToSelf()).toMatchObject({ status: 200 });
    expect(await inPerson('POST', `/v1/tasks/${id}/approve`, { body: {} })).toMatchObject({ status: 200, body: { selfApproved: true } });
  });
});

test('counts an employee as a former approver after losing the role that lifted the restriction of employees', async () => {
  const { inPerson, organization, rosa, role, submitToSelf } = await withCustomApprover();
  await app.database.system
    .updateTable('member')
    .set({ roles: ['employee', role] })
    .where('id', '=', rosa.id)
    .execute();
  await restrictRole(inPerson, role);
  await app.database.system.deleteFrom('lost_role').where('organization_id', '=', organization.id).execute();
  expect(await makeEmployee(inPerson, rosa.id)).toMatchObject({ status: 200 });
  expect(await submitToSelf()).toMatchObject({ status: 400 });
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test('does not count a permission that was lost 31 days ago when the member loses another permission today', async () => {
  const { inPerson, rosa, role, submitToSelf } = await withCustomApprover();
  await restrictRole(inPerson, role);
  await app.database.system
    .updateTable('lost_role')
    .set({ lost_at: daysAgo(31) })
    .where('member_id', '=', rosa.id)
    .execute();
  await makeEmployee(inPerson, rosa.id);
  expect(await submitToSelf()).toMatchObject({ status: 200 });
});

test('does not count a member who had the role only before it got the permission or after it lost the permission', async () => {
  const { inPerson, organization, rosa, role, submitToSelf } = await withCustomApprover();
  await restrictRole(inPerson, role);
  await app.database.system.deleteFrom('lost_role').where('member_id', '=', rosa.id).execute();
  await makeEmployee(inPerson, rosa.id);
  await restrictRole(inPerson, role, { task: ['read', 'update'] });
  await restrictRole(inPerson, role);
  await newMember(app.database, organization.id, [role]);
  expect(await submitToSelf()).toMatchObject({ status: 200 });
});

test('keeps the names of the submitter and the approver when these members are renamed or removed', async () => {
  const { id, call, inPerson, asAda, ada, organization } = await submitTask();
  const taskPath = `/v1/tasks/${id}`;
  expect(await asAda('POST', `${taskPath}/approve`, { body: {} })).toMatchObject({ status: 200 });
  const taskBefore = (await inPerson('GET', taskPath)).body;
  expect(taskBefore).toMatchObject({ submittedBy: { user: { name: 'Olive Owner' } }, approvedBy: { user: { name: 'Ada Marsh' } } });
  for (const member of [ada, organization.owner])
    await inPerson('PATCH', `/v1/people/${member.id}`, { body: { name: 'New Name', email: `new.${member.id}@example.com` } });
  await app.database.system.deleteFrom('member').where('id', '=', ada.id).execute();
  // The changed address has ended the session of the owner.
  const { approvedBy, submittedBy } = (await call('GET', taskPath)).body;
  expect({ approvedBy, submittedBy }).toEqual({ approvedBy: taskBefore.approvedBy, submittedBy: taskBefore.submittedBy });
});
