import { describe, expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { add, finished, upload } from '../support/questionnaires.ts';
import { asProblem } from '../support/refusals.ts';
import { add as addRisk } from '../support/risks.ts';
import { waitingRun } from '../support/runs.ts';

const app = startApp();
const url = '/v1/questionnaire';
const plans = [
  { title: 'Phishing of employees', description: 'A mail asks for a password.', treatmentStrategy: { type: 'mitigate', description: 'Filters catch most of it. We train employees to spot phishing every quarter.' } },
  { title: 'Backups that cannot be restored', description: 'Nobody has tried.', treatmentStrategy: { type: 'mitigate', description: 'The restore of a backup is tested twice a year.' } },
];
async function withPlans() {
  const caller = await app.caller();
  const [phishing, backups] = [await addRisk(caller.call, plans[0]), await addRisk(caller.call, plans[1])];
  return { ...caller, phishing: phishing.id, backups: backups.id };
}
const trained = 'We train employees to spot phishing every quarter.';

describe('generateAnswer', () => {
  test('200 with sentences of the organization, and the source that they are from', async () => {
    const { call, phishing } = await withPlans();
    expect((await call('POST', `${url}/answers`, { body: { question: ' 3.1 Are employees trained to spot phishing? ', questionIndex: 4 } })).body).toEqual({
      questionIndex: 4, question: '3.1 Are employees trained to spot phishing?', answer: trained, error: null,
      sources: [{ sourceType: 'risk', sourceId: phishing, sourceName: 'Risk: Phishing of employees', policyName: null, documentName: null, manualAnswerQuestion: null, excerpt: plans[0]?.treatmentStrategy.description, score: expect.any(Number) }],
    });
  });
  test.each(['Do you breed unicorns?', 'Is there a disciplinary process for mail?', 'Do you have it?', 'Nobody has tried?'])('200 without an answer where too little was written, never a guess: %s', async (question) => {
    const { call } = await withPlans();
    expect(await call('POST', `${url}/answers`, { body: { question } })).toMatchObject({ status: 200, body: { answer: null, sources: [], error: null } });
  });
  test('200, and the answer is stored as generated, in place of one that was generated before', async () => {
    const { call, phishing } = await withPlans();
    const { id } = await add(call);
    const ask = (question: string) => call('POST', `${url}/answers`, { body: { question, questionIndex: 2, questionnaireId: id } });
    await ask('Is the restore of backups tested?');
    await ask('Are employees trained to spot phishing?');
    const { questions, answeredQuestions } = (await call('GET', `${url}/${id}`)).body;
    expect(answeredQuestions).toBe(1);
    expect(questions[2]).toMatchObject({ answer: trained, status: 'generated', generatedAt: expect.any(String), updatedBy: null, sources: [{ sourceId: phishing }] });
    await ask('Do you breed unicorns?');
    expect((await call('GET', `${url}/${id}`)).body.questions[2]).toEqual(questions[2]);
    const { data } = (await call('GET', `/v1/audit-logs?entityId=${id}`)).body;
    expect(data[1]).toMatchObject({ entityType: 'organization', description: 'Generated an answer [via API key "test"]', data: { changes: { answer: { previous: 'The restore of a backup is tested twice a year.', current: trained } } } });
  });
  test('200, and what was written by hand stays', async () => {
    const { call } = await withPlans();
    const { id, questions } = await add(call);
    for (const answer of ['By hand', null]) {
      await call('PUT', `${url}/${id}/answers/2`, { body: { answer, status: 'manual' } });
      expect(await call('POST', `${url}/answers`, { body: { question: questions[2].question, questionIndex: 2, questionnaireId: id } })).toMatchObject({ status: 200, body: { answer: trained } });
      expect((await call('GET', `${url}/${id}`)).body.questions[2]).toMatchObject({ answer, status: 'manual' });
    }
  });
  test('404 for an index that the questionnaire does not have', async () => {
    const { call } = await app.caller();
    const { id } = await add(call);
    const body = { question: 'Do you log?', questionIndex: 3, questionnaireId: id };
    expect(await call('POST', `${url}/answers`, { body })).toMatchObject({ status: 404, body: { error: 'Question not found' } });
    expect(await call('POST', `${url}/answers`, { body, ...asProblem })).toMatchObject({ status: 404, body: { detail: 'Question not found' } });
  });
  test.each([[{}, 'question'], [{ question: ' ' }, 'question'], [{ question: 'x'.repeat(5001) }, 'question'], [{ question: 'x', questionIndex: -1 }, 'questionIndex'], [{ question: 'x', questionIndex: 1.5 }, 'questionIndex']])('400 for %o', async (body, field) => {
    const { call } = await app.caller();
    const answer = await call('POST', `${url}/answers`, { body });
    expect(answer).toMatchObject({ status: 400, body: { details: { [field]: { _errors: [expect.any(String)] } } } });
  });
});

describe('autoAnswerQuestionnaire', () => {
  test('202, and the run answers what it can, counts all, and leaves the rest open', async () => {
    const { call, phishing, backups } = await withPlans();
    const { id } = await add(call);
    const started = await call('POST', `${url}/${id}/auto-answer`);
    expect(started).toMatchObject({ status: 202, body: { kind: 'auto_answer_questionnaire', status: 'queued', progress: { done: 0, total: 3 }, result: { questionnaireId: id } } });
    expect(started.headers.get('location')).toBe(`/v1/runs/${started.body.id}`);
    expect(await finished(call, started.body.id)).toMatchObject({ status: 'completed', progress: { done: 3, total: 3 }, result: { questionnaireId: id, totalQuestions: 3, answeredQuestions: 2 } });
    const found = (await call('GET', `${url}/${id}`)).body;
    expect(found).toMatchObject({ answeredQuestions: 2, runId: started.body.id, questions: [
      { answer: null, status: 'untouched', sources: null, generatedAt: null },
      { answer: 'The restore of a backup is tested twice a year.', status: 'generated', sources: [{ sourceId: backups }] },
      { answer: trained, status: 'generated', sources: [{ sourceId: phishing }] },
    ] });
    const { data } = (await call('GET', `/v1/audit-logs?entityId=${id}`)).body;
    expect(data.slice(0, 2).map(({ description, data: { changes } }: { description: string; data: { changes: object } }) => [description.replace(/ \[.*/, ''), changes])).toEqual([
      ['Stored generated answers', { generatedAnswers: { previous: null, current: 2 } }], ['Started answering questionnaire', { openQuestions: { previous: null, current: 3 } }],
    ]);
  });
  test('202 again, and nothing that is there is changed: neither answers nor what was left empty by hand', async () => {
    const { call } = await withPlans();
    const { id } = await add(call);
    await call('PUT', `${url}/${id}/answers/1`, { body: { answer: null, status: 'manual' } });
    await call('PUT', `${url}/${id}/answers/2`, { body: { answer: 'By hand', status: 'manual' } });
    for (let n = 0; n < 2; n += 1) await finished(call, (await call('POST', `${url}/${id}/auto-answer`)).body.id);
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ answeredQuestions: 1, questions: [{ status: 'untouched' }, { answer: null, status: 'manual' }, { answer: 'By hand', status: 'manual', updatedBy: expect.stringMatching(/^usr_/) }] });
  });
  test('202 with a run that is completed already when there is nothing to answer', async () => {
    const { call } = await app.caller();
    const { id } = await add(call, 'Do you log?', { fileType: 'text/plain' });
    await call('PUT', `${url}/${id}/answers/0`, { body: { answer: 'Yes', status: 'generated' } });
    const started = await call('POST', `${url}/${id}/auto-answer`);
    expect(started).toMatchObject({ status: 202, body: { status: 'completed', progress: { done: 0, total: 0 }, result: { questionnaireId: id, totalQuestions: 1, answeredQuestions: 1 }, startedAt: expect.any(String), finishedAt: expect.any(String) } });
    expect((await call('GET', `/v1/runs/${started.body.id}`)).body).toEqual(started.body);
  });
  test('409 while it is read, when that failed, and while a run of it is under way', async () => {
    const { call, organization } = await app.caller();
    const failed = await add(call, 'Nothing.', { fileType: 'text/plain' });
    expect(await call('POST', `${url}/${failed.id}/auto-answer`)).toMatchObject({ status: 409, body: { error: 'The questionnaire is not completed' } });
    const { id } = await add(call);
    const run = await waitingRun(app.database, organization, 'auto_answer_questionnaire', { subject: id });
    expect(await call('POST', `${url}/${id}/auto-answer`, asProblem)).toMatchObject({ status: 409, body: { detail: 'A run of the questionnaire is under way' } });
    expect(await call('DELETE', `${url}/${id}`)).toMatchObject({ status: 409, body: { error: 'A run of the questionnaire is under way' } });
    expect(await call('DELETE', `${url}/${id}`, asProblem)).toMatchObject({ status: 409, body: { detail: 'A run of the questionnaire is under way' } });
    await call('POST', `/v1/runs/${run.id}/cancel`);
    expect(await call('DELETE', `${url}/${id}`)).toMatchObject({ status: 204 });
  });
  test.each([[undefined, 'error'], [asProblem, 'detail']] as const)('422 for a questionnaire without questions', async (accept, field) => {
    const { call } = await app.caller();
    const { id } = await add(call);
    await app.database.system.deleteFrom('question_answer').where('questionnaire_id', '=', id).execute();
    await app.database.system.updateTable('questionnaire').set({ total_questions: 0 }).where('id', '=', id).execute();
    expect(await call('POST', `${url}/${id}/auto-answer`, { ...accept })).toMatchObject({ status: 422, body: { [field]: 'The questionnaire has no questions' } });
  });
});

