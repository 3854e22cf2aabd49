import { describe, expect, test } from 'vitest';
import { allPages, startApp } from '../../support/app.ts';
import { asProblem } from '../../support/refusals.ts';
import { read, save, soaActors } from '../../support/soa.ts';

const app = startApp();
const { started, completed, entries } = soaActors(app);
const unknownId = 'soa_doc_6a0d6a0012f5c8e47b93d161';
const answerOf = (id: string, question = 'A.5.1') => `/v1/soa/documents/${id}/answers/${question}`;
const reasonMissing = (condition: string) => ({
  status: 400,
  body: {
    success: false,
    error: 'Validation failed',
    details: { justification: { _errors: [`is required when the ${condition}`] } },
  },
});

describe('updateSoaAnswer', () => {
  test('200 creates the first version of the answer, in the name of the acting user', async () => {
    const { call, organization, document } = await started();
    const answer = await call('PATCH', answerOf(document.id), { body: { isApplicable: true, justification: '  Customers expect it.  ' } });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: expect.stringMatching(/^soa_ans_[0-9a-f]{24}$/),
        documentId: document.id,
        questionId: 'A.5.1',
        isApplicable: true,
        justification: 'Customers expect it.',
        status: 'manual',
        sources: null,
        generatedAt: null,
        answerVersion: 1,
        isLatestAnswer: true,
        createdById: organization.owner.userId,
        updatedById: organization.owner.userId,
      },
    });
  });
  test('200 with only a justification keeps the decision, and with only a decision keeps the justification (rule 2)', async () => {
    const { call, document } = await started();
    await save(call, document.id, 'A.5.1', { isApplicable: false, justification: 'First' });
    expect(await save(call, document.id, 'A.5.1', { justification: 'Second' })).toMatchObject({
      isApplicable: false,
      justification: 'Second',
      answerVersion: 2,
    });
    expect(await save(call, document.id, 'A.5.1', { isApplicable: true, justification: 'Second' })).toMatchObject({
      isApplicable: true,
      justification: 'Second',
      answerVersion: 3,
    });
    expect(await save(call, document.id, 'A.5.1', { isApplicable: null, justification: null })).toMatchObject({
      isApplicable: null,
      justification: null,
      status: 'untouched',
      answerVersion: 4,
    });
  });
  test.each([
    [{ isApplicable: true }, 'manual'],
    [{ justification: 'Why' }, 'manual'],
    [{ isApplicable: null }, 'untouched'],
    [{ justification: '   ' }, 'untouched'],
    [{ isApplicable: null, justification: null }, 'untouched'],
  ])('200 for %j gives the answer the status %s (rule 4)', async (body, status) => {
    const { call, document } = await started();
    expect(await save(call, document.id, 'A.5.1', body)).toMatchObject({ status, answerVersion: 1 });
  });
  test('200 keeps each version, and marks one version as the latest (rule 5)', async () => {
    const { call, document } = await started();
    for (const justification of ['One', 'Two', 'Three']) await save(call, document.id, 'A.5.1', { isApplicable: true, justification });
    const { body } = await call('GET', `${answerOf(document.id)}/versions`);
    expect(body.data).toMatchObject([
      { answerVersion: 3, isLatestAnswer: true, justification: 'Three' },
      { answerVersion: 2, isLatestAnswer: false, justification: 'Two' },
      { answerVersion: 1, isLatestAnswer: false, justification: 'One' },
    ]);
    expect((await read(call, document.id)).answers).toHaveLength(1);
  });
  test('200 for ten simultaneous saves creates ten versions and marks one version as the latest', async () => {
    const { call, document } = await started();
    const saved = await Promise.all(
      Array.from({ length: 10 }, (_, n) => save(call, document.id, 'A.5.1', { isApplicable: true, justification: `Why ${n}` })),
    );
    expect(saved.map(({ answerVersion }) => answerVersion).toSorted((left, right) => left - right)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect((await read(call, document.id)).answers).toMatchObject([{ answerVersion: 10 }]);
  });
  test('200 keeps the document in progress until all controls are decided, and then completes the document', async () => {
    const { call, document } = await completed();
    expect(await read(call, document.id)).toMatchObject({
      status: 'completed',
      approvalStatus: 'none',
      answeredQuestions: 93,
      percentComplete: 100,
      completedAt: expect.any(String),
    });
    await save(call, document.id, 'A.8.1', { isApplicable: null });
    expect(await read(call, document.id)).toMatchObject({
      status: 'in_progress',
      answeredQuestions: 92,
      percentComplete: 99,
      completedAt: null,
    });
    await save(call, document.id, 'A.8.1', { isApplicable: false, justification: 'No devices' });
    expect(await read(call, document.id)).toMatchObject({ status: 'completed', answeredQuestions: 93, percentComplete: 100 });
  });
  test.each(['approve', 'decline'])('200 reopens a document after %s (rule 6)', async (decision) => {
    const { call, organization, document } = await completed();
    await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
    await (
      await app.session(organization, organization.owner)
    ).call('POST', `/v1/soa/documents/${document.id}/${decision}`, { ...(decision === 'decline' && { body: { reason: 'Too short' } }) });
    await save(call, document.id, 'A.5.1', { justification: 'Longer' });
    expect(await read(call, document.id)).toMatchObject({
      status: 'completed',
      approvalStatus: 'none',
      approverId: null,
      approver: null,
      approvedAt: null,
      declinedAt: null,
      declineReason: null,
    });
  });
  test('200 logs one entry for each save, with the old and the new decision (rule 12)', async () => {
    const { call, organization, document } = await started();
    await save(call, document.id, 'A.7.4', { isApplicable: true, justification: 'Office' });
    await save(call, document.id, 'A.7.4', { isApplicable: false });
    expect((await entries(organization)).slice(-2)).toMatchObject([
      {
        type: 'framework',
        id: document.id,
        data: {
          action: 'Decided A.7.4 in the statement of applicability',
          changes: { isApplicable: { previous: null, current: true }, justification: { previous: null, current: 'Office' } },
        },
      },
      { id: document.id, data: { changes: { isApplicable: { previous: true, current: false } } } },
    ]);
  });
  test.each([
    ['said so', undefined, { isApplicable: false }],
    ['blank', undefined, { isApplicable: false, justification: ' \n ' }],
    ['taken away', { isApplicable: false, justification: 'Why' }, { justification: null }],
    ['decided so later', { isApplicable: true }, { isApplicable: false }],
  ])('400 for a control that does not apply, without a justification: %s (rule 3)', async (_case, before, body) => {
    const { call, organization, document } = await started();
    if (before) await save(call, document.id, 'A.5.1', before);
    const entryCount = (await entries(organization)).length;
    expect(await call('PATCH', answerOf(document.id), { body })).toMatchObject(
      reasonMissing('isApplicable' in body ? 'decision changes' : 'control is not applicable'),
    );
    expect((await call('GET', `${answerOf(document.id)}/versions`)).body.data).toHaveLength(before ? 1 : 0);
    expect(await entries(organization)).toHaveLength(entryCount);
  });
  test('400 for an empty update, and for a justification that is too long', async () => {
    const { call, document } = await started();
    expect(await call('PATCH', answerOf(document.id), { body: {} })).toMatchObject({
      status: 400,
      body: { details: { _errors: ['must have at least 1 field'] } },
    });
    expect(await call('PATCH', answerOf(document.id), { body: { justification: 'x'.repeat(5001) } })).toMatchObject({
      status: 400,
      body: { details: { justification: { _errors: ['must have at most 5000 characters'] } } },
    });
    expect(await save(call, document.id, 'A.5.1', { justification: 'x'.repeat(5000) })).toMatchObject({ status: 'manual' });
  });
  test.each([
    [undefined, { code: 'soa_pending' }],
    [asProblem, { code: 'soa_pending', from: 'pending' }],
  ])('409 while the document waits for approval', async (accept, body) => {
    const { call, organization, document } = await completed();
    await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
    expect(await call('PATCH', answerOf(document.id), { body: { isApplicable: true }, ...accept })).toMatchObject({ status: 409, body });
  });
});

