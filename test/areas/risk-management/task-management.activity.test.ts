/** The audit log, the activity and the mails of task items. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#platform/database/open';
import { allPages, call as callAt, listenOn, openTestDatabase, startApp, testConfig } from '../../support/app.ts';
import { attach, newRiskId } from '../../support/attachments.ts';
import { comment, mailsOf, mention } from '../../support/comments.ts';
import { newMember, newOrganization } from '../../support/organization.ts';
import { addItem } from '../../support/task-items.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function withRisk() {
  const caller = await app.caller();
  const [ada, chen] = [
    await newMember(app.database, caller.organization.id, ['admin'], { name: 'Ada Marsh' }),
    await newMember(app.database, caller.organization.id, ['admin'], { name: 'Chen Liu' }),
  ];
  return { ...caller, ada, chen, owner: caller.organization.owner, riskId: await newRiskId(caller.call) };
}
const logOf = (organizationId: string) =>
  app.database.system
    .selectFrom('audit_entry')
    .select(['entity_type', 'entity_id', 'description', 'data'])
    .where('organization_id', '=', organizationId)
    .orderBy('sequence')
    .execute();

test('200 lists the activity of an item, oldest first, without the activity of its comments and files', async () => {
  const { call, organization, riskId, ada, owner } = await withRisk();
  const session = await app.session(organization, ada);
  const { id } = await addItem(session.call, riskId, { title: 'Test', assigneeId: owner.id });
  const path = `/v1/task-management/${id}`;
  await attach(call, '', { entityType: 'task_item', entityId: id });
  await comment(call, '', { entityType: 'task', entityId: id });
  await call('PATCH', path, {
    body: { title: 'Test it', status: 'done', priority: 'high', dueDate: '2026-12-24', description: 'More', assigneeId: null },
  });
  await call('PATCH', path, { body: { status: 'done' } });
  const answer = await call('GET', `${path}/activity?count=true`);
  expect(answer).toMatchObject({ status: 200, body: { totalCount: 4, nextCursor: null } });
  const entry = (actor: typeof ada, description: string, data: object) => ({
    id: expect.stringMatching(/^aud_[0-9a-f]{24}$/),
    timestamp: time,
    organizationId: organization.id,
    userId: actor.userId,
    memberId: actor.id,
    entityType: 'task',
    entityId: id,
    description,
    data: { taskItemId: id, parentEntityType: 'risk', parentEntityId: riskId, ...data },
    user: { id: actor.userId, name: actor.name, email: actor.email, image: null },
  });
  const via = 'API key "test"';
  expect(answer.body.data).toEqual([
    entry(ada, 'Created task item "Test"', { action: 'created', taskTitle: 'Test' }),
    entry(ada, 'Assigned task item "Test" to Olive Owner', {
      action: 'assigned',
      taskTitle: 'Test',
      assigneeId: owner.id,
      assigneeName: 'Olive Owner',
    }),
    entry(
      owner,
      `Updated task item "Test it": title from Test to Test it, description, status from todo to done, priority from medium to high, due date from none to 2026-12-24 [via ${via}]`,
      {
        action: 'updated',
        taskTitle: 'Test it',
        via,
        changes: [
          'title from Test to Test it',
          'description',
          'status from todo to done',
          'priority from medium to high',
          'due date from none to 2026-12-24',
        ],
      },
    ),
    entry(owner, `Unassigned task item "Test it" [via ${via}]`, {
      action: 'assigned',
      taskTitle: 'Test it',
      assigneeId: null,
      assigneeName: null,
      via,
    }),
  ]);
  const pages = await allPages(call, `${path}/activity?limit=1`);
  expect(pages.flatMap(({ data }) => data)).toEqual(answer.body.data);
});
test('404 for the activity of a deleted item, whose entries stay in the audit log together with that of the deletion', async () => {
  const { call, organization, riskId } = await withRisk();
  const { id } = await addItem(call, riskId, { title: 'Test' });
  await call('DELETE', `/v1/task-management/${id}`);
  expect(await call('GET', `/v1/task-management/${id}/activity`)).toMatchObject({ status: 404 });
  const entries = (await logOf(organization.id)).filter(({ entity_id: entityId }) => entityId === id);
  expect(entries).toMatchObject([
    { entity_type: 'task', data: { action: 'created', resource: 'task' } },
    {
      entity_type: 'task',
      description: 'Deleted task item "Test" [via API key "test"]',
      data: { action: 'deleted', taskTitle: 'Test', method: 'DELETE' },
    },
  ]);
  expect((await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data).toHaveLength(2);
  expect((await call('GET', '/v1/audit-logs/verification')).body).toMatchObject({ intact: true });
});

test('201 and 200 mail each new assignee, except the acting user and members who disabled the mail', async () => {
  const { call, organization, riskId, ada, chen, owner } = await withRisk();
  const auditor = await newMember(app.database, organization.id, ['auditor']);
  const { id } = await addItem(call, riskId, { title: 'Test', assigneeId: ada.id });
  for (const assigneeId of [ada.id, chen.id, null, owner.id, auditor.id])
    await call('PATCH', `/v1/task-management/${id}`, { body: { assigneeId } });
  const mail = ({ email }: typeof ada) => ({
    recipient: email,
    subject: 'A task was assigned to you: Test',
    text: `Olive Owner (by API key "test") assigned you the task "Test".\n\nhttp://localhost:3000/${organization.id}/risks/${riskId}?taskItemId=${id}\n`,
  });
  expect(await mailsOf(app.database, organization.id)).toEqual([mail(ada), mail(chen)]);
});
test('201 and 200 mail the mentioned members each time a description is sent', async () => {
  const { call, organization, riskId, ada, chen, owner } = await withRisk();
  const description = `Ask ${mention(ada)} and ${mention(owner)}`;
  const { id } = await addItem(call, riskId, { title: 'Test', description });
  for (const body of [{ description: `${description}, ${mention(chen)}` }, { status: 'done' }])
    await call('PATCH', `/v1/task-management/${id}`, { body });
  const mails = await mailsOf(app.database, organization.id);
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([ada.email, ada.email, chen.email].sort());
  expect(mails[0]).toMatchObject({
    subject: 'Olive Owner (by API key "test") mentioned you in a task',
    text: `Olive Owner (by API key "test") wrote in the task "Test":\n\nAsk @Ada Marsh and @Olive Owner\n\nhttp://localhost:3000/${organization.id}/risks/${riskId}?taskItemId=${id}\n`,
  });
});

let database: Database;
let base: string;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ base } = await listenOn(database, testConfig({ STAFF_EMAIL_DOMAINS: 'operator.example.org' })));
});
afterAll(() => database.close());

test('400 for an assignee of the staff of the operator, who take no part in compliance work', async () => {
  const { id, key } = await newOrganization(database);
  const staff = await newMember(database, id, ['admin'], { email: `support-${Date.now()}@operator.example.org` });
  const riskId = await newRiskId((method, url, options = {}) => callAt(base, method, url, { key, ...options }));
  expect(
    await callAt(base, 'POST', '/v1/task-management', {
      key,
      body: { title: 'x', entityType: 'risk', entityId: riskId, assigneeId: staff.id },
    }),
  ).toMatchObject({
    status: 400,
    body: { details: { assigneeId: { _errors: ['must be an active member who takes part in compliance work'] } } },
  });
});
