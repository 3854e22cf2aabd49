import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { expectErrorInBothTypes } from '../../support/refusals.ts';
import { comment } from '../../support/comments.ts';
import { formTypes, report, review, submit, uploadFor, valuesOf } from '../../support/evidence-forms.ts';
import { contents, raise } from '../../support/findings.ts';
import { newApiKey, newMember, newRole, within } from '../../support/organization.ts';
import { invalid, lastEntry, mailsOf } from '../../support/people.ts';
import { expectProblem } from '../../support/refusals.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const urlOf = (formType: string, suffix = '') => `/v1/evidence-forms/${formType}${suffix}`;
type Caller = Awaited<ReturnType<typeof app.caller>>;
const employeeOf = ({ organization }: Caller) => app.session(organization, ['employee']);
const userOf = ({ userId: id, name, email }: { userId: string; name: string; email: string }) => ({ id, name, email, image: null });
const typesIn = ({ body }: { body?: { data: { type: string }[] } }) => body?.data.map(({ type }) => type);
const idsIn = ({ body }: { body?: { data: { id: string }[] } }) => body?.data.map(({ id }) => id);
const switchOff = (organizationId: string) =>
  app.database.system
    .updateTable('organization')
    .set({ whistleblower_report_enabled: false, access_request_form_enabled: false })
    .where('id', '=', organizationId)
    .execute();

describe('forms', () => {
  test('200 with all thirteen, and each by its type', async () => {
    const { call } = await app.caller(['evidence:read']);
    const { body } = await call('GET', '/v1/evidence-forms');
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual([...formTypes]);
    for (const form of body.data) expect(await call('GET', urlOf(form.type))).toMatchObject({ status: 200, body: form });
    expect(typesIn(await call('GET', '/v1/evidence-forms?portalAccessible=true'))).toEqual(['access-request', 'whistleblower-report']);
    expect(typesIn(await call('GET', '/v1/evidence-forms?portalAccessible=false'))).toHaveLength(11);
  });
  test('rule 11: 200 for employees with only the forms that are open to employees', async () => {
    const { call } = await employeeOf(await app.caller());
    expect(typesIn(await call('GET', '/v1/evidence-forms'))).toEqual(['access-request', 'whistleblower-report']);
    expect(typesIn(await call('GET', '/v1/evidence-forms?portalAccessible=false'))).toEqual([]);
    for (const path of [
      urlOf('access-request'),
      urlOf('statuses'),
      urlOf('settings'),
      urlOf('access-request', '/submissions'),
      urlOf('meeting', '/export.csv'),
    ])
      expect(await call('GET', path), path).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
  });
  test('400 for an unknown form, and for an invalid filter', async () => {
    const { call } = await app.caller();
    for (const path of [urlOf('minutes'), urlOf('access_request'), urlOf('minutes', '/submissions'), urlOf('minutes', '/export.csv')])
      expect(await call('GET', path), path).toMatchObject({ status: 400, body: { details: { formType: {} } } });
    expect(await call('GET', '/v1/evidence-forms?portalAccessible=yes')).toMatchObject({ status: 400 });
  });
});

