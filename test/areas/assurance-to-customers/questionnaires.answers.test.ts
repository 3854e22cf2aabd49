/** Generating, replacing and deleting the answer to one question. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { add, contextSamples, phishingAnswer, upload, withContext } from '../../support/questionnaires.ts';
import { asProblem, expectConflict } from '../../support/refusals.ts';
import { add as addRisk } from '../../support/risks.ts';

const app = startApp();
const url = '/v1/questionnaire';

describe('generateAnswer', () => {
  test('200 returns an answer made of sentences of the organization, with their source', async () => {
    const { call, phishing } = await withContext(app);
    expect(
      (await call('POST', `${url}/answers`, { body: { question: ' 3.1 Are employees trained to spot phishing? ', questionIndex: 4 } }))
        .body,
    ).toEqual({
      questionIndex: 4,
      question: '3.1 Are employees trained to spot phishing?',
      answer: phishingAnswer,
      draftedByModel: false,
      error: null,
      sources: [
        {
          sourceType: 'context',
          sourceId: phishing,
          sourceName: 'Context Q&A',
          policyName: null,
          documentName: null,
          manualAnswerQuestion: null,
          excerpt: contextSamples[0].answer,
          score: expect.any(Number),
        },
      ],
    });
  });
  test.each(['Do you breed unicorns?', 'Is there a disciplinary process for mail?', 'Do you have it?', 'Nobody has tried?'])(
    '200 returns no answer, instead of a guess, when the sources do not cover the question: %s',
    async (question) => {
      const { call } = await withContext(app);
      expect(await call('POST', `${url}/answers`, { body: { question } })).toMatchObject({
        status: 200,
        body: { answer: null, sources: [], error: null },
      });
    },
  );
  test('200 stores the generated answer and replaces an earlier generated answer', async () => {
    const { call, phishing } = await withContext(app);
    const { id } = await add(call);
    const ask = (question: string) => call('POST', `${url}/answers`, { body: { question, questionIndex: 2, questionnaireId: id } });
    await ask('Is the restore of backups tested?');
    await ask('Are employees trained to spot phishing?');
    const { questions, answeredQuestions } = (await call('GET', `${url}/${id}`)).body;
    expect(answeredQuestions).toBe(1);
    expect(questions[2]).toMatchObject({
      answer: phishingAnswer,
      status: 'generated',
      generatedAt: expect.any(String),
      updatedById: null,
      sources: [{ sourceId: phishing }],
    });
    await ask('Do you breed unicorns?');
    expect((await call('GET', `${url}/${id}`)).body.questions[2]).toEqual(questions[2]);
    const { data } = (await call('GET', `/v1/audit-logs?entityId=${id}`)).body;
    // Without a new answer the earlier answer stays, and the log entry lists no change.
    expect(data[0].data.changes).not.toHaveProperty('answer');
    expect(data[1]).toMatchObject({
      entityType: 'organization',
      description: 'Generated an answer [via API key "test"]',
      data: { changes: { answer: { previous: 'The restore of a backup is tested twice a year.', current: phishingAnswer } } },
    });
  });
  test('200 keeps an answer that was written by hand', async () => {
    const { call } = await withContext(app);
    const { id, questions } = await add(call);
    // An answer written by hand becomes the generated answer to the same question (rule 11).
    for (const [answer, generated] of [
      [null, phishingAnswer],
      ['By hand', 'By hand'],
    ]) {
      await call('PUT', `${url}/${id}/answers/2`, { body: { answer, status: 'manual' } });
      expect(
        await call('POST', `${url}/answers`, { body: { question: questions[2].question, questionIndex: 2, questionnaireId: id } }),
      ).toMatchObject({ status: 200, body: { answer: generated } });
      expect((await call('GET', `${url}/${id}`)).body.questions[2]).toMatchObject({ answer, status: 'manual' });
      const { data } = (await call('GET', `/v1/audit-logs?entityId=${id}`)).body;
      expect(data[0].description).toContain('Generated an answer');
      expect(data[0].data.changes).not.toHaveProperty('answer');
    }
  });
  test('404 for an index that the questionnaire does not have', async () => {
    const { call } = await app.caller();
    const { id } = await add(call);
    const body = { question: 'Do you log?', questionIndex: 3, questionnaireId: id };
    expect(await call('POST', `${url}/answers`, { body })).toMatchObject({ status: 404, body: { error: 'Question not found' } });
    expect(await call('POST', `${url}/answers`, { body, ...asProblem })).toMatchObject({
      status: 404,
      body: { detail: 'Question not found' },
    });
  });
  test.each([
    [{}, 'question'],
    [{ question: ' ' }, 'question'],
    [{ question: 'x'.repeat(5001) }, 'question'],
    [{ question: 'x', questionIndex: -1 }, 'questionIndex'],
    [{ question: 'x', questionIndex: 1.5 }, 'questionIndex'],
  ])('400 for %o', async (body, field) => {
    const { call } = await app.caller();
    const answer = await call('POST', `${url}/answers`, { body });
    expect(answer).toMatchObject({ status: 400, body: { details: { [field]: { _errors: [expect.any(String)] } } } });
  });
});

describe('replaceQuestionnaireAnswer', () => {
  test('200 saves an answer written by hand, by question id or index, counts it, and logs the change', async () => {
    const { call, organization } = await app.caller();
    const { id, questions } = await add(call);
    const saved = await call('PUT', `${url}/${id}/answers/${questions[1].id}`, {
      body: { answer: '  Every quarter.\n<b>Twice</b> ', status: 'manual' },
    });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        ...questions[1],
        answer: 'Every quarter.\n<b>Twice</b>',
        status: 'manual',
        sources: [],
        generatedAt: null,
        updatedById: organization.owner.userId,
        updatedVia: 'API key "test"',
        updatedAt: expect.any(String),
        version: expect.any(Number),
      },
    });
    expect(await call('PUT', `${url}/${id}/answers/0`, { body: { answer: 'Yes', status: 'manual' } })).toMatchObject({
      status: 200,
      body: { questionIndex: 0, answer: 'Yes' },
    });
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({
      answeredQuestions: 2,
      questions: [{ answer: 'Yes' }, saved.body, { answer: null }],
    });
    expect((await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data[0]).toMatchObject({
      entityType: 'organization',
      description: 'Saved an answer [via API key "test"]',
      data: {
        changes: {
          questionIndex: { previous: 0, current: 0 },
          answer: { previous: null, current: 'Yes' },
          status: { previous: 'untouched', current: 'manual' },
        },
      },
    });
  });
  test('200 saves an accepted suggestion with the status generated, the current time and its sources', async () => {
    const { call, phishing } = await withContext(app);
    const { id } = await add(call);
    const {
      body: { answer, sources },
    } = await call('POST', `${url}/answers`, { body: { question: 'Are employees trained to spot phishing?' } });
    expect(await call('PUT', `${url}/${id}/answers/2`, { body: { answer, status: 'generated', sources } })).toMatchObject({
      status: 200,
      body: {
        answer: phishingAnswer,
        status: 'generated',
        generatedAt: expect.any(String),
        sources: [{ sourceId: phishing, sourceName: 'Context Q&A' }],
      },
    });
  });
  test('200 saves a blank answer as null', async () => {
    const { call } = await app.caller();
    const { id } = await add(call);
    await call('PUT', `${url}/${id}/answers/0`, {
      body: { answer: 'Yes', status: 'manual', sources: [{ sourceType: 'context', score: 1 }] },
    });
    expect(await call('PUT', `${url}/${id}/answers/0`, { body: { answer: ' \n ', status: 'manual' } })).toMatchObject({
      status: 200,
      body: { answer: null, status: 'manual', sources: null },
    });
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ answeredQuestions: 0 });
  });
  test('200 returns each source once, best first, with its label (rule 9)', async () => {
    const { call } = await app.caller();
    const { id } = await add(call);
    const longQuestion = 'How often do you test that a backup can really be restored?';
    const sources = [
      { sourceType: 'policy', policyName: 'Backup', score: 0.2 },
      { sourceType: 'policy', sourceId: null, policyName: 'Backup', score: 0.6, excerpt: 'best' },
      { sourceType: 'context', score: 0.3 },
      { sourceType: 'context', score: 0.9 },
      { sourceType: 'manual_answer', manualAnswerQuestion: longQuestion, score: 0.8 },
      { sourceType: 'manual_answer', manualAnswerQuestion: longQuestion, score: 0.1 },
      { sourceType: 'knowledge_base_document', documentName: 'Plan.pdf', score: 0.7 },
      { sourceType: 'risk', sourceId: (await addRisk(call, { title: 'Fire' })).id, sourceName: 'Another name', score: 0.5 },
    ];
    const { body } = await call('PUT', `${url}/${id}/answers/0`, { body: { answer: 'Yes', status: 'manual', sources } });
    expect(
      body.sources.map(({ sourceName, score, excerpt }: { sourceName: string; score: number; excerpt: string | null }) => [
        sourceName,
        score,
        excerpt,
      ]),
    ).toEqual([
      ['Context Q&A', 0.9, null],
      [`Manual Answer (${longQuestion.slice(0, 50)}...)`, 0.8, null],
      ['Knowledge Base Document (Plan.pdf)', 0.7, null],
      ['Policy: Backup', 0.6, 'best'],
      ['Risk: Fire', 0.5, null],
    ]);
    // A request without `sources` keeps the stored sources.
    expect((await call('PUT', `${url}/${id}/answers/0`, { body: { answer: 'No', status: 'manual' } })).body.sources).toEqual(body.sources);
  });
  test.each([
    ['no answer', { status: 'manual' }, 'answer'],
    ['an answer that is too long', { answer: 'x'.repeat(20_001), status: 'manual' }, 'answer'],
    ['a status that nobody sets', { answer: 'x', status: 'untouched' }, 'status'],
    ['a score beyond 1', { answer: 'x', status: 'manual', sources: [{ sourceType: 'risk', score: 2 }] }, 'sources.0.score'],
    ['a source without a score', { answer: 'x', status: 'manual', sources: [{ sourceType: 'risk' }] }, 'sources.0.score'],
  ])('400 for %s', async (_case, body, field) => {
    const { call } = await app.caller();
    const { id } = (await call('POST', url, { body: upload() })).body;
    expect(await call('PUT', `${url}/${id}/answers/0`, { body })).toMatchObject({
      status: 400,
      body: { details: { [field]: { _errors: [expect.any(String)] } } },
    });
  });
  test('400 for a missing source or one of another organization; 200 for a deleted source that the answer already cites', async () => {
    const [{ call }, otherCaller] = [await app.caller(), await app.caller()];
    const { id } = await add(call);
    const save = (sourceType: string, sourceId: string) =>
      call('PUT', `${url}/${id}/answers/0`, { body: { answer: 'Yes', status: 'manual', sources: [{ sourceType, sourceId, score: 1 }] } });
    for (const [sourceType, sourceId] of [
      ['risk', (await addRisk(otherCaller.call)).id],
      ['control', 'ctl_1'],
      ['policy', 'pol_1'],
      ['context', 'ctx_1'],
      ['soa_answer', 'soa_ans_1'],
      ['manual_answer', 'sqma_1'],
      ['knowledge_base_document', 'kbd_1'],
    ] as const) {
      expect(await save(sourceType, sourceId)).toMatchObject({
        status: 400,
        body: { details: { 'sources.0.sourceId': { _errors: [`must be the id of a ${sourceType} of the organization`] } } },
      });
    }
    const risk = (await addRisk(call)).id;
    expect(await save('risk', risk)).toMatchObject({ status: 200 });
    await call('DELETE', `/v1/risks/${risk}`);
    expect(await save('risk', risk)).toMatchObject({ status: 200, body: { sources: [{ sourceId: risk }] } });
  });
  test('404 for a question that does not exist or belongs to another questionnaire', async () => {
    const { call } = await app.caller();
    const [questionnaire, otherQuestionnaire] = [await add(call), await add(call)];
    for (const idOrIndex of ['3', '999999999', 'qqa_6a0d698cb80e53d7f1264a9d', otherQuestionnaire.questions[0].id, '-1', '1e3']) {
      for (const [method, body] of [
        ['PUT', { answer: 'x', status: 'manual' }],
        ['DELETE', undefined],
      ] as const) {
        expect(await call(method, `${url}/${questionnaire.id}/answers/${idOrIndex}`, { body }), idOrIndex).toMatchObject({
          status: 404,
          body: { error: 'Question not found' },
        });
        expect(await call(method, `${url}/${questionnaire.id}/answers/${idOrIndex}`, { body, ...asProblem }), idOrIndex).toMatchObject({
          status: 404,
          body: { detail: 'Question not found' },
        });
      }
    }
  });
  test('200 for fifty concurrent answers, and all of them are counted (rule 10)', async () => {
    const { call } = await app.caller();
    const { id, questions } = await add(call, Array.from({ length: 50 }, (_, index) => `Do you have control number ${index}?`).join('\n'), {
      fileType: 'text/plain',
    });
    await Promise.all(
      questions.map(({ id: questionId }: { id: string }) =>
        call('PUT', `${url}/${id}/answers/${questionId}`, { body: { answer: 'Yes', status: 'manual' } }),
      ),
    );
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ totalQuestions: 50, answeredQuestions: 50 });
  });
});

test('204 deletes the answer and resets the question to its original state', async () => {
  const { call } = await app.caller();
  const { id, questions } = await add(call);
  await call('PUT', `${url}/${id}/answers/0`, {
    body: { answer: 'Yes', status: 'manual', sources: [{ sourceType: 'context', score: 1 }] },
  });
  await expectConflict(call, 'DELETE', `${url}/${id}/answers/${questions[0].id}`);
  await expectConflict(call, 'PUT', `${url}/${id}/answers/${questions[0].id}`, { answer: 'No', status: 'manual' });
  expect(await call('DELETE', `${url}/${id}/answers/${questions[0].id}`)).toMatchObject({ status: 204, text: '' });
  expect((await call('GET', `${url}/${id}`)).body).toMatchObject({
    answeredQuestions: 0,
    questions: [{ ...questions[0], updatedAt: expect.any(String), version: expect.any(Number) }, {}, {}],
  });
  expect(await call('DELETE', `${url}/${id}/answers/0`)).toMatchObject({ status: 204 });
  expect((await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data[1]).toMatchObject({
    description: 'Deleted an answer [via API key "test"]',
    data: { changes: { answer: { previous: 'Yes', current: null } } },
  });
});
