import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { FormType } from '#domain/evidence-forms/count';
import { deleteAbandonedFiles } from '#domain/evidence-forms/abandoned';
import { sweepObsoleteFiles } from '#platform/files/obsolete';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { file, follow, png } from '../../support/attachments.ts';
import { report, review, submit, uploadFor, valuesOf } from '../../support/evidence-forms.ts';
import { newMember, within } from '../../support/organization.ts';
import { invalid, lastEntry } from '../../support/people.ts';
import { keysOf, uploaded } from '../../support/uploads.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const urlOf = (formType: string, suffix = '') => `/v1/evidence-forms/${formType}${suffix}`;
const pdf = Buffer.from(report.fileData, 'base64');
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const unusableKey = 'must be the key of a file that was uploaded for this form and that no submission has';
type Call = Awaited<ReturnType<typeof app.caller>>['call'];
const sendTest = (call: Call, pentestReport: object) =>
  call('POST', urlOf('penetration-test', '/submissions'), { body: { data: { ...valuesOf['penetration-test'], pentestReport } } });
const bytesAt = async (link: string) => Buffer.from(await (await follow(app.base, link)).arrayBuffer());
const evidenceKeys = async (organizationId: string) =>
  (await keysOf(app.ports.files, organizationId)).filter((key) => key.includes('/evidence-forms/'));

describe('uploading a file for a form', () => {
  test('201 with the key and a link; the submission that names the key includes the file', async () => {
    const { call, organization } = await app.caller();
    const stored = await uploadFor(call, 'penetration-test', { fileName: ' Report of May.PDF ' });
    expect(stored).toEqual({
      fileName: 'Report of May.PDF',
      fileKey: expect.stringMatching(
        new RegExp(`^${organization.id}/evidence-forms/penetration-test/\\d+-[0-9a-f]{32}-Report_of_May\\.PDF$`),
      ),
      downloadUrl: expect.stringContaining('&signature='),
    });
    expect(await bytesAt(stored.downloadUrl)).toEqual(pdf);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'task',
      data: { action: 'Uploaded file for evidence form penetration-test' },
    });

    const submission = await submit(call, 'penetration-test', { pentestReport: { ...stored, fileName: 'other.exe', downloadUrl: 5 } });
    expect(submission.data.pentestReport).toMatchObject({ fileName: 'Report of May.PDF', fileKey: stored.fileKey });
    const read = await call('GET', urlOf('penetration-test', `/submissions/${submission.id}`));
    const answer = await follow(app.base, read.body.data.pentestReport.downloadUrl);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Report of May.PDF"');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
  });
  test('201 for an upload with the purpose evidence, by employees for forms that are open to employees', async () => {
    const caller = await app.caller();
    const { call } = await app.session(caller.organization, ['employee']);
    const fileKey = await uploaded(app.base, call, png, { purpose: 'evidence', fileName: 'a.png', fileType: 'image/png' });
    const stored = await uploadFor(call, 'whistleblower-report', {
      fileName: 'a.png',
      fileType: 'image/png',
      fileData: undefined,
      fileKey,
    });
    expect(await bytesAt(stored.downloadUrl)).toEqual(png);
    const answer = await call('POST', urlOf('uploads'), { body: { formType: 'rbac-matrix', ...file('a.csv', 'text/csv', 'a,b\n') } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'evidence_form_not_in_portal' } });
  });
  test.each<[FormType, string, string]>([
    ['penetration-test', 'a.png', '.pdf'],
    ['penetration-test', 'pdf', '.pdf'],
    ['rbac-matrix', 'a.png', '.csv, .xlsx, .xls, .pdf'],
    ['network-diagram', 'a.gif', '.pdf, .png, .jpg, .jpeg, .svg, .vsdx'],
    ['meeting', 'a.pdf', 'none'],
    ['account-types', 'a.csv', 'none'],
  ])('rule 7: 415 for %s with %s', async (formType, fileName, accept) => {
    const { call } = await app.caller();
    expect(await call('POST', urlOf('uploads'), { body: { formType, ...report, fileName } })).toMatchObject({
      status: 415,
      body: { code: 'evidence_file_not_accepted', accept, error: `The form accepts only these files: ${accept}` },
    });
  });
  test('400, 415 and 422 under the same rules as attachments', async () => {
    const { call, organization } = await app.caller();
    const send = (fields: object) => call('POST', urlOf('uploads'), { body: { formType: 'penetration-test', ...report, ...fields } });
    expect(await send({ fileData: 'not base64!' })).toMatchObject(invalid({ fileData: 'must be base64' }));
    expect(await send({ fileData: undefined })).toMatchObject({ status: 400 });
    expect(await send({ fileKey: 'x' })).toMatchObject({ status: 400 });
    expect(await send({ formType: 'minutes' })).toMatchObject({ status: 400, body: { details: { formType: {} } } });
    const fileKey = await uploaded(app.base, call, pdf, { purpose: 'attachment', fileName: 'a.pdf', fileType: 'application/pdf' });
    expect(await send({ fileData: undefined, fileKey })).toMatchObject({ status: 400, body: { details: { fileKey: {} } } });
    expect(await send({ fileType: 'text/x-sh' })).toMatchObject({ status: 415, body: { code: 'file_type_not_allowed' } });
    expect(await send({ fileData: png.toString('base64') })).toMatchObject({ status: 422, body: { code: 'file_type_mismatch' } });
    expect(await send({ formType: 'whistleblower-report', ...file('a.txt', 'text/plain', '<script>alert(1)</script>') })).toMatchObject({
      status: 422,
      body: { code: 'file_has_active_content' },
    });
    expect(await evidenceKeys(organization.id)).toEqual([]);
  });
});

