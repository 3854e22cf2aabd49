/** Which records visitors of the trust portal can read: questionnaires, policies and previews (trust-access, rules 19, 21 and 25). */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { waitForWork } from '../../support/runs.ts';
import { accessPath, sendChange, policyOf, questions, releasedTexts, internalTexts, visitorsOf } from '../../support/visitors.ts';

const app = startApp();
const { setUp, visitor, visitorWithoutNda, send, answersOf, fetched } = visitorsOf(app);

describe('the questionnaire of a visitor', () => {
  test.each(['after_release', 'at_once'])('is never answered from internal records, with answers %s', async (visitorAnswers) => {
    const caller = await setUp({ visitorAnswers });
    for (const token of [await visitor(caller), await visitorWithoutNda(caller)]) {
      const run = await send(caller, token);
      const state = await app.call('GET', accessPath(token, `/questionnaire/${run}`));
      const { body } = await caller.call('GET', `/v1/questionnaire/${state.body.result.questionnaireId}`);
      const shownText = JSON.stringify(body.questions) + JSON.stringify(await answersOf(token, run)) + state.text;
      for (const secret of Object.values(internalTexts)) expect(shownText).not.toContain(secret);
    }
  });

  test('is answered from records of its audience: nda only after a signature, public always', async () => {
    const caller = await setUp({ visitorAnswers: 'at_once' });
    const answersFor = async (token: string) => {
      const { file, ...answersRecord } = await answersOf(token, await send(caller, token));
      expect(answersRecord).toEqual({ status: 'released', totalQuestions: 5, decisionReason: null });
      return fetched(file.downloadUrl);
    };
    const signedAnswers = await answersFor(await visitor(caller));
    expect(signedAnswers).toContain(releasedTexts.nda);
    expect(signedAnswers).toContain(releasedTexts.public);
    const unsignedAnswers = await answersFor(await visitorWithoutNda(caller));
    expect(unsignedAnswers).not.toContain(releasedTexts.nda);
    expect(unsignedAnswers).toContain(releasedTexts.public);
  });

  test('is answered from records that an update released, and not from records whose release was withdrawn', async () => {
    const caller = await setUp({ visitorAnswers: 'at_once' });
    const token = await visitor(caller);
    await sendChange(caller, 'PATCH', `/v1/knowledge-base/documents/${caller.runbook.id}`, { audience: 'nda' });
    await sendChange(caller, 'PATCH', `/v1/context/${caller.nda.id}`, { audience: 'internal' });
    const { file } = await answersOf(token, await send(caller, token));
    const answers = await fetched(file.downloadUrl);
    expect(answers).toContain(internalTexts.tapes);
    expect(answers).not.toContain(releasedTexts.nda);
  });
});

describe('manual answers', () => {
  test('saving the same answer again keeps its audience, and a different text resets the audience to internal', async () => {
    const caller = await app.caller();
    const save = (body: object) => sendChange(caller, 'POST', '/v1/knowledge-base/manual-answers', { question: 'Who?', ...body });
    expect(await save({ answer: 'We.', audience: 'public' })).toMatchObject({ audience: 'public' });
    expect(await save({ answer: 'We.' })).toMatchObject({ audience: 'public' });
    expect(await save({ answer: 'Somebody else.' })).toMatchObject({ audience: 'internal' });
  });
});

test('200 resets the audience to internal when the text of a released record changes, unless the request sets the audience', async () => {
  const caller = await setUp();
  const [manual] = (await caller.call('GET', '/v1/knowledge-base/manual-answers?audience=public')).body.data;
  for (const [path, audience] of [
    [`/v1/knowledge-base/manual-answers/${manual.id}`, 'public'],
    [`/v1/context/${caller.nda.id}`, 'nda'],
  ] as const) {
    const update = (body: object) => sendChange(caller, 'PATCH', path, body);
    expect(await update({ tags: ['x'] }), path).toMatchObject({ audience });
    expect(await update({ answer: 'An internal text.' }), path).toMatchObject({ audience: 'internal' });
    expect(await update({ answer: 'A public text.', audience }), path).toMatchObject({ audience });
    expect(await update({ question: 'Another question?' }), path).toMatchObject({ audience: 'internal' });
  }
});

