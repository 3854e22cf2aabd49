import { expect, test } from 'vitest';
import { catalogueId } from '#domain/catalogue/ids';
import { newId } from '#platform/database/ids';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { within } from '../../support/organization.ts';
import { invalid, lastEntry } from '../../support/people.ts';
import { add as addQuestionnaire, waitForRun } from '../../support/questionnaires.ts';
import { asProblem } from '../../support/refusals.ts';
import { setUp } from '../../support/soa.ts';

const app = startApp();
type Call = Caller['call'];
const url = '/v1/context';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function add(call: Call, fields: object = {}) {
  const answer = await call('POST', url, { body: { question: 'Where do you host?', answer: 'In Frankfurt.', ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}
async function questions(call: Call, query = ''): Promise<string[]> {
  const answer = await call('GET', `${url}${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data.map(({ question }: { question: string }) => question);
}

test('201 with the entry, its question trimmed and its tags trimmed and once each (rule 8)', async () => {
  const { call, organization } = await app.caller();
  const sentFields = { question: '  Where do you host? ', answer: ' In Frankfurt.\n', tags: [' cloud', 'cloud', 'eu '] };
  const answer = await call('POST', url, { body: sentFields });
  expect(answer).toMatchObject({ status: 201 });
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^ctx_[0-9a-f]{24}$/),
    organizationId: organization.id,
    question: 'Where do you host?',
    answer: ' In Frankfurt.\n',
    tags: ['cloud', 'eu'],
    audience: 'internal',
    createdAt: time,
    updatedAt: answer.body.createdAt,
    version: 1,
  });
  expect(answer.headers.get('location')).toBe(`${url}/${answer.body.id}`);
  expect((await call('GET', `${url}/${answer.body.id}`)).body).toEqual(answer.body);
  expect(await add(call)).toMatchObject({ tags: [] });
});
test.each([
  ['no question', { question: undefined }, 'question'],
  ['a blank question', { question: ' ' }, 'question'],
  ['a question of more than 2000 characters', { question: 'x'.repeat(2001) }, 'question'],
  ['no answer', { answer: undefined }, 'answer'],
  ['a blank answer', { answer: '\n' }, 'answer'],
  ['an answer of more than 20 000 characters', { answer: 'x'.repeat(20_001) }, 'answer'],
  ['more than 50 tags', { tags: Array.from({ length: 51 }, (_, n) => `tag ${n}`) }, 'tags'],
  ['a tag of more than 64 characters', { tags: ['x'.repeat(65)] }, 'tags.0'],
  ['a field that there is not (rule 3)', { source: 'x' }, 'source'],
])('400 for %s', async (_case, fields, field) => {
  const { call } = await app.caller();
  expect(await call('POST', url, { body: { question: 'Where?', answer: 'Here.', ...fields } })).toMatchObject({
    status: 400,
    body: { details: { [field]: {} } },
  });
});
test('201 accepts the longest texts, and a question that another entry has (rule 1)', async () => {
  const { call } = await app.caller();
  const longest = {
    question: 'q'.repeat(2000),
    answer: 'a '.repeat(10_000),
    tags: Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(64, 't')),
  };
  expect(await add(call, longest)).toMatchObject(longest);
  expect((await add(call, longest)).id).toMatch(/^ctx_/);
  expect(await questions(call)).toEqual([longest.question, longest.question]);
});

test('200 lists the entries of the organization, newest first, page by page', async () => {
  const [{ call }, otherCaller] = [await app.caller(), await app.caller()];
  await add(otherCaller.call, { question: 'Theirs?' });
  for (const question of ['One?', 'Two?', 'Three?']) await add(call, { question });
  expect(await questions(call)).toEqual(['Three?', 'Two?', 'One?']);
  const pages = await allPages(call, `${url}?limit=2&count=true`);
  expect(pages.map(({ data, totalCount }) => [data.length, totalCount])).toEqual([
    [2, 3],
    [1, 3],
  ]);
});
test('200 finds a text in the question, the answer, or the tags, and entries with any of the requested tags', async () => {
  const { call } = await app.caller();
  await add(call, { question: 'Which laptops?', tags: ['Devices'] });
  await add(call, { question: 'Which phones?', answer: 'Private ones, 100% of them.', tags: ['team'] });
  await add(call, { question: 'Which cloud?', tags: ['infrastructure', 'team'] });
  expect(await questions(call, '?search=LAPTOP')).toEqual(['Which laptops?']);
  expect(await questions(call, '?search=private')).toEqual(['Which phones?']);
  expect(await questions(call, '?search=device')).toEqual(['Which laptops?']);
  expect(await questions(call, '?search=100%25')).toEqual(['Which phones?']);
  expect(await questions(call, '?search=_')).toEqual([]);
  expect(await questions(call, '?tag=team')).toEqual(['Which cloud?', 'Which phones?']);
  expect(await questions(call, '?tag=Devices&tag=infrastructure')).toEqual(['Which cloud?', 'Which laptops?']);
  expect(await questions(call, '?tag=devices')).toEqual([]);
  expect(await questions(call, '?tag=team&search=cloud')).toEqual(['Which cloud?']);
});
test('400 for an empty search, and for a tag that is too long', async () => {
  const { call } = await app.caller();
  expect(await call('GET', `${url}?search=`)).toMatchObject({ status: 400, body: { details: { search: {} } } });
  expect(await call('GET', `${url}?tag=${'x'.repeat(65)}`)).toMatchObject({ status: 400 });
});
test('200 shows framework names in place of framework ids, while search and the database use the original text (rule 2)', async () => {
  const { call, organization } = await app.caller();
  const [soc2, unknownId] = [catalogueId('framework', 'soc2'), newId('frk')];
  const { id, answer } = await add(call, { answer: `["${soc2}","${unknownId}"]` });
  const expectedAnswer = `["SOC 2","${unknownId}"]`;
  expect(answer).toBe(expectedAnswer);
  expect((await call('GET', `${url}/${id}`)).body.answer).toBe(expectedAnswer);
  expect((await call('GET', url)).body.data[0].answer).toBe(expectedAnswer);
  expect(await questions(call, `?search=${soc2}`)).toHaveLength(1);
  expect(await questions(call, '?search=SOC')).toEqual([]);
  expect((await call('PATCH', `${url}/${id}`, { body: { tags: ['x'] } })).body.answer).toBe(expectedAnswer);
  const stored = await within(app.database, organization.id, (db) => db.selectFrom('context_entry').select('answer').execute());
  expect(stored).toEqual([{ answer: `["${soc2}","${unknownId}"]` }]);
});

test('200 on update changes the sent fields, replaces all tags, and keeps the other fields (rule 8)', async () => {
  const { call } = await app.caller();
  const before = await add(call, { tags: ['one', 'two'] });
  const update = (body: object, headers = {}) => call('PATCH', `${url}/${before.id}`, { body, headers });
  expect(await update({ tags: ['three', 'three '] })).toMatchObject({
    status: 200,
    body: { ...before, tags: ['three'], updatedAt: time, version: expect.any(Number) },
  });
  expect(await update({ question: ' Where now? ', answer: 'In Dublin.' })).toMatchObject({
    body: { question: 'Where now?', answer: 'In Dublin.', tags: ['three'] },
  });
  const last = await update({});
  expect(last).toMatchObject({ status: 200, body: { question: 'Where now?' } });
  expect((await call('GET', `${url}/${before.id}`)).body).toEqual(last.body);
  expect(await update({ question: ' ' })).toMatchObject(invalid({ question: 'must not be blank' }));
  expect(await update({ answer: 'Old' }, { 'If-Match': '"other"' })).toMatchObject({ status: 412 });
  expect(await update({ answer: 'New' }, { 'If-Match': last.headers.get('etag') ?? '' })).toMatchObject({ status: 200 });
});
test('204 on deletion; 404 for a deleted entry, and for an entry of another organization', async () => {
  const [{ call }, otherCaller] = [await app.caller(), await app.caller()];
  const { id } = await add(call);
  const foreign = (await add(otherCaller.call)).id;
  expect(await call('DELETE', `${url}/${id}`)).toMatchObject({ status: 204 });
  for (const missingId of [id, foreign, newId('ctx')])
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { answer: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      expect(await call(method, `${url}/${missingId}`, { body })).toMatchObject({
        status: 404,
        body: { code: 'context_not_found', error: 'Context entry not found' },
      });
      expect(await call(method, `${url}/${missingId}`, { body, ...asProblem })).toMatchObject({
        status: 404,
        body: { code: 'context_not_found' },
      });
    }
  expect(await questions(otherCaller.call)).toHaveLength(1);
});
test('each change is logged with the entity type organization, the id of the entry, and the changed fields (rule 9)', async () => {
  const { call, organization } = await app.caller();
  const frameworkId = catalogueId('framework', 'soc2');
  const { id } = await add(call, { answer: frameworkId });
  const entry = (action: string, changes: object) => ({
    entity_type: 'organization',
    entity_id: id,
    description: `${action} context entry [via API key "test"]`,
    data: { resource: 'context', changes },
  });
  const change = (previous: unknown, current: unknown) => ({ previous, current });
  expect(await lastEntry(app.database, organization)).toMatchObject(
    entry('Created', { question: change(null, 'Where do you host?'), answer: change(null, frameworkId) }),
  );
  await call('PATCH', `${url}/${id}`, { body: { question: 'Where do you host?', answer: 'In Dublin.' } });
  const updated = await lastEntry(app.database, organization);
  expect(updated).toMatchObject(entry('Updated', { answer: change(frameworkId, 'In Dublin.') }));
  expect(Object.keys(Object(updated.data).changes)).toEqual(['answer']);
  await call('DELETE', `${url}/${id}`);
  expect(await lastEntry(app.database, organization)).toMatchObject(entry('Deleted', { answer: change('In Dublin.', null) }));
});

/** Creates a questionnaire with one question and returns that question with its automatic answer. */
async function autoAnswerTo(call: Call, question: string) {
  const { questions: createdQuestions } = await addQuestionnaire(call, `Question,Response\n${question},\n`, { autoAnswer: true });
  return createdQuestions[0];
}

test('200 with a questionnaire answer that quotes the newest current context entry, with its source (rules 1, 6)', async () => {
  const { call } = await app.caller();
  const question = 'In which region are customer records hosted?';
  const olderEntry = await add(call, {
    question: 'Where are customer records hosted?',
    answer: 'Customer records are hosted in the region of Oslo.',
  });
  expect(await autoAnswerTo(call, question)).toMatchObject({
    answer: 'Customer records are hosted in the region of Oslo.',
    sources: [{ sourceType: 'context', sourceId: olderEntry.id, sourceName: 'Context Q&A' }],
  });
  const { id } = await add(call, {
    question: 'where are customer records hosted?',
    answer: 'Customer records are hosted in the region of Frankfurt.',
  });
  expect(await autoAnswerTo(call, question)).toMatchObject({
    answer: 'Customer records are hosted in the region of Frankfurt.',
    sources: [{ sourceId: id }],
  });
  await call('PATCH', `${url}/${id}`, { body: { answer: 'Customer records are hosted in the region of Dublin.' } });
  expect((await autoAnswerTo(call, question)).answer).toBe('Customer records are hosted in the region of Dublin.');
  await call('PATCH', `${url}/${id}`, { body: { answer: '{"region": "Customer records are hosted in Dublin."}' } });
  expect((await autoAnswerTo(call, question)).answer).toBeNull();
  await call('DELETE', `${url}/${id}`);
  expect((await autoAnswerTo(call, question)).answer).toBe('Customer records are hosted in the region of Oslo.');
  await call('DELETE', `${url}/${olderEntry.id}`);
  expect((await autoAnswerTo(call, question)).answer).toBeNull();
});
test('200 with framework names in place of ids in the answer to a questionnaire (rules 2, 6)', async () => {
  const { call } = await app.caller();
  await add(call, {
    question: 'Which security certifications and attestations have you achieved?',
    answer: `Our security attestations are ${catalogueId('framework', 'soc2')} and others.`,
  });
  expect((await autoAnswerTo(call, 'Which security attestations have you achieved?')).answer).toBe(
    'Our security attestations are SOC 2 and others.',
  );
});
test('202 fills a statement of applicability with a justification that quotes a context entry (rule 6)', async () => {
  const { call } = await app.caller();
  const document = await setUp(call);
  for (const topic of ['invoices', 'holidays', 'furniture'])
    await add(call, { question: `Who looks after ${topic}?`, answer: 'The office.' });
  const { id } = await add(call, {
    question: 'How are laptops protected against malware?',
    answer: 'It is quiet here. Malware protection on devices and servers has fresh definitions, and detections raise an alert.',
  });
  const { body: run } = await call('POST', `/v1/soa/documents/${document.id}/auto-fill`, { body: {} });
  expect(await waitForRun(call, run.id)).toMatchObject({ status: 'completed' });
  const { answers } = (await call('GET', `/v1/soa/documents/${document.id}`)).body;
  expect(answers.find(({ questionId }: { questionId: string }) => questionId === 'A.8.7')).toMatchObject({
    justification:
      'Needed for how the organization works: Malware protection on devices and servers has fresh definitions, and detections raise an alert.',
    sources: [{ sourceType: 'context', sourceId: id, sourceName: 'How are laptops protected against malware?' }],
  });
});
test('201 with a policy that is filled with the newest context entry (rules 1, 4)', async () => {
  const { call, organization } = await app.caller();
  await add(call, { question: 'Where do you host your applications?', answer: 'On a machine below the desk' });
  await add(call, { question: 'WHERE DO YOU HOST?', answer: 'In a cloud in Frankfurt' });
  const adopted = await call('POST', '/v1/frameworks', { body: { frameworkIds: [catalogueId('framework', 'soc2')] } });
  expect(adopted.status).toBe(201);
  const policies = JSON.stringify(await within(app.database, organization.id, (db) => db.selectFrom('policy').select('content').execute()));
  expect(policies).toContain('In a cloud in Frankfurt');
  expect(policies).not.toContain('below the desk');
});
