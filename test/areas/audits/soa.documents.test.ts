import { describe, expect, test } from 'vitest';
import { type Caller, allPages, startApp } from '../../support/app.ts';
import { asProblem } from '../../support/refusals.ts';
import { type Document, iso, read, save, setUp, soaActors } from '../../support/soa.ts';

const app = startApp();
const { started, completed, framework, entries, says } = soaActors(app);
const unknownId = 'soa_doc_6a0d6a0012f5c8e47b93d161';

async function create(call: Caller['call'], body: object = { frameworkId: iso }): Promise<Document> {
  const answer = await call('POST', '/v1/soa/documents', { body });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}
const versionsOf = (body: { data: Document[] }) => body.data.map(({ version }) => version);

describe('createSoaDocument', () => {
  test('201 with the next version as a draft; the previous version is no longer the latest', async () => {
    const { call, organization, document } = await started();
    const answer = await call('POST', '/v1/soa/documents', { body: { frameworkId: iso } });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        version: 2,
        isLatest: true,
        status: 'draft',
        approvalStatus: 'none',
        organizationId: organization.id,
        configurationId: document.configurationId,
      },
    });
    expect(answer.headers.get('location')).toBe(`/v1/soa/documents/${answer.body.id}`);
    expect(Object.keys(answer.body)).not.toContain('configuration');
    expect(await read(call, document.id)).toMatchObject({ version: 1, isLatest: false });
    expect((await entries(organization)).at(-1)).toMatchObject({
      type: 'framework',
      id: answer.body.id,
      description: 'Created version 2 of the statement of applicability [via API key "test"]',
    });
  });
  test('201 with the first version, even without a setup', async () => {
    const { call } = await app.caller();
    expect(await create(call)).toMatchObject({ version: 1, isLatest: true, totalQuestions: 93, answeredQuestions: 0 });
  });
  test('201 copies the answers of the previous version unchanged, each with answer version 1', async () => {
    const { call, document } = await started();
    await save(call, document.id, 'A.5.1', { isApplicable: true, justification: 'First' });
    const latestAnswer = await save(call, document.id, 'A.5.1', { justification: 'Second' });
    await save(call, document.id, 'A.7.4', { isApplicable: false, justification: 'No premises' });
    const next = await create(call);
    expect(next).toMatchObject({ status: 'draft', answeredQuestions: 2, percentComplete: 2 });
    expect((await read(call, next.id)).answers).toMatchObject([
      {
        questionId: 'A.5.1',
        documentId: next.id,
        isApplicable: true,
        justification: 'Second',
        status: 'manual',
        answerVersion: 1,
        isLatestAnswer: true,
        createdById: latestAnswer.createdById,
      },
      { questionId: 'A.7.4', isApplicable: false, justification: 'No premises' },
    ]);
    expect((await read(call, document.id)).answers).toMatchObject([{ answerVersion: 2 }, { answerVersion: 1 }]);
  });
  test('201 without answers when copyAnswers is false', async () => {
    const { call, document } = await started();
    await save(call, document.id, 'A.5.1', { isApplicable: true });
    const next = await create(call, { frameworkId: iso, copyAnswers: false });
    expect(next.answeredQuestions).toBe(0);
    expect((await read(call, next.id)).answers).toEqual([]);
  });
  test('201 for five simultaneous requests creates five versions and marks one version as the latest', async () => {
    const { call } = await started();
    const created = await Promise.all(Array.from({ length: 5 }, () => create(call)));
    expect(created.map(({ version }) => version).toSorted()).toEqual([2, 3, 4, 5, 6]);
    expect((await call('GET', '/v1/soa/documents?latest=true')).body.data).toMatchObject([{ version: 6 }]);
  });
  test('201 after an approved version, which stays approved (rule 6)', async () => {
    const { call, organization, document } = await completed();
    await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
    await (await app.session(organization, organization.owner)).call('POST', `/v1/soa/documents/${document.id}/approve`);
    const next = await create(call);
    expect(next).toMatchObject({ approvalStatus: 'none', answeredQuestions: 93, percentComplete: 100, approver: null });
    await save(call, next.id, 'A.5.1', { justification: 'Renewed' });
    expect(await read(call, document.id)).toMatchObject({ approvalStatus: 'approved', status: 'completed' });
  });
  test.each([
    [undefined, { error: expect.stringMatching(/^The latest version is waiting for approval/) }],
    [asProblem, { detail: expect.stringMatching(/^The latest version is waiting for approval/) }],
  ])('409 while the latest version waits for approval', async (accept, body) => {
    const { call, organization, document } = await completed();
    await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
    expect(await call('POST', '/v1/soa/documents', { body: { frameworkId: iso }, ...accept })).toMatchObject({ status: 409, body });
  });
  test('409 as long as the framework has no configuration', async () => {
    const { call } = await app.caller();
    const id = await framework('ISO 27001', ['A.5.1']);
    expect(await call('POST', '/v1/soa/documents', { body: { frameworkId: id } })).toMatchObject({
      status: 409,
      body: { error: 'The framework has no configuration yet' },
    });
    await setUp(call, id);
    expect(await create(call, { frameworkId: id })).toMatchObject({ version: 2 });
  });
  test.each([
    [undefined, { error: 'Framework not found' }],
    [asProblem, { detail: 'Framework not found' }],
  ])('404 for an unknown framework', async (accept, body) => {
    const { call } = await app.caller();
    expect(await call('POST', '/v1/soa/documents', { body: { frameworkId: 'frk_none' }, ...accept })).toMatchObject({ status: 404, body });
  });
  test.each([
    [undefined, { error: 'The framework is not ISO 27001' }],
    [asProblem, { detail: 'The framework is not ISO 27001' }],
  ])('422 for a framework that is not ISO 27001', async (accept, body) => {
    const { call } = await app.caller();
    const id = await framework('ISO 9001', ['A.5.1']);
    expect(await call('POST', '/v1/soa/documents', { body: { frameworkId: id }, ...accept })).toMatchObject({ status: 422, body });
  });
  test('400 without a framework', async () => {
    const { call } = await app.caller();
    expect(await call('POST', '/v1/soa/documents', { body: {} })).toMatchObject({
      status: 400,
      body: { details: { frameworkId: { _errors: ['is required'] } } },
    });
  });
});

