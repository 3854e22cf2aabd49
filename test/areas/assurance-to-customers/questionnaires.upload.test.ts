/** Questionnaires uploaded as a file, inline or by key, and the runs that read, answer and export them. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { inlineCell, paragraph, rawDocument, rawWorkbook, types, workbookOf } from '../../support/documents.ts';
import { add, asBase64, waitForRun, keysOf as keysIn, questionnaireCsv, upload, withContext } from '../../support/questionnaires.ts';
import { asProblem } from '../../support/refusals.ts';
import { uploaded } from '../../support/uploads.ts';

const app = startApp();
const url = '/v1/questionnaire';
const keysOf = (organizationId: string) => keysIn(app.ports.files, organizationId);

describe('createQuestionnaire', () => {
  test('201 returns immediately with the status parsing and a run to poll, and writes one log entry without the file', async () => {
    const { call, organization } = await app.caller();
    const created = await call('POST', url, { body: upload(questionnaireCsv, { vendorName: 'Harbour Clinics' }) });
    expect(created).toMatchObject({
      status: 201,
      body: { status: 'parsing', parsedAt: null, totalQuestions: 0, runId: expect.stringMatching(/^run_/), questions: [] },
    });
    expect(created.headers.get('location')).toBe(`${url}/${created.body.id}`);
    expect(await waitForRun(call, created.body.runId)).toMatchObject({
      kind: 'parse_questionnaire',
      status: 'completed',
      progress: { done: 1, total: 1 },
      result: { questionnaireId: created.body.id, totalQuestions: 3 },
    });
    expect(await keysOf(organization.id)).toEqual([
      expect.stringMatching(new RegExp(`^${organization.id}/questionnaire-uploads/\\d{13}-[0-9a-f]{32}-Security_review.csv$`)),
    ]);
    const { data } = (await call('GET', `/v1/audit-logs?entityId=${created.body.id}`)).body;
    expect(data).toMatchObject([
      {
        entityType: 'organization',
        description: 'Uploaded questionnaire [via API key "test"]',
        data: { resource: 'questionnaire', permission: 'create' },
      },
    ]);
    expect(data[0].data.changes).toEqual({
      fileName: { previous: null, current: 'Security review.csv' },
      fileType: { previous: null, current: 'text/csv' },
      vendorName: { previous: null, current: 'Harbour Clinics' },
      source: { previous: null, current: 'internal' },
    });
  });
  test('201 accepts the key of an upload with the purpose questionnaire', async () => {
    const { call } = await app.caller();
    const fileKey = await uploaded(app.base, call, new TextEncoder().encode(questionnaireCsv), {
      purpose: 'questionnaire',
      fileName: 'review.csv',
      fileType: types.csv,
    });
    const created = await call('POST', url, { body: { fileName: 'review.csv', fileType: types.csv, fileKey } });
    expect(created, created.text).toMatchObject({ status: 201, body: { fileSize: questionnaireCsv.length } });
    expect(await waitForRun(call, created.body.runId)).toMatchObject({ status: 'completed', result: { totalQuestions: 3 } });
  });
  test('201 with autoAnswer answers the questions after reading the file', async () => {
    const { call } = await withContext(app);
    const created = await call('POST', url, { body: upload(questionnaireCsv, { autoAnswer: true }) });
    await waitForRun(call, created.body.runId);
    const { runId } = (await call('GET', `${url}/${created.body.id}`)).body;
    expect(runId).not.toBe(created.body.runId);
    expect(await waitForRun(call, runId)).toMatchObject({
      kind: 'auto_answer_questionnaire',
      status: 'completed',
      result: { questionnaireId: created.body.id, totalQuestions: 3, answeredQuestions: 2 },
    });
  });
  test.each([
    [
      'a document',
      types.docx,
      async () =>
        rawDocument(`${paragraph('Review')}${paragraph('1. Do you &amp; your team log?')}<w:tbl><w:tr><w:tc>${paragraph('Question')}</w:tc><w:tc>${paragraph('Answer')}</w:tc></w:tr><w:tr><w:tc>${paragraph('Do you test?')}</w:tc><w:tc>${paragraph('')}</w:tc></w:tr></w:tbl>
      <w:sdt><w:sdtContent>${paragraph('Do you train?')}</w:sdtContent></w:sdt>`),
      ['1. Do you & your team log?', 'Do you test?', 'Do you train?'],
    ],
    ['a workbook with macros', types.xlsm, () => workbookOf([['Do you log?']]), ['Do you log?']],
    ['Markdown', 'text/markdown', async () => '# Review\n\n- Do you log?\n', ['Do you log?']],
  ])('201 for %s, which uploads accept although parsing alone does not', async (_case, fileType, content, questions) => {
    const created = await add((await app.caller()).call, await content(), { fileType });
    expect(created).toMatchObject({ status: 'completed' });
    expect(created.questions.map(({ question }: { question: string }) => question)).toEqual(questions);
  });
  test.each([
    ['../../../etc/passwd', /-[^/-]*etc_passwd$/],
    ['Fragebogen für Lieferanten (2026).csv', /-Fragebogen_f_r_Lieferanten__2026_\.csv$/],
    [`${'x'.repeat(250)}.csv`, /-x{96}\.csv$/],
  ])('201 stores the file named %s in the folder of the organization', async (fileName, keyPattern) => {
    const { call, organization } = await app.caller();
    expect(await call('POST', url, { body: upload(questionnaireCsv, { fileName }) })).toMatchObject({ status: 201, body: { fileName } });
    const [key = ''] = await keysOf(organization.id);
    expect(key.split('/').slice(0, 2)).toEqual([organization.id, 'questionnaire-uploads']);
    expect(key.split('/')).toHaveLength(3);
    expect(key).toMatch(keyPattern);
  });
  test.each([
    ['The file holds no questions', 'Nothing.', types.txt],
    ['The file cannot be read', '%PDF-1.4 nothing', types.pdf],
    [
      'The file holds more than 2000 questions',
      Array.from({ length: 2001 }, (_, index) => `Do you have control number ${index}?`).join('\n'),
      types.txt,
    ],
  ])('201, then the run fails and the file stays: %s', async (error, content, fileType) => {
    const { call, organization } = await app.caller();
    const created = await call('POST', url, { body: upload(content, { fileType }) });
    expect(await waitForRun(call, created.body.runId)).toMatchObject({ status: 'failed', error });
    expect((await call('GET', `${url}/${created.body.id}`)).body).toMatchObject({
      status: 'failed',
      error,
      parsedAt: null,
      totalQuestions: 0,
      hasFile: true,
      questions: [],
    });
    expect(await keysOf(organization.id)).toHaveLength(1);
  });
});

const rejections: readonly (readonly [string, number, string, object])[] = [
  ['neither data nor key', 400, 'Validation failed', { fileData: undefined }],
  ['both', 400, 'Validation failed', { fileKey: 'k' }],
  ['what is no base64', 400, 'Validation failed', { fileData: 'no base64!' }],
  [
    'a key of another organization',
    400,
    'Validation failed',
    { fileData: undefined, fileKey: `${newId('org')}/uploads/questionnaire/1-a.csv` },
  ],
  ['a name of 300 characters', 400, 'Validation failed', { fileName: 'x'.repeat(300) }],
  ['a blank name', 400, 'Validation failed', { fileName: '  ' }],
  ['a source that there is not', 400, 'Validation failed', { source: 'else' }],
  [
    'a workbook that would be huge',
    413,
    'The file may have at most 536870912 bytes when unpacked',
    { fileType: types.xlsx, fileData: asBase64(hugeWorkbook()) },
  ],
  ['an old workbook', 415, 'Save the file as XLSX and send that', { fileType: 'application/vnd.ms-excel' }],
  ['a video', 415, 'Questionnaires are read from PDF, images, XLSX, XLSM, DOCX, CSV, text', { fileType: 'video/mp4' }],
  ['a program', 415, 'Files with this extension are not accepted', { fileName: 'review.exe' }],
  [
    'a program that is called a PDF',
    422,
    'The file is not of the type application/pdf',
    { fileName: 'review.pdf', fileType: types.pdf, fileData: asBase64('MZ\0\0') },
  ],
  ['text that is called a workbook', 422, 'The file cannot be read', { fileType: types.xlsx }],
  ['a text that would run in a browser', 422, 'The file has active content', { fileData: asBase64('<script>alert(1)</script>') }],
];

describe.each(['', '/answers/export'])('POST /v1/questionnaire%s', (path) => {
  test.each(rejections)('rejects %s with %i: %s, and stores nothing', async (_case, status, error, fields) => {
    const { call, organization } = await app.caller();
    expect(await call('POST', url + path, { body: upload(questionnaireCsv, fields) })).toMatchObject({
      status,
      body: { success: false, error },
    });
    expect(await call('POST', url + path, { body: upload(questionnaireCsv, fields), ...asProblem })).toMatchObject({
      status,
      body: { status, detail: error },
    });
    expect(await keysOf(organization.id)).toEqual([]);
    expect((await call('GET', `${url}?status=parsing&status=failed&status=completed`)).body.data).toEqual([]);
    expect(await app.database.system.selectFrom('run').select('id').where('organization_id', '=', organization.id).execute()).toEqual([]);
  });
});

describe('reparseQuestionnaire', () => {
  test('202 reads the file again and clears the earlier error', async () => {
    const { call, organization } = await app.caller();
    const { id } = await add(call, 'Nothing.', { fileType: types.txt });
    const [key = ''] = await keysOf(organization.id);
    await app.ports.files.put(key, Buffer.from('Do you log?'));
    const restarted = await call('POST', `${url}/${id}/parse`);
    expect(restarted).toMatchObject({
      status: 202,
      body: { kind: 'parse_questionnaire', status: 'queued', result: { questionnaireId: id } },
    });
    expect(restarted.headers.get('location')).toBe(`/v1/runs/${restarted.body.id}`);
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ error: null, runId: restarted.body.id });
    await waitForRun(call, restarted.body.id);
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ status: 'completed', error: null, totalQuestions: 1 });
    expect((await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data[0]).toMatchObject({
      description: 'Parsed questionnaire again [via API key "test"]',
    });
  });
  test('202, and the run fails again when the file no longer exists', async () => {
    const { call, organization } = await app.caller();
    const { id } = await add(call, 'Nothing.', { fileType: types.txt });
    for (const key of await keysOf(organization.id)) await app.ports.files.remove(key);
    expect(await waitForRun(call, (await call('POST', `${url}/${id}/parse`)).body.id)).toMatchObject({
      status: 'failed',
      error: 'The file no longer exists',
    });
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ status: 'failed', error: 'The file no longer exists' });
  });
  test('409 for a questionnaire that did not fail, and for one with answers', async () => {
    const { call } = await app.caller();
    const {
      id,
      questions: [question],
    } = await add(call);
    expect(await call('POST', `${url}/${id}/parse`)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^Only a questionnaire that failed can be parsed again/), from: 'completed' },
    });
    await call('PUT', `${url}/${id}/answers/${question.id}`, { body: { answer: 'Yes', status: 'manual' } });
    expect(await call('POST', `${url}/${id}/parse`, asProblem)).toMatchObject({
      status: 409,
      body: { detail: 'The questionnaire already has answers' },
    });
  });
});

describe('answerAndExportQuestionnaire', () => {
  test('202, and the run returns a link to the finished file; the questionnaire is stored', async () => {
    const { call, organization } = await withContext(app);
    const started = await call('POST', `${url}/answers/export`, {
      body: upload(questionnaireCsv, { fileName: 'Review: 2026?.csv', format: 'csv', vendorName: 'Harbour Clinics' }),
    });
    expect(started).toMatchObject({
      status: 202,
      body: { kind: 'answer_and_export', status: 'queued', result: { questionnaireId: expect.stringMatching(/^qst_/) } },
    });
    const { questionnaireId } = started.body.result;
    const startedAt = Date.now();
    const run = await waitForRun(call, started.body.id);
    expect(run).toMatchObject({ status: 'completed', result: { questionnaireId, questionCount: 3, fileName: 'Review_ 2026_.csv' } });
    expect(Date.parse(run.result.expiresAt)).toBeGreaterThan(startedAt + 3_500_000);
    const file = await fetch(run.result.downloadUrl.replace(/^https?:\/\/[^/]+/, app.base));
    expect(file.headers.get('content-disposition')).toContain('Review_ 2026_.csv');
    expect(await file.text()).toBe(
      '"#","Reference","Section","Question","Answer"\r\n"1","","","Do you encrypt laptops?",""\r\n"2","","","How often do you test that a backup can be restored?","The restore of a backup is tested twice a year."\r\n"3","","","Are employees trained to spot phishing?","We train employees to spot phishing every quarter."\r\n',
    );
    expect((await call('GET', `${url}/${questionnaireId}`)).body).toMatchObject({
      status: 'completed',
      vendorName: 'Harbour Clinics',
      totalQuestions: 3,
      answeredQuestions: 2,
      runId: run.id,
    });
    expect(await keysOf(organization.id)).toHaveLength(2);
    const { data } = (await call('GET', `/v1/audit-logs?entityId=${questionnaireId}`)).body;
    expect(data.map(({ description }: { description: string }) => description.replace(/ \[.*/, ''))).toEqual([
      'Exported questionnaire',
      'Stored generated answers',
      'Uploaded questionnaire to answer and export',
    ]);
  });
  test('202, and invalid content fails the run and the questionnaire', async () => {
    const { call } = await app.caller();
    const started = await call('POST', `${url}/answers/export`, { body: upload('Nothing.', { fileType: types.txt }) });
    expect(await waitForRun(call, started.body.id)).toMatchObject({
      status: 'failed',
      error: 'The file holds no questions',
      result: { questionnaireId: started.body.result.questionnaireId },
    });
    expect((await call('GET', `${url}/${started.body.result.questionnaireId}`)).body).toMatchObject({
      status: 'failed',
      error: 'The file holds no questions',
    });
  });
});

function hugeWorkbook(): Buffer {
  const zip = rawWorkbook(`<worksheet><sheetData><row r="1">${inlineCell('A1', 'Do you log?')}</row></sheetData></worksheet>`);
  // The ZIP directory gives 3 GiB as the unpacked size of the first part.
  zip.writeUInt32LE(0xc0000000, zip.indexOf('PK\x01\x02') + 24);
  return zip;
}