describe('answerQuestions', () => {
  test('202, and the run has an item for each question that carries no answer', async () => {
    const { call, organization } = await withPlans();
    const started = await call('POST', `${url}/auto-answer`, { body: { questionsAndAnswers: [
      { question: 'Are employees trained to spot phishing?' }, { question: 'Do you log?', answer: 'Yes' }, { question: 'Do you breed unicorns?', answer: ' ', questionIndex: 7 },
    ] } });
    expect(started).toMatchObject({ status: 202, body: { kind: 'answer_questions', status: 'queued', progress: { done: 0, total: 2 } } });
    const { result } = await finished(call, started.body.id);
    expect(result).toMatchObject({ total: 2, answered: 1, answers: [{ questionIndex: 0, answer: trained, error: null }, { questionIndex: 7, answer: null, sources: [] }] });
    expect((await call('GET', `/v1/audit-logs?entityId=${organization.id}`)).body.data[0]).toMatchObject({ description: 'Started answering questions [via API key "test"]', data: { changes: { questions: { current: 2 } } } });
  });
  test('202, and with a questionnaire they are stored there by their place, where there was none', async () => {
    const { call } = await withPlans();
    const { id } = await add(call);
    await call('PUT', `${url}/${id}/answers/1`, { body: { answer: 'By hand', status: 'manual' } });
    const started = await call('POST', `${url}/auto-answer`, { body: { questionnaireId: id, questionsAndAnswers: [{ question: 'Is the restore of backups tested?', questionIndex: 1 }, { question: 'Are employees trained to spot phishing?', questionIndex: 2 }] } });
    expect((await finished(call, started.body.id)).result).toMatchObject({ total: 2, answered: 2 });
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ answeredQuestions: 2, questions: [{ answer: null }, { answer: 'By hand', status: 'manual' }, { answer: trained, status: 'generated' }] });
  });
  test('202 for a thousand questions', async () => {
    const { call } = await app.caller();
    const questionsAndAnswers = Array.from({ length: 1000 }, (_, index) => ({ question: `Do you have control ${index}?`, answer: index < 990 ? 'Yes' : null }));
    const started = await call('POST', `${url}/auto-answer`, { body: { questionsAndAnswers } });
    expect((await finished(call, started.body.id)).result).toMatchObject({ total: 10, answered: 0 });
  });
  test('400 for no questions, too many, a place twice, and one that the questionnaire does not have', async () => {
    const { call } = await app.caller();
    const { id } = await add(call);
    const ask = (body: object) => call('POST', `${url}/auto-answer`, { body });
    expect(await ask({ questionsAndAnswers: [] })).toMatchObject({ status: 400, body: { details: { questionsAndAnswers: { _errors: ['must NOT have fewer than 1 items'] } } } });
    expect(await ask({ questionsAndAnswers: Array.from({ length: 1001 }, () => ({ question: 'x' })) })).toMatchObject({ status: 400, body: { details: { questionsAndAnswers: { _errors: ['must NOT have more than 1000 items'] } } } });
    expect(await ask({ questionsAndAnswers: [{ question: 'Do you log?' }, { question: 'Do you test?', questionIndex: 0 }] })).toMatchObject({ status: 400, body: { details: { 'questionsAndAnswers.1.questionIndex': { _errors: ['must not be that of another question'] } } } });
    expect(await ask({ questionnaireId: id, questionsAndAnswers: [{ question: 'Do you log?', questionIndex: 3 }] })).toMatchObject({ status: 400, body: { details: { 'questionsAndAnswers.0.questionIndex': { _errors: ['must be the index of a question of the questionnaire'] } } } });
  });
});