describe('listSoaAnswerVersions', () => {
  test('200 page by page, highest version first; no versions before the first answer', async () => {
    const { call, document } = await started();
    expect((await call('GET', `${answerOf(document.id)}/versions?count=true`)).body).toEqual({ data: [], nextCursor: null, totalCount: 0 });
    for (const isApplicable of [true, null, true]) await save(call, document.id, 'A.5.1', { isApplicable });
    const pages = await allPages(call, `${answerOf(document.id)}/versions?limit=2`);
    expect(pages.map(({ data }) => data.map(({ answerVersion }: { answerVersion: number }) => answerVersion))).toEqual([[3, 2], [1]]);
  });
});

describe.each([
  ['PATCH', ''],
  ['GET', '/versions'],
])('%s …/answers/{questionId}%s', (method, suffix) => {
  const body = method === 'PATCH' ? { isApplicable: true } : undefined;
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ])('404 for a document that does not exist or belongs to another organization, and for an unknown question', async (accept, key) => {
    const [{ call, document }, other] = [await started(), await started()];
    for (const id of [unknownId, other.document.id])
      expect(await call(method, `${answerOf(id)}${suffix}`, { body, ...accept })).toMatchObject({
        status: 404,
        body: { [key]: 'SOA document not found' },
      });
    for (const question of ['A.5.38', 'a.5.1', '5.1'])
      expect(await call(method, `${answerOf(document.id, question)}${suffix}`, { body, ...accept })).toMatchObject({
        status: 404,
        body: { [key]: 'Question not found' },
      });
  });
});