describe('statuses and settings', () => {
  test('rule 10: 200 for a form that is not relevant, which keeps its submissions and accepts new submissions', async () => {
    const { call, organization } = await app.caller();
    const first = await submit(call, 'network-diagram');
    const before = await call('GET', urlOf('settings'));
    expect(before.body.data).toHaveLength(13);
    expect(before.body.data[10]).toEqual({ formType: 'network-diagram', isNotRelevant: false, updatedAt: null, version: 1 });
    const notRelevant = await call('PATCH', urlOf('network-diagram', '/settings'), { body: { isNotRelevant: true } });
    expect(notRelevant).toMatchObject({ status: 200, body: { formType: 'network-diagram', isNotRelevant: true, updatedAt: time } });
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'task',
      entity_id: expect.stringMatching(/^efs_/),
      data: { changes: { isNotRelevant: { previous: false, current: true } } },
    });
    expect((await call('GET', urlOf('settings'))).body.data[10]).toEqual(notRelevant.body);
    const second = await submit(call, 'network-diagram');
    expect(idsIn(await call('GET', urlOf('network-diagram', '/submissions')))).toEqual([second.id, first.id]);
    const { body } = await call('GET', urlOf('statuses'));
    expect(body.data).toHaveLength(13);
    expect(body.data[10]).toEqual({ formType: 'network-diagram', lastSubmittedAt: second.submittedAt, isNotRelevant: true });
    expect(body.data[0]).toEqual({ formType: 'meeting', lastSubmittedAt: null, isNotRelevant: false });
    const relevantAgain = await call('PATCH', urlOf('network-diagram', '/settings'), { body: { isNotRelevant: false } });
    expect(relevantAgain.body.updatedAt > notRelevant.body.updatedAt).toBe(true);
  });
  test('200 for simultaneous changes of a setting', async () => {
    const { call } = await app.caller();
    const set = (isNotRelevant: boolean) => call('PATCH', urlOf('meeting', '/settings'), { body: { isNotRelevant } });
    expect((await Promise.all([set(true), set(true), set(true)])).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
  test.each([{}, { isNotRelevant: 'true' }, { isNotRelevant: true, reason: 'x' }])('400 for %o', async (body) => {
    const { call } = await app.caller();
    expect(await call('PATCH', urlOf('meeting', '/settings'), { body })).toMatchObject({ status: 400 });
  });
});

describe('submitting', () => {
  test.each(formTypes)('rules 1 to 5: 201 for %s', async (formType) => {
    const { call, organization } = await app.caller();
    const file = formType === 'penetration-test' ? { pentestReport: await uploadFor(call, formType) } : {};
    const submission = await submit(call, formType, file);
    const isReport = formType === 'whistleblower-report';
    expect(submission).toEqual({
      id: expect.stringMatching(/^evs_[0-9a-f]{24}$/),
      organizationId: organization.id,
      formType,
      submittedById: isReport ? null : organization.owner.userId,
      submittedBy: isReport ? null : userOf(organization.owner),
      submittedVia: isReport ? null : 'API key "test"',
      submittedAt: time,
      status: 'pending',
      reviewedById: null,
      reviewedBy: null,
      reviewedAt: null,
      reviewedVia: null,
      selfApproved: false,
      reviewReason: null,
      createdAt: time,
      updatedAt: time,
      version: expect.any(Number),
      data: {
        ...(isReport && { submissionDate: time }),
        ...valuesOf[formType],
        ...(file.pentestReport && { pentestReport: expect.anything() }),
      },
    });
    const read = await call('GET', urlOf(formType, `/submissions/${submission.id}`));
    expect(read).toMatchObject({ status: 200, body: { id: submission.id, data: { submissionDate: submission.data.submissionDate } } });
  });
  test('201 with the URL of the submission in the Location header; keys that the form does not have are dropped', async () => {
    const { call } = await app.caller();
    const answer = await call('POST', urlOf('access-request', '/submissions'), {
      body: { data: { ...valuesOf['access-request'], other: { deep: [1] } } },
    });
    expect(answer).toMatchObject({ status: 201, body: { data: valuesOf['access-request'] } });
    expect(answer.body.data).not.toHaveProperty('other');
    expect(answer.headers.get('location')).toBe(urlOf('access-request', `/submissions/${answer.body.id}`));
    const document = await call('POST', urlOf('meeting', '/file-submissions'), { body: report });
    expect(document.headers.get('location')).toBe(urlOf('meeting', `/submissions/${document.body.id}`));
  });
  test('rule 1: 400 with a message for each invalid value, and for an invalid body', async () => {
    const { call } = await app.caller();
    const send = (formType: string, body: object) => call('POST', urlOf(formType, '/submissions'), { body });
    expect(
      await send('access-request', { data: { ...valuesOf['access-request'], userName: '', permissionsNeeded: 'root' } }),
    ).toMatchObject(invalid({ 'data.userName': 'is required', 'data.permissionsNeeded': 'must be one of: read, write, admin' }));
    expect(await send('rbac-matrix', { data: { submissionDate: '2026-05-20', matrixRows: [{ roleName: 'x' }] } })).toMatchObject(
      invalid({
        'data.matrixRows.0.system': 'is required',
        'data.matrixRows.0.permissionsScope': 'is required',
        'data.matrixRows.0.approvedBy': 'is required',
        'data.matrixRows.0.lastReviewed': 'is required',
      }),
    );
    for (const body of [{}, { data: [] }, { data: 'x' }, { data: valuesOf.meeting, other: 1 }])
      expect(await send('meeting', body)).toMatchObject({ status: 400 });
    expect(
      (await call('GET', urlOf('statuses'))).body.data.some(({ lastSubmittedAt }: { lastSubmittedAt: string }) => lastSubmittedAt),
    ).toBe(false);
  });
  test('rule 11: 403 for an employee with a form that is not open to employees', async () => {
    const employee = await employeeOf(await app.caller());
    await expectErrorInBothTypes(
      (options) => employee.call('POST', urlOf('meeting', '/submissions'), { body: { data: valuesOf.meeting }, ...options }),
      403,
      'Employees cannot submit this form',
    );
    const submission = await submit(employee.call, 'access-request');
    expect(submission.submittedBy).toEqual(userOf(employee.member));
    expect(await employee.call('POST', urlOf('access-request', '/file-submissions'), { body: report })).toMatchObject({ status: 403 });
    expect(await employee.call('GET', urlOf('access-request', `/submissions/${submission.id}`))).toMatchObject({ status: 403 });
  });
  test('rule 11: 201 for every form with only evidence:create, 403 with neither evidence:create nor portal:update', async () => {
    const { call, organization } = await app.caller(['evidence:create']);
    await submit(call, 'meeting');
    await submit(call, 'access-request');
    const reader = await app.session(organization, [await newRole(app.database, organization.id, ['evidence:read', 'portal:read'])]);
    expect(
      await reader.call('POST', urlOf('access-request', '/submissions'), { body: { data: valuesOf['access-request'] } }),
    ).toMatchObject({
      status: 403,
      body: { code: 'missing_permission' },
    });
  });
  test('rule 15: 201 with a key for the member whom the request names; a session acts for its own member', async () => {
    const caller = await app.caller();
    const [member, deactivated] = [
      await newMember(app.database, caller.organization.id, ['employee'], { name: 'Ada Marsh' }),
      await newMember(app.database, caller.organization.id, ['employee'], { active: false }),
    ];
    const stranger = await newMember(app.database, (await app.caller()).organization.id, ['owner']);
    expect((await submit(caller.call, 'meeting', {}, { userId: member.userId })).submittedBy).toEqual(userOf(member));
    expect((await submit(caller.inPerson, 'meeting', {}, { userId: member.userId })).submittedBy).toEqual(
      userOf(caller.organization.owner),
    );
    for (const userId of [deactivated.userId, stranger.userId, newId('usr')]) {
      const invalidUser = invalid({ userId: 'must be an active member of the organization' });
      const data = valuesOf.meeting;
      expect(await caller.call('POST', urlOf('meeting', '/submissions'), { body: { data, userId } })).toMatchObject(invalidUser);
      expect(await caller.call('POST', urlOf('meeting', '/file-submissions'), { body: { ...report, userId } })).toMatchObject(invalidUser);
      expect(await caller.call('GET', `${urlOf('my-submissions')}?userId=${userId}`)).toMatchObject(invalidUser);
      expect(await caller.call('GET', `${urlOf('my-submissions/pending-count')}?userId=${userId}`)).toMatchObject(invalidUser);
    }
  });
  test('rule 13: 403 for everybody while the form is switched off; earlier submissions can be read and reviewed', async () => {
    const caller = await app.caller();
    const { call, inPerson, organization } = caller;
    const employee = await employeeOf(caller);
    const earlierSubmission = await submit(call, 'access-request');
    await switchOff(organization.id);
    expect(typesIn(await call('GET', '/v1/evidence-forms'))).toHaveLength(11);
    expect(typesIn(await employee.call('GET', '/v1/evidence-forms'))).toEqual([]);
    const switchedOff = { status: 403, body: { code: 'evidence_form_switched_off' } };
    for (const formType of ['access-request', 'whistleblower-report'] as const) {
      for (const ask of [call, employee.call]) {
        expect(await ask('POST', urlOf(formType, '/submissions'), { body: { data: valuesOf[formType] } })).toMatchObject(switchedOff);
        expect(await ask('POST', urlOf('uploads'), { body: { formType, ...report } })).toMatchObject(switchedOff);
      }
      expect(await call('POST', urlOf(formType, '/file-submissions'), { body: report })).toMatchObject(switchedOff);
      expect(await call('GET', urlOf(formType))).toMatchObject({ status: 200 });
    }
    await submit(call, 'meeting');
    expect(await call('GET', urlOf('access-request', `/submissions/${earlierSubmission.id}`))).toMatchObject({ status: 200 });
    expect(await review(inPerson, earlierSubmission, { action: 'approved' })).toMatchObject({ status: 200 });
    expect((await call('GET', urlOf('access-request', '/export.csv'))).text).toContain(earlierSubmission.id);
  });
});

describe('rule 9: scores', () => {
  const documents = async ({ call }: Caller) => (await call('GET', '/v1/frameworks/scores')).body.documents;

  test('200 with fewer outstanding documents after each submission, whatever the result of its review', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const before = await documents(caller);
    const submission = await submit(call, 'rbac-matrix');
    expect((await documents(caller)).completedDocuments).toBe(before.completedDocuments + 1);
    await review(call, submission, { action: 'rejected', reason: 'Incomplete' });
    expect((await documents(caller)).completedDocuments).toBe(before.completedDocuments + 1);
    await submit(call, 'board-meeting');
    expect((await documents(caller)).completedDocuments).toBe(before.completedDocuments + 2);
    for (const formType of ['access-request', 'whistleblower-report', 'account-types', 'meeting'] as const) await submit(call, formType);
    expect(await documents(caller)).toMatchObject({
      totalDocuments: before.totalDocuments,
      completedDocuments: before.completedDocuments + 2,
    });
    await call('POST', urlOf('network-diagram', '/file-submissions'), { body: report });
    expect((await documents(caller)).completedDocuments).toBe(before.completedDocuments + 3);
    await call('DELETE', urlOf('rbac-matrix', `/submissions/${submission.id}`));
    expect((await documents(caller)).completedDocuments).toBe(before.completedDocuments + 2);
    await call('PATCH', urlOf('tabletop-exercise', '/settings'), { body: { isNotRelevant: true } });
    expect((await documents(caller)).totalDocuments).toBe(before.totalDocuments - 1);
  });
});

