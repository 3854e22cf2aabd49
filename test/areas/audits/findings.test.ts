import { expect, test } from 'vitest';
import { catalogueId } from '#domain/catalogue/ids';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { comment } from '../../support/comments.ts';
import { change, contents, raise } from '../../support/findings.ts';
import { newMember, within } from '../../support/organization.ts';
import { asProblem, expectProblem } from '../../support/refusals.ts';
import { add as addRisk, invalid } from '../../support/risks.ts';
import { addVendor } from '../../support/vendors.ts';

const app = startApp();
const url = '/v1/findings';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const template = catalogueId('findingTemplate', 'access-review-reviewer');
const person = ({ id, userId, name, email }: { id: string; userId: string; name: string; email: string }) => ({
  id,
  user: { id: userId, name, email, image: null },
});

/** Creates an organization with an auditor, and one record of each kind that a finding can be about. */
async function withRecords() {
  const caller = await app.callerForEverything();
  const { id: organizationId } = caller.organization;
  const auditor = await app.session(caller.organization, ['auditor']);
  const person = await newMember(app.database, organizationId, ['employee'], { name: 'Ada Marsh' });
  const ids = { taskId: newId('tsk'), policyId: newId('pol'), evidenceSubmissionId: newId('evs') };
  await within(app.database, organizationId, async (db) => {
    await db.insertInto('task').values({ id: ids.taskId, title: 'Review of access' }).execute();
    await db.insertInto('policy').values({ id: ids.policyId, name: 'Backup policy' }).execute();
    await db.insertInto('evidence_submission').values({ id: ids.evidenceSubmissionId, form_type: 'rbac-matrix' }).execute();
  });
  const risk = await addRisk(caller.call, { title: 'Fire in the office', description: 'It burns.' });
  const vendor = await addVendor(caller.call, { name: 'Harbour Cloud' });
  return { ...caller, auditor, person, ids: { ...ids, vendorId: vendor.id, riskId: risk.id, memberId: person.id } };
}
const remove = (organizationId: string, table: 'task' | 'policy' | 'evidence_submission' | 'member', id: string) =>
  within(app.database, organizationId, (db) => db.deleteFrom(table).where('id', '=', id).execute());