describe('rule 6: the file of a submission', () => {
  test('201 for an upload with the purpose evidence, whose bytes are stored with the form', async () => {
    const { call, organization } = await app.caller();
    const fileKey = await uploaded(app.base, call, pdf, { purpose: 'evidence', fileName: 'a.pdf', fileType: 'application/pdf' });
    const submission = await sendTest(call, { fileName: ' Report.pdf', fileKey });
    expect(submission, submission.text).toMatchObject({ status: 201, body: { data: { pentestReport: { fileName: 'Report.pdf' } } } });
    expect(submission.body.data.pentestReport.fileKey).toContain(`${organization.id}/evidence-forms/penetration-test/`);
    expect(await bytesAt(submission.body.data.pentestReport.downloadUrl)).toEqual(pdf);
  });
  test('400 for a key that a submission uses already, for a key of another form, organization or record, and for an invalid key', async () => {
    const [{ call, organization }, other] = [await app.caller(), await app.caller()];
    const usedFile = await uploadFor(call, 'penetration-test');
    await submit(call, 'penetration-test', { pentestReport: usedFile });
    const foreignFile = await uploadFor(other.call, 'penetration-test');
    const otherFormFile = await uploadFor(call, 'rbac-matrix');
    for (const fileKey of [
      usedFile.fileKey,
      foreignFile.fileKey,
      otherFormFile.fileKey,
      `${organization.id}/attachments/risk/x/1-a.pdf`,
      `${organization.id}/../${other.organization.id}/a.pdf`,
      'a',
    ])
      expect(await sendTest(call, { fileName: 'a.pdf', fileKey }), fileKey).toMatchObject(
        invalid({ 'data.pentestReport.fileKey': unusableKey }),
      );
    for (const [purpose, fileName] of [
      ['general', 'a.pdf'],
      ['attachment', 'a.pdf'],
    ]) {
      const fileKey = await uploaded(app.base, call, pdf, { purpose, fileName, fileType: 'application/pdf' });
      expect(await sendTest(call, { fileName: 'a.pdf', fileKey })).toMatchObject(
        invalid({ 'data.pentestReport.fileKey': 'must be the key of an upload of the organization with the purpose evidence' }),
      );
    }
    expect(await sendTest(call, { fileName: 'a.pdf', fileKey: `${organization.id}/uploads/evidence/1-a.pdf` })).toMatchObject(
      invalid({ 'data.pentestReport.fileKey': 'must be uploaded first' }),
    );
  });
  test('201 for one of several simultaneous submissions of the same file, 400 for the others', async () => {
    const { call } = await app.caller();
    const stored = await uploadFor(call, 'penetration-test');
    const answers = await Promise.all([1, 2, 3].map(() => sendTest(call, stored)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });
  test('415 for an upload whose type the field does not accept, 422 for an upload whose content does not match its type', async () => {
    const { call } = await app.caller();
    const fileKey = await uploaded(app.base, call, png, { purpose: 'evidence', fileName: 'a.png', fileType: 'image/png' });
    expect(await sendTest(call, { fileName: 'a.png', fileKey })).toMatchObject({
      status: 415,
      body: { code: 'evidence_file_not_accepted' },
    });
    expect(await sendTest(call, { fileName: 'a.pdf', fileKey })).toMatchObject({ status: 422, body: { code: 'file_type_mismatch' } });
  });
});

describe('a document in place of a form', () => {
  const send = (call: Call, fields: object, formType: FormType = 'meeting') =>
    call('POST', urlOf(formType, '/file-submissions'), { body: { ...report, ...fields } });

  test('rule 5: 201 with only the document and the time; an API key submits for its own member or for a named member', async () => {
    const { call, organization } = await app.caller(['evidence:create', 'evidence:read']);
    const { body } = await send(call, {});
    expect(body).toMatchObject({
      formType: 'meeting',
      submittedById: organization.owner.userId,
      status: 'pending',
      data: { submissionDate: time, evidenceFile: { fileName: 'Report.pdf' } },
    });
    expect(Object.keys(body.data).sort()).toEqual(['evidenceFile', 'submissionDate']);
    const read = await call('GET', urlOf('meeting', `/submissions/${body.id}`));
    expect(await bytesAt(read.body.data.evidenceFile.downloadUrl)).toEqual(pdf);
    expect(await lastEntry(app.database, organization)).toMatchObject({ entity_type: 'task', entity_id: body.id });
    const member = await newMember(app.database, organization.id, ['employee']);
    expect((await send(call, { userId: member.userId })).body.submittedById).toBe(member.userId);
  });
  test.each([
    ['a.pdf', 'application/pdf', pdf],
    ['a.png', 'image/png', png],
    ['a.jpg', 'image/jpeg', Buffer.from('ffd8ffe0', 'hex')],
    ['a.gif', 'image/gif', Buffer.from('GIF89a')],
    ['a.webp', 'image/webp', Buffer.from('RIFF\0\0\0\0WEBP')],
    ['a.csv', 'Text/CSV; charset=utf-8', Buffer.from('a,b\n')],
    ['a.xlsx', workbook, Buffer.from(zipSync({ 'xl/workbook.xml': Buffer.from('<workbook/>') }))],
  ])('201 for %s', async (fileName, fileType, bytes) => {
    const { call } = await app.caller();
    expect(await send(call, file(fileName, fileType, bytes))).toMatchObject({
      status: 201,
      body: { data: { evidenceFile: { fileName } } },
    });
  });
  test.each([
    ['a.txt', 'text/plain'],
    ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.exe', 'application/pdf'],
    ['a.svg', 'image/svg+xml'],
  ])('rule 7: 415 for %s', async (fileName, fileType) => {
    const { call } = await app.caller();
    expect(await send(call, { fileName, fileType })).toMatchObject({ status: 415 });
  });
  test('400 and 422 under the same rules as attachments, 201 for an upload', async () => {
    const { call, organization } = await app.caller();
    expect(await send(call, { fileData: 'JVBERi0' })).toMatchObject(invalid({ fileData: 'must be base64' }));
    expect(await send(call, { fileData: '' })).toMatchObject({ status: 400 });
    expect(await send(call, { fileType: 'image/png' })).toMatchObject({ status: 422 });
    expect(await send(call, { fileData: undefined, fileKey: `${organization.id}/uploads/evidence/1-a.pdf` })).toMatchObject(
      invalid({ fileKey: 'must be uploaded first' }),
    );
    const fileKey = await uploaded(app.base, call, pdf, { purpose: 'evidence', fileName: 'a.pdf', fileType: 'application/pdf' });
    const submission = await send(call, { fileData: undefined, fileKey });
    expect(await bytesAt(submission.body.data.evidenceFile.downloadUrl)).toEqual(pdf);
  });
});

describe('deleting', () => {
  test('rule 16: 204 deletes the files of the submission, too', async () => {
    const { call, organization } = await app.caller();
    const pentestReport = await uploadFor(call, 'penetration-test');
    const [formSubmission, fileSubmission] = [
      await submit(call, 'penetration-test', { pentestReport }),
      (await call('POST', urlOf('meeting', '/file-submissions'), { body: report })).body,
    ];
    expect(await evidenceKeys(organization.id)).toHaveLength(2);
    for (const { formType, id } of [formSubmission, fileSubmission]) {
      expect(await call('DELETE', urlOf(formType, `/submissions/${id}`))).toMatchObject({ status: 204 });
      expect(await call('GET', urlOf(formType, `/submissions/${id}`))).toMatchObject({ status: 404 });
    }
    expect(await lastEntry(app.database, organization)).toMatchObject({ entity_type: 'task', entity_id: fileSubmission.id });
    expect(await evidenceKeys(organization.id)).toEqual([]);
    expect((await call('GET', '/v1/uploads/usage')).body.storage.usedBytes).toBe(0);
    expect(await sendTest(call, pentestReport)).toMatchObject(invalid({ 'data.pentestReport.fileKey': unusableKey }));
  });
  test('rule 7: files that no submission has used for a day are removed, and all other files remain', async () => {
    const { call, organization } = await app.caller();
    const [unusedFile, freshFile, usedFile] = [
      await uploadFor(call, 'rbac-matrix'),
      await uploadFor(call, 'rbac-matrix'),
      await uploadFor(call, 'rbac-matrix'),
    ];
    await submit(call, 'rbac-matrix', { matrixFile: usedFile });
    const { system } = app.database;
    const longAgo = new Date(Date.now() - 25 * 3_600_000).toISOString();
    await system
      .updateTable('evidence_file')
      .set({ created_at: longAgo })
      .where('file_key', 'in', [unusedFile.fileKey, usedFile.fileKey])
      .execute();
    await deleteAbandonedFiles(system);
    await system.updateTable('obsolete_file').set({ created_at: longAgo }).where('organization_id', '=', organization.id).execute();
    await sweepObsoleteFiles(system, app.ports.files);
    expect((await evidenceKeys(organization.id)).sort()).toEqual([freshFile.fileKey, usedFile.fileKey].sort());
  });
});

describe('rule 17: the export', () => {
  const linesOf = (text: string) => text.split('\r\n');

  test('200 with the header line only', async () => {
    const { call, organization } = await app.caller();
    const answer = await call('GET', urlOf('meeting', '/export.csv'));
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.text).toBe(
      `${['submissionId', 'submissionDate', 'submittedByName', 'submittedByEmail', 'status', 'reviewedByName', 'reviewedAt', 'reviewReason', 'attendees', 'date', 'meetingMinutes', 'meetingMinutesApprovedBy', 'approvedDate', 'evidenceFile'].map((name) => `"${name}"`).join(',')}\r\n`,
    );
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="meeting-submissions-${new Date().toISOString().slice(0, 10)}.csv"`,
    );
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'task',
      data: { action: 'Exported submissions of evidence form meeting' },
    });
  });
  test('200 with all submissions, newest first, and without cells that a program takes for a formula', async () => {
    const { call, organization } = await app.caller();
    const first = await submit(call, 'access-request', {
      userName: '=1+1',
      accountsNeeded: 'A "quoted"\nline',
      reasonForRequest: '\tx',
      accessGrantedBy: '@b',
    });
    await review(call, first, { action: 'rejected', reason: '-no' });
    const second = await submit(call, 'access-request');
    const { text } = await call('GET', urlOf('access-request', '/export.csv'));
    const [, secondLine = '', firstLine = ''] = linesOf(text);
    expect(
      secondLine.startsWith(`"${second.id}","2026-05-20","${organization.owner.name}","${organization.owner.email}","pending","","",""`),
    ).toBe(true);
    expect(firstLine).toContain(`"rejected","${organization.owner.name}","20`);
    for (const cell of ['"\'-no"', '"\'=1+1"', '"A ""quoted""\nline"', '"\'\tx"', '"\'@b"']) expect(firstLine).toContain(cell);
    expect(text.endsWith('\r\n')).toBe(true);
  });
  test('200 with the names of files and the address of the submission, with tables, and filtered by time', async () => {
    const { call } = await app.caller();
    const matrixFile = await uploadFor(call, 'rbac-matrix', file('roles.csv', 'text/csv', 'a,b\n'));
    const formSubmission = await submit(call, 'rbac-matrix', { matrixFile });
    const fileSubmission = (await call('POST', urlOf('rbac-matrix', '/file-submissions'), { body: report })).body;
    const { text } = await call('GET', urlOf('rbac-matrix', '/export.csv'));
    expect(text).toContain(
      `"System: Billing | Role: Clerk | Permissions: Creates invoices | Approved by: Chen Liu | Last reviewed: 2026-05-15"`,
    );
    expect(text).toMatch(new RegExp(`"roles\\.csv http[^"]*/v1/evidence-forms/rbac-matrix/submissions/${formSubmission.id}",""\r\n`));
    expect(text).toMatch(new RegExp(`"","","Report\\.pdf http[^"]*/submissions/${fileSubmission.id}"\r\n`));
    expect(text).not.toContain('signature');
    expect((await call('GET', `${urlOf('rbac-matrix', '/export.csv')}?submittedAtBefore=2026-01-01`)).text).not.toContain('evs_');
    expect((await call('GET', `${urlOf('rbac-matrix', '/export.csv')}?submittedAtAfter=2026-01-01`)).text.match(/evs_/g)).toHaveLength(4);
    expect(await call('GET', `${urlOf('rbac-matrix', '/export.csv')}?submittedAtAfter=x`)).toMatchObject({ status: 400 });
  });
  test('200 with more submissions than a single read returns, each submission once', async () => {
    const { call, organization } = await app.caller();
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('evidence_submission')
        .values(Array.from({ length: 120 }, () => ({ id: newId('evs'), form_type: 'meeting' as const })))
        .execute(),
    );
    const lines = linesOf((await call('GET', urlOf('meeting', '/export.csv'))).text).slice(1, -1);
    expect(new Set(lines.map((line) => line.slice(0, 30))).size).toBe(120);
    expect(lines).toHaveLength(120);
    await call('HEAD', urlOf('meeting', '/export.csv'));
  });
});

