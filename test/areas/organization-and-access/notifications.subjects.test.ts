/** The record that each notification names (rule 7). An administrator can read each at its `href`. */
import { expect, test } from 'vitest';
import { remindOfReviews } from '#areas/risk-management/risks/runs/reviews';
import { type Caller, startApp } from '../../support/app.ts';
import { comment, mention } from '../../support/comments.ts';
import { submit as submitForm } from '../../support/evidence-forms.ts';
import { raise } from '../../support/findings.ts';
import { setUp as setUpIsms } from '../../support/isms.ts';
import { addPolicy, addPublished, expectSuccess, submit as submitPolicy } from '../../support/policies.ts';
import { add as addRisk } from '../../support/risks.ts';
import { soaActors } from '../../support/soa.ts';
import { addItem } from '../../support/task-items.ts';
import { addTask } from '../../support/tasks.ts';
import { activate, callSuccessfully, withTimelines } from '../../support/timelines.ts';
import { addVendor } from '../../support/vendors.ts';

const app = startApp();
const soa = soaActors(app);

interface Subject {
  readonly type: string;
  readonly id: string;
  readonly href: string;
  readonly parent: { readonly type: string; readonly id: string } | null;
}

/** @returns the newest notification of a person, whose subject the person can read at its path */
async function newestOf(call: Caller['call']) {
  const { data } = await expectSuccess(call('GET', '/v1/notifications?limit=1'));
  const [notification] = data;
  const subject: Subject | null = notification.subject;
  if (subject) await expectSuccess(call('GET', subject.href));
  return notification;
}

/** Creates an organization with an administrator in a session, who is notified of what the key of the owner does. */
async function withAdmin() {
  const caller = await app.callerForEverything();
  const admin = await app.session(caller.organization, ['admin']);
  return { ...caller, admin: admin.member, asAdmin: admin.call };
}

test('a task item and a mention in its description name the item and its risk or vendor', async () => {
  const { call, admin, asAdmin } = await withAdmin();
  const risk = await addRisk(call);
  const item = await addItem(call, risk.id, { assigneeId: admin.id });
  const href = (id: string) => `/v1/task-management/${id}`;
  expect((await newestOf(asAdmin)).subject).toEqual({
    type: 'task_item',
    id: item.id,
    href: href(item.id),
    parent: { type: 'risk', id: risk.id },
  });
  const vendor = await addVendor(call, {});
  const other = await addItem(call, vendor.id, { entityType: 'vendor', description: `${mention(admin)}, please` });
  expect((await newestOf(asAdmin)).subject).toEqual({
    type: 'task_item',
    id: other.id,
    href: href(other.id),
    parent: { type: 'vendor', id: vendor.id },
  });
});
test('a mention in a comment names the comment and its record, and has the path of the record', async () => {
  const { call, organization, admin, asAdmin } = await withAdmin();
  const risk = await addRisk(call);
  const onRisk = await comment(call, risk.id, { content: `${mention(admin)} look` });
  expect((await newestOf(asAdmin)).subject).toEqual({
    type: 'comment',
    id: onRisk.id,
    href: `/v1/risks/${risk.id}`,
    parent: { type: 'risk', id: risk.id },
  });
  const item = await addItem(call, risk.id);
  const onItem = await comment(call, item.id, { entityType: 'task', content: `${mention(admin)} look` });
  expect(await newestOf(asAdmin)).toMatchObject({
    subject: { type: 'comment', id: onItem.id, href: `/v1/task-management/${item.id}`, parent: { type: 'task_item', id: item.id } },
    appUrl: `${app.ports.appUrl}/${organization.id}/risks/${risk.id}?taskItemId=${item.id}`,
  });
});
test('one task is named, of several tasks none', async () => {
  const { call, admin, asAdmin } = await withAdmin();
  const task = await addTask(call, { assigneeId: admin.id });
  expect((await newestOf(asAdmin)).subject).toEqual({ type: 'task', id: task.id, href: `/v1/tasks/${task.id}`, parent: null });
  const taskIds = [(await addTask(call)).id, (await addTask(call)).id];
  await expectSuccess(call('POST', '/v1/tasks/bulk/submit-for-review', { body: { taskIds, approverId: admin.id } }));
  expect(await newestOf(asAdmin)).toMatchObject({ title: expect.stringContaining('2 tasks'), subject: null, appUrl: null });
});
test('a finding, a due risk and a request for access are named', async () => {
  const { call, admin, asAdmin } = await withAdmin();
  const finding = await raise(call);
  expect((await newestOf(asAdmin)).subject).toEqual({ type: 'finding', id: finding.id, href: `/v1/findings/${finding.id}`, parent: null });
  const risk = await addRisk(call, { assigneeId: admin.id, reviewDueAt: '2026-01-01' });
  while (await remindOfReviews(app.database, app.ports, new Date()));
  expect((await newestOf(asAdmin)).subject).toEqual({ type: 'risk', id: risk.id, href: `/v1/risks/${risk.id}`, parent: null });
  const submission = await submitForm(call, 'access-request');
  expect((await newestOf(asAdmin)).subject).toEqual({
    type: 'evidence_submission',
    id: submission.id,
    href: `/v1/evidence-forms/access-request/submissions/${submission.id}`,
    parent: { type: 'evidence_form', id: 'access-request' },
  });
});
test('a policy to approve or to sign is named, and signing leads to the portal', async () => {
  const { call, organization, admin, asAdmin } = await withAdmin();
  const subjectOf = (id: string) => ({ type: 'policy', id, href: `/v1/policies/${id}`, parent: null });
  const draft = await addPolicy(call);
  await submitPolicy(call, draft.id, admin.id);
  expect((await newestOf(asAdmin)).subject).toEqual(subjectOf(draft.id));
  const signer = await app.session(organization, ['employee']);
  const published = await addPublished(call, { isRequiredToSign: true });
  await expectSuccess(call('POST', `/v1/policies/${published.id}/acknowledgements/remind`));
  expect(await newestOf(signer.call)).toMatchObject({
    title: expect.stringContaining('Reminder to sign'),
    subject: subjectOf(published.id),
    appUrl: `${app.ports.portalUrl}/${organization.id}`,
  });
});
test('documents that wait for an approval are named', async () => {
  const { call, organization, document } = await soa.completed();
  const admin = await app.session(organization, ['admin']);
  await expectSuccess(call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: admin.member.id } }));
  expect(await newestOf(admin.call)).toMatchObject({
    subject: { type: 'soa_document', id: document.id, href: `/v1/soa/documents/${document.id}`, parent: null },
    appUrl: null,
  });
  const { isms_scope: id } = await setUpIsms(call);
  await expectSuccess(call('POST', `/v1/isms/documents/${id}/submit-for-approval`, { body: { approverId: admin.member.id } }));
  expect((await newestOf(admin.call)).subject).toEqual({ type: 'isms_document', id, href: `/v1/isms/documents/${id}`, parent: null });
});
test('a timeline is named, with its framework', async () => {
  const { call, organization, colleague, first, instance } = await withTimelines(app, 'GDPR');
  const { call: asColleague } = await app.session(organization, colleague);
  const { id, phases } = await activate(call, first);
  await callSuccessfully(call, 'POST', `${first}/phases/${phases[0].id}/ready`);
  expect(await newestOf(asColleague)).toMatchObject({
    subject: { type: 'timeline', id, href: first, parent: { type: 'framework', id: instance } },
    appUrl: `${app.ports.appUrl}/${organization.id}/frameworks/${instance}`,
  });
});