test('201 with the defaults, by the acting user (rules 1, 3, 5)', async () => {
  const { call, auditor, organization, ids } = await withRecords();
  const answer = await auditor.call('POST', url, { body: { taskId: ids.taskId, content: '  The review names no reviewer. ' } });
  expect(answer).toMatchObject({ status: 201 });
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^fnd_[0-9a-f]{24}$/),
    organizationId: organization.id,
    type: 'soc2',
    status: 'open',
    severity: 'medium',
    content: 'The review names no reviewer.',
    revisionNote: null,
    area: null,
    evidenceFormType: null,
    taskId: ids.taskId,
    evidenceSubmissionId: null,
    policyId: null,
    vendorId: null,
    riskId: null,
    memberId: null,
    deviceId: null,
    templateId: null,
    createdById: auditor.member.id,
    createdVia: null,
    task: { id: ids.taskId, title: 'Review of access' },
    evidenceSubmission: null,
    policy: null,
    vendor: null,
    risk: null,
    member: null,
    device: null,
    template: null,
    createdBy: person(auditor.member),
    closedAt: null,
    createdAt: time,
    updatedAt: answer.body.createdAt,
    version: 1,
  });
  expect(answer.headers.get('location')).toBe(`${url}/${answer.body.id}`);
  expect((await auditor.call('GET', `${url}/${answer.body.id}`)).body).toEqual(answer.body);
  expect((await call('GET', url)).body).toEqual({ data: [answer.body], nextCursor: null });
});
test('201 about each kind of record, with the sent fields, even for a framework that nobody adopted (rules 1, 3)', async () => {
  const { auditor, ids, person: ada } = await withRecords();
  const sentFields = { type: 'iso42001', severity: 'critical', templateId: template };
  const shownTemplate = { template: { id: template, category: 'task_specific', title: 'Access review without a reviewer' } };
  for (const [subject, detail] of [
    [{ policyId: ids.policyId }, { policy: { id: ids.policyId, name: 'Backup policy' } }],
    [{ vendorId: ids.vendorId }, { vendor: { id: ids.vendorId, name: 'Harbour Cloud' } }],
    [{ riskId: ids.riskId }, { risk: { id: ids.riskId, title: 'Fire in the office' } }],
    [{ memberId: ids.memberId }, { member: person(ada) }],
    [
      { evidenceSubmissionId: ids.evidenceSubmissionId },
      { evidenceSubmission: { id: ids.evidenceSubmissionId, formType: 'rbac-matrix', submittedAt: time } },
    ],
    [{ evidenceFormType: 'penetration-test' }, {}],
    [{ area: 'vendors' }, {}],
  ])
    expect(await raise(auditor.call, { ...sentFields, ...subject })).toMatchObject({
      ...sentFields,
      ...subject,
      ...detail,
      ...shownTemplate,
    });
});
test.each([
  ['no content', { content: undefined }, 'content'],
  ['a blank content', { content: ' ' }, 'content'],
  ['a content of more than 5000 characters', { content: 'x'.repeat(5001) }, 'content'],
  ['an unknown type', { type: 'nist' }, 'type'],
  ['an unknown severity', { severity: 'urgent' }, 'severity'],
  ['an unknown area', { area: 'office' }, 'area'],
  ['an unknown template', { templateId: 'fnd_t_6a0d6a0000000000000000ff' }, 'templateId'],
  ['a status', { status: 'closed' }, 'status'],
])('400 for %s', async (_case, fields, field) => {
  const { call } = await app.callerForEverything();
  expect(await call('POST', url, { body: { content: 'x', area: 'people', ...fields } })).toMatchObject({
    status: 400,
    body: { details: { [field]: {} } },
  });
});
test('400 for a finding about no record, and for a finding about several records (rule 1)', async () => {
  const { auditor, ids } = await withRecords();
  const exactlyOne =
    'must have exactly one of: taskId, evidenceSubmissionId, policyId, vendorId, riskId, memberId, deviceId, evidenceFormType, area';
  for (const [subject, message] of [
    [{}, exactlyOne],
    [{ area: 'people', taskId: ids.taskId }, expect.stringContaining('exactly one')],
    [{ policyId: ids.policyId, riskId: ids.riskId }, expect.stringContaining('exactly one')],
  ] as const)
    expect(await auditor.call('POST', url, { body: { content: 'x', ...subject } })).toMatchObject({
      status: 400,
      body: { details: { _errors: [message] } },
    });
  expect(await contents(auditor.call)).toEqual([]);
});
test('404 for a record that does not exist or belongs to another organization (rule 1)', async () => {
  const [{ auditor }, other] = [await withRecords(), await withRecords()];
  for (const [field, id] of Object.entries(other.ids))
    for (const unknownId of [id, newId(id.slice(0, id.indexOf('_')))])
      expect(await auditor.call('POST', url, { body: { content: 'x', [field]: unknownId } })).toMatchObject({
        status: 404,
        body: { code: expect.stringMatching(/^(task|evidence_submission|policy|vendor|risk|member)_not_found$/) },
      });
  await expectProblem(auditor.call, 'POST', url, 404, { content: 'x', taskId: other.ids.taskId });
});