describe('saveQuestionnaireAnswer', () => {
  test('200 with what was written by hand, by id or index, counted, and told in the log', async () => {
    const { call, organization } = await app.caller();
    const { id, questions } = await add(call);
    const saved = await call('PUT', `${url}/${id}/answers/${questions[1].id}`, { body: { answer: '  Every quarter.\n<b>Twice</b> ', status: 'manual' } });
    expect(saved).toMatchObject({ status: 200, body: { ...questions[1], answer: 'Every quarter.\n<b>Twice</b>', status: 'manual', sources: [], generatedAt: null, updatedBy: organization.owner.userId, updatedAt: expect.any(String) } });
    expect(await call('PUT', `${url}/${id}/answers/0`, { body: { answer: 'Yes', status: 'manual' } })).toMatchObject({ status: 200, body: { questionIndex: 0, answer: 'Yes' } });
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ answeredQuestions: 2, questions: [{ answer: 'Yes' }, saved.body, { answer: null }] });
    expect((await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data[0]).toMatchObject({ entityType: 'organization', description: 'Saved an answer [via API key "test"]', data: { changes: {
      questionIndex: { previous: 0, current: 0 }, answer: { previous: null, current: 'Yes' }, status: { previous: 'untouched', current: 'manual' },
    } } });
  });
  test('200 for a suggestion that is accepted: generated now, with its sources', async () => {
    const { call, phishing } = await withPlans();
    const { id } = await add(call);
    const { body: { answer, sources } } = await call('POST', `${url}/answers`, { body: { question: 'Are employees trained to spot phishing?' } });
    expect(await call('PUT', `${url}/${id}/answers/2`, { body: { answer, status: 'generated', sources } })).toMatchObject({ status: 200, body: { answer: trained, status: 'generated', generatedAt: expect.any(String), sources: [{ sourceId: phishing, sourceName: 'Risk: Phishing of employees' }] } });
  });
  test('200, and a blank answer is none', async () => {
    const { call } = await app.caller();
    const { id } = await add(call);
    await call('PUT', `${url}/${id}/answers/0`, { body: { answer: 'Yes', status: 'manual', sources: [{ sourceType: 'context', score: 1 }] } });
    expect(await call('PUT', `${url}/${id}/answers/0`, { body: { answer: ' \n ', status: 'manual' } })).toMatchObject({ status: 200, body: { answer: null, status: 'manual', sources: null } });
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ answeredQuestions: 0 });
  });
  test('200, and each source is there once, best first, with its label (rule 9)', async () => {
    const { call } = await app.caller();
    const { id } = await add(call);
    const long = 'How often do you test that a backup can really be restored?';
    const sources = [
      { sourceType: 'policy', sourceId: 'pol_1', policyName: 'Backup', score: 0.2 }, { sourceType: 'policy', sourceId: 'pol_2', policyName: 'Backup', score: 0.6, excerpt: 'best' },
      { sourceType: 'context', sourceId: 'ctx_1', score: 0.3 }, { sourceType: 'context', sourceId: 'ctx_2', score: 0.9 },
      { sourceType: 'manual_answer', sourceId: 'sqma_1', manualAnswerQuestion: long, score: 0.8 }, { sourceType: 'manual_answer', sourceId: 'sqma_1', manualAnswerQuestion: long, score: 0.1 },
      { sourceType: 'knowledge_base_document', sourceId: 'kbd_1', documentName: 'Plan.pdf', score: 0.7 }, { sourceType: 'risk', sourceId: 'rsk_1', sourceName: 'Risk: Fire', score: 0.5 },
    ];
    const { body } = await call('PUT', `${url}/${id}/answers/0`, { body: { answer: 'Yes', status: 'manual', sources } });
    expect(body.sources.map(({ sourceName, score, excerpt }: { sourceName: string; score: number; excerpt: string | null }) => [sourceName, score, excerpt])).toEqual([
      ['Context Q&A', 0.9, null], [`Manual Answer (${long.slice(0, 50)}...)`, 0.8, null], ['Knowledge Base Document (Plan.pdf)', 0.7, null], ['Policy: Backup', 0.6, 'best'], ['Risk: Fire', 0.5, null],
    ]);
    // Left out, they stay.
    expect((await call('PUT', `${url}/${id}/answers/0`, { body: { answer: 'No', status: 'manual' } })).body.sources).toEqual(body.sources);
  });
  test.each([
    ['no answer', { status: 'manual' }, 'answer'], ['an answer that is too long', { answer: 'x'.repeat(20_001), status: 'manual' }, 'answer'], ['a status that nobody sets', { answer: 'x', status: 'untouched' }, 'status'],
    ['a score beyond 1', { answer: 'x', status: 'manual', sources: [{ sourceType: 'risk', score: 2 }] }, 'sources.0.score'], ['a source without a score', { answer: 'x', status: 'manual', sources: [{ sourceType: 'risk' }] }, 'sources.0.score'],
  ])('400 for %s', async (_what, body, field) => {
    const { call } = await app.caller();
    const { id } = (await call('POST', url, { body: upload() })).body;
    expect(await call('PUT', `${url}/${id}/answers/0`, { body })).toMatchObject({ status: 400, body: { details: { [field]: { _errors: [expect.any(String)] } } } });
  });
  test('404 for a question that there is not, or of another questionnaire', async () => {
    const { call } = await app.caller();
    const [one, other] = [await add(call), await add(call)];
    for (const place of ['3', '999999999', 'qqa_6a0d698cb80e53d7f1264a9d', other.questions[0].id, '-1', '1e3']) {
      for (const [method, body] of [['PUT', { answer: 'x', status: 'manual' }], ['DELETE', undefined]] as const) {
        expect(await call(method, `${url}/${one.id}/answers/${place}`, { body }), place).toMatchObject({ status: 404, body: { error: 'Question not found' } });
        expect(await call(method, `${url}/${one.id}/answers/${place}`, { body, ...asProblem }), place).toMatchObject({ status: 404, body: { detail: 'Question not found' } });
      }
    }
  });
  test('200 for fifty at once, and all of them are counted (rule 10)', async () => {
    const { call } = await app.caller();
    const { id, questions } = await add(call, Array.from({ length: 50 }, (_, index) => `Do you have control number ${index}?`).join('\n'), { fileType: 'text/plain' });
    await Promise.all(questions.map(({ id: question }: { id: string }) => call('PUT', `${url}/${id}/answers/${question}`, { body: { answer: 'Yes', status: 'manual' } })));
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ totalQuestions: 50, answeredQuestions: 50 });
  });
});

test('204, and the question is as it was found', async () => {
  const { call } = await app.caller();
  const { id, questions } = await add(call);
  await call('PUT', `${url}/${id}/answers/0`, { body: { answer: 'Yes', status: 'manual', sources: [{ sourceType: 'context', score: 1 }] } });
  expect(await call('DELETE', `${url}/${id}/answers/${questions[0].id}`)).toMatchObject({ status: 204, text: '' });
  expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ answeredQuestions: 0, questions: [{ ...questions[0], updatedAt: expect.any(String) }, {}, {}] });
  expect(await call('DELETE', `${url}/${id}/answers/0`)).toMatchObject({ status: 204 });
  expect((await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data[1]).toMatchObject({ description: 'Deleted an answer [via API key "test"]', data: { changes: { answer: { previous: 'Yes', current: null } } } });
});