describe('rule 12: anonymous reports', () => {
  const entriesOf = (organizationId: string) =>
    app.database.system
      .selectFrom('audit_entry')
      .select(['user_id', 'member_id', 'user_snapshot', 'description', 'data', 'entity_type', 'entity_id'])
      .where('organization_id', '=', organizationId)
      .orderBy('sequence')
      .execute();

  test('201 without an author, and no stored record reveals the author', async () => {
    const caller = await app.caller();
    const employee = await employeeOf(caller);
    const evidenceFile = await uploadFor(employee.call, 'whistleblower-report');
    const anonymousReport = await submit(employee.call, 'whistleblower-report', { evidenceFile });
    const reportForMember = await submit(caller.call, 'whistleblower-report', {}, { anonymous: true, userId: employee.member.userId });
    const document = await caller.call('POST', urlOf('whistleblower-report', '/file-submissions'), { body: report });
    for (const submission of [anonymousReport, reportForMember, document.body])
      expect(submission).toMatchObject({ submittedById: null, submittedBy: null });
    expect(await employee.call('GET', urlOf('my-submissions'))).toMatchObject({ status: 200, body: { data: [] } });
    expect((await employee.call('GET', urlOf('my-submissions/pending-count'))).body).toEqual({ count: 0 });

    const entries = await entriesOf(caller.organization.id);
    expect(entries).toHaveLength(4);
    for (const entry of entries)
      expect(entry).toMatchObject({
        user_id: null,
        member_id: null,
        user_snapshot: null,
        entity_type: 'task',
        data: { resource: 'evidence' },
      });
    const text = JSON.stringify(entries);
    for (const trace of [employee.member.id, employee.member.userId, employee.member.email, 'API key', caller.organization.owner.userId])
      expect(text).not.toContain(trace);
    const [file] = await within(app.database, caller.organization.id, (db) =>
      db.selectFrom('evidence_file').selectAll().where('submission_id', '=', anonymousReport.id).execute(),
    );
    expect(JSON.stringify(file)).not.toContain('usr_');
    const log = await caller.call('GET', '/v1/audit-logs');
    expect(log.body.data.map(({ user }: { user: object | null }) => user)).toEqual([null, null, null, null]);
    expect(await caller.call('GET', '/v1/audit-logs/verification')).toMatchObject({ body: { intact: true } });
  });
  test('201 with an author who wants to be named, and who finds the report among own submissions', async () => {
    const caller = await app.caller();
    const employee = await employeeOf(caller);
    const namedReport = await submit(employee.call, 'whistleblower-report', {}, { anonymous: false });
    expect(namedReport.submittedBy).toEqual(userOf(employee.member));
    expect(idsIn(await employee.call('GET', urlOf('my-submissions')))).toEqual([namedReport.id]);
    expect((await entriesOf(caller.organization.id)).map(({ user_id: userId }) => userId)).toEqual([employee.member.userId]);
  });
  test('400 for the field anonymous with any form except the whistleblower report', async () => {
    const { call } = await app.caller();
    for (const anonymous of [true, false])
      expect(await call('POST', urlOf('meeting', '/submissions'), { body: { data: valuesOf.meeting, anonymous } })).toMatchObject(
        invalid({ anonymous: 'can be sent for a whistleblower report only' }),
      );
  });
});