test('200 with open findings first and closed findings last, newest first in each status, page by page', async () => {
  const { call } = await app.callerForEverything();
  const createdIds: Record<string, string> = {};
  for (const content of ['closed', 'revise', 'ready', 'open', 'open too', 'closed too', 'ready too'])
    createdIds[content] = (await raise(call, { area: 'other', content })).id;
  for (const [content, status] of [
    ['closed', 'closed'],
    ['closed too', 'closed'],
    ['revise', 'needs_revision'],
    ['ready', 'ready_for_review'],
    ['ready too', 'ready_for_review'],
  ] as const)
    await change(call, createdIds[content] ?? '', { status });
  const order = ['open too', 'open', 'ready too', 'ready', 'revise', 'closed too', 'closed'];
  expect(await contents(call)).toEqual(order);
  const pages = await allPages(call, `${url}?limit=3&count=true`);
  expect(pages.flatMap(({ data }) => data.map(({ content }: { content: string }) => content))).toEqual(order);
  expect(pages.map(({ totalCount }) => totalCount)).toEqual([7, 7, 7]);
});
test('200 with only the findings that match the filters', async () => {
  const { call, auditor, ids } = await withRecords();
  for (const [field, id] of Object.entries(ids)) await raise(auditor.call, { [field]: id, content: field });
  await raise(auditor.call, { area: 'people', content: '100% of it', severity: 'low', type: 'gdpr' });
  const formFinding = await raise(auditor.call, { evidenceFormType: 'meeting', content: 'form', severity: 'critical' });
  await change(auditor.call, formFinding.id, { status: 'closed' });
  for (const [field, id] of Object.entries(ids)) expect(await contents(call, `?${field}=${id}`)).toEqual([field]);
  expect(await contents(call, '?area=people&area=other')).toEqual(['100% of it']);
  expect(await contents(call, '?evidenceFormType=meeting')).toEqual(['form']);
  expect(await contents(call, '?status=closed')).toEqual(['form']);
  expect(await contents(call, '?severity=low&severity=critical')).toEqual(['100% of it', 'form']);
  expect(await contents(call, '?type=gdpr')).toEqual(['100% of it']);
  expect(await contents(call, '?search=100%25%20OF')).toEqual(['100% of it']);
  expect(await contents(call, '?status=closed&type=gdpr')).toEqual([]);
});
test('400 for an unknown status', async () => {
  const { call } = await app.callerForEverything();
  expect(await call('GET', `${url}?status=done`)).toMatchObject({ status: 400 });
});
test('404 for a finding that does not exist or belongs to another organization', async () => {
  const [{ call }, other] = [await app.callerForEverything(), await app.callerForEverything()];
  const foreign = (await raise(other.call)).id;
  for (const id of [foreign, newId('fnd')])
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { severity: 'low' }],
      ['DELETE', '', undefined],
      ['GET', '/history', undefined],
    ] as const)
      for (const accept of [{}, asProblem])
        expect(await call(method, `${url}/${id}${path}`, { body, ...accept })).toMatchObject({
          status: 404,
          body: { code: 'finding_not_found' },
        });
  expect(await contents(other.call)).toHaveLength(1);
});

