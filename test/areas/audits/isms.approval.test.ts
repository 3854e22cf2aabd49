/** Takes ISMS documents from a draft to a published version and its files. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDocument } from '#documents/extraction/document';
import { codeOf } from '#areas/audits/isms/rules/paper';
import { startRun } from '#platform/jobs/start';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { waitForRun } from '../../support/integrations.ts';
import { addRow, issue, iso, patchRow, publish, read, setUp } from '../../support/isms.ts';
import { newMember, within } from '../../support/organization.ts';
import { invalid, lastEntry, mailsOf } from '../../support/people.ts';
import { wordsOf } from '../../support/pdf.ts';
import { expectProblem } from '../../support/refusals.ts';
import { ownerOf } from '../../support/runs.ts';
import { addVendor } from '../../support/vendors.ts';

const app = startApp();

async function withDocuments() {
  const caller = await app.caller();
  const ids = await setUp(caller.call);
  const submit = (id: string | undefined, approverId = caller.organization.owner.id) =>
    caller.call('POST', `/v1/isms/documents/${id}/submit-for-approval`, { body: { approverId } });
  return { ...caller, ids, submit };
}
const incomplete = (...unmet: string[]) => ({ status: 422, body: { code: 'isms_incomplete', unmet } });

describe('submitIsmsDocumentForApproval', () => {
  test('200 notifies the approver, and the document waits for approval; 409 for a second submission', async () => {
    const { ids, submit, call, organization } = await withDocuments();
    const id = ids.isms_scope;
    expect(await submit(id)).toMatchObject({
      status: 200,
      body: { status: 'needs_review', approverId: organization.owner.id, approvedAt: null },
    });
    expect((await mailsOf(app.database, organization)).at(-1)).toMatchObject({ subject: 'Scope of the ISMS waits for your approval' });
    expect(await lastEntry(app.database, organization)).toMatchObject({ entity_type: 'framework', entity_id: id });
    await expectProblem(call, 'POST', `/v1/isms/documents/${id}/submit-for-approval`, 409, { approverId: organization.owner.id });
  });
  test('200 for another approver when the first approver can no longer approve', async () => {
    const { ids, submit, organization } = await withDocuments();
    const admin = await newMember(app.database, organization.id, ['admin']);
    await submit(ids.isms_scope, admin.id);
    await app.database.system.updateTable('member').set({ is_active: false }).where('id', '=', admin.id).execute();
    const next = await newMember(app.database, organization.id, ['admin']);
    expect(await submit(ids.isms_scope, next.id)).toMatchObject({ status: 200, body: { approverId: next.id } });
  });
  test('400 for an approver who is deactivated, unknown, or may not approve', async () => {
    const { ids, submit, organization } = await withDocuments();
    const deactivated = await newMember(app.database, organization.id, ['admin'], { active: false });
    const employee = await newMember(app.database, organization.id, ['employee']);
    const invalidApprover = invalid({ approverId: 'must be an active member who takes part in compliance work' });
    expect(await submit(ids.isms_scope, deactivated.id)).toMatchObject(invalidApprover);
    expect(await submit(ids.isms_scope, 'mem_none')).toMatchObject(invalidApprover);
    expect(await submit(ids.isms_scope, employee.id)).toMatchObject(
      invalid({ approverId: 'must have the permission evidence:update, to approve' }),
    );
  });
  test('422 for roles without holders, and for an internal auditor without a route; up to three people need no deputy (rule 9)', async () => {
    const { ids, submit, call, organization } = await withDocuments();
    const id = ids.roles_and_responsibilities;
    const { roles } = await read(call, id);
    expect(await submit(id)).toMatchObject(
      incomplete(
        'The role Top management has no active member',
        'The role Security and privacy owner has no active member',
        'The external audit firm is not named',
        'The evidence of the qualification of the audit firm is missing',
      ),
    );
    await expectProblem(call, 'POST', `/v1/isms/documents/${id}/submit-for-approval`, 422, { approverId: organization.owner.id });
    for (const role of roles.slice(0, 2)) await addRow(call, id, 'role-assignments', { roleId: role.id, memberId: organization.owner.id });
    const route = (body: object) => patchRow(call, 'roles', roles[3].id, body);
    await route({ auditRoute: 'in_house' });
    expect(await submit(id)).toMatchObject(
      incomplete('The role Internal auditor has no active member', 'The internal auditor is no active member'),
    );
    await route({ auditRoute: 'training_planned', auditRouteMemberId: organization.owner.id });
    expect((await submit(id)).body.unmet).toEqual([
      'The role Internal auditor has no active member',
      'The course of the internal auditor is missing',
      'The due date of the course of the internal auditor is missing',
    ]);
    await route({ auditRoute: null });
    expect((await submit(id)).body.unmet).toContain('The route of the internal auditor is not set');
    await route({ auditRoute: 'external', auditFirmName: 'Example Audit', auditEvidenceRef: 'Contract 4' });
    for (let count = 0; count < 3; count += 1) await newMember(app.database, organization.id, ['employee']);
    expect(await submit(id)).toMatchObject(incomplete('The role Deputy security and privacy owner has no active member'));
    await addRow(call, id, 'role-assignments', { roleId: roles[2].id, memberId: organization.owner.id });
    expect((await submit(id)).status).toBe(200);
  });
  test('422 for incomplete metrics, audits, reviews and risks (rule 9)', async () => {
    const { ids, submit, call, organization } = await withDocuments();
    const { metrics } = await read(call, ids.monitoring);
    await patchRow(call, 'metrics', metrics[0].id, { cadence: null });
    expect(await submit(ids.monitoring)).toMatchObject(incomplete('The metric Completion of security training has no cadence'));
    for (const { id } of metrics) await patchRow(call, 'metrics', id, { isActive: false });
    expect(await submit(ids.monitoring)).toMatchObject(incomplete('There is no active metric'));

    expect(await submit(ids.internal_audit)).toMatchObject(incomplete('There is no audit'));
    const audit = await addRow(call, ids.internal_audit, 'audits', {});
    await patchRow(call, 'audits', audit.id, { status: 'completed' });
    expect(await submit(ids.internal_audit)).toMatchObject(incomplete(`The complete audit ${audit.reference} has no verdict`));
    await patchRow(call, 'audits', audit.id, { conclusionVerdict: 'conform' });
    expect((await submit(ids.internal_audit)).status).toBe(200);

    expect(await submit(ids.management_review)).toMatchObject(incomplete('There is no management review'));
    const review = await addRow(call, ids.management_review, 'reviews', {});
    await patchRow(call, 'reviews', review.id, { status: 'completed' });
    const reviewMessage = (problem: string) => `The complete review ${review.reference} ${problem}`;
    expect(await submit(ids.management_review)).toMatchObject(
      incomplete(
        reviewMessage('has no date'),
        reviewMessage('has no chair'),
        reviewMessage('has no attendees'),
        reviewMessage('has inputs that were not discussed'),
        reviewMessage('is not signed'),
      ),
    );

    const risk = { title: 'Loss', description: 'Of a laptop.', category: 'technology' };
    const { body } = await call('POST', '/v1/risks', { body: risk });
    await addVendor(call, { name: 'Example Cloud', assigneeId: organization.owner.id });
    expect(await submit(ids.risk_treatment_plan)).toMatchObject(incomplete('The risk Loss has no owner'));
    await call('PATCH', `/v1/risks/${body.data.id}`, { body: { assigneeId: organization.owner.id } });
    expect((await submit(ids.risk_treatment_plan)).status).toBe(200);
  });
});

describe('approveIsmsDocument and declineIsmsDocument', () => {
  test('200 publishes a first and a second version; the first version remains unchanged (rule 14)', async () => {
    const caller = await withDocuments();
    const { ids, call, organization } = caller;
    const id = ids.context_of_organization;
    const row = await addRow(call, id, 'context-issues', issue);
    const approved = await publish(app, caller, id, { changelog: ' First. ' });
    expect(approved).toMatchObject({
      status: 'approved',
      approvedAt: approved.currentVersion.publishedAt,
      currentVersion: { version: 1 },
      currentVersionId: approved.currentVersion.id,
      hasApprovedVersion: true,
    });
    expect(await lastEntry(app.database, organization)).toMatchObject({
      description: 'Approved Context of the Organization, version 1',
      entity_type: 'framework',
      entity_id: id,
    });
    expect((await call('GET', `/v1/isms/documents/${id}/drift`)).body.isStale).toBe(false);
    await patchRow(call, 'context-issues', row.id, { description: 'Everybody knows it now.' });
    const second = await publish(app, caller, id);
    const pages = await allPages(call, `/v1/isms/documents/${id}/versions?limit=1`);
    expect(pages.flatMap(({ data }) => data)).toMatchObject([
      { id: second.currentVersionId, version: 2, isCurrent: true, changelog: null },
      { version: 1, isCurrent: false, changelog: 'First.', publishedById: organization.owner.id, publishedByName: 'Olive Owner' },
    ]);
    const oldExport = await call('GET', `/v1/isms/documents/${id}/export?format=pdf&versionId=${approved.currentVersionId}`);
    expect(await wordsOf(oldExport.bytes)).toContain('Few people know the deployment.');
    await expect(
      app.database.system
        .updateTable('isms_version')
        .set({ changelog: 'Otherwise' })
        .where('document_id', '=', id ?? '')
        .execute(),
    ).rejects.toThrow('never changes');
  });
  test('200 lists a version with the name of its approver, even if the approver was removed', async () => {
    const { ids, call, submit, organization } = await withDocuments();
    const admin = await app.session(organization, ['admin']);
    await submit(ids.isms_scope, admin.member.id);
    expect((await admin.call('POST', `/v1/isms/documents/${ids.isms_scope}/approve`, { body: {} })).status).toBe(200);
    await app.database.system.deleteFrom('member').where('id', '=', admin.member.id).execute();
    expect((await call('GET', `/v1/isms/documents/${ids.isms_scope}/versions`)).body.data).toMatchObject([
      { publishedById: null, publishedByName: 'Max Member' },
    ]);
    expect(await read(call, ids.isms_scope)).toMatchObject({ status: 'approved', approverId: null });
  });
  test('200 for a decline with a reason, with a mail to the submitter; editing keeps the reason, and submitting clears the reason', async () => {
    const { ids, call, inPerson, submit, organization } = await withDocuments();
    const id = ids.isms_scope;
    await submit(id);
    expect(await inPerson('POST', `/v1/isms/documents/${id}/decline`, { body: { reason: ' Too short. ' } })).toMatchObject({
      status: 200,
      body: { status: 'rejected', declineReason: 'Too short.', declinedAt: expect.any(String) },
    });
    expect((await mailsOf(app.database, organization)).at(-1)).toMatchObject({ text: expect.stringContaining('Too short.') });
    await call('POST', `/v1/isms/documents/${id}/generate`);
    expect(await read(call, id)).toMatchObject({ status: 'rejected', declineReason: 'Too short.' });
    expect((await submit(id)).body).toMatchObject({ status: 'needs_review', declinedAt: null, declineReason: null });
  });
  test('403 for another member and for an API key, 409 for a document that does not wait for approval', async () => {
    const { ids, call, inPerson, submit, organization } = await withDocuments();
    const id = ids.isms_scope;
    for (const action of ['approve', 'decline']) await expectProblem(inPerson, 'POST', `/v1/isms/documents/${id}/${action}`, 409, {});
    await submit(id);
    const other = await app.session(organization, ['admin']);
    for (const action of ['approve', 'decline']) {
      await expectProblem(other.call, 'POST', `/v1/isms/documents/${id}/${action}`, 403, {});
      expect(await call('POST', `/v1/isms/documents/${id}/${action}`, { body: {} })).toMatchObject({
        status: 403,
        body: { code: 'session_required' },
      });
    }
  });
  test('200 for one of five simultaneous approvals and declines, and 409 for the other four requests (rule 6)', async () => {
    const { ids, call, inPerson, submit } = await withDocuments();
    const id = ids.isms_scope;
    await submit(id);
    const actions = ['approve', 'decline', 'approve', 'approve', 'decline'];
    const answers = await Promise.all(actions.map((action) => inPerson('POST', `/v1/isms/documents/${id}/${action}`, { body: {} })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect((await call('GET', `/v1/isms/documents/${id}/versions`)).body.data.length).toBeLessThan(2);
  });
  test('an edit during the approval is refused, or reopens the approved document (rule 6)', async () => {
    const { ids, call, inPerson, submit } = await withDocuments();
    const id = ids.context_of_organization;
    await addRow(call, id, 'context-issues', issue);
    await submit(id);
    const [approved, edited] = await Promise.all([
      inPerson('POST', `/v1/isms/documents/${id}/approve`, { body: {} }),
      call('POST', `/v1/isms/documents/${id}/registers/context-issues`, { body: { ...issue, description: 'A late edit.' } }),
    ]);
    expect(approved.status).toBe(200);
    const isLate = (await read(call, id)).status !== 'approved';
    expect(edited.status).toBe(isLate ? 201 : 409);
    const file = await call('GET', `/v1/isms/documents/${id}/export?format=pdf`);
    expect(await wordsOf(file.bytes)).not.toContain('A late edit.');
  });
});

/** Waits for the run that creates the files of a version, and returns the run with the keys of the files. */
async function storedFiles(call: Caller['call'], versionId: string) {
  const { system } = app.database;
  const { id } = await system.selectFrom('run').select('id').where('subject', '=', versionId).executeTakeFirstOrThrow();
  const run = await waitForRun(call, id);
  const keys = await system
    .selectFrom('isms_version')
    .select(['pdf_key as pdf', 'docx_key as docx'])
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  return { run, keys };
}

