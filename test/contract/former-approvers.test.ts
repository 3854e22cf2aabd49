/** Nobody approves own work by removing the members who could approve it (spec/conventions, 3). */
import { describe, expect, test } from 'vitest';
import { type Caller, startApp } from '../support/app.ts';
import { submit } from '../support/evidence-forms.ts';
import { newMember, newRole } from '../support/organization.ts';
import { mailsOf } from '../support/people.ts';
import { addTask, setApproval, withPeople } from '../support/tasks.ts';

const app = startApp();
type Call = Caller['call'];

/** The ways to take from a member what approving needs. */
const ways: Readonly<Record<string, (call: Call, id: string) => Promise<{ status: number }>>> = {
  'deactivates them': (call, id) => call('DELETE', `/v1/people/${id}`),
  'deactivates them by an update': (call, id) => call('PATCH', `/v1/people/${id}`, { body: { isActive: false } }),
  'takes their roles': (call, id) => call('PATCH', `/v1/people/${id}`, { body: { role: 'employee' } }),
};

async function submitted() {
  const people = await withPeople(app, true);
  const { id } = await addTask(people.call);
  const submitTo = (approverId: string) => people.inPerson('POST', `/v1/tasks/${id}/submit-for-review`, { body: { approverId } });
  expect(await submitTo(people.ada.id)).toMatchObject({ status: 200, body: { submittedBy: { id: people.organization.owner.id } } });
  return { ...people, id, submitTo };
}

describe.each(Object.entries(ways))('the submitter who %s', (_way, remove) => {
  test('has withdrawn the submission, and cannot approve the next one', async () => {
    const { id, ada, chen, organization, inPerson, submitTo } = await submitted();
    for (const member of [ada, chen]) expect((await remove(inPerson, member.id)).status).toBeLessThan(300);
    expect((await inPerson('GET', `/v1/tasks/${id}`)).body).toMatchObject({ submittedBy: null, submittedAt: null });
    expect(await submitTo(organization.owner.id)).toMatchObject({ status: 400, body: { details: { approverId: expect.anything() } } });
    await inPerson('PATCH', `/v1/tasks/${id}`, { body: { approverId: organization.owner.id } });
    expect(await submitTo(organization.owner.id)).toMatchObject({ status: 400 });
    expect(await inPerson('POST', `/v1/tasks/${id}/approve`, { body: {} })).toMatchObject({ status: 409 });
  });
});

test('the submitter gets an e-mail when another member removes the approver', async () => {
  const { ada, organization, asChen } = await submitted();
  expect((await asChen('DELETE', `/v1/people/${ada.id}`)).status).toBe(204);
  const mails = (await mailsOf(app.database, organization)).filter(({ subject }) => subject === 'Submission withdrawn: Restore test');
  expect(mails).toMatchObject([{ recipient: organization.owner.email, text: expect.stringContaining('Submit it to somebody else') }]);
});

test('a submission is withdrawn when the custom role of its approver loses the permission', async () => {
  const { call, inPerson, organization } = await withPeople(app, true);
  const role = await newRole(app.database, organization.id, ['task:read', 'task:update']);
  const rosa = await newMember(app.database, organization.id, [role]);
  const { id } = await addTask(call);
  const at = `/v1/tasks/${id}`;
  expect(await inPerson('POST', `${at}/submit-for-review`, { body: { approverId: rosa.id } })).toMatchObject({ status: 200 });
  expect(await inPerson('PATCH', `/v1/roles/${role}`, { body: { permissions: { task: ['read'] } } })).toMatchObject({ status: 200 });
  expect((await inPerson('GET', at)).body).toMatchObject({ submittedBy: null });
});

test('a form that another member could approve is not approved by its submitter, however long ago the other left', async () => {
  const { inPerson, organization } = await app.caller();
  const ada = await newMember(app.database, organization.id, ['admin']);
  const { formType, id } = await submit(inPerson, 'meeting');
  await inPerson('DELETE', `/v1/people/${ada.id}`);
  await app.database.system.updateTable('lost_role').set({ lost_at: '2026-01-01T00:00:00Z' }).where('member_id', '=', ada.id).execute();
  const review = (to: string) =>
    inPerson('PATCH', `/v1/evidence-forms/${formType}/submissions/${to}/review`, { body: { action: 'approved' } });
  expect(await review(id)).toMatchObject({ status: 403, body: { code: 'self_approval' } });
  const later = await submit(inPerson, 'meeting');
  expect(await review(later.id)).toMatchObject({ status: 200, body: { selfApproved: true } });
});