describe('reading', () => {
  test('rule 19: 200 page by page, newest first, without long texts, tables and files', async () => {
    const { call, organization } = await app.caller();
    const submissions = [await submit(call, 'access-request'), await submit(call, 'access-request'), await submit(call, 'access-request')];
    await submit(call, 'meeting');
    const pages = await allPages(call, `${urlOf('access-request', '/submissions')}?limit=2&count=true`);
    expect(pages.map(({ data, totalCount }) => [data.length, totalCount])).toEqual([
      [2, 3],
      [1, 3],
    ]);
    const listed = pages.flatMap(({ data }) => data);
    expect(listed.map(({ id }) => id)).toEqual(submissions.map(({ id }) => id).reverse());
    const { accountsNeeded: _accounts, reasonForRequest: _reason, ...short } = valuesOf['access-request'];
    expect(listed[0]).toEqual({ ...submissions[2], data: short, submittedBy: userOf(organization.owner) });

    await submit(call, 'rbac-matrix');
    expect((await call('GET', urlOf('rbac-matrix', '/submissions'))).body.data[0].data).toEqual({ submissionDate: '2026-05-20' });
    await call('POST', urlOf('rbac-matrix', '/file-submissions'), { body: report });
    expect((await call('GET', urlOf('rbac-matrix', '/submissions'))).body.data[0].data).toEqual({ submissionDate: time });
    await submit(call, 'tabletop-exercise');
    expect((await call('GET', urlOf('tabletop-exercise', '/submissions'))).body.data[0].data).toEqual({
      submissionDate: '2026-05-20',
      exerciseDate: '2026-05-06',
      facilitator: 'Ada Marsh',
      scenarioType: 'ransomware',
    });
  });
  test('200 filtered by text, status and time', async () => {
    const { call, inPerson } = await app.caller();
    const list = async (query: string) => idsIn(await call('GET', `${urlOf('rbac-matrix', '/submissions')}?${query}`));
    const first = await submit(call, 'rbac-matrix', {
      matrixRows: [{ ...(Object(valuesOf['rbac-matrix']).matrixRows[0] ?? {}), system: '50%_off' }],
    });
    const second = await submit(call, 'rbac-matrix');
    const { body: third } = await call('POST', urlOf('rbac-matrix', '/file-submissions'), {
      body: { ...report, fileName: 'Roles of May.pdf' },
    });
    expect(await list('search=50%25_OFF')).toEqual([first.id]);
    expect(await list('search=%20billing%20')).toEqual([second.id]);
    expect(await list('search=roles%20of%20may')).toEqual([third.id]);
    expect(await list('search=matrixRows')).toEqual([]);
    expect(await list('search=evidence-forms')).toEqual([]);
    await review(inPerson, first, { action: 'approved' });
    await review(call, second, { action: 'rejected', reason: 'x' });
    expect(await list('status=approved')).toEqual([first.id]);
    expect(await list('status=rejected&status=pending')).toEqual([third.id, second.id]);
    expect(await list(`submittedAtAfter=${second.submittedAt}&submittedAtBefore=${second.submittedAt}`)).toContain(second.id);
    expect(await list('submittedAtBefore=2026-01-01')).toEqual([]);
    expect(await list('submittedAtAfter=2026-01-01')).toHaveLength(3);
    for (const query of ['search=%20', 'status=open', 'submittedAtAfter=yesterday', 'sortBy=id'])
      expect(await call('GET', `${urlOf('rbac-matrix', '/submissions')}?${query}`), query).toMatchObject({ status: 400 });
  });
  test('200 with only the submissions of the acting user, filtered by form, and with the number of pending submissions', async () => {
    const caller = await app.caller();
    const [employee, other] = [await employeeOf(caller), await employeeOf(caller)];
    const request = await submit(employee.call, 'access-request');
    const namedReport = await submit(employee.call, 'whistleblower-report', {}, { anonymous: false });
    await submit(other.call, 'access-request');
    const listMine = (query = '') => employee.call('GET', urlOf('my-submissions') + query);
    expect(idsIn(await listMine())).toEqual([namedReport.id, request.id]);
    expect(idsIn(await listMine('?formType=access-request'))).toEqual([request.id]);
    expect(idsIn(await listMine('?formType=access-request&formType=whistleblower-report&limit=1'))).toEqual([namedReport.id]);
    expect(await listMine('?formType=minutes')).toMatchObject({ status: 400 });
    expect((await employee.call('GET', urlOf('my-submissions/pending-count'))).body).toEqual({ count: 2 });
    await review(caller.call, request, { action: 'rejected', reason: 'Not needed' });
    expect((await employee.call('GET', urlOf('my-submissions/pending-count'))).body).toEqual({ count: 1 });
    expect((await listMine('?formType=access-request')).body.data[0]).toMatchObject({ status: 'rejected', reviewReason: 'Not needed' });
    expect((await caller.call('GET', `${urlOf('my-submissions')}?userId=${other.member.userId}`)).body.data).toHaveLength(1);
    expect((await caller.call('GET', urlOf('my-submissions'))).body.data).toHaveLength(0);
    expect(await (await app.session(caller.organization, ['auditor'])).call('GET', urlOf('my-submissions'))).toMatchObject({ status: 403 });
  });
  test('rule 11: 403 for a key without evidence:read that requests the submissions of another member', async () => {
    const caller = await app.caller();
    const employee = await employeeOf(caller);
    await submit(employee.call, 'access-request');
    const { owner } = caller.organization;
    const { key } = await newApiKey(app.database, caller.organization.id, {
      scopes: ['portal:read', 'portal:update'],
      created_by_member_id: owner.id,
    });
    for (const path of ['my-submissions', 'my-submissions/pending-count']) {
      expect(await app.call('GET', `${urlOf(path)}?userId=${employee.member.userId}`, { key })).toMatchObject({
        status: 403,
        body: { code: 'missing_permission' },
      });
      expect(await app.call('GET', `${urlOf(path)}?userId=${owner.userId}`, { key })).toMatchObject({ status: 200 });
    }
  });
  test('403 for a key of a restricted member that names another author (rule 15)', async () => {
    const caller = await app.caller();
    const { member } = await employeeOf(caller);
    const { key } = await newApiKey(app.database, caller.organization.id, { scopes: ['portal:update'], created_by_member_id: member.id });
    const send = (userId: string) =>
      app.call('POST', urlOf('access-request', '/submissions'), { key, body: { data: valuesOf['access-request'], userId } });
    expect(await send(caller.organization.owner.userId)).toMatchObject({ status: 403, body: { code: 'record_hidden' } });
    expect(await send(member.userId)).toMatchObject({ status: 201, body: { submittedById: member.userId } });
  });
  test('rule 20: 204 deletes the findings about the submission, too', async () => {
    const { call } = await app.callerForEverything();
    const { id } = await submit(call, 'meeting');
    const finding = await call('POST', '/v1/findings', { body: { evidenceSubmissionId: id, content: 'A page is missing.' } });
    expect(finding).toMatchObject({ status: 201 });
    expect(await call('DELETE', urlOf('meeting', `/submissions/${id}`))).toMatchObject({ status: 204 });
    expect(await call('GET', `/v1/findings/${finding.body.id}`)).toMatchObject({ status: 404 });
  });
  test('404 for a submission of another form or organization, and for an unknown submission', async () => {
    const [ours, other] = [await app.caller(), await app.caller()];
    const { id } = await submit(ours.call, 'meeting');
    for (const [{ call }, path] of [
      [ours, urlOf('board-meeting', `/submissions/${id}`)],
      [other, urlOf('meeting', `/submissions/${id}`)],
      [ours, urlOf('meeting', `/submissions/${newId('evs')}`)],
    ] as const) {
      await expectErrorInBothTypes((options) => call('GET', path, options), 404, 'Submission not found');
      await expectErrorInBothTypes((options) => call('DELETE', path, options), 404, 'Submission not found');
      await expectErrorInBothTypes(
        (options) => call('PATCH', `${path}/review`, { body: { action: 'approved' }, ...options }),
        404,
        'Submission not found',
      );
    }
    expect(await ours.call('GET', urlOf('meeting', `/submissions/${id}`))).toMatchObject({ status: 200, body: { status: 'pending' } });
  });
  test('rule 20: 204 deletes the findings about the submission and their comments, and no other findings', async () => {
    const { call, organization } = await app.caller();
    const auditor = await app.session(organization, ['auditor']);
    const [deleted, remaining] = [await submit(call, 'meeting'), await submit(call, 'meeting')];
    const finding = await raise(auditor.call, { evidenceSubmissionId: deleted.id });
    await comment(call, '', { entityType: 'finding', entityId: finding.id });
    await raise(auditor.call, { evidenceSubmissionId: remaining.id, content: 'Of the other one.' });
    expect(await call('DELETE', urlOf('meeting', `/submissions/${deleted.id}`))).toMatchObject({ status: 204 });
    expect(await contents(auditor.call)).toEqual(['Of the other one.']);
    expect(await auditor.call('GET', `/v1/findings/${finding.id}`)).toMatchObject({ status: 404 });
    expect(await within(app.database, organization.id, (db) => db.selectFrom('comment').select('id').execute())).toEqual([]);
  });
  test('200 with null for a submitter who is no longer a member, and without the user id of a deleted account', async () => {
    const caller = await app.caller();
    const employee = await employeeOf(caller);
    const { id } = await submit(employee.call, 'access-request');
    const read = async () => (await caller.call('GET', urlOf('access-request', `/submissions/${id}`))).body;
    await app.database.system.deleteFrom('member').where('id', '=', employee.member.id).execute();
    expect(await read()).toMatchObject({ submittedById: employee.member.userId, submittedBy: null });
    await app.database.system.deleteFrom('user_account').where('id', '=', employee.member.userId).execute();
    expect(await read()).toMatchObject({ submittedById: null, submittedBy: null });
  });
  test('304 for the current ETag, 412 for the ETag from before a review', async () => {
    const { call, inPerson } = await app.caller();
    const submission = await submit(call, 'meeting');
    const path = urlOf('meeting', `/submissions/${submission.id}`);
    const etag = (await call('GET', path)).headers.get('etag') ?? '';
    expect(await call('GET', path, { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 304 });
    await review(inPerson, submission, { action: 'approved' });
    expect(await call('DELETE', path, { headers: { 'If-Match': etag } })).toMatchObject({ status: 412 });
    const form = await call('GET', urlOf('meeting'));
    expect(await call('GET', urlOf('meeting'), { headers: { 'If-None-Match': form.headers.get('etag') ?? '' } })).toMatchObject({
      status: 304,
    });
  });
});

describe('rule 8: reviewing', () => {
  test('200 with the result of the review, by a person and by a key', async () => {
    const caller = await app.caller();
    const { call, inPerson, organization } = caller;
    const [first, second] = [await submit(call, 'meeting'), await submit(call, 'meeting')];
    const approved = await review(inPerson, first, { action: 'approved', reason: '  ' });
    expect(approved).toMatchObject({
      status: 200,
      body: {
        ...first,
        status: 'approved',
        selfApproved: true,
        reviewedById: organization.owner.userId,
        reviewedBy: userOf(organization.owner),
        reviewedAt: time,
        reviewedVia: null,
        reviewReason: null,
        updatedAt: time,
        version: expect.any(Number),
      },
    });
    expect((await call('GET', urlOf('meeting', `/submissions/${first.id}`))).body).toEqual(approved.body);
    expect(approved.body.updatedAt > first.updatedAt).toBe(true);
    const member = await newMember(app.database, organization.id, ['admin'], { name: 'Chen Liu' });
    const rejected = await review(call, second, { action: 'rejected', reason: ' The minutes end in the middle. ', userId: member.userId });
    expect(rejected).toMatchObject({
      status: 200,
      body: {
        status: 'rejected',
        reviewReason: 'The minutes end in the middle.',
        reviewedBy: userOf(member),
        reviewedVia: 'API key "test"',
      },
    });
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'task',
      entity_id: second.id,
      data: { changes: { status: { previous: 'pending', current: 'rejected' } } },
    });
  });
  test('409 for a submission that was reviewed before, even by a simultaneous request', async () => {
    const { call, inPerson } = await app.caller();
    const submission = await submit(call, 'meeting');
    const answers = await Promise.all([
      review(inPerson, submission, { action: 'approved' }),
      review(call, submission, { action: 'rejected', reason: 'x' }),
      review(inPerson, submission, { action: 'approved' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await review(call, submission, { action: 'approved' })).toMatchObject({
      status: 409,
      body: { code: 'evidence_submission_reviewed' },
    });
    const path = `/v1/evidence-forms/${submission.formType}/submissions/${submission.id}/review`;
    await expectProblem(call, 'PATCH', path, 409, { action: 'approved' });
  });
  test.each([
    [{ action: 'rejected' }, 'reason'],
    [{ action: 'rejected', reason: ' ' }, 'reason'],
    [{ action: 'approved', reason: 'x'.repeat(2001) }, 'reason'],
    [{ action: 'pending' }, 'action'],
    [{}, 'action'],
    [{ action: 'approved', userId: 'usr_0' }, 'userId'],
  ])('400 for %o', async (body, field) => {
    const { call } = await app.caller();
    const submission = await submit(call, 'meeting');
    expect(await review(call, submission, body)).toMatchObject({ status: 400, body: { details: { [field]: {} } } });
    expect((await call('GET', urlOf('meeting', `/submissions/${submission.id}`))).body.status).toBe('pending');
  });
  test('403 for an approval by a key, and for an approval by the submitter while another member could approve', async () => {
    const caller = await app.caller();
    const { call, inPerson, organization } = caller;
    const other = await app.session(organization, ['admin']);
    const submission = await submit(call, 'meeting');
    expect(await review(call, submission, { action: 'approved' })).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await review(call, submission, { action: 'approved', userId: other.member.userId })).toMatchObject({ status: 403 });
    expect(await review(inPerson, submission, { action: 'approved' })).toMatchObject({ status: 403, body: { code: 'self_approval' } });
    expect(await review(other.call, submission, { action: 'approved' })).toMatchObject({
      status: 200,
      body: { status: 'approved', selfApproved: false, reviewedVia: null },
    });
    // The member of the key stays the submitter, even when the request names another member.
    const namedSubmission = await submit(call, 'meeting', {}, { userId: other.member.userId });
    expect(await review(inPerson, namedSubmission, { action: 'approved' })).toMatchObject({ status: 403, body: { code: 'self_approval' } });
  });
  test('403 without evidence:update', async () => {
    const { call, organization } = await app.caller();
    const submission = await submit(call, 'meeting');
    const auditor = await app.session(organization, ['auditor']);
    expect(await review(auditor.call, submission, { action: 'approved' })).toMatchObject({ status: 403 });
    expect(await auditor.call('GET', urlOf('meeting', `/submissions/${submission.id}`))).toMatchObject({ status: 200 });
  });
});

describe('rule 14: access requests', () => {
  test('201 with one mail to each owner and admin, except the requester and members who switched off these mails', async () => {
    const caller = await app.caller();
    const { organization } = caller;
    const add = (roles: readonly string[], options = {}) => newMember(app.database, organization.id, roles, options);
    const admin = await add(['admin', 'owner', 'employee']);
    const requester = await app.session(organization, ['admin']);
    const withoutMails = await app.session(organization, ['admin']);
    const preferences = '/v1/people/me/email-preferences';
    const currentPreferences = (await withoutMails.call('GET', preferences)).body.preferences;
    expect(
      await withoutMails.call('PUT', preferences, { body: { preferences: { ...currentPreferences, taskAssignments: false } } }),
    ).toMatchObject({
      status: 200,
    });
    const custom = await newRole(app.database, organization.id, ['evidence:read']);
    await app.database.system.updateTable('custom_role').set({ name: 'admin of tools' }).where('id', '=', custom).execute();
    await add([custom]);
    await add(['auditor']);
    await add(['employee']);
    await add(['admin'], { active: false });
    const { id } = await submit(requester.call, 'access-request');
    const mails = await mailsOf(app.database, organization);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([organization.owner.email, admin.email].sort());
    for (const { subject, text } of mails) {
      expect(subject).toBe('Max Member asks for access');
      for (const part of [
        'Analytics',
        'read',
        'Figures for the management review.',
        `/${organization.id}/documents/access-request/submissions/${id}`,
      ])
        expect(text).toContain(part);
    }
  });
  test('201 sends no mail for other forms, and one mail for a document in place of an access request', async () => {
    const { call, organization } = await app.caller();
    await newMember(app.database, organization.id, ['admin']);
    for (const formType of formTypes.filter((type) => type !== 'access-request' && type !== 'penetration-test'))
      await submit(call, formType);
    expect(await mailsOf(app.database, organization)).toEqual([]);
    await call('POST', urlOf('access-request', '/file-submissions'), { body: report });
    expect(await mailsOf(app.database, organization)).toHaveLength(1);
  });
});
