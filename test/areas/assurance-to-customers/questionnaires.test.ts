/** Reading, listing, changing and deleting questionnaires. */
import { expect, test } from 'vitest';
import { allPages, startApp } from '../../support/app.ts';
import { add, waitForRun, keysOf, questionnaireCsv, upload } from '../../support/questionnaires.ts';
import { asProblem } from '../../support/refusals.ts';
import { within } from '../../support/organization.ts';

const app = startApp();
const url = '/v1/questionnaire';
const unknownId = 'qst_6a0d69882e5bf1c0947d83a7';

test('200 with a questionnaire, its questions in the order of the file, none of them answered', async () => {
  const { call, organization } = await app.caller();
  const questionnaire = await add(call, questionnaireCsv, { vendorName: ' Harbour Clinics ', source: 'external' });
  expect(questionnaire).toMatchObject({
    id: expect.stringMatching(/^qst_[0-9a-f]{24}$/),
    organizationId: organization.id,
    fileName: 'Security review.csv',
    vendorName: 'Harbour Clinics',
    fileType: 'text/csv',
    fileSize: questionnaireCsv.length,
    hasFile: true,
    status: 'completed',
    error: null,
    parsedAt: expect.any(String),
    totalQuestions: 3,
    answeredQuestions: 0,
    source: 'external',
    runId: expect.stringMatching(/^run_/),
  });
  expect(
    questionnaire.questions.map(({ question, questionIndex }: { question: string; questionIndex: number }) => [questionIndex, question]),
  ).toEqual([
    [0, 'Do you encrypt laptops?'],
    [1, 'How often do you test that a backup can be restored?'],
    [2, 'Are employees trained to spot phishing?'],
  ]);
  for (const question of questionnaire.questions)
    expect(question).toMatchObject({
      id: expect.stringMatching(/^qqa_/),
      questionnaireId: questionnaire.id,
      answer: null,
      status: 'untouched',
      sources: null,
      generatedAt: null,
      updatedById: null,
    });
});