test('rule 21: the files of a version are stored once, are what an export returns, and are created again when they are lost', async () => {
  const { ids, ...caller } = await withDocuments();
  const { call, organization } = caller;
  const id = ids.context_of_organization;
  await addRow(call, id, 'context-issues', issue);
  const { currentVersionId } = await publish(app, caller, id);
  const { run, keys } = await storedFiles(call, currentVersionId);
  expect(run).toMatchObject({ kind: 'store_isms_version', status: 'completed', result: { versionId: currentVersionId } });
  const exportAs = (format: string) => call('GET', `/v1/isms/documents/${id}/export?format=${format}&versionId=${currentVersionId}`);
  const { system } = app.database;
  for (const format of ['pdf', 'docx'] as const) {
    const key = keys[format] ?? '';
    expect(key).toContain(`${organization.id}/isms/${id}/`);
    const { bytes } = await exportAs(format);
    const file = await system.selectFrom('stored_file').select(['sha256', 'size']).where('id', '=', key).executeTakeFirstOrThrow();
    expect({ sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength }).toMatchObject({
      sha256: file.sha256,
      size: Number(file.size),
    });
    await expect(
      system
        .updateTable('isms_version')
        .set({ [`${format}_key`]: null })
        .where('id', '=', currentVersionId)
        .execute(),
    ).rejects.toThrow('never changes');
    await rm(path.join(app.dataDir, 'files', key));
  }
  expect((await exportAs('docx')).bytes.byteLength).toBeGreaterThan(1_000);
  expect(await wordsOf((await exportAs('pdf')).bytes)).toContain('Few people know the deployment.');
});
test('rule 21: a repeated run creates only missing files, and fails without the version', async () => {
  const { ids, ...caller } = await withDocuments();
  const { currentVersionId } = await publish(app, caller, ids.isms_scope);
  const { keys } = await storedFiles(caller.call, currentVersionId);
  const runAgain = async (versionId: string) => {
    const run = await within(app.database, caller.organization.id, (db) =>
      startRun(db, ownerOf(caller.organization), { kind: 'store_isms_version', input: { versionId } }),
    );
    return waitForRun(caller.call, run?.id ?? '');
  };
  expect(await runAgain(currentVersionId)).toMatchObject({ status: 'completed' });
  expect((await storedFiles(caller.call, currentVersionId)).keys).toEqual(keys);
  expect(await runAgain('isms_ver_none')).toMatchObject({ status: 'failed', error: 'Version not found' });
});