test('200 on update changes the sent fields, and keeps the other fields', async () => {
  const { call } = await app.callerForEverything();
  const before = await raise(call, { area: 'risks', severity: 'high' });
  expect(await change(call, before.id, { content: ' Other ' })).toEqual({ ...before, content: 'Other', updatedAt: time, version: 2 });
  expect(await change(call, before.id, { severity: 'low', type: 'hipaa' })).toMatchObject({
    severity: 'low',
    type: 'hipaa',
    content: 'Other',
  });
  const last = await change(call, before.id, {});
  expect(last).toMatchObject({ severity: 'low', type: 'hipaa', content: 'Other', status: 'open' });
  expect((await call('GET', `${url}/${before.id}`)).body).toEqual(last);
  expect(await call('PATCH', `${url}/${before.id}`, { body: { content: ' ' } })).toMatchObject({ status: 400 });
  for (const field of ['taskId', 'area', 'createdById', 'closedAt'])
    expect(await call('PATCH', `${url}/${before.id}`, { body: { [field]: 'x' } })).toMatchObject(
      invalid({ [field]: { _errors: [`Unknown field '${field}'`] } }),
    );
});
test('200 from open to closed: who may change the status, and which notes are kept (States, rule 2)', async () => {
  const { organization, auditor } = await withRecords();
  const admin = await app.session(organization, ['admin']);
  const { id } = await raise(auditor.call);
  expect(await change(admin.call, id, { status: 'ready_for_review', revisionNote: 'x' })).toMatchObject({
    status: 'ready_for_review',
    revisionNote: null,
  });
  expect(await change(auditor.call, id, { status: 'needs_revision', revisionNote: ' Add a name. ' })).toMatchObject({
    status: 'needs_revision',
    revisionNote: 'Add a name.',
    closedAt: null,
  });
  expect(await change(admin.call, id, { severity: 'low', revisionNote: 'x' })).toMatchObject({ revisionNote: 'Add a name.' });
  expect(await change(admin.call, id, { status: 'open' })).toMatchObject({ status: 'open', revisionNote: null });
  const closed = await change(auditor.call, id, { status: 'closed' });
  expect(closed).toMatchObject({ status: 'closed', closedAt: time });
  expect(await change(admin.call, id, { status: 'closed', content: 'x' })).toMatchObject({ status: 'closed', closedAt: closed.closedAt });
  expect(await change(auditor.call, id, { status: 'open' })).toMatchObject({ status: 'open', closedAt: null });
});
test('403 for requesting a revision, closing or reopening a finding, by key or in person, unless as an auditor (rules 5, 6)', async () => {
  const { organization, auditor } = await withRecords();
  const admin = await app.session(organization, ['admin']);
  const [open, closed, revised] = [await raise(auditor.call), await raise(auditor.call), await raise(auditor.call)];
  await change(auditor.call, closed.id, { status: 'closed' });
  await change(auditor.call, revised.id, { status: 'needs_revision' });
  for (const accept of [{}, asProblem])
    for (const [id, body] of [
      [open.id, { status: 'closed', severity: 'low' }],
      [open.id, { status: 'needs_revision' }],
      [closed.id, { status: 'open' }],
      [revised.id, { status: 'needs_revision', revisionNote: 'x' }],
    ] as const)
      expect(await admin.call('PATCH', `${url}/${id}`, { body, ...accept })).toMatchObject({
        status: 403,
        body: { code: 'finding_status_reserved', to: body.status, allowed: expect.not.arrayContaining([body.status]) },
      });
  expect((await admin.call('GET', `${url}/${open.id}`)).body).toEqual(open);
  expect(await admin.call('POST', url, { body: { area: 'people', content: 'x' } })).toMatchObject({ status: 403 });
  expect(await admin.call('DELETE', `${url}/${open.id}`)).toMatchObject({ status: 403 });
  const limited = await app.caller(['finding:read', 'finding:update']);
  const auditorSession = await app.session(limited.organization, ['auditor']);
  const { id } = await raise(auditorSession.call);
  expect(await limited.call('PATCH', `${url}/${id}`, { body: { status: 'closed' } })).toMatchObject({ status: 403 });
  expect(await limited.call('PATCH', `${url}/${id}`, { body: { status: 'ready_for_review' } })).toMatchObject({ status: 200 });
});
test('409 for marking a closed finding as ready for review, even by an auditor (States)', async () => {
  const { organization, auditor } = await withRecords();
  const admin = await app.session(organization, ['admin']);
  const { id } = await raise(auditor.call);
  await change(auditor.call, id, { status: 'closed' });
  for (const { call } of [auditor, admin])
    for (const accept of [{}, asProblem])
      expect(await call('PATCH', `${url}/${id}`, { body: { status: 'ready_for_review' }, ...accept })).toMatchObject({
        status: 409,
        body: { code: 'finding_closed', from: 'closed', allowed: call === auditor.call ? ['open', 'needs_revision'] : [] },
      });
});
test('simultaneous closing and reopening of a finding leaves a consistent finding and history', async () => {
  const { auditor } = await withRecords();
  const { id } = await raise(auditor.call);
  await Promise.all(['closed', 'open', 'closed', 'needs_revision'].map((status) => change(auditor.call, id, { status })));
  const { status, closedAt } = (await auditor.call('GET', `${url}/${id}`)).body;
  expect(closedAt !== null).toBe(status === 'closed');
  const { data } = (await auditor.call('GET', `${url}/${id}/history`)).body;
  const moves = data
    .toReversed()
    .flatMap((entry: { data: { action: string; previousStatus?: string; newStatus?: string } }) =>
      entry.data.action === 'status_changed' ? [[entry.data.previousStatus, entry.data.newStatus]] : [],
    );
  expect(moves.map(([from]: string[]) => from)).toEqual(['open', ...moves.map(([, to]: string[]) => to)].slice(0, -1));
  expect(moves.at(-1)?.[1] ?? 'open').toBe(status);
});