test('200 lists questionnaires that were read or are being read, newest first, without their questions', async () => {
  const { call } = await app.caller();
  const [first, second] = [await add(call), await add(call)];
  const failed = await add(call, 'nothing', { fileType: 'text/plain' });
  expect(failed).toMatchObject({ status: 'failed', error: 'The file holds no questions', questions: [] });
  const listIds = async (query = '') => (await call('GET', `${url}${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await listIds()).toEqual([second.id, first.id]);
  expect(await listIds('?status=failed')).toEqual([failed.id]);
  expect(await listIds('?status=failed&status=completed')).toEqual([failed.id, second.id, first.id]);
  expect(await listIds('?status=parsing')).toEqual([]);
  expect((await call('GET', url)).body.data[0]).not.toHaveProperty('questions');
});

test('200 filters the questionnaires by source, and by text in the name of the file or sender', async () => {
  const { call } = await app.caller();
  const internal = await add(call, questionnaireCsv, { fileName: 'Vendor 100%_review.csv' });
  const external = await add(call, questionnaireCsv, { source: 'external', vendorName: 'Harbour Clinics' });
  const listIds = async (query: string) => (await call('GET', `${url}?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await listIds('source=external')).toEqual([external.id]);
  expect(await listIds('search=harbour')).toEqual([external.id]);
  expect(await listIds(`search=${encodeURIComponent('100%_R')}`)).toEqual([internal.id]);
  expect(await listIds('search=%25%25')).toEqual([]);
});

test('200 returns pages in each sort order, with a total count on request', async () => {
  const { call } = await app.caller();
  for (const name of ['b', 'c', 'a']) await add(call, questionnaireCsv, { fileName: `${name}.csv` });
  const names = (bodies: { data: { fileName: string }[] }[]) =>
    bodies.flatMap(({ data }) => data.map(({ fileName }) => fileName[0])).join('');
  expect(names(await allPages(call, `${url}?limit=1&sortBy=fileName&sortOrder=asc`))).toBe('abc');
  expect(names(await allPages(call, `${url}?limit=2&sortBy=fileName`))).toBe('cba');
  expect(names(await allPages(call, `${url}?limit=2&sortOrder=asc`))).toBe('bca');
  expect(names(await allPages(call, `${url}?limit=2&sortBy=updatedAt`))).toBe('acb');
  expect((await call('GET', `${url}?count=true&limit=1`)).body).toMatchObject({ totalCount: 3 });
});

test('200 includes the questions of as many questionnaires as fit into a page, and of at least one', async () => {
  const {
    call,
    organization: { id: organization_id },
  } = await app.caller();
  const largeRows = Array.from({ length: 3 }, (_, index) => ({
    id: `qst_large_${organization_id}_${index}`,
    organization_id,
    file_name: 'large.csv',
    file_type: 'text/csv',
    file_size: 1,
    status: 'completed' as const,
  }));
  await app.database.system.insertInto('questionnaire').values(largeRows).execute();
  const answer = 'x'.repeat(20_000);
  const answerRows = largeRows.flatMap(({ id }, rank) =>
    Array.from({ length: rank === 0 ? 250 : 90 }, (_, index) => ({
      id: `qqa_${id}_${index}`,
      organization_id,
      questionnaire_id: id,
      question: 'Why?',
      answer,
      question_index: index,
    })),
  );
  await within(app.database, organization_id, (db) =>
    db
      .insertInto('question_answer')
      .values(answerRows.map(({ organization_id: _organizationId, ...row }) => row))
      .execute(),
  );
  const pages = await allPages(call, `${url}?includeQuestions=true&sortBy=createdAt&sortOrder=asc`);
  expect(pages.map(({ data }: { data: { questions: unknown[] }[] }) => data.map(({ questions }) => questions.length))).toEqual([
    [250],
    [90, 90],
  ]);
});

test('200 includes the questions on request, for at most ten questionnaires on a page', async () => {
  const { call, organization } = await app.caller();
  const { id, questions } = await add(call);
  const copies = Array.from({ length: 11 }, (_, index) => ({
    id: `qst_copy_${organization.id}_${index}`,
    organization_id: organization.id,
    file_name: 'copy.csv',
    file_type: 'text/csv',
    file_size: 1,
    status: 'completed' as const,
    created_at: '2026-01-01T00:00:00.000Z',
  }));
  await app.database.system.insertInto('questionnaire').values(copies).execute();
  const [page, nextPage] = await allPages(call, `${url}?includeQuestions=true&limit=250`);
  expect([page.data.length, nextPage.data.length]).toEqual([10, 2]);
  expect(page.data[0]).toMatchObject({ id, questions });
  expect(page.data[1]).toMatchObject({ questions: [] });
});

test.each([
  ['status=done', { status: { _errors: ['must be one of: parsing, completed, failed'] } }],
  ['include=answers', { include: { _errors: ["Unknown query parameter 'include'"] } }],
  ['sortBy=id', { sortBy: { _errors: [expect.stringMatching(/^must be one of: /)] } }],
  ['search=', { search: { _errors: [expect.any(String)] } }],
])('400 for the filter %s', async (query, details) => {
  const { call } = await app.caller();
  expect(await call('GET', `${url}?${query}`)).toMatchObject({ status: 400, body: { details } });
});

test('200 changes the names of file and sender, clears a blank sender, and logs the change', async () => {
  const { call } = await app.caller();
  const { id } = await add(call);
  const changed = await call('PATCH', `${url}/${id}`, { body: { fileName: ' Review 2026.csv ', vendorName: 'Harbour Clinics' } });
  expect(changed).toMatchObject({ status: 200, body: { fileName: 'Review 2026.csv', vendorName: 'Harbour Clinics', totalQuestions: 3 } });
  expect(changed.headers.get('etag')).toBe((await call('GET', `${url}/${id}`)).headers.get('etag'));
  expect(await call('PATCH', `${url}/${id}`, { body: { vendorName: '  ' } })).toMatchObject({
    status: 200,
    body: { fileName: 'Review 2026.csv', vendorName: null },
  });
  const {
    data: [, firstChange],
  } = (await call('GET', `/v1/audit-logs?entityId=${id}&resource=questionnaire`)).body;
  expect(firstChange).toMatchObject({
    entityType: 'organization',
    entityId: id,
    data: {
      changes: {
        fileName: { previous: 'Security review.csv', current: 'Review 2026.csv' },
        vendorName: { previous: null, current: 'Harbour Clinics' },
      },
    },
  });
});
test.each([
  ['nothing', {}, { _errors: ['must have at least 1 field'] }],
  ['a blank name', { fileName: ' ' }, { fileName: { _errors: ['must not be blank'] } }],
  ['a name that is too long', { fileName: 'x'.repeat(300) }, { fileName: { _errors: ['must have at most 255 characters'] } }],
])('400 for a change of %s', async (_case, body, details) => {
  const { call } = await app.caller();
  const {
    body: { id },
  } = await call('POST', url, { body: upload() });
  expect(await call('PATCH', `${url}/${id}`, { body })).toMatchObject({ status: 400, body: { details } });
});
test.each([
  [400, 'a\r\nb.csv'],
  [400, '..'],
  [415, 'review.bat'],
])('%i for the new file name %j, and changes nothing', async (status, fileName) => {
  const { call } = await app.caller();
  const { id } = await add(call, questionnaireCsv);
  const { body: questionnaireBefore } = await call('GET', `${url}/${id}`);
  expect(await call('PATCH', `${url}/${id}`, { body: { fileName } })).toMatchObject({ status });
  expect((await call('GET', `${url}/${id}`)).body).toEqual(questionnaireBefore);
});

test('200 returns a link to the unchanged file under its name', async () => {
  const { call } = await app.caller();
  const { id } = await add(call, questionnaireCsv, { fileName: '../../Prüfung.csv' });
  const link = await call('GET', `${url}/${id}/file`);
  expect(link).toMatchObject({ status: 200, body: { fileName: '../../Prüfung.csv', fileSize: questionnaireCsv.length, expiresIn: 900 } });
  const file = await fetch(link.body.downloadUrl.replace(/^https?:\/\/[^/]+/, app.base));
  expect(await file.text()).toBe(questionnaireCsv);
  expect(file.headers.get('content-disposition')).toContain('attachment');
});

test('204 deletes the questions, the file and the exported files', async () => {
  const { call, organization } = await app.caller();
  const run = await call('POST', `${url}/answers/export`, { body: upload() });
  await waitForRun(call, run.body.id);
  const id = run.body.result.questionnaireId;
  expect(await keysOf(app.ports.files, organization.id)).toHaveLength(2);
  expect(await call('DELETE', `${url}/${id}`)).toMatchObject({ status: 204, text: '' });
  expect(await call('GET', `${url}/${id}`)).toMatchObject({ status: 404 });
  expect(await keysOf(app.ports.files, organization.id)).toEqual([]);
  expect(await app.database.system.selectFrom('question_answer').select('id').where('questionnaire_id', '=', id).execute()).toEqual([]);
  expect((await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data[0]).toMatchObject({
    description: 'Deleted questionnaire [via API key "test"]',
    data: { changes: { fileName: { previous: 'Security review.csv', current: null } } },
  });
});

test('404 when no file is stored', async () => {
  const { call } = await app.caller();
  const { id } = await add(call);
  await app.database.system.updateTable('questionnaire').set({ file_key: null }).where('id', '=', id).execute();
  expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ hasFile: false });
  expect(await call('GET', `${url}/${id}/file`)).toMatchObject({ status: 404, body: { error: 'Questionnaire file not found' } });
  expect(await call('GET', `${url}/${id}/file`, asProblem)).toMatchObject({
    status: 404,
    body: { detail: 'Questionnaire file not found' },
  });
});