test('rule 18: no form value and no file name appears in the audit log', async () => {
  const { call, organization } = await app.caller();
  const stored = await uploadFor(call, 'penetration-test', { fileName: 'Secret name.pdf' });
  const submission = await submit(call, 'penetration-test', { pentestReport: stored, vendorName: 'Secret firm' });
  const { call: asAdmin } = await app.session(organization, ['admin']);
  expect(await review(asAdmin, submission, { action: 'approved' })).toMatchObject({ status: 200 });
  await call('GET', urlOf('penetration-test', '/export.csv'));
  await call('DELETE', urlOf('penetration-test', `/submissions/${submission.id}`));
  const { body } = await call('GET', '/v1/audit-logs');
  expect(body.data.map(({ description }: { description: string }) => description.replace(' [via API key "test"]', ''))).toEqual([
    'Deleted submission of evidence form penetration-test',
    'Exported submissions of evidence form penetration-test',
    'Reviewed submission of evidence form penetration-test',
    'Submitted evidence form penetration-test',
    'Uploaded file for evidence form penetration-test',
  ]);
  for (const { entityType } of body.data) expect(entityType).toBe('task');
  expect(JSON.stringify(body)).not.toContain('Secret');
  expect(
    (await app.database.system.selectFrom('audit_entry').select('id').where('organization_id', '=', organization.id).execute()).length,
  ).toBe(5);
});
