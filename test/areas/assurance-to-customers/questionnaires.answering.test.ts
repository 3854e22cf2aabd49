/** Runs that answer many questions. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { add, waitForRun, phishingAnswer, withContext } from '../../support/questionnaires.ts';
import { asProblem } from '../../support/refusals.ts';
import { waitingRun } from '../../support/runs.ts';

const app = startApp();
const url = '/v1/questionnaire';

describe('autoAnswerQuestionnaire', () => {
  test('202, and the run answers the questions that have sources, counts all questions, and leaves the others open', async () => {
    const { call, phishing, backups } = await withContext(app);
    const { id } = await add(call);
    const started = await call('POST', `${url}/${id}/auto-answer`);
    expect(started).toMatchObject({
      status: 202,
      body: { kind: 'auto_answer_questionnaire', status: 'queued', progress: { done: 0, total: 3 }, result: { questionnaireId: id } },
    });
    expect(started.headers.get('location')).toBe(`/v1/runs/${started.body.id}`);
    expect(await waitForRun(call, started.body.id)).toMatchObject({
      status: 'completed',
      progress: { done: 3, total: 3 },
      result: { questionnaireId: id, totalQuestions: 3, answeredQuestions: 2 },
    });
    const questionnaire = (await call('GET', `${url}/${id}`)).body;
    expect(questionnaire).toMatchObject({
      answeredQuestions: 2,
      runId: started.body.id,
      questions: [
        { answer: null, status: 'untouched', sources: null, generatedAt: null },
        { answer: 'The restore of a backup is tested twice a year.', status: 'generated', sources: [{ sourceId: backups }] },
        { answer: phishingAnswer, status: 'generated', sources: [{ sourceId: phishing }] },
      ],
    });
    const { data } = (await call('GET', `/v1/audit-logs?entityId=${id}`)).body;
    expect(
      data
        .slice(0, 2)
        .map(({ description, data: { changes } }: { description: string; data: { changes: object } }) => [
          description.replace(/ \[.*/, ''),
          changes,
        ]),
    ).toEqual([
      ['Stored generated answers', { generatedAnswers: { previous: null, current: 2 } }],
      ['Started answering questionnaire', { openQuestions: { previous: null, current: 3 } }],
    ]);
  });
  test('202 for a second run keeps existing answers, and questions that a person left empty', async () => {
    const { call } = await withContext(app);
    const { id } = await add(call);
    await call('PUT', `${url}/${id}/answers/1`, { body: { answer: null, status: 'manual' } });
    await call('PUT', `${url}/${id}/answers/2`, { body: { answer: 'By hand', status: 'manual' } });
    for (let n = 0; n < 2; n += 1) await waitForRun(call, (await call('POST', `${url}/${id}/auto-answer`)).body.id);
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({
      answeredQuestions: 1,
      questions: [
        { status: 'untouched' },
        { answer: null, status: 'manual' },
        { answer: 'By hand', status: 'manual', updatedById: expect.stringMatching(/^usr_/) },
      ],
    });
  });
  test('202 returns a completed run when no question is open', async () => {
    const { call } = await app.caller();
    const { id } = await add(call, 'Do you log?', { fileType: 'text/plain' });
    await call('PUT', `${url}/${id}/answers/0`, { body: { answer: 'Yes', status: 'generated' } });
    const started = await call('POST', `${url}/${id}/auto-answer`);
    expect(started).toMatchObject({
      status: 202,
      body: {
        status: 'completed',
        progress: { done: 0, total: 0 },
        result: { questionnaireId: id, totalQuestions: 1, answeredQuestions: 1 },
        startedAt: expect.any(String),
        finishedAt: expect.any(String),
      },
    });
    expect((await call('GET', `/v1/runs/${started.body.id}`)).body).toEqual(started.body);
  });
  test('409 when reading the questionnaire failed, and while one of its runs is under way', async () => {
    const { call, organization } = await app.caller();
    const failed = await add(call, 'Nothing.', { fileType: 'text/plain' });
    expect(await call('POST', `${url}/${failed.id}/auto-answer`)).toMatchObject({
      status: 409,
      body: { code: 'questionnaire_not_completed' },
    });
    const { id } = await add(call);
    const run = await waitingRun(app.database, organization, 'auto_answer_questionnaire', { subject: id });
    expect(await call('POST', `${url}/${id}/auto-answer`, asProblem)).toMatchObject({
      status: 409,
      body: { detail: 'A run of the questionnaire is under way' },
    });
    expect(await call('DELETE', `${url}/${id}`)).toMatchObject({ status: 409, body: { error: 'A run of the questionnaire is under way' } });
    expect(await call('DELETE', `${url}/${id}`, asProblem)).toMatchObject({
      status: 409,
      body: { detail: 'A run of the questionnaire is under way' },
    });
    await call('POST', `/v1/runs/${run.id}/cancel`);
    expect(await call('DELETE', `${url}/${id}`)).toMatchObject({ status: 204 });
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ] as const)('422 for a questionnaire without questions', async (accept, field) => {
    const { call } = await app.caller();
    const { id } = await add(call);
    await app.database.system.deleteFrom('question_answer').where('questionnaire_id', '=', id).execute();
    await app.database.system.updateTable('questionnaire').set({ total_questions: 0 }).where('id', '=', id).execute();
    expect(await call('POST', `${url}/${id}/auto-answer`, { ...accept })).toMatchObject({
      status: 422,
      body: { [field]: 'The questionnaire has no questions' },
    });
  });
});