test('404 for a questionnaire that does not exist or belongs to another organization', async () => {
  const [{ call }, other] = [await app.caller(), await app.caller()];
  const { id, questions } = await add(other.call);
  for (const inaccessibleId of [unknownId, id]) {
    const requests: [string, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { vendorName: 'x' }],
      ['DELETE', ''],
      ['GET', '/file'],
      ['POST', '/parse'],
      ['POST', '/auto-answer'],
      ['GET', '/export'],
      ['PUT', `/answers/${questions[0].id}`, { answer: 'x', status: 'manual' }],
      ['DELETE', `/answers/${questions[0].id}`],
    ];
    for (const [method, path, body] of requests) {
      expect(await call(method, `${url}/${inaccessibleId}${path}`, { body }), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { error: 'Questionnaire not found' },
      });
      expect(await call(method, `${url}/${inaccessibleId}${path}`, { body, ...asProblem }), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { detail: 'Questionnaire not found' },
      });
    }
    for (const [path, body] of [
      ['/answers', { question: 'Do you log?' }],
      ['/auto-answer', { questionsAndAnswers: [{ question: 'Do you log?' }] }],
    ] as const) {
      expect(await call('POST', `${url}${path}`, { body: { ...body, questionnaireId: inaccessibleId } })).toMatchObject({
        status: 404,
        body: { error: 'Questionnaire not found' },
      });
      expect(await call('POST', `${url}${path}`, { body: { ...body, questionnaireId: inaccessibleId }, ...asProblem })).toMatchObject({
        status: 404,
        body: { detail: 'Questionnaire not found' },
      });
    }
  }
  expect((await other.call('GET', `${url}/${id}`)).body.questions).toEqual(questions);
});