describe('listSoaDocuments', () => {
  test('200 with the highest version first, without answers and configuration', async () => {
    const { call } = await started();
    await create(call);
    const { body } = await call('GET', '/v1/soa/documents?count=true');
    expect([versionsOf(body), body.totalCount, body.nextCursor]).toEqual([[2, 1], 2, null]);
    expect(Object.keys(body.data[0])).not.toEqual(expect.arrayContaining(['answers']));
  });
  test('200 page by page, in each sort order', async () => {
    const { call } = await started();
    const [second, third] = [await create(call), await create(call)];
    expect((await allPages(call, '/v1/soa/documents?limit=1')).map(versionsOf)).toEqual([[3], [2], [1]]);
    expect(versionsOf((await call('GET', '/v1/soa/documents?sortBy=createdAt&sortOrder=asc')).body)).toEqual([1, 2, 3]);
    await save(call, second.id, 'A.5.1', { isApplicable: true });
    await save(call, third.id, 'A.5.1', { isApplicable: true });
    await save(call, second.id, 'A.5.2', { isApplicable: true });
    expect(versionsOf((await call('GET', '/v1/soa/documents?sortBy=updatedAt&limit=2')).body)).toEqual([2, 3]);
  });
  test('200 filtered by framework, status, approval and latest', async () => {
    const { call, organization, document } = await completed();
    const other = await setUp(call, await framework('ISO 27001', ['A.5.1']));
    const versionsBy = async (query: string) => versionsOf((await call('GET', `/v1/soa/documents?frameworkId=${iso}&${query}`)).body);
    expect((await call('GET', '/v1/soa/documents')).body.data).toHaveLength(2);
    expect((await call('GET', `/v1/soa/documents?status=draft&status=completed`)).body.data).toHaveLength(2);
    expect((await call('GET', `/v1/soa/documents?status=draft`)).body.data).toMatchObject([{ id: other.id }]);
    expect([await versionsBy('approvalStatus=none'), await versionsBy('approvalStatus=pending')]).toEqual([[1], []]);
    await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
    expect([
      await versionsBy('approvalStatus=pending'),
      await versionsBy('status=needs_review'),
      await versionsBy('approvalStatus=none'),
    ]).toEqual([[1], [1], []]);
    await (await app.session(organization, organization.owner)).call('POST', `/v1/soa/documents/${document.id}/decline`, { body: {} });
    expect([await versionsBy('approvalStatus=rejected'), await versionsBy('approvalStatus=approved&approvalStatus=pending')]).toEqual([
      [1],
      [],
    ]);
    await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
    await (await app.session(organization, organization.owner)).call('POST', `/v1/soa/documents/${document.id}/approve`);
    await create(call);
    expect([await versionsBy('approvalStatus=approved'), await versionsBy('latest=true'), await versionsBy('latest=false')]).toEqual([
      [1],
      [2],
      [1],
    ]);
  });
  test('400 for an unknown status', async () => {
    const { call } = await app.caller();
    expect(await call('GET', '/v1/soa/documents?status=done')).toMatchObject({
      status: 400,
      body: {
        details: { status: { _errors: ['must be one of: draft, in_progress, needs_review, completed'] } },
      },
    });
  });
});