describe('answerQuestions', () => {
  test('202, and the run returns an item for each question without an answer', async () => {
    const { call, organization } = await withContext(app);
    const started = await call('POST', `${url}/auto-answer`, {
      body: {
        questionsAndAnswers: [
          { question: 'Are employees trained to spot phishing?' },
          { question: 'Do you log?', answer: 'Yes' },
          { question: 'Do you breed unicorns?', answer: ' ', questionIndex: 7 },
        ],
      },
    });
    expect(started).toMatchObject({ status: 202, body: { kind: 'answer_questions', status: 'queued', progress: { done: 0, total: 2 } } });
    const { result } = await waitForRun(call, started.body.id);
    expect(result).toMatchObject({
      total: 2,
      answered: 1,
      answers: [
        { questionIndex: 0, answer: phishingAnswer, error: null },
        { questionIndex: 7, answer: null, sources: [] },
      ],
    });
    expect((await call('GET', `/v1/audit-logs?entityId=${organization.id}`)).body.data[0]).toMatchObject({
      description: 'Started answering questions [via API key "test"]',
      data: { changes: { questions: { current: 2 } } },
    });
  });
  test('202 with a questionnaire stores the answers by question index, for questions without an answer', async () => {
    const { call } = await withContext(app);
    const { id } = await add(call);
    await call('PUT', `${url}/${id}/answers/1`, { body: { answer: 'By hand', status: 'manual' } });
    const started = await call('POST', `${url}/auto-answer`, {
      body: {
        questionnaireId: id,
        questionsAndAnswers: [
          { question: 'Is the restore of backups tested?', questionIndex: 1 },
          { question: 'Are employees trained to spot phishing?', questionIndex: 2 },
        ],
      },
    });
    expect((await waitForRun(call, started.body.id)).result).toMatchObject({ total: 2, answered: 2 });
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({
      answeredQuestions: 2,
      questions: [{ answer: null }, { answer: 'By hand', status: 'manual' }, { answer: phishingAnswer, status: 'generated' }],
    });
  });
  test('202 for a thousand questions', async () => {
    const { call } = await app.caller();
    const questionsAndAnswers = Array.from({ length: 1000 }, (_, index) => ({
      question: `Do you have control ${index}?`,
      answer: index < 990 ? 'Yes' : null,
    }));
    const started = await call('POST', `${url}/auto-answer`, { body: { questionsAndAnswers } });
    expect((await waitForRun(call, started.body.id)).result).toMatchObject({ total: 10, answered: 0 });
  });
  test('400 for no questions, too many questions, a duplicate index, and an index that the questionnaire does not have', async () => {
    const { call } = await app.caller();
    const { id } = await add(call);
    const ask = (body: object) => call('POST', `${url}/auto-answer`, { body });
    expect(await ask({ questionsAndAnswers: [] })).toMatchObject({
      status: 400,
      body: { details: { questionsAndAnswers: { _errors: ['must have at least 1 item'] } } },
    });
    expect(await ask({ questionsAndAnswers: Array.from({ length: 1001 }, () => ({ question: 'x' })) })).toMatchObject({
      status: 400,
      body: { details: { questionsAndAnswers: { _errors: ['must have at most 1000 items'] } } },
    });
    expect(await ask({ questionsAndAnswers: [{ question: 'Do you log?' }, { question: 'Do you test?', questionIndex: 0 }] })).toMatchObject(
      { status: 400, body: { details: { 'questionsAndAnswers.1.questionIndex': { _errors: ['must not be that of another question'] } } } },
    );
    expect(await ask({ questionnaireId: id, questionsAndAnswers: [{ question: 'Do you log?', questionIndex: 3 }] })).toMatchObject({
      status: 400,
      body: { details: { 'questionsAndAnswers.0.questionIndex': { _errors: ['must be the index of a question of the questionnaire'] } } },
    });
  });
});