describe('policies', () => {
  const policyNames = async (token: string) =>
    (await app.call('GET', accessPath(token, '/policies'))).body.data.map(({ name }: { name: string }) => name);

  test('200 lists and downloads only policies of the audience of the visitor (rule 19)', async () => {
    const caller = await setUp();
    const [token, unsignedToken] = [await visitor(caller), await visitorWithoutNda(caller)];
    await sendChange(caller, 'POST', '/v1/policies', policyOf('Public policy.', { audience: 'public' }));
    const { id } = await sendChange(caller, 'POST', '/v1/policies', policyOf('Shared policy.', { audience: 'nda' }));
    const internal = await sendChange(caller, 'POST', '/v1/policies', policyOf('Internal policy.'));
    expect(await policyNames(token)).toEqual(['Public policy.', 'Shared policy.']);
    expect(await policyNames(unsignedToken)).toEqual(['Public policy.']);
    const download = (linkToken: string, policyId: string) => app.call('GET', accessPath(linkToken, `/policies/${policyId}/download`));
    expect((await download(token, id)).status).toBe(200);
    expect((await download(unsignedToken, id)).status).toBe(404);
    expect((await download(token, internal.id)).status).toBe(404);
    expect((await app.call('GET', accessPath(unsignedToken, '/policies/download'))).body.policyCount).toBe(1);
  });

  test('a policy becomes internal when it is limited to departments, until it is released again', async () => {
    const caller = await app.caller();
    const update = (body: object) => sendChange(caller, 'PATCH', `/v1/policies/${id}`, body);
    const { id } = await sendChange(caller, 'POST', '/v1/policies', policyOf('Shared policy.', { audience: 'public' }));
    const limited = { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] };
    expect(await update(limited)).toMatchObject({ audience: 'internal' });
    const { body } = await caller.call('GET', '/v1/audit-logs?limit=1');
    expect(body.data[0].data.changes).toMatchObject({
      audience: { previous: 'public', current: 'internal' },
      visibility: expect.anything(),
    });
    expect(await update({ audience: 'nda' })).toMatchObject({ audience: 'nda', visibility: 'DEPARTMENT' });
    expect(await update({ name: 'Renamed policy' })).toMatchObject({ audience: 'nda' });
    await update({ visibility: 'ALL' });
    expect(await update({ ...limited, audience: 'nda' })).toMatchObject({ audience: 'nda' });
  });
});

test('200 filters the lists by audience', async () => {
  const caller = await setUp();
  await sendChange(caller, 'POST', '/v1/policies', policyOf('Public policy.', { audience: 'public' }));
  await sendChange(caller, 'PATCH', `/v1/knowledge-base/documents/${caller.runbook.id}`, { audience: 'nda' });
  const audiences = async (path: string) =>
    (await caller.call('GET', path)).body.data.map(({ audience }: { audience: string }) => audience);
  expect(await audiences('/v1/policies?audience=public')).toEqual(['public']);
  expect(await audiences('/v1/context?audience=nda&audience=public')).toEqual(['nda']);
  expect(await audiences('/v1/knowledge-base/manual-answers?audience=public')).toEqual(['public']);
  expect(await audiences('/v1/knowledge-base/documents?audience=nda')).toEqual(['nda']);
});

test('documents of the trust portal are no source of answers, neither for members nor for visitors (rule 25)', async () => {
  const caller = await setUp();
  const fileData = Buffer.from('Narwhal drills take place on the first Monday of May.').toString('base64');
  await sendChange(caller, 'POST', '/v1/trust-portal/documents', { fileName: 'Drills.txt', fileType: 'text/plain', fileData });
  await waitForWork(app.database, caller.organization.id);
  const question = encodeURIComponent('When do narwhal drills take place?');
  const preview = await caller.call('GET', `/v1/questionnaire/visitor-preview?question=${question}`);
  expect(preview.body.data).toMatchObject([{ passages: [] }, { passages: [] }]);
  const searchResult = await caller.call('GET', `/v1/knowledge-base/search?q=${question}`);
  expect(searchResult, searchResult.text).toMatchObject({ status: 200 });
  expect(searchResult.text).not.toContain('first Monday');
});

test('200 previews the answers and passages for each kind of visitor', async () => {
  const caller = await setUp();
  const preview = async (question: string) =>
    (await caller.call('GET', `/v1/questionnaire/visitor-preview?question=${encodeURIComponent(question)}`)).body.data;
  expect(await preview(questions.nda)).toMatchObject([
    { audience: 'public', answer: null, sources: [], passages: [] },
    { audience: 'nda', answer: releasedTexts.nda, sources: [{ sourceType: 'context' }], passages: [{ content: releasedTexts.nda }] },
  ]);
  expect(await preview(questions.public)).toMatchObject([{ answer: releasedTexts.public }, { answer: releasedTexts.public }]);
  for (const question of [questions.tapes, questions.phone, questions.finding])
    expect(await preview(question)).toMatchObject([{ passages: [] }, { passages: [] }]);
});

test('a preview omits policies that are hidden from the member', async () => {
  const caller = await app.caller();
  const limited = { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'], audience: 'public' };
  await sendChange(caller, 'POST', '/v1/policies', policyOf('Albatross bonuses are paid in May.', limited));
  const role = await sendChange(caller, 'POST', '/v1/roles', {
    name: 'Answering',
    permissions: { questionnaire: ['read'], trust: ['read'], policy: ['read'], evidence: ['read'] },
  });
  const { call } = await app.session(caller.organization, [role.id]);
  const path = '/v1/questionnaire/visitor-preview?question=When%20are%20albatross%20bonuses%20paid%3F';
  expect((await caller.call('GET', path)).body.data[0].passages).toHaveLength(1);
  expect((await call('GET', path)).body.data[0].passages).toEqual([]);
});