test('204 deletes the finding with its comments; the history remains in the audit log (rule 12)', async () => {
  const { call, organization } = await app.callerForEverything();
  const { id } = await raise(call);
  await comment(call, '', { entityType: 'finding', entityId: id });
  expect(await call('DELETE', `${url}/${id}`)).toMatchObject({ status: 204 });
  expect(await call('GET', `${url}/${id}`)).toMatchObject({ status: 404 });
  expect(await within(app.database, organization.id, (db) => db.selectFrom('comment').select('id').execute())).toEqual([]);
  const { data } = (await call('GET', `/v1/audit-logs?entityType=finding&entityId=${id}`)).body;
  expect(data.map(({ description }: { description: string }) => description)).toEqual([
    'Deleted a finding [via API key "test"]',
    'Commented on finding [via API key "test"]',
    'Raised a finding [via API key "test"]',
  ]);
});
test('a finding is deleted with its subject, together with its comments, but not with its author or its template (rule 4)', async () => {
  const { call, auditor, organization, ids } = await withRecords();
  for (const [field, id] of Object.entries(ids)) {
    const finding = await raise(auditor.call, { [field]: id, content: field });
    await comment(call, '', { entityType: 'finding', entityId: finding.id });
  }
  const keptFinding = await raise(auditor.call, { area: 'other', content: 'kept', templateId: template });
  await remove(organization.id, 'task', ids.taskId);
  await remove(organization.id, 'policy', ids.policyId);
  await remove(organization.id, 'evidence_submission', ids.evidenceSubmissionId);
  await remove(organization.id, 'member', ids.memberId);
  expect(await call('DELETE', `/v1/risks/${ids.riskId}`)).toMatchObject({ status: 200 });
  expect(await call('DELETE', `/v1/vendors/${ids.vendorId}`)).toMatchObject({ status: 204 });
  expect(await contents(call)).toEqual(['kept']);
  expect(await within(app.database, organization.id, (db) => db.selectFrom('comment').select('id').execute())).toEqual([]);
  await within(app.database, organization.id, (db) =>
    db.updateTable('finding').set({ template_id: 'fnd_t_6a0d6a0000000000000000ff' }).where('id', '=', keptFinding.id).execute(),
  );
  await remove(organization.id, 'member', auditor.member.id);
  expect((await call('GET', `${url}/${keptFinding.id}`)).body).toMatchObject({
    content: 'kept',
    createdById: null,
    createdBy: null,
    templateId: null,
    template: null,
  });
});
test('201 for a comment by a member who may update findings, 200 for reading the comments, 403 without permission (rule 11)', async () => {
  const { auditor, organization } = await withRecords();
  const { id } = await raise(auditor.call);
  const place = { entityType: 'finding', entityId: id };
  const { content } = await comment(auditor.call, '', place);
  const list = (call: typeof auditor.call) => call('GET', `/v1/comments?entityType=finding&entityId=${id}`);
  expect((await list(auditor.call)).body.data).toMatchObject([{ content, entityType: 'finding', entityId: id }]);
  const employee = await app.session(organization, ['employee']);
  expect(await list(employee.call)).toMatchObject({ status: 403 });
  expect(await employee.call('POST', '/v1/comments', { body: { content: 'x', ...place } })).toMatchObject({ status: 403 });
});

test('200 with templates sorted by category and order, and with only the templates of the requested categories (rule 10)', async () => {
  const { call } = await app.callerForEverything();
  const { data } = (await call('GET', '/v1/finding-templates')).body;
  expect(new Set(data.map(({ category }: { category: string }) => category))).toEqual(
    new Set(['evidence_issue', 'further_evidence', 'na_incorrect', 'task_specific']),
  );
  const filtered = (await call('GET', '/v1/finding-templates?category=na_incorrect&category=evidence_issue')).body.data;
  expect(filtered).toEqual(data.filter(({ category }: { category: string }) => ['na_incorrect', 'evidence_issue'].includes(category)));
  expect((await call('GET', `/v1/finding-templates/${data[3].id}`)).body).toEqual(data[3]);
  expect(await call('GET', '/v1/finding-templates?category=other')).toMatchObject({ status: 400 });
});
test('404 for an unknown template', async () => {
  const { call } = await app.callerForEverything();
  for (const accept of [{}, asProblem])
    expect(await call('GET', '/v1/finding-templates/fnd_t_6a0d6a0000000000000000ff', accept)).toMatchObject({
      status: 404,
      body: { code: 'finding_template_not_found' },
    });
});
