/** Manual answers. Refusals that are common to all operations (credentials, media types, limits) are tested in test/contract/. */
import { describe, expect, test } from 'vitest';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { addAnswer, answersUrl as url, insurancePair, passages } from '../../support/knowledge-base.ts';
import { invalid, lastEntry } from '../../support/people.ts';
import { add as addQuestionnaire, waitForRun, questionnaireCsv } from '../../support/questionnaires.ts';
import { expectProblem } from '../../support/refusals.ts';

const app = startApp();
const unknownId = 'sqma_6a0d69b47f20c8e3915ab6d5';
const questionsOf = async (call: Caller['call'], query = ''): Promise<string[]> => {
  const answer = await call('GET', `${url}${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data.map(({ question }: { question: string }) => question);
};

describe('saveManualAnswer', () => {
  test('201 returns the trimmed answer without duplicate tags, and writes one log entry (rule 13)', async () => {
    const { call, organization } = await app.caller();
    const sentFields = { question: ` ${insurancePair.question}\n`, answer: ` ${insurancePair.answer} `, tags: [' money', 'money', 'risk'] };
    const answer = await call('POST', url, { body: sentFields });
    expect(answer).toMatchObject({ status: 201 });
    const { body } = answer;
    expect(body).toEqual({
      id: expect.stringMatching(/^sqma_[0-9a-f]{24}$/),
      organizationId: organization.id,
      ...insurancePair,
      tags: ['money', 'risk'],
      audience: 'internal',
      sourceQuestionnaireId: null,
      createdById: organization.owner.userId,
      createdVia: 'API key "test"',
      updatedById: organization.owner.userId,
      updatedVia: 'API key "test"',
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      updatedAt: body.createdAt,
      version: 1,
    });
    expect(answer.headers.get('location')).toBe(`${url}/${body.id}`);
    expect((await call('GET', `${url}/${body.id}`)).body).toEqual(body);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'organization',
      entity_id: body.id,
      description: expect.stringMatching(/^Created manual answer/),
      data: { changes: { question: { previous: null, current: insurancePair.question } } },
    });
  });
  test('200 updates the record of an existing question: replaces answer and questionnaire, and tags only if sent (rule 9)', async () => {
    const { call, organization } = await app.caller();
    const { id: sourceQuestionnaireId } = await addQuestionnaire(call);
    const firstAnswer = await addAnswer(call, { tags: ['money'], sourceQuestionnaireId });
    expect(firstAnswer.sourceQuestionnaireId).toBe(sourceQuestionnaireId);
    const secondSave = await call('POST', url, { body: { question: `${insurancePair.question} `, answer: 'No.' } });
    expect(secondSave).toMatchObject({
      status: 200,
      body: { id: firstAnswer.id, answer: 'No.', tags: ['money'], sourceQuestionnaireId: null, createdAt: firstAnswer.createdAt },
    });
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_id: firstAnswer.id,
      data: { changes: { answer: { previous: insurancePair.answer, current: 'No.' } } },
    });
    expect(await call('POST', url, { body: { ...insurancePair, tags: [] } })).toMatchObject({ status: 200, body: { tags: [] } });
    // A question in different letter case is a different question.
    await addAnswer(call, { question: insurancePair.question.toUpperCase() });
    expect(await questionsOf(call)).toHaveLength(2);
  });
  test('concurrent requests for the same question return 201 once and then 200, and store the question once', async () => {
    const { call } = await app.caller();
    const answers = await Promise.all([1, 2, 3].map((n) => call('POST', url, { body: { ...insurancePair, answer: `Answer ${n}` } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    expect(await questionsOf(call)).toEqual([insurancePair.question]);
  });
  test('201 accepts texts of the maximum length', async () => {
    const { call } = await app.caller();
    const question = Array.from({ length: 1000 }, (_, n) => String.fromCodePoint(0x4e00 + n * 7)).join('é字字字');
    await addAnswer(call, { question, answer: 'x'.repeat(20_000) });
    expect(await questionsOf(call, '?sortBy=question')).toEqual([question]);
  });
  test.each([
    ['a blank question', { question: ' ' }, { question: 'must not be blank' }],
    ['a blank answer', { answer: '\n' }, { answer: 'must not be blank' }],
    ['a long tag', { tags: ['x'.repeat(65)] }, { 'tags.0': 'must have at most 64 characters' }],
    [
      'an unknown questionnaire',
      { sourceQuestionnaireId: 'qst_6a0d69882e5bf1c0947d83a7' },
      { sourceQuestionnaireId: 'must be the id of a questionnaire of the organization' },
    ],
  ])('400 for %s', async (_case, fields, details) => {
    const { call } = await app.caller();
    expect(await call('POST', url, { body: { ...insurancePair, ...fields } })).toMatchObject(invalid(details));
  });
  test('400 for the questionnaire of another organization (rule 1)', async () => {
    const [{ call }, other] = [await app.caller(), await app.caller()];
    const { id } = await addQuestionnaire(other.call);
    expect(await call('POST', url, { body: { ...insurancePair, sourceQuestionnaireId: id } })).toMatchObject({ status: 400 });
  });
});

describe('listManualAnswers', () => {
  test('200 returns each answer on exactly one page, last changed first by default, or sorted by creation or question', async () => {
    const { call } = await app.caller();
    for (const question of ['b?', 'c?', 'a?']) await addAnswer(call, { question });
    const pages = async (query: string) =>
      (await allPages(call, `${url}?limit=2&count=true${query}`)).flatMap(({ data }) =>
        data.map(({ question }: { question: string }) => question),
      );
    expect(await pages('')).toEqual(['a?', 'c?', 'b?']);
    await call('POST', url, { body: { question: 'b?', answer: 'New.' } });
    expect(await pages('')).toEqual(['b?', 'a?', 'c?']);
    expect(await pages('&sortBy=createdAt&sortOrder=asc')).toEqual(['b?', 'c?', 'a?']);
    expect(await pages('&sortBy=question&sortOrder=asc')).toEqual(['a?', 'b?', 'c?']);
  });
  test('200 filters the answers by text, tag and questionnaire', async () => {
    const { call } = await app.caller();
    const { id } = await addQuestionnaire(call);
    await addAnswer(call, { tags: ['money'], sourceQuestionnaireId: id });
    await addAnswer(call, { question: 'Do you log?', answer: '100%', tags: ['logs'] });
    expect(await questionsOf(call, '?search=INSURANCE')).toEqual([insurancePair.question]);
    expect(await questionsOf(call, '?search=0%25')).toEqual(['Do you log?']);
    expect(await questionsOf(call, '?tag=logs')).toEqual(['Do you log?']);
    expect(await questionsOf(call, '?tag=logs&tag=money')).toHaveLength(2);
    expect(await questionsOf(call, `?sourceQuestionnaireId=${id}`)).toEqual([insurancePair.question]);
    expect(await questionsOf(call, '?tag=none')).toEqual([]);
  });
});

test('200 returns the changed answer, and searches find its new text (rules 7 and 8)', async () => {
  const { call, organization } = await app.caller();
  const { id } = await addAnswer(call, { tags: ['a'] });
  expect(await passages(call, 'cyber insurance')).toMatchObject([
    { sourceType: 'manual_answer', sourceId: id, content: insurancePair.answer },
  ]);
  const body = { question: ' Are you insured? ', answer: ' Yes. ', tags: [] };
  expect(await call('PATCH', `${url}/${id}`, { body })).toMatchObject({
    status: 200,
    body: { id, question: 'Are you insured?', answer: 'Yes.', tags: [], updatedById: organization.owner.userId },
  });
  expect(await lastEntry(app.database, organization)).toMatchObject({
    entity_id: id,
    data: { changes: { question: {}, answer: {}, tags: { previous: ['a'], current: [] } } },
  });
  expect(await passages(call, 'cyber')).toEqual([]);
  expect(await passages(call, 'Are you insured?')).toMatchObject([{ content: 'Yes.', score: 1 }]);
  expect(await call('PATCH', `${url}/${id}`, { body: { answer: 'No.' } })).toMatchObject({
    status: 200,
    body: { answer: 'No.', tags: [] },
  });
  expect(await call('PATCH', `${url}/${id}`, { body: { answer: ' ' } })).toMatchObject(invalid({ answer: 'must not be blank' }));
  expect(await call('PATCH', `${url}/${id}`, { body: {} })).toMatchObject(invalid({ _errors: 'must have at least 1 field' }));
});
test('409 when another manual answer has the question, and changes nothing', async () => {
  const { call } = await app.caller();
  await addAnswer(call);
  const { id } = await addAnswer(call, { question: 'Do you log?' });
  expect(await call('PATCH', `${url}/${id}`, { body: { question: `${insurancePair.question} ` } })).toMatchObject({
    status: 409,
    body: { code: 'manual_answer_question_taken' },
  });
  expect((await call('GET', `${url}/${id}`)).body.question).toBe('Do you log?');
});
test('204 deletes the answer, and searches no longer find it', async () => {
  const { call, organization } = await app.caller();
  const { id } = await addAnswer(call);
  expect(await call('DELETE', `${url}/${id}`)).toMatchObject({ status: 204 });
  expect(await call('GET', `${url}/${id}`)).toMatchObject({ status: 404, body: { code: 'manual_answer_not_found' } });
  expect(await passages(call, 'cyber insurance')).toEqual([]);
  expect(await lastEntry(app.database, organization)).toMatchObject({
    entity_id: id,
    description: expect.stringMatching(/^Deleted manual/),
  });
});
test('204 deletes all answers of the organization only, and succeeds when none exist; 409 without confirmation (rule 15)', async () => {
  const [{ call, organization }, other] = [await app.caller(), await app.caller()];
  await addAnswer(other.call);
  await addAnswer(call);
  await addAnswer(call, { question: 'Do you log?' });
  for (const query of ['', '?confirm=false', '?confirm=yes'])
    expect(await call('DELETE', `${url}${query}`)).toMatchObject({
      status: 409,
      body: { code: 'confirmation_required', confirmation: 'true', records: ['2 manual answers'] },
    });
  expect(await questionsOf(call)).toHaveLength(2);
  for (let n = 0; n < 2; n += 1) expect(await call('DELETE', `${url}?confirm=true`)).toMatchObject({ status: 204 });
  expect(await questionsOf(call)).toEqual([]);
  expect(await questionsOf(other.call)).toHaveLength(1);
  expect(await lastEntry(app.database, organization)).toMatchObject({ entity_type: 'organization', entity_id: organization.id });
});
test('404 for a manual answer that belongs to another organization or does not exist (rule 1)', async () => {
  const [{ call }, other] = [await app.caller(), await app.caller()];
  const { id } = await addAnswer(other.call);
  for (const inaccessibleId of [id, unknownId]) {
    const notFound = { status: 404, body: { code: 'manual_answer_not_found' } };
    expect(await call('GET', `${url}/${inaccessibleId}`)).toMatchObject(notFound);
    expect(await call('PATCH', `${url}/${inaccessibleId}`, { body: { answer: 'x' } })).toMatchObject(notFound);
    expect(await call('DELETE', `${url}/${inaccessibleId}`)).toMatchObject(notFound);
  }
});

describe('answers of questionnaires (rule 10, and questionnaires, rules 7, 11 and 13)', () => {
  const longAnswer = `Every laptop is encrypted. ${'The keys are kept apart from it. '.repeat(60)}`.trim();
  test('200 saves an answer written by hand as a manual answer, which answers the same question of later questionnaires', async () => {
    const { call } = await app.caller();
    const first = await addQuestionnaire(call);
    const saved = await call('PUT', `/v1/questionnaire/${first.id}/answers/0`, { body: { answer: ` ${longAnswer} `, status: 'manual' } });
    expect(saved).toMatchObject({ status: 200, body: { status: 'manual', answer: longAnswer } });
    const { data } = (await call('GET', url)).body;
    expect(data).toMatchObject([{ question: 'Do you encrypt laptops?', answer: longAnswer, tags: [], sourceQuestionnaireId: first.id }]);
    const { questions } = await addQuestionnaire(call, questionnaireCsv.toUpperCase(), { autoAnswer: true });
    expect(questions[0]).toMatchObject({
      status: 'generated',
      answer: longAnswer,
      sources: [
        {
          sourceType: 'manual_answer',
          sourceId: data[0].id,
          sourceName: 'Manual Answer (Do you encrypt laptops?)',
          manualAnswerQuestion: 'Do you encrypt laptops?',
          score: 1,
        },
      ],
    });
    // A new answer written by hand replaces the manual answer and keeps its tags.
    await call('PATCH', `${url}/${data[0].id}`, { body: { tags: ['laptops'] } });
    await call('PUT', `/v1/questionnaire/${first.id}/answers/0`, { body: { answer: 'Yes.', status: 'manual' } });
    expect((await call('GET', url)).body.data).toMatchObject([{ id: data[0].id, answer: 'Yes.', tags: ['laptops'] }]);
    const generated = await call('POST', '/v1/questionnaire/answers', { body: { question: '3.2 Do you encrypt the laptops?' } });
    expect(generated.body).toMatchObject({ answer: 'Yes.', sources: [{ sourceId: data[0].id }] });
    expect(await call('DELETE', `/v1/questionnaire/${first.id}`)).toMatchObject({ status: 204 });
    expect((await call('GET', url)).body.data).toMatchObject([{ answer: 'Yes.', sourceQuestionnaireId: null }]);
  });
  test('200 saves no manual answer for an accepted suggestion or a blank answer', async () => {
    const { call } = await app.caller();
    const { id } = await addQuestionnaire(call);
    await call('PUT', `/v1/questionnaire/${id}/answers/0`, { body: { answer: 'Yes', status: 'generated' } });
    await call('PUT', `/v1/questionnaire/${id}/answers/1`, { body: { answer: ' ', status: 'manual' } });
    expect(await questionsOf(call)).toEqual([]);
  });
  test('202 answers a question with a sentence from the manual answer to another question', async () => {
    const { call } = await app.caller();
    const { id } = await addAnswer(call, {
      question: 'Describe the security of laptops.',
      answer: 'Screens lock themselves. Hard disks of laptops are encrypted by their hardware. Lost ones are wiped.',
    });
    const body = { questionsAndAnswers: [{ question: 'Are hard disks of laptops encrypted?' }] };
    const { body: run } = await call('POST', '/v1/questionnaire/auto-answer', { body });
    expect((await waitForRun(call, run.id)).result.answers).toMatchObject([
      { answer: 'Hard disks of laptops are encrypted by their hardware.', sources: [{ sourceType: 'manual_answer', sourceId: id }] },
    ]);
  });
});

test('409 as a problem when another answer has the question', async () => {
  const { call } = await app.caller();
  const [, { body }] = [
    await call('POST', '/v1/knowledge-base/manual-answers', { body: { question: 'One?', answer: 'Yes.' } }),
    await call('POST', '/v1/knowledge-base/manual-answers', { body: { question: 'Two?', answer: 'Yes.' } }),
  ];
  await expectProblem(call, 'PATCH', `/v1/knowledge-base/manual-answers/${body.id}`, 409, { question: 'One?' });
});