test('rule 15: the code of a document contains only letters that every font has', () => {
  const codes = ['Acme', 'Blue Heron Labs', 'Ärzte', 'Example Widgets 日本', '日本電気'].map((name) => codeOf(name, 1));
  expect(codes).toEqual(['ACME-ISMS-001', 'BHL-ISMS-001', 'ÄRZT-ISMS-001', 'EW-ISMS-001', 'ORG-ISMS-001']);
});

describe('exportIsmsDocument', () => {
  const textOf = (bytes: Uint8Array) =>
    readDocument(bytes)
      .flatMap((block) => (block.kind === 'table' ? block.rows.map((row) => row.join(' | ')) : block.lines))
      .join('\n');

  test('200 exports the draft until a version exists, then the version, as PDF and DOCX; each export is logged (rules 14 and 15)', async () => {
    const caller = await withDocuments();
    const { ids, call, organization } = caller;
    const id = ids.context_of_organization;
    await addRow(call, id, 'context-issues', { ...issue, description: 'Ärger & <b>Šum</b>\u0001' });
    const url = `/v1/isms/documents/${id}/export`;
    const draft = await call('GET', `${url}?format=docx`);
    expect(draft.headers.get('content-disposition')).toBe('attachment; filename="context-of-the-organization-draft.docx"');
    expect(textOf(draft.bytes)).toContain('Version | Draft');
    await publish(app, caller, id);
    await addRow(call, id, 'context-issues', { ...issue, description: 'Later.' });
    for (const format of ['pdf', 'docx']) {
      const answer = await call('GET', `${url}?format=${format}`);
      expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
        200,
        `attachment; filename="context-of-the-organization-v1.${format}"`,
      ]);
      const exportedText = format === 'pdf' ? await wordsOf(answer.bytes) : textOf(answer.bytes);
      for (const words of [
        'Test organization',
        'Context of the Organization',
        'TO-ISMS-001',
        'Ärger & <b>Šum</b>',
        'Internal issues',
        'Olive Owner',
      ])
        expect(exportedText).toContain(words);
      expect(exportedText).not.toContain('Later.');
      const draftExport = await call('GET', `${url}?format=${format}&draft=true`);
      expect(format === 'pdf' ? await wordsOf(draftExport.bytes) : textOf(draftExport.bytes)).toContain('Later.');
    }
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'framework',
      entity_id: id,
      description: 'Exported Context of the Organization as DOCX (draft) [via API key "test"]',
    });
    await expectProblem(call, 'GET', `${url}?format=pdf&versionId=isms_ver_none`, 404);
    expect(await call('GET', url)).toMatchObject(invalid({ format: 'is required' }));
  });
  test('200 exports each document in both formats with its complete content', async () => {
    const { ids, call, organization } = await withDocuments();
    await addVendor(call, { name: 'Example Cloud', category: 'cloud' });
    await call('POST', '/v1/risks', { body: { title: 'Loss of a laptop', description: 'Of a laptop.', category: 'technology' } });
    await call('POST', `/v1/isms/generate-all?frameworkId=${iso}`);
    const { roles } = await read(call, ids.roles_and_responsibilities);
    await addRow(call, ids.roles_and_responsibilities, 'role-assignments', { roleId: roles[0].id, memberId: organization.owner.id });
    const { metrics } = await read(call, ids.monitoring);
    await addRow(call, ids.monitoring, 'measurements', { metricId: metrics[5].id, periodStart: '2026-01-01', value: '99.95%' });
    const audit = await addRow(call, ids.internal_audit, 'audits', { auditorName: 'Ann Auditor' });
    await addRow(call, ids.internal_audit, 'audit-findings', { auditId: audit.id, type: 'ofi', description: 'Shorter texts' });
    const review = await addRow(call, ids.management_review, 'reviews', {});
    await addRow(call, ids.management_review, 'review-actions', { reviewId: review.id, description: 'Order a course' });
    const expected: Readonly<Record<string, readonly string[]>> = {
      context_of_organization: ['Example Cloud', 'External issues'],
      interested_parties_register: ['Customers'],
      interested_parties_requirements: ['Employees'],
      isms_scope: ['Supplier: Example Cloud'],
      leadership_commitment: ['Commitment'],
      roles_and_responsibilities: ['Olive Owner', 'Internal auditor'],
      risk_assessment_methodology: ['Risk matrix', 'Very high'],
      risk_treatment_plan: ['R-01', 'Loss of a laptop', 'Example Cloud'],
      objectives_plan: ['Vendors are reviewed in time'],
      monitoring: ['99.95%'],
      internal_audit: ['Ann Auditor', 'Shorter texts', 'A.8.13 Backup'],
      management_review: [`${review.reference}-A01`, 'Order a course'],
    };
    for (const [type, words] of Object.entries(expected)) {
      const pdf = await wordsOf((await call('GET', `/v1/isms/documents/${ids[type]}/export?format=pdf`)).bytes);
      const docx = textOf((await call('GET', `/v1/isms/documents/${ids[type]}/export?format=docx`)).bytes);
      for (const word of words) {
        expect(pdf, type).toContain(word);
        expect(docx, type).toContain(word);
      }
    }
  });
  test('200 exports placeholders for empty lists, and the tables and texts of rows (rule 15)', async () => {
    const { ids, call, organization } = await withDocuments();
    const exportText = async (type: string) => textOf((await call('GET', `/v1/isms/documents/${ids[type]}/export?format=docx`)).bytes);
    expect(await exportText('internal_audit')).toContain('No audit is recorded.');
    expect(await exportText('management_review')).toContain('No management review is recorded.');
    expect(await exportText('context_of_organization')).toContain('No external issue is recorded.');
    const narrative = { certificateScopeSentence: 'A.', inScope: 'B.', interfaces: [], dependencies: [], exclusions: [] };
    await call('PUT', `/v1/isms/documents/${ids.isms_scope}/narrative`, { body: { narrative } });
    const scope = await exportText('isms_scope');
    for (const words of ['No interface is recorded.', 'No dependency is recorded.', 'Nothing is excluded.']) expect(scope).toContain(words);
    const audit = await addRow(call, ids.internal_audit, 'audits', {});
    expect(await exportText('internal_audit')).toContain('No finding is recorded.');
    await addRow(call, ids.internal_audit, 'audit-findings', {
      auditId: audit.id,
      type: 'nc_minor',
      description: 'X',
      closureEvidence: 'Minutes of May',
    });
    expect(await exportText('internal_audit')).toContain('Minutes of May');
    const { metrics } = await read(call, ids.monitoring);
    expect(await exportText('monitoring')).toContain('No measurement is recorded.');
    await addRow(call, ids.monitoring, 'measurements', { metricId: metrics[5].id, periodStart: '2026-01-01', value: '99.95%' });
    expect(await exportText('monitoring')).toMatch(/2026-01-01 \| 99\.95% \|.*\| Olive Owner/);
    const firstReview = await addRow(call, ids.management_review, 'reviews', {});
    await addRow(call, ids.management_review, 'review-actions', {
      reviewId: firstReview.id,
      description: 'Order a course',
      ownerMemberId: organization.owner.id,
    });
    await addRow(call, ids.management_review, 'reviews', {});
    const reviews = await exportText('management_review');
    expect(reviews).toContain(`${firstReview.reference}-A01 | Order a course (carried forward) | Olive Owner`);
    await patchRow(call, 'reviews', firstReview.id, { decisionsText: 'Hire one.', changesText: null });
    const textWithDecisions = await exportText('management_review');
    for (const words of ['Decisions about improvement | Decisions about changes of the ISMS', 'Hire one. | None recorded.'])
      expect(textWithDecisions).toContain(words);
  });
});