/** The ways to take the permission from a member who has it by a custom role. */
const waysByRole: Readonly<Record<string, (call: Call, member: string, role: string) => Promise<readonly { status: number }[]>>> = {
  'takes the permission out of their role': async (call, _member, role) => [await narrow(call, role)],
  'replaces the permissions of their role twice': async (call, _member, role) => [
    await narrow(call, role, { evidence: ['read', 'update'] }),
    await narrow(call, role),
  ],
  'takes their role and changes it': async (call, member, role) => [await makeEmployee(call, member), await narrow(call, role)],
  'takes their role and deletes it': async (call, member, role) => [
    await makeEmployee(call, member),
    await call('DELETE', `/v1/roles/${role}`),
  ],
  'changes their role, takes it and deletes it': async (call, member, role) => [
    await narrow(call, role),
    await makeEmployee(call, member),
    await call('DELETE', `/v1/roles/${role}`),
  ],
  'changes their role and deactivates them': async (call, member, role) => [
    await narrow(call, role),
    await call('DELETE', `/v1/people/${member}`),
  ],
};
const narrow = (call: Call, role: string, permissions: object = { task: ['read'] }) =>
  call('PATCH', `/v1/roles/${role}`, { body: { permissions } });
const makeEmployee = (call: Call, id: string) => call('PATCH', `/v1/people/${id}`, { body: { role: 'employee' } });

/** An organization whose owner can approve alone, but for Rosa with her custom role. */
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

describe.each(Object.entries(waysByRole))('the submitter who %s', (_way, remove) => {
  test('approves no own work for 30 days', async () => {
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

test('an employee who loses the role that lifted the restriction counts, though the permission is that of an employee', async () => {
  const { inPerson, organization, rosa, role, submitToSelf } = await withCustomApprover();
  await app.database.system
    .updateTable('member')
    .set({ roles: ['employee', role] })
    .where('id', '=', rosa.id)
    .execute();
  await narrow(inPerson, role);
  await app.database.system.deleteFrom('lost_role').where('organization_id', '=', organization.id).execute();
  expect(await makeEmployee(inPerson, rosa.id)).toMatchObject({ status: 200 });
  expect(await submitToSelf()).toMatchObject({ status: 400 });
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test('what was lost 31 days ago does not count again when something else is lost', async () => {
  const { inPerson, rosa, role, submitToSelf } = await withCustomApprover();
  await narrow(inPerson, role);
  await app.database.system
    .updateTable('lost_role')
    .set({ lost_at: daysAgo(31) })
    .where('member_id', '=', rosa.id)
    .execute();
  await makeEmployee(inPerson, rosa.id);
  expect(await submitToSelf()).toMatchObject({ status: 200 });
});

test('a member who never had the permission does not count: with the role after its change, or before it got the permission', async () => {
  const { inPerson, organization, rosa, role, submitToSelf } = await withCustomApprover();
  await narrow(inPerson, role);
  await app.database.system.deleteFrom('lost_role').where('member_id', '=', rosa.id).execute();
  await makeEmployee(inPerson, rosa.id);
  await narrow(inPerson, role, { task: ['read', 'update'] });
  await narrow(inPerson, role);
  await newMember(app.database, organization.id, [role]);
  expect(await submitToSelf()).toMatchObject({ status: 200 });
});

test('the names of who submitted and who approved stay when the members are renamed or removed', async () => {
  const { id, call, inPerson, asAda, ada, organization } = await submitted();
  const at = `/v1/tasks/${id}`;
  expect(await asAda('POST', `${at}/approve`, { body: {} })).toMatchObject({ status: 200 });
  const before = (await inPerson('GET', at)).body;
  expect(before).toMatchObject({ submittedBy: { user: { name: 'Olive Owner' } }, approvedBy: { user: { name: 'Ada Marsh' } } });
  for (const member of [ada, organization.owner])
    await inPerson('PATCH', `/v1/people/${member.id}`, { body: { name: 'New Name', email: `new.${member.id}@example.com` } });
  await app.database.system.deleteFrom('member').where('id', '=', ada.id).execute();
  // The changed address has ended the session of the owner.
  const { approvedBy, submittedBy } = (await call('GET', at)).body;
  expect({ approvedBy, submittedBy }).toEqual({ approvedBy: before.approvedBy, submittedBy: before.submittedBy });
});
