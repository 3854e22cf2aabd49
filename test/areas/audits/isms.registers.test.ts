/** Edits the rows of registers, and checks the records that the rows depend on. */
import { describe, expect, test } from 'vitest';
import { insertRows } from '#areas/audits/isms/queries/rows';
import { startApp } from '../../support/app.ts';
import { addRow, issue, patchRow, publish, read, setUp } from '../../support/isms.ts';
import { newMember, within } from '../../support/organization.ts';
import { invalid, lastEntry } from '../../support/people.ts';
import { expectProblem, expectError } from '../../support/refusals.ts';

const app = startApp();
const invalidMember = 'must be an active member who takes part in compliance work';
const firstOfMonth = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
};

async function withDocuments() {
  const caller = await app.caller();
  return { ...caller, ids: await setUp(caller.call) };
}

describe('a row', () => {
  test('201 appends a row and trims its texts, 200 updates it, 204 deletes it, all logged with the document (rules 7 and 19)', async () => {
    const { call, ids, organization } = await withDocuments();
    const id = ids.context_of_organization;
    const first = await addRow(call, id, 'context-issues', { ...issue, effect: ' Slow ', category: ' ' });
    expect(first).toMatchObject({
      id: expect.stringMatching(/^isms_ci_[0-9a-f]{24}$/),
      register: 'context-issues',
      documentId: id,
      position: 0,
      effect: 'Slow',
      category: null,
      source: 'manual',
      derivedFrom: null,
    });
    expect(await addRow(call, id, 'context-issues', { ...issue, position: 7 })).toMatchObject({ position: 7 });
    expect(await addRow(call, id, 'context-issues', issue)).toMatchObject({ position: 8 });
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'framework',
      entity_id: id,
      data: { changes: { effect: { previous: null, current: issue.effect } } },
    });
    expect(await patchRow(call, 'context-issues', first.id, { category: 'Culture & Values' })).toMatchObject({
      category: 'Culture & Values',
      effect: 'Slow',
    });
    expect(await patchRow(call, 'context-issues', first.id, { category: '' })).toMatchObject({ category: null });
    expect((await call('DELETE', `/v1/isms/registers/context-issues/${first.id}`)).status).toBe(204);
    await expectProblem(call, 'DELETE', `/v1/isms/registers/context-issues/${first.id}`, 404);
    await expectProblem(call, 'PATCH', `/v1/isms/registers/context-issues/${first.id}`, 404, { effect: 'X' });
    expect((await read(call, id)).status).toBe('in_progress');
  });
  test('gets a reference of its own when several are appended at once (rule 7)', async () => {
    const { organization, ids } = await withDocuments();
    const appendTwo = () =>
      within(app.database, organization.id, (db) => insertRows(db, ids.internal_audit ?? '', 'audits', [{ fields: {} }, { fields: {} }]));
    const references = [...(await appendTwo()), ...(await appendTwo())].map(({ reference }) => reference);
    const year = new Date().getUTCFullYear();
    expect(references).toEqual([1, 2, 3, 4].map((number) => `IA-${year}-0${number}`));
  });
  test.each<[register: string, body: object, details: Record<string, string>]>([
    ['context-issues', { kind: 'internal', description: 'X' }, { effect: 'is required' }],
    ['context-issues', { ...issue, name: 'X' }, { name: "Unknown field 'name'" }],
    ['context-issues', { ...issue, effect: ' ' }, { effect: 'must not be blank' }],
    ['interested-parties', issue, { kind: "Unknown field 'kind'" }],
    ['roles', { name: 'X', auditRoute: 'external' }, { auditRoute: "Unknown field 'auditRoute'" }],
    ['audits', { plannedStartDate: '2026-02-30' }, { plannedStartDate: 'must be a date, such as 2026-05-20' }],
  ])('400 for %s with fields or values that the register does not accept', async (register, body, details) => {
    const { call, ids } = await withDocuments();
    const answer = await call('POST', `/v1/isms/documents/${ids.context_of_organization}/registers/${register}`, { body });
    expect(answer).toMatchObject({ status: 400 });
    for (const [field, message] of Object.entries(details)) expect(answer.body.details[field]).toMatchObject({ _errors: [message] });
  });
  test('400 for an update without fields, and for fields that cannot change', async () => {
    const { call, ids, organization } = await withDocuments();
    const { roles } = await read(call, ids.roles_and_responsibilities);
    const row = await addRow(call, ids.roles_and_responsibilities, 'role-assignments', {
      roleId: roles[0].id,
      memberId: organization.owner.id,
    });
    const url = `/v1/isms/registers/role-assignments/${row.id}`;
    expect(await call('PATCH', url, { body: {} })).toMatchObject({
      status: 400,
      body: { details: { _errors: ['must have at least 1 field'] } },
    });
    expect(await call('PATCH', url, { body: { memberId: organization.owner.id } })).toMatchObject(
      invalid({ memberId: "Unknown field 'memberId'" }),
    );
  });
  test('404 for a register that belongs to another document type', async () => {
    const { call, ids } = await withDocuments();
    await expectProblem(call, 'POST', `/v1/isms/documents/${ids.isms_scope}/registers/context-issues`, 404, issue);
  });
  test('409 while the document waits for approval', async () => {
    const { call, ids, organization } = await withDocuments();
    const id = ids.context_of_organization;
    const row = await addRow(call, id, 'context-issues', issue);
    await call('POST', `/v1/isms/documents/${id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
    await expectProblem(call, 'POST', `/v1/isms/documents/${id}/registers/context-issues`, 409, issue);
    await expectProblem(call, 'PATCH', `/v1/isms/registers/context-issues/${row.id}`, 409, { effect: 'X' });
    await expectProblem(call, 'DELETE', `/v1/isms/registers/context-issues/${row.id}`, 409);
    await expectProblem(call, 'POST', `/v1/isms/documents/${id}/controls`, 409, { controlIds: ['ctl_none'] });
    await expectError(call, 'DELETE', `/v1/isms/documents/${id}/controls/ctl_none`, 409);
    await expectProblem(call, 'POST', `/v1/isms/documents/${id}/generate`, 409);
  });
  test('201 for ten simultaneous rows, each at its own position', async () => {
    const { call, ids } = await withDocuments();
    const rows = await Promise.all(Array.from({ length: 10 }, () => addRow(call, ids.internal_audit, 'audits', {})));
    expect(rows.map(({ position }) => position).toSorted((left, right) => left - right)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const year = new Date().getUTCFullYear();
    expect(rows.map(({ reference }) => reference).toSorted()[9]).toBe(`IA-${year}-10`);
  });
});

describe('roles', () => {
  test('201 for a role holder, 200 for the same holder again; a standard role cannot be deleted, but a custom role can', async () => {
    const { call, ids, organization } = await withDocuments();
    const id = ids.roles_and_responsibilities;
    const { roles } = await read(call, id);
    const url = `/v1/isms/documents/${id}/registers/role-assignments`;
    const body = { roleId: roles[1].id, memberId: organization.owner.id, basisOfCompetence: 'experience' };
    const created = await call('POST', url, { body });
    expect(created).toMatchObject({ status: 201, body: { basisOfCompetence: 'experience', gap: null } });
    expect(await call('POST', url, { body: { ...body, gap: 'X' } })).toMatchObject({ status: 200, body: created.body });
    expect(await call('POST', url, { body: { ...body, memberId: 'mem_none' } })).toMatchObject(invalid({ memberId: invalidMember }));
    await expectProblem(call, 'POST', url, 404, { ...body, roleId: 'isms_role_none' });
    await expectProblem(call, 'DELETE', `/v1/isms/registers/roles/${roles[1].id}`, 409);
    const customRole = await addRow(call, id, 'roles', { name: 'Data protection officer' });
    expect(customRole).toMatchObject({ roleKey: null, authorityGrantedBy: 'Top Management', auditRoute: null });
    await addRow(call, id, 'role-assignments', { roleId: customRole.id, memberId: organization.owner.id });
    expect((await call('DELETE', `/v1/isms/registers/roles/${customRole.id}`)).status).toBe(204);
    expect((await call('GET', url)).body.data).toHaveLength(1);
    expect((await call('GET', `${url}?parentId=${roles[0].id}`)).body.data).toEqual([]);
  });
  test('200 omits the holder of a role when the member was removed (rule 18)', async () => {
    const { call, ids, organization } = await withDocuments();
    const member = await newMember(app.database, organization.id, ['employee']);
    const id = ids.roles_and_responsibilities;
    const { roles } = await read(call, id);
    await addRow(call, id, 'role-assignments', { roleId: roles[0].id, memberId: member.id });
    await patchRow(call, 'roles', roles[3].id, { auditRoute: 'in_house', auditRouteMemberId: member.id });
    await app.database.system.deleteFrom('member').where('id', '=', member.id).execute();
    const { roles: remainingRoles } = await read(call, id);
    expect([remainingRoles[0].assignments, remainingRoles[3].auditRouteMemberId]).toEqual([[], null]);
  });
});

describe('metrics and measurements', () => {
  test('201 stores the time and the author of a measurement, and an approved document stays approved (rule 10)', async () => {
    const caller = await withDocuments();
    const { call, ids, organization } = caller;
    const id = ids.monitoring;
    const { metrics } = await read(call, id);
    await publish(app, caller, id);
    const created = await addRow(call, id, 'measurements', { metricId: metrics[0].id, periodStart: firstOfMonth(-5), value: '97%' });
    expect(created).toMatchObject({ enteredById: organization.owner.id, recordedAt: created.createdAt, source: 'manual', note: null });
    const bulk = `/v1/isms/documents/${id}/measurements/bulk`;
    const values = [0, 1].map((index) => ({ metricId: metrics[0].id, periodStart: firstOfMonth(-4), value: `${index}` }));
    expect(await call('POST', bulk, { body: { measurements: values } })).toMatchObject({ status: 201, body: { count: 2 } });
    expect(await read(call, id)).toMatchObject({ status: 'approved' });
    const { measurements } = (await read(call, id)).metrics[0];
    expect(measurements.map(({ periodStart }: { periodStart: string }) => periodStart)).toEqual([
      firstOfMonth(-4),
      firstOfMonth(-4),
      firstOfMonth(-5),
    ]);
    expect((await patchRow(call, 'measurements', created.id, { value: '98%' })).value).toBe('98%');
    expect((await read(call, id)).status).toBe('approved');
    await patchRow(call, 'metrics', metrics[0].id, { target: '96%' });
    expect((await read(call, id)).status).toBe('draft');
    await call('POST', `/v1/isms/documents/${id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
    await addRow(call, id, 'measurements', { metricId: metrics[0].id, periodStart: firstOfMonth(-3), value: '1' });
  });
  test('400 for a future or misaligned period, and for a metric that is not measured; one invalid value rejects all values', async () => {
    const { call, ids } = await withDocuments();
    const id = ids.monitoring;
    const { metrics } = await read(call, id);
    const [monthly, quarterly] = metrics;
    const url = `/v1/isms/documents/${id}/registers/measurements`;
    const add = (body: object) => call('POST', url, { body: { value: '1', ...body } });
    expect(await add({ metricId: monthly.id, periodStart: firstOfMonth(1) })).toMatchObject(
      invalid({ periodStart: 'must not be in the future' }),
    );
    expect(await add({ metricId: monthly.id, periodStart: '2026-01-02' })).toMatchObject(
      invalid({ periodStart: 'must be the first day of a month' }),
    );
    expect(await add({ metricId: quarterly.id, periodStart: '2026-02-01' })).toMatchObject(
      invalid({ periodStart: 'must be the first day of a quarter' }),
    );
    await expectProblem(call, 'POST', url, 404, { metricId: 'isms_met_none', periodStart: '2026-01-01', value: '1' });
    const validMeasurement = { metricId: monthly.id, periodStart: '2026-01-01', value: '1' };
    const bulk = (...measurements: object[]) => call('POST', `/v1/isms/documents/${id}/measurements/bulk`, { body: { measurements } });
    expect(await bulk(validMeasurement, { ...validMeasurement, metricId: 'isms_met_none' })).toMatchObject(
      invalid({ 'measurements.1.metricId': 'must be a metric of the document' }),
    );
    await patchRow(call, 'metrics', monthly.id, { isActive: false });
    expect(await bulk(validMeasurement)).toMatchObject(invalid({ 'measurements.0.metricId': 'must be an active metric' }));
    expect(await add(validMeasurement)).toMatchObject(invalid({ metricId: 'must be an active metric' }));
    await patchRow(call, 'metrics', monthly.id, { isActive: true, cadence: null });
    expect(await add(validMeasurement)).toMatchObject(invalid({ metricId: 'must be a metric with a cadence' }));
    expect((await call('GET', url)).body.data).toEqual([]);
    await expectProblem(call, 'POST', `/v1/isms/documents/${ids.isms_scope}/measurements/bulk`, 404, { measurements: [validMeasurement] });
  });
  test('200 with overdue metrics and their missing periods, in the document and in the list (rule 12)', async () => {
    const { call, ids } = await withDocuments();
    const id = ids.monitoring;
    const { metrics } = await read(call, id);
    const measure = (index: number, months: number) =>
      addRow(call, id, 'measurements', { metricId: metrics[index].id, periodStart: firstOfMonth(months), value: '1' });
    // The third, sixth and seventh metrics are measured monthly.
    await measure(2, -4);
    await measure(5, -1);
    await measure(6, 0);
    const { metrics: currentMetrics, overdueMetricCount } = await read(call, id);
    expect([currentMetrics[2], currentMetrics[5], currentMetrics[6], currentMetrics[0]].map(({ isOverdue }) => isOverdue)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([currentMetrics[2].missingPeriods, currentMetrics[5].missingPeriods]).toEqual([
      [firstOfMonth(-3), firstOfMonth(-2), firstOfMonth(-1)],
      [],
    ]);
    expect(overdueMetricCount).toBe(1);
    await patchRow(call, 'metrics', metrics[2].id, { isActive: false });
    expect((await read(call, id)).overdueMetricCount).toBe(0);
  });
  test('201 with a linked objective, whose deletion removes the link (rule 18); 400 for an unknown objective', async () => {
    const { call, ids } = await withDocuments();
    const objective = await addRow(call, ids.objectives_plan, 'objectives', { objective: 'Nobody is phished' });
    const metric = await addRow(call, ids.monitoring, 'metrics', { name: 'Phishing', objectiveId: objective.id });
    expect(metric).toMatchObject({ metricKey: null, dataSource: 'manual', isActive: true, objectiveId: objective.id });
    const lastMetric = async () => (await read(call, ids.monitoring)).metrics.at(-1);
    expect((await lastMetric()).linkedObjective).toEqual({ id: objective.id, objective: 'Nobody is phished' });
    const url = `/v1/isms/registers/metrics/${metric.id}`;
    expect(await call('PATCH', url, { body: { objectiveId: 'isms_obj_none' } })).toMatchObject(
      invalid({ objectiveId: 'must be an objective of the organization' }),
    );
    await call('DELETE', `/v1/isms/registers/objectives/${objective.id}`);
    expect(await lastMetric()).toMatchObject({ objectiveId: null, linkedObjective: null });
    await expectProblem(call, 'DELETE', `/v1/isms/registers/metrics/${(await read(call, ids.monitoring)).metrics[0].id}`, 409);
    expect((await call('DELETE', url)).status).toBe(204);
  });
  test('400 for a requirement of an unknown party', async () => {
    const { call, ids } = await withDocuments();
    const body = { interestedPartyId: 'isms_ip_none', partyName: 'A', requirement: 'B', treatment: 'C' };
    const url = `/v1/isms/documents/${ids.interested_parties_requirements}/registers/requirements`;
    expect(await call('POST', url, { body })).toMatchObject(
      invalid({ interestedPartyId: 'must be a party in the register of the framework' }),
    );
  });
  test('400 for an objective whose owner is a member of another organization; an owner who was deactivated later remains', async () => {
    const [{ call, ids, organization }, other] = [await withDocuments(), await app.caller()];
    const url = `/v1/isms/documents/${ids.objectives_plan}/registers/objectives`;
    const body = { objective: 'X', ownerMemberId: other.organization.owner.id };
    expect(await call('POST', url, { body })).toMatchObject(invalid({ ownerMemberId: invalidMember }));
    const member = await newMember(app.database, organization.id, ['employee']);
    const row = await addRow(call, ids.objectives_plan, 'objectives', { ...body, ownerMemberId: member.id });
    await app.database.system.updateTable('member').set({ is_active: false }).where('id', '=', member.id).execute();
    expect(await patchRow(call, 'objectives', row.id, { status: 'met', ownerMemberId: member.id })).toMatchObject({ status: 'met' });
    const owned = async (owner: string) =>
      (await call('GET', `${url}?ownerMemberId=${owner}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await owned(member.id)).toEqual([row.id]);
    expect(await owned('me')).toEqual([]);
    expect(await patchRow(call, 'objectives', row.id, { ownerMemberId: ' ' })).toMatchObject({ ownerMemberId: null });
    expect(await owned(member.id)).toEqual([]);
    expect(await owned('none')).toContain(row.id);
  });
});

describe('audits', () => {
  test('201 with fifteen controls to sample; findings are numbered, and keep the label of their control (rules 7 and 8)', async () => {
    const { call, ids } = await withDocuments();
    const id = ids.internal_audit;
    const audit = await addRow(call, id, 'audits', { plannedStartDate: '2026-03-02' });
    expect(audit).toMatchObject({ status: 'planned', conclusionVerdict: null, scope: expect.stringContaining('ISMS') });
    const { controls } = (await read(call, id)).audits[0];
    expect(controls).toHaveLength(15);
    expect(controls[13]).toMatchObject({ controlKey: 'a_8_13_backup', source: 'derived', result: null });
    const add = (body: object) =>
      addRow(call, id, 'audit-findings', { auditId: audit.id, type: 'nc_minor', description: 'No test of a restore.', ...body });
    const first = await add({ controlId: controls[13].id });
    expect(first).toMatchObject({ reference: 'F-01', clauseOrControl: 'A.8.13 Backup', status: 'open' });
    expect(await add({ controlId: controls[13].id, clauseOrControl: 'Clause 8' })).toMatchObject({
      reference: 'F-02',
      clauseOrControl: 'Clause 8',
    });
    expect(await patchRow(call, 'audit-findings', first.id, { clauseOrControl: '' })).toMatchObject({ clauseOrControl: 'A.8.13 Backup' });
    await call('DELETE', `/v1/isms/registers/audit-controls/${controls[13].id}`);
    expect((await read(call, id)).audits[0].findings[0]).toMatchObject({ controlId: null, clauseOrControl: 'A.8.13 Backup' });
    const other = await addRow(call, id, 'audits', {});
    const url = `/v1/isms/documents/${id}/registers/audit-findings`;
    const foreignControl = { auditId: other.id, type: 'ofi', description: 'X', controlId: controls[0].id };
    expect(await call('POST', url, { body: foreignControl })).toMatchObject(invalid({ controlId: 'must be a control of the same audit' }));
    expect(await call('PATCH', `/v1/isms/registers/audits/${audit.id}`, { body: { plannedEndDate: '2026-03-01' } })).toMatchObject(
      invalid({ plannedEndDate: 'must not be before plannedStartDate' }),
    );
    await call('DELETE', `/v1/isms/registers/audits/${audit.id}`);
    expect((await call('GET', url)).body.data).toEqual([]);
  });
});

describe('management reviews', () => {
  test('201 with ten inputs, and with the chair and attendees from the roles, whose names are frozen (rule 8)', async () => {
    const { call, ids, organization } = await withDocuments();
    const member = await newMember(app.database, organization.id, ['employee'], { name: 'Sam Security' });
    const { roles } = await read(call, ids.roles_and_responsibilities);
    const assignRole = (roleId: string, memberId: string) =>
      addRow(call, ids.roles_and_responsibilities, 'role-assignments', { roleId, memberId });
    await assignRole(roles[0].id, organization.owner.id);
    await assignRole(roles[1].id, organization.owner.id);
    const id = ids.management_review;
    const owner = { memberId: organization.owner.id, name: 'Olive Owner' };
    const review = await addRow(call, id, 'reviews', {});
    expect(review).toMatchObject({ reference: `MR-${new Date().getUTCFullYear()}-01`, chairName: 'Olive Owner', attendees: [owner] });
    expect((await read(call, id)).reviews[0].inputs).toHaveLength(10);
    const attendees = [{ memberId: member.id, name: 'Somebody else' }, { memberId: owner.memberId }];
    expect((await patchRow(call, 'reviews', review.id, { attendees })).attendees).toEqual([
      { memberId: member.id, name: 'Sam Security' },
      owner,
    ]);
    await app.database.system.deleteFrom('member').where('id', '=', member.id).execute();
    expect((await patchRow(call, 'reviews', review.id, { attendees })).attendees[0].name).toBe('Sam Security');
    expect(
      await call('PATCH', `/v1/isms/registers/reviews/${review.id}`, { body: { attendees: [{ memberId: 'mem_none' }] } }),
    ).toMatchObject(invalid({ 'attendees.0.memberId': 'must be a member of the organization' }));
    const [attendee] = attendees;
    expect(
      await call('PATCH', `/v1/isms/registers/reviews/${review.id}`, {
        body: { attendees: [attendee, attendee, { memberId: 'mem_none' }] },
      }),
    ).toMatchObject(invalid({ 'attendees.2.memberId': 'must be a member of the organization' }));
  });
  test.each([
    [
      'audits',
      'internal_audit',
      ['signoffAuditorName', 'signoffAuditorDate', 'signoffSpoName', 'signoffSpoDate', 'signoffTopMgmtName', 'signoffTopMgmtDate'],
    ],
    ['reviews', 'management_review', ['signoffChairName', 'signoffChairDate']],
  ] as const)('403 for an API key that signs a row of %s or removes the signature (rule 23)', async (register, type, fields) => {
    const { call, inPerson, ids } = await withDocuments();
    const row = await addRow(call, ids[type], register, {});
    expect(Object.keys(row).filter((field) => field.startsWith('signoff'))).toEqual(expect.arrayContaining([...fields]));
    expect(Object.keys(row).filter((field) => field.startsWith('signoff'))).toHaveLength(fields.length);
    for (const field of fields) {
      const value = field.endsWith('Date') ? '2026-05-20' : 'Chen Liu';
      const sessionRequired = { status: 403, body: { code: 'session_required' } };
      const url = `/v1/isms/registers/${register}/${row.id}`;
      expect(await call('PATCH', url, { body: { [field]: value } }), field).toMatchObject(sessionRequired);
      const created = await call('POST', `/v1/isms/documents/${ids[type]}/registers/${register}`, { body: { [field]: value } });
      expect(created, field).toMatchObject({ status: 400 });
      expect(await patchRow(inPerson, register, row.id, { [field]: value })).toMatchObject({ [field]: value });
      expect(await call('PATCH', url, { body: { [field]: null } }), field).toMatchObject(sessionRequired);
    }
  });
  test('403 for signing in place of another member, who is recognized by the name or as the chair of the review (rule 25)', async () => {
    const { call, inPerson, ids, organization } = await withDocuments();
    const review = await addRow(call, ids.management_review, 'reviews', {});
    const admin = await app.session(organization, ['admin']);
    const reviewUrl = `/v1/isms/registers/reviews/${review.id}`;
    const body = { signoffChairName: 'Olive Owner', signoffChairDate: '2026-05-20' };
    const signerRequired = { status: 403, body: { code: 'isms_signer_required' } };
    expect(await admin.call('PATCH', reviewUrl, { body })).toMatchObject(signerRequired);
    await patchRow(call, 'reviews', review.id, { attendees: [{ memberId: organization.owner.id }], chairName: 'Olive Owner' });
    expect(await admin.call('PATCH', reviewUrl, { body: { ...body, signoffChairName: 'O. Owner' } })).toMatchObject(signerRequired);
    expect(await inPerson('PATCH', reviewUrl, { body })).toMatchObject({ status: 200 });
  });
  test('409 for changes that a signature locks, until the signature is cleared (rule 20)', async () => {
    const { call, inPerson, ids, organization } = await withDocuments();
    const id = ids.management_review;
    const review = await addRow(call, id, 'reviews', {});
    const action = await addRow(call, id, 'review-actions', { reviewId: review.id, description: 'Train' });
    const dueAction = await addRow(call, id, 'review-actions', { reviewId: review.id, description: 'Test', dueDate: '2026-07-31' });
    const actionIds = async (query: string) =>
      (await call('GET', `/v1/isms/documents/${id}/registers/review-actions?${query}`)).body.data.map((row: { id: string }) => row.id);
    for (const sortOrder of ['asc', 'desc'])
      expect(await actionIds(`sortBy=dueDate&sortOrder=${sortOrder}`)).toEqual([dueAction.id, action.id]);
    expect(await actionIds('dueDateBefore=2026-07-31')).toEqual([dueAction.id]);
    expect(await actionIds('dueDateAfter=2026-08-01')).toEqual([]);
    expect((await call('DELETE', `/v1/isms/registers/review-actions/${dueAction.id}`)).status).toBe(204);
    expect(action).toMatchObject({ reference: 'A01', status: 'open' });
    const { inputs } = (await read(call, id)).reviews[0];
    const signoff = { signoffChairName: 'Olive Owner', signoffChairDate: '2026-05-20' };
    const sessionRequired = { status: 403, body: { code: 'session_required' } };
    expect(await call('PATCH', `/v1/isms/registers/reviews/${review.id}`, { body: signoff })).toMatchObject(sessionRequired);
    await patchRow(inPerson, 'reviews', review.id, signoff);
    const [registersUrl, rowsUrl] = [`/v1/isms/documents/${id}/registers`, '/v1/isms/registers'];
    await expectProblem(call, 'PATCH', `${rowsUrl}/reviews/${review.id}`, 409, { conclusionNotes: 'X' });
    await expectProblem(call, 'PATCH', `${rowsUrl}/reviews/${review.id}`, 409, { signoffChairName: '', conclusionNotes: 'X' });
    await expectProblem(call, 'DELETE', `${rowsUrl}/reviews/${review.id}`, 409);
    await expectProblem(call, 'PATCH', `${rowsUrl}/review-inputs/${inputs[0].id}`, 409, { discussed: true });
    await expectProblem(call, 'DELETE', `${rowsUrl}/review-inputs/${inputs[0].id}`, 409);
    await expectProblem(call, 'POST', `${registersUrl}/review-inputs`, 409, { reviewId: review.id, inputRef: 'X' });
    await expectProblem(call, 'POST', `${registersUrl}/review-actions`, 409, { reviewId: review.id, description: 'X' });
    await expectProblem(call, 'DELETE', `${rowsUrl}/review-actions/${action.id}`, 409);
    await expectProblem(call, 'PATCH', `${rowsUrl}/review-actions/${action.id}`, 409, { description: 'X' });
    await patchRow(call, 'review-actions', action.id, {
      status: 'in_progress',
      ownerMemberId: organization.owner.id,
      dueDate: '2026-06-01',
    });
    const next = await addRow(call, id, 'reviews', {});
    const carriedActions = async () =>
      (await read(call, id)).reviews.find((reviewRow: { id: string }) => reviewRow.id === next.id).carriedForward;
    expect(await carriedActions()).toEqual([
      { id: action.id, reference: `${review.reference}-A01`, description: 'Train', status: 'in_progress', dueDate: '2026-06-01' },
    ]);
    await patchRow(call, 'review-actions', action.id, { status: 'closed' });
    expect(await carriedActions()).toEqual([]);
    expect(await call('PATCH', `/v1/isms/registers/reviews/${review.id}`, { body: { signoffChairDate: null } })).toMatchObject(
      sessionRequired,
    );
    await patchRow(inPerson, 'reviews', review.id, { signoffChairDate: null });
    await patchRow(call, 'review-inputs', inputs[0].id, { discussed: true });
    expect((await call('DELETE', `${rowsUrl}/reviews/${review.id}`)).status).toBe(204);
  });
});

test('400 for a blank narrative or one of another document type, 404 for a document type without one, 409 during an approval', async () => {
  const { call, ids, organization } = await withDocuments();
  const put = (type: string, narrative: object) => call('PUT', `/v1/isms/documents/${ids[type]}/narrative`, { body: { narrative } });
  expect(await put('isms_scope', { programme: 'X' })).toMatchObject(
    invalid({ narrative: 'must be the text of a document of the type isms_scope' }),
  );
  expect((await put('internal_audit', { programme: ' ' })).status).toBe(400);
  await expectProblem(call, 'PUT', `/v1/isms/documents/${ids.monitoring}/narrative`, 404, { narrative: { programme: 'X' } });
  expect(await put('internal_audit', { programme: ' Ours. ' })).toMatchObject({ body: { draftNarrative: { programme: 'Ours.' } } });
  await call('POST', `/v1/isms/documents/${ids.isms_scope}/submit-for-approval`, { body: { approverId: organization.owner.id } });
  await expectProblem(call, 'PUT', `/v1/isms/documents/${ids.isms_scope}/narrative`, 409, { narrative: { programme: 'X' } });
});
