/** Reviews of tasks, the lock of tasks that need an approval, and changes of many tasks at once. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import { expectErrorInBothTypes } from '../../support/refusals.ts';
import { mailsOf } from '../../support/comments.ts';
import { newApiKey, newMember, newRole } from '../../support/organization.ts';
import { invalid } from '../../support/risks.ts';
import { addTask, change, entriesOf, setApproval, withPeople } from '../../support/tasks.ts';

const app = startApp();
type Call = Caller['call'];
const textFile = { fileName: 'protocol.txt', fileType: 'text/plain', fileData: Buffer.from('Restored').toString('base64') };
const fileOf = async (call: Call, id: string) => (await call('GET', `/v1/tasks/${id}/attachments`)).body.data[0].id;
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const invalidMember = 'must be an active member who takes part in compliance work';
const inReviewNotAllowed = 'must not be in_review, which submitting the task for review sets';

describe('a review', () => {
  test('200 when a task is submitted and approved; each step is mailed and logged (rules 6, 10 and 11)', async () => {
    const { call, asAda, asChen, ada, chen, organization } = await withPeople(app, true);
    const { id } = await addTask(call, { frequency: 'daily', assigneeId: chen.id });
    const taskUrl = `/v1/tasks/${id}`;
    await change(call, id, { status: 'in_progress' });
    const submitted = await asChen('POST', `${taskUrl}/submit-for-review`, { body: { approverId: ada.id, userId: 'ignored' } });
    expect(submitted).toMatchObject({
      status: 200,
      body: { status: 'in_review', previousStatus: 'in_progress', approver: { id: ada.id } },
    });
    await expectErrorInBothTypes(
      (options) => asChen('POST', `${taskUrl}/approve`, { body: {}, ...options }),
      403,
      'Only the approver can approve the task',
    );
    const approved = await asAda('POST', `${taskUrl}/approve`, { body: { comment: ' Complete. ', userId: 'ignored' } });
    expect(approved).toMatchObject({
      status: 200,
      body: { status: 'done', previousStatus: null, approverId: ada.id, approvedAt: time, lastCompletedAt: approved.body.approvedAt },
    });
    expect(Date.parse(approved.body.reviewDate) - Date.parse(approved.body.approvedAt)).toBe(86_400_000);
    for (const path of ['approve', 'reject'])
      await expectErrorInBothTypes(
        (options) => asAda('POST', `${taskUrl}/${path}`, { body: {}, ...options }),
        409,
        'Task is not in review but done',
      );
    await expectErrorInBothTypes(
      (options) => asChen('POST', `${taskUrl}/submit-for-review`, { body: { approverId: ada.id }, ...options }),
      409,
      'Task is done already',
    );
    expect(await mailsOf(app.database, organization.id)).toMatchObject([
      { recipient: chen.email, subject: '"Restore test" was assigned to you' },
      { recipient: chen.email, subject: '"Restore test" is in progress' },
      { recipient: ada.email, subject: '"Restore test" waits for your review', text: expect.stringContaining('Chen Liu asks you') },
      { recipient: chen.email, subject: '"Restore test" was approved', text: expect.stringContaining('\n\nComplete.\n') },
    ]);
    expect((await entriesOf(app, organization.id, id)).slice(-2)).toMatchObject([
      {
        user_id: chen.userId,
        data: {
          action: 'Submitted task for review',
          changes: { status: { previous: 'in_progress', current: 'in_review' }, approver: { current: `Ada Marsh (${ada.id})` } },
        },
      },
      { user_id: ada.userId, data: { action: 'Approved task', reason: 'Complete.', changes: { status: { current: 'done' } } } },
    ]);
  });
  test('200 when the approver rejects the task, or an owner or admin cancels the review; the task returns to its previous status', async () => {
    const { call, inPerson, asAda, ada, chen, organization } = await withPeople(app, true);
    const { id } = await addTask(call, { assigneeId: chen.id });
    const taskUrl = `/v1/tasks/${id}`;
    const submit = () => call('POST', `${taskUrl}/submit-for-review`, { body: { approverId: ada.id } });
    await change(call, id, { status: 'not_relevant', notRelevantJustification: 'No doors.' });
    await submit();
    expect(await asAda('POST', `${taskUrl}/reject`, { body: { comment: 'There is one.' } })).toMatchObject({
      status: 200,
      body: {
        status: 'not_relevant',
        notRelevantJustification: 'No doors.',
        approverId: ada.id,
        approver: { id: ada.id },
        previousStatus: null,
        approvedAt: null,
      },
    });
    expect(await call('PATCH', taskUrl, { body: { status: 'done' } })).toMatchObject({ status: 409, body: { code: 'task_has_approver' } });
    await submit();
    const auditor = await app.session(organization, ['auditor']);
    expect(await auditor.call('POST', `${taskUrl}/reject`, { body: {} })).toMatchObject({ status: 403 });
    expect(await inPerson('POST', `${taskUrl}/reject`, { body: { comment: ' ' } })).toMatchObject({ status: 200 });
    await app.database.system.updateTable('task').set({ status: 'in_review', previous_status: null }).where('id', '=', id).execute();
    expect((await asAda('POST', `${taskUrl}/reject`, { body: {} })).body).toMatchObject({ status: 'todo' });
    const reviewEntries = (await entriesOf(app, organization.id, id)).filter(({ description }) => /Reject|Cancel/.test(description ?? ''));
    expect(reviewEntries).toMatchObject([
      {
        description: 'Rejected task',
        data: { reason: 'There is one.', changes: { status: { previous: 'in_review', current: 'not_relevant' } } },
      },
      { description: 'Cancelled review of task' },
      { description: 'Rejected task' },
    ]);
    expect(reviewEntries[1]?.data).not.toHaveProperty('reason');
    expect((await mailsOf(app.database, organization.id)).filter(({ subject }) => subject.includes('rejected'))).toHaveLength(3);
  });
  test('403 for a member who is neither the approver nor an owner or admin', async () => {
    const { call, organization, ada } = await withPeople(app, true);
    const { id } = await addTask(call);
    await call('POST', `/v1/tasks/${id}/submit-for-review`, { body: { approverId: ada.id } });
    const other = await app.session(organization, [await newRole(app.database, organization.id, ['task:update'])]);
    await expectErrorInBothTypes(
      (options) => other.call('POST', `/v1/tasks/${id}/reject`, { body: {}, ...options }),
      403,
      'Only the approver, an owner or an admin can reject the task',
    );
    for (const path of ['approve', 'reject']) {
      expect(await call('POST', `/v1/tasks/${id}/${path}`, { body: {} })).toMatchObject({
        status: 403,
        body: { code: 'session_required' },
      });
      expect(await other.call('POST', `/v1/tasks/${id}/${path}`, { body: { comment: 'x'.repeat(2001) } })).toMatchObject({ status: 400 });
    }
  });
  test('400 for an approver who cannot approve, and for an unknown user; a key may name the submitter (rules 6 and 7)', async () => {
    const { call, organization, ada, chen } = await withPeople(app);
    const { id } = await addTask(call);
    const deactivated = await newMember(app.database, organization.id, ['admin'], { active: false });
    for (const [path, moreFields] of [
      [`/v1/tasks/${id}/submit-for-review`, {}],
      ['/v1/tasks/bulk/submit-for-review', { taskIds: [id] }],
    ] as const) {
      expect(await call('POST', path, { body: { approverId: deactivated.id, ...moreFields } })).toMatchObject(
        invalid({ approverId: { _errors: [invalidMember] } }),
      );
      expect(await call('POST', path, { body: { approverId: ada.id, userId: deactivated.userId, ...moreFields } })).toMatchObject(
        invalid({ userId: { _errors: ['must be an active member of the organization'] } }),
      );
    }
    const auditor = await newMember(app.database, organization.id, ['auditor']);
    for (const [method, path, moreFields] of [
      ['POST', `/v1/tasks/${id}/submit-for-review`, {}],
      ['POST', '/v1/tasks/bulk/submit-for-review', { taskIds: [id] }],
      ['PATCH', `/v1/tasks/${id}`, {}],
    ] as const)
      expect(await call(method, path, { body: { approverId: auditor.id, ...moreFields } })).toMatchObject(
        invalid({ approverId: { _errors: ['must have the permission task:update, to approve'] } }),
      );
    expect(await call('PATCH', `/v1/tasks/${id}`, { body: { assigneeId: auditor.id } })).toMatchObject({ status: 200 });
    await call('POST', `/v1/tasks/${id}/submit-for-review`, { body: { approverId: ada.id, userId: chen.userId } });
    expect((await mailsOf(app.database, organization.id)).at(-1)?.text).toContain('Chen Liu (by API key "test") asks you to review');
    await expectErrorInBothTypes(
      (options) => call('POST', `/v1/tasks/${id}/submit-for-review`, { body: { approverId: ada.id }, ...options }),
      409,
      'Task is in review',
    );
  });
  test('200 for one of two simultaneous approvals, and 409 for the second approval', async () => {
    const { call, asAda, ada } = await withPeople(app, true);
    const { id } = await addTask(call);
    await call('POST', `/v1/tasks/${id}/submit-for-review`, { body: { approverId: ada.id } });
    const answers = await Promise.all([1, 2].map(() => asAda('POST', `/v1/tasks/${id}/approve`, { body: {} })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
  test('204 when the approver is deactivated: the task waits for another approver, and owners get a mail (rule 7)', async () => {
    const { call, inPerson, ada, chen, organization } = await withPeople(app, true);
    const [waiting, idle] = [await addTask(call, { title: 'Waiting' }), await addTask(call, { title: 'Idle', assigneeId: ada.id })];
    await call('POST', `/v1/tasks/${waiting.id}/submit-for-review`, { body: { approverId: ada.id } });
    await change(call, idle.id, { approverId: ada.id });
    expect(await inPerson('DELETE', `/v1/people/${ada.id}`)).toMatchObject({ status: 204 });
    expect((await call('GET', `/v1/tasks/${waiting.id}`)).body).toMatchObject({ status: 'in_review', approverId: null });
    expect((await call('GET', `/v1/tasks/${idle.id}`)).body).toMatchObject({ assigneeId: null, approverId: ada.id });
    expect((await mailsOf(app.database, organization.id)).at(-1)?.text).toContain('- Review of task: Waiting');
    await change(inPerson, waiting.id, { approverId: chen.id });
    expect((await call('GET', `/v1/tasks/${waiting.id}`)).body).toMatchObject({ status: 'todo', approverId: chen.id, submittedBy: null });
    expect(await call('POST', `/v1/tasks/${waiting.id}/submit-for-review`, { body: { approverId: chen.id } })).toMatchObject({
      status: 200,
    });
    expect((await mailsOf(app.database, organization.id)).at(-1)).toMatchObject({
      recipient: chen.email,
      subject: '"Waiting" waits for your review',
    });
  });
  test('200 withdraws the submission when a person changes the approver; 403 for a key while evidence needs approval', async () => {
    const { call, inPerson, asAda, asChen, ada, chen, organization } = await withPeople(app, true);
    const { id } = await addTask(call);
    await asChen('POST', `/v1/tasks/${id}/submit-for-review`, { body: { approverId: ada.id } });
    const body = { approverId: organization.owner.id };
    expect(await call('PATCH', `/v1/tasks/${id}`, { body })).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await inPerson('PATCH', `/v1/tasks/${id}`, { body })).toMatchObject({
      status: 200,
      body: { status: 'todo', approverId: organization.owner.id, submittedBy: null },
    });
    expect(await inPerson('POST', `/v1/tasks/${id}/approve`, { body: {} })).toMatchObject({ status: 409 });
    expect((await entriesOf(app, organization.id, id)).at(-1)).toMatchObject({
      description: 'Withdrew submitted task: the approver changed',
      data: { changes: { status: { previous: 'in_review', current: 'todo' } } },
    });
    const withdrawalMails = (await mailsOf(app.database, organization.id)).filter(({ subject }) =>
      subject.startsWith('Submission withdrawn'),
    );
    expect(withdrawalMails.map(({ recipient }) => recipient).sort()).toEqual([ada.email, chen.email].sort());
    expect(await asAda('POST', `/v1/tasks/${id}/approve`, { body: {} })).toMatchObject({ status: 409 });
  });
  test.each([
    ['the title', (call: Call, id: string) => call('PATCH', `/v1/tasks/${id}`, { body: { title: 'Other' } })],
    ['the description', (call: Call, id: string) => call('PATCH', `/v1/tasks/${id}`, { body: { description: 'Other' } })],
    ['a new file', (call: Call, id: string) => call('POST', `/v1/tasks/${id}/attachments`, { body: textFile })],
    [
      'a new attachment',
      (call: Call, id: string) => call('POST', '/v1/attachments', { body: { ...textFile, entityType: 'task', entityId: id } }),
    ],
    ['a deleted file', async (call: Call, id: string) => call('DELETE', `/v1/tasks/${id}/attachments/${await fileOf(call, id)}`)],
    ['a deleted attachment', async (call: Call, id: string) => call('DELETE', `/v1/attachments/${await fileOf(call, id)}`)],
  ] as const)(
    '200 removes the approval after %s has changed the task, and keeps the approval after other changes (rule 22)',
    async (_case, changeTask) => {
      const { call, asAda, ada, chen, organization } = await withPeople(app, true);
      const { id } = await addTask(call);
      expect(await call('POST', `/v1/tasks/${id}/attachments`, { body: textFile })).toMatchObject({ status: 201 });
      await call('POST', `/v1/tasks/${id}/submit-for-review`, { body: { approverId: ada.id } });
      expect(await asAda('POST', `/v1/tasks/${id}/approve`, { body: {} })).toMatchObject({ status: 200 });
      await change(call, id, { assigneeId: chen.id, title: 'Restore test' });
      expect((await call('GET', `/v1/tasks/${id}`)).body).toMatchObject({ approvedAt: time, approvedBy: { id: ada.id } });
      expect((await changeTask(call, id)).status).toBeLessThan(300);
      expect((await call('GET', `/v1/tasks/${id}`)).body).toMatchObject({
        status: 'done',
        approvedAt: null,
        approvedBy: null,
        submittedBy: null,
      });
      const rows = await app.database.system
        .selectFrom('approval')
        .select('status')
        .where('organization_id', '=', organization.id)
        .execute();
      expect(rows).toEqual([{ status: 'outdated' }]);
    },
  );
  test('409 for new texts during a review, and for an approval after the files have changed; the task can be submitted again', async () => {
    const { call, asAda, ada, organization } = await withPeople(app, true);
    const { id } = await addTask(call);
    const [submit, approve] = ['submit-for-review', 'approve'].map((name) => `/v1/tasks/${id}/${name}`);
    await call('POST', String(submit), { body: { approverId: ada.id } });
    for (const body of [{ description: 'Something else' }, { title: 'Other title' }])
      expect(await call('PATCH', `/v1/tasks/${id}`, { body })).toMatchObject({ status: 409, body: { code: 'task_in_review' } });
    const file = { fileName: 'a.txt', fileType: 'text/plain', fileData: Buffer.from('a').toString('base64') };
    expect(await call('POST', `/v1/tasks/${id}/attachments`, { body: file })).toMatchObject({ status: 201 });
    expect(await asAda('POST', String(approve), { body: {} })).toMatchObject({ status: 409, body: { code: 'approval_outdated' } });
    expect(await call('POST', String(submit), { body: { approverId: ada.id } })).toMatchObject({
      status: 200,
      body: { status: 'in_review', previousStatus: 'todo' },
    });
    const withdrawn = (await mailsOf(app.database, organization.id)).filter(({ subject }) => subject.startsWith('Submission withdrawn'));
    expect(withdrawn.map(({ text }) => text)).toMatchObject([
      expect.stringMatching(/^Olive Owner \(by API key "test"\) withdrew the submission of "Restore test" for approval\.\n\n.*\n$/),
    ]);
    expect(await asAda('POST', String(approve), { body: {} })).toMatchObject({
      status: 200,
      body: { approvedBy: { id: ada.id }, selfApproved: false, via: 'API key "test"' },
    });
  });
  test('400 for the submitter as approver, and 403 for a self-approval, while another member could approve; 200 otherwise', async () => {
    const { call, inPerson, asAda, ada, chen, organization } = await withPeople(app, true);
    const { owner } = organization;
    const { id } = await addTask(call);
    const submit = (caller: typeof call, body: object) => caller('POST', `/v1/tasks/${id}/submit-for-review`, { body });
    const anotherApproverRequired = invalid({
      approverId: { _errors: ['must be another member than the one who submits, because another member could approve'] },
    });
    expect(await submit(asAda, { approverId: ada.id })).toMatchObject(anotherApproverRequired);
    expect(await submit(call, { approverId: owner.id })).toMatchObject(anotherApproverRequired);
    expect(await submit(call, { approverId: owner.id, userId: chen.userId })).toMatchObject(anotherApproverRequired);
    expect(await call('POST', '/v1/tasks/bulk/submit-for-review', { body: { taskIds: [id], approverId: owner.id } })).toMatchObject(
      anotherApproverRequired,
    );
    const setActive = (isActive: boolean) =>
      app.database.system.updateTable('member').set({ is_active: isActive }).where('id', 'in', [ada.id, chen.id]).execute();
    const forgetLostRoles = () => app.database.system.deleteFrom('lost_role').where('member_id', 'in', [ada.id, chen.id]).execute();
    await setActive(false);
    expect(await submit(call, { approverId: owner.id })).toMatchObject(anotherApproverRequired);
    await forgetLostRoles();
    expect(await submit(call, { approverId: owner.id })).toMatchObject({ status: 200 });
    await setActive(true);
    const approve = () => inPerson('POST', `/v1/tasks/${id}/approve`, { body: {} });
    expect(await approve()).toMatchObject({ status: 403, body: { code: 'self_approval' } });
    await setActive(false);
    expect(await approve()).toMatchObject({ status: 403, body: { code: 'self_approval' } });
    await forgetLostRoles();
    expect(await approve()).toMatchObject({ status: 200, body: { selfApproved: true } });
  });
});

describe('the lock', () => {
  test('409 while evidence needs approval, for an update of a task and for reordering', async () => {
    const { call, ada } = await withPeople(app, true);
    const [waiting, withApprover] = [await addTask(call), await addTask(call)];
    await call('POST', `/v1/tasks/${waiting.id}/submit-for-review`, { body: { approverId: ada.id } });
    await change(call, withApprover.id, { approverId: ada.id });
    const order = (id: string, status: string) => ({ updates: [{ id, order: 1, status }] });
    await expectErrorInBothTypes(
      (options) => call('PATCH', `/v1/tasks/${waiting.id}`, { body: { status: 'todo' }, ...options }),
      409,
      'Task is in review',
    );
    await expectErrorInBothTypes(
      (options) => call('PATCH', '/v1/tasks/reorder', { body: order(waiting.id, 'todo'), ...options }),
      409,
      'Task is in review',
    );
    await expectErrorInBothTypes(
      (options) => call('PATCH', `/v1/tasks/${withApprover.id}`, { body: { status: 'done' }, ...options }),
      409,
      'Task needs the approval of its approver to be changed from todo to done',
    );
    expect(await call('PATCH', `/v1/tasks/${withApprover.id}`, { body: { status: 'done', approverId: null } })).toMatchObject({
      status: 409,
    });
    expect(await call('PATCH', '/v1/tasks/reorder', { body: order(withApprover.id, 'done') })).toMatchObject({
      status: 409,
      body: { code: 'task_has_approver' },
    });
    expect(await change(call, waiting.id, { status: 'in_review', department: 'it' })).toMatchObject({
      department: 'it',
      approverId: ada.id,
    });
    expect(await change(call, withApprover.id, { status: 'failed' })).toMatchObject({ approverId: ada.id });
  });
  test('409 for not_relevant, too, when a task has an approver, for a single task and in bulk', async () => {
    const { call, ada } = await withPeople(app, true);
    const { id } = await addTask(call, {});
    await change(call, id, { approverId: ada.id });
    const body = { status: 'not_relevant', notRelevantJustification: 'No doors.' };
    expect(await call('PATCH', `/v1/tasks/${id}`, { body })).toMatchObject({ status: 409, body: { code: 'task_has_approver' } });
    expect(await call('PATCH', '/v1/tasks/bulk', { body: { taskIds: [id], ...body } })).toMatchObject({
      status: 409,
      body: { code: 'tasks_locked' },
    });
  });
  test('409 for a task in review after approval is switched off; an approver of another task is removed with the next update', async () => {
    const { call, asAda, ada, organization } = await withPeople(app, true);
    const [waiting, withApprover] = [await addTask(call), await addTask(call)];
    await call('POST', `/v1/tasks/${waiting.id}/submit-for-review`, { body: { approverId: ada.id } });
    await change(call, withApprover.id, { approverId: ada.id });
    await setApproval(app, organization.id, false);
    expect(await change(call, waiting.id, { department: 'it' })).toMatchObject({ status: 'in_review', approverId: ada.id });
    const inReviewError = { status: 409, body: { code: 'task_in_review' } };
    expect(await call('PATCH', `/v1/tasks/${waiting.id}`, { body: { status: 'done' } })).toMatchObject(inReviewError);
    const bulk = await call('PATCH', '/v1/tasks/bulk', { body: { taskIds: [waiting.id], status: 'done' } });
    expect(bulk).toMatchObject({ status: 409, body: { code: 'tasks_locked' } });
    const updates = [{ id: waiting.id, order: 1, status: 'done' }];
    expect(await call('PATCH', '/v1/tasks/reorder', { body: { updates } })).toMatchObject(inReviewError);
    const noApprover = { body: { approverId: null } };
    expect(await call('PATCH', `/v1/tasks/${waiting.id}`, noApprover)).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await asAda('POST', `/v1/tasks/${waiting.id}/reject`, { body: {} })).toMatchObject({ status: 200, body: { status: 'todo' } });
    expect(await change(call, withApprover.id, { title: 'Other' })).toMatchObject({ approverId: null });
    expect(await change(call, withApprover.id, { approverId: ada.id })).toMatchObject({ approverId: ada.id });
  });
});

describe('many tasks', () => {
  test('200 sets a status: locked tasks are skipped, each person gets one mail, and each task gets one entry (rules 10 and 11)', async () => {
    const { call, asAda, ada, chen, owner, organization } = await withPeople(app, true);
    const tasks = [];
    for (const fields of [{ assigneeId: chen.id }, { assigneeId: chen.id, frequency: 'daily' }, {}, { assigneeId: ada.id }])
      tasks.push(await addTask(call, fields));
    const [first, second, third, ownTask] = tasks.map(({ id }) => id);
    const [waiting, withApprover] = [await addTask(call), await addTask(call)];
    await call('POST', `/v1/tasks/${waiting.id}/submit-for-review`, { body: { approverId: ada.id } });
    await change(call, withApprover.id, { approverId: ada.id });
    const before = (await mailsOf(app.database, organization.id)).length;
    const answer = await asAda('PATCH', '/v1/tasks/bulk', {
      body: { taskIds: [first, second, third, ownTask, waiting.id, withApprover.id], status: 'done' },
    });
    expect(answer).toMatchObject({ status: 200, body: { updatedCount: 4 } });
    expect((await call('GET', `/v1/tasks/${second}`)).body).toMatchObject({ status: 'done', lastCompletedAt: time, reviewDate: time });
    expect((await call('GET', `/v1/tasks/${waiting.id}`)).body).toMatchObject({ status: 'in_review' });
    const mails = (await mailsOf(app.database, organization.id)).slice(before);
    // Ada, who acts, is an admin, too, but gets no mail about her own task or about the unassigned task.
    expect(mails.map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual(
      [
        [chen.email, '3 tasks are done'],
        [owner.email, '"Restore test" is done'],
      ].sort(),
    );
    for (const id of [first, second, third, ownTask])
      expect((await entriesOf(app, organization.id, id)).at(-1)).toMatchObject({
        data: { changes: { status: { previous: 'todo', current: 'done' } } },
      });
    expect(await call('PATCH', '/v1/tasks/bulk', { body: { taskIds: [first], status: 'done', reviewDate: '2031-01-01' } })).toMatchObject({
      body: { updatedCount: 1 },
    });
    expect((await call('GET', `/v1/tasks/${first}`)).body).toMatchObject({ reviewDate: '2031-01-01T00:00:00.000Z' });
    await expectErrorInBothTypes(
      (options) => call('PATCH', '/v1/tasks/bulk', { body: { taskIds: [waiting.id], status: 'todo' }, ...options }),
      409,
      'None of the tasks can get this status',
    );
    expect(await call('PATCH', '/v1/tasks/bulk', { body: { taskIds: [waiting.id], status: 'in_review' } })).toMatchObject({
      body: { updatedCount: 1 },
    });
    for (const [body, field] of [
      [{ status: 'in_review' }, 'status'],
      [{ status: 'not_relevant' }, 'notRelevantJustification'],
      [{ status: 'todo', notRelevantJustification: 'x' }, 'notRelevantJustification'],
      [{ status: 'not_relevant', notRelevantJustification: ' ' }, 'notRelevantJustification'],
    ] as const)
      expect(await call('PATCH', '/v1/tasks/bulk', { body: { taskIds: [first], ...body } })).toMatchObject({
        status: 400,
        body: { details: { [field]: {} } },
      });
    await call('PATCH', '/v1/tasks/bulk', {
      body: { taskIds: [first, second], status: 'not_relevant', notRelevantJustification: ' No. ' },
    });
    expect((await call('GET', `/v1/tasks/${first}`)).body).toMatchObject({ status: 'not_relevant', notRelevantJustification: 'No.' });
  });
  test('200 sends no mail to a member who assigns a task to themselves or gives up an assignment', async () => {
    const { asAda, ada, organization } = await withPeople(app);
    const { id } = await addTask(asAda, { title: 'One', assigneeId: ada.id });
    for (const assigneeId of [null, ada.id])
      expect(await asAda('PATCH', '/v1/tasks/bulk/assignee', { body: { taskIds: [id], assigneeId } })).toMatchObject({ status: 200 });
    expect(await mailsOf(app.database, organization.id)).toEqual([]);
  });
  test('200 sets an assignee, and sends mails to the new assignee and to the former assignees', async () => {
    const { call, ada, chen, organization } = await withPeople(app);
    const [first, second, third] = [
      await addTask(call, { title: 'One', assigneeId: ada.id }),
      await addTask(call, { title: 'Two' }),
      await addTask(call, { title: 'Three', assigneeId: chen.id }),
    ];
    const before = (await mailsOf(app.database, organization.id)).length;
    const assign = (assigneeId: string | null, taskIds = [first.id, second.id, third.id]) =>
      call('PATCH', '/v1/tasks/bulk/assignee', { body: { taskIds, assigneeId } });
    expect(await assign(chen.id)).toMatchObject({ status: 200, body: { updatedCount: 3 } });
    const mails = (await mailsOf(app.database, organization.id)).slice(before);
    expect(mails.map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual(
      [
        [chen.email, '2 tasks were assigned to you'],
        [ada.email, '"One" is no longer assigned to you'],
      ].sort(),
    );
    expect((await entriesOf(app, organization.id, first.id)).at(-1)).toMatchObject({
      data: { action: 'Assigned task', changes: { assignee: { previous: `Ada Marsh (${ada.id})`, current: `Chen Liu (${chen.id})` } } },
    });
    expect(await entriesOf(app, organization.id, third.id)).toHaveLength(1);
    expect(await assign(null, [first.id])).toMatchObject({ status: 200 });
    expect((await call('GET', `/v1/tasks/${first.id}`)).body).toMatchObject({ assigneeId: null });
    expect(await assign(newId('mem'))).toMatchObject(invalid({ assigneeId: { _errors: [invalidMember] } }));
  });
  test('200 submits several tasks; tasks that are in review or done are skipped, and one mail is sent', async () => {
    const { call, ada, organization } = await withPeople(app);
    const [first, second, done] = [await addTask(call), await addTask(call), await addTask(call)];
    await change(call, done.id, { status: 'done' });
    const before = (await mailsOf(app.database, organization.id)).length;
    const body = { taskIds: [first.id, second.id, done.id], approverId: ada.id };
    expect(await call('POST', '/v1/tasks/bulk/submit-for-review', { body })).toMatchObject({ status: 200, body: { submittedCount: 2 } });
    expect((await mailsOf(app.database, organization.id)).slice(before)).toMatchObject([
      { recipient: ada.email, subject: '2 tasks wait for your review' },
    ]);
    expect((await entriesOf(app, organization.id, second.id)).at(-1)).toMatchObject({ data: { action: 'Submitted task for review' } });
    await expectErrorInBothTypes(
      (options) => call('POST', '/v1/tasks/bulk/submit-for-review', { body, ...options }),
      409,
      'None of the tasks can be submitted',
    );
  });
  test('200 changes the order of all tasks or of none', async () => {
    const { call, ada } = await withPeople(app);
    const [first, second, waiting] = [await addTask(call), await addTask(call), await addTask(call)];
    await call('POST', `/v1/tasks/${waiting.id}/submit-for-review`, { body: { approverId: ada.id } });
    const order = (...updates: object[]) => call('PATCH', '/v1/tasks/reorder', { body: { updates } });
    expect(
      await order(
        { id: first.id, order: 5, status: 'in_progress' },
        { id: second.id, order: 4, status: 'todo' },
        { id: waiting.id, order: 9, status: 'in_review' },
      ),
    ).toMatchObject({ status: 200, body: { updatedCount: 3 } });
    expect((await call('GET', `/v1/tasks/${first.id}`)).body).toMatchObject({ order: 5, status: 'in_progress' });
    expect((await call('GET', `/v1/tasks/${waiting.id}`)).body).toMatchObject({ order: 9, status: 'in_review', approverId: ada.id });
    expect(await order({ id: first.id, order: 1, status: 'done' }, { id: second.id, order: 1, status: 'in_review' })).toMatchObject(
      invalid({ 'updates.1.status': { _errors: [inReviewNotAllowed] } }),
    );
    expect((await call('GET', `/v1/tasks/${first.id}`)).body).toMatchObject({ order: 5, status: 'in_progress' });
    expect(await order({ id: first.id, order: 1, status: 'not_relevant' })).toMatchObject({
      status: 400,
      body: { details: { 'updates.0.status': {} } },
    });
    expect(await order({ id: first.id, order: 1, status: 'todo' }, { id: first.id, order: 2, status: 'todo' })).toMatchObject(
      invalid({ 'updates.1.id': { _errors: ['must be named once'] } }),
    );
  });
  test('204 deletes all tasks or none; 404 when one of the ids is no task of the organization (rule 1)', async () => {
    const [{ call, ada, organization }, other] = [await withPeople(app), await app.caller()];
    const [first, second] = [await addTask(call), await addTask(call)];
    const foreign = await addTask(other.call);
    for (const [method, path, body] of [
      ['PATCH', '', { taskIds: [first.id, foreign.id], status: 'done' }],
      ['PATCH', '/assignee', { taskIds: [first.id, foreign.id], assigneeId: ada.id }],
      ['POST', '/submit-for-review', { taskIds: [first.id, foreign.id], approverId: ada.id }],
      ['DELETE', '', { taskIds: [first.id, newId('tsk')] }],
    ] as const)
      await expectErrorInBothTypes((options) => call(method, `/v1/tasks/bulk${path}`, { body, ...options }), 404, 'Task not found');
    await expectErrorInBothTypes(
      (options) => call('PATCH', '/v1/tasks/reorder', { body: { updates: [{ id: foreign.id, order: 1, status: 'todo' }] }, ...options }),
      404,
      'Task not found',
    );
    expect((await call('GET', `/v1/tasks/${first.id}`)).body).toMatchObject({ status: 'todo', assigneeId: null });
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['PATCH', '/assignee'],
      ['POST', '/submit-for-review'],
    ] as const)
      expect(await call(method, `/v1/tasks/bulk${path}`, { body: { taskIds: [first.id, first.id], status: 'todo' } })).toMatchObject({
        status: 400,
      });
    expect(await call('DELETE', '/v1/tasks/bulk', { body: { taskIds: [first.id, second.id] } })).toMatchObject({ status: 204 });
    expect((await call('GET', '/v1/tasks')).body.data).toEqual([]);
    expect((await entriesOf(app, organization.id, second.id)).at(-1)).toMatchObject({ data: { action: 'Deleted task' } });
  });
  test('a mail about many tasks names only some of the tasks', async () => {
    const { call, chen, organization } = await withPeople(app);
    const taskIds = [];
    for (let index = 0; index < 22; index += 1) taskIds.push((await addTask(call)).id);
    await call('PATCH', '/v1/tasks/bulk/assignee', { body: { taskIds, assigneeId: chen.id } });
    expect(await mailsOf(app.database, organization.id)).toMatchObject([
      { subject: '22 tasks were assigned to you', text: expect.stringContaining('and 2 more') },
    ]);
  });
  test('403 with the key of an auditor, who may only read', async () => {
    const { organization, call } = await withPeople(app);
    const auditor = await newMember(app.database, organization.id, ['auditor']);
    const { key } = await newApiKey(app.database, organization.id, {
      scopes: ['task:read', 'task:update'],
      created_by_member_id: auditor.id,
    });
    const { id } = await addTask(call);
    expect(await app.call('GET', `/v1/tasks/${id}`, { key })).toMatchObject({ status: 200 });
    expect(await app.call('PATCH', `/v1/tasks/${id}`, { key, body: { title: 'x' } })).toMatchObject({ status: 403 });
  });
});