describe('getSoaDocument', () => {
  test('200 with the configuration that the document was created with, and the latest answers in the order of the questions', async () => {
    const { call, document } = await started();
    for (const question of ['A.8.13', 'A.5.2', 'A.5.10']) await save(call, document.id, question, { isApplicable: true });
    const body = await read(call, document.id);
    expect(body.answers.map(({ questionId }: { questionId: string }) => questionId)).toEqual(['A.5.2', 'A.5.10', 'A.8.13']);
    expect(body).toMatchObject({
      configuration: { id: document.configurationId },
      status: 'in_progress',
      answeredQuestions: 3,
      percentComplete: 3,
    });
  });
  test('200 with an ETag that changes when an answer changes', async () => {
    const { call, document } = await started();
    const before = (await call('GET', `/v1/soa/documents/${document.id}`)).headers.get('etag');
    await save(call, document.id, 'A.5.1', { isApplicable: true });
    expect((await call('GET', `/v1/soa/documents/${document.id}`, { headers: { 'If-None-Match': before ?? '' } })).status).toBe(200);
  });
  test.each([
    ['How does your team work?', 'Fully remote', 14],
    ['how does your team work today?', 'All of us are FULLY-REMOTE.', 14],
    ['How does your team work?', 'Hybrid', 0],
    ['Where is your office?', 'We are fully remote', 0],
  ])('200 when the organization answered "%s" with "%s": %i default answers (rule 7)', async (question, answer, count) => {
    const { call, organization, document } = await started();
    await says(organization, question, answer);
    const { defaultAnswers, answeredQuestions, percentComplete } = await read(call, document.id);
    expect(defaultAnswers).toHaveLength(count);
    for (const defaultAnswer of defaultAnswers)
      expect(defaultAnswer).toEqual({
        questionId: expect.stringMatching(/^A\.7\./),
        isApplicable: false,
        justification: expect.stringContaining('fully remotely'),
      });
    expect([answeredQuestions, percentComplete]).toEqual([0, 0]);
  });
  test('200 when a saved answer overrides the default of a remote organization (rule 7)', async () => {
    const { call, organization, document } = await started();
    await says(organization, 'How does your team work?', 'Fully remote');
    await save(call, document.id, 'A.7.1', { isApplicable: true, justification: 'We rent a safe.' });
    const { answers, defaultAnswers } = await read(call, document.id);
    expect(answers).toMatchObject([{ questionId: 'A.7.1', isApplicable: true }]);
    expect(defaultAnswers).toHaveLength(13);
  });
  test.each([
    [undefined, { error: 'SOA document not found' }],
    [asProblem, { detail: 'SOA document not found' }],
  ])('404 for a document that does not exist or belongs to another organization', async (accept, body) => {
    const [{ call }, other] = [await app.caller(), await started()];
    for (const id of [unknownId, other.document.id])
      expect(await call('GET', `/v1/soa/documents/${id}`, { ...accept })).toMatchObject({ status: 404, body });
  });
});
