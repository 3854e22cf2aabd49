/** Search for passages, which are the sources of answers, and how answers cite passages. */
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import { pdfOf, types } from '../../support/documents.ts';
import { addAnswer, addDocument, passages, type Passage, upload, documentsUrl } from '../../support/knowledge-base.ts';
import { newRole, within } from '../../support/organization.ts';
import { addPublished, textOf } from '../../support/policies.ts';
import { invalid } from '../../support/people.ts';
import { add as addRisk } from '../../support/risks.ts';

const app = startApp();
const question = 'Are visitors escorted through the data center?';

async function withSources() {
  const caller = await app.caller();
  const { call } = caller;
  const answer = await addAnswer(call, { question, answer: 'Always.' });
  const content = await pdfOf((pdf) => pdf.text('House rules').addPage().text('In the data center, visitors are escorted by two people.'));
  const document = await addDocument(call, content, { fileName: 'House rules.pdf', fileType: types.pdf });
  const context = (await call('POST', '/v1/context', { body: { question: 'Who escorts visitors?', answer: 'The reception.' } })).body;
  await addRisk(call, { title: 'Visitors', description: 'Visitors are not escorted through the data center.' });
  return { ...caller, answer, document, context };
}
const sourceTypesOf = (foundPassages: readonly Passage[]) => foundPassages.map(({ sourceType }) => sourceType);

test('200 returns the best passages first, each with its source, and no passages from risks (rules 6 and 7)', async () => {
  const { call, answer, document, context } = await withSources();
  const foundPassages = await passages(call, question);
  expect(foundPassages).toEqual([
    { sourceType: 'manual_answer', sourceId: answer.id, sourceName: question, page: null, content: 'Always.', score: expect.closeTo(1, 5) },
    {
      sourceType: 'knowledge_base_document',
      sourceId: document.id,
      sourceName: 'House rules.pdf',
      page: 2,
      content: 'In the data center, visitors are escorted by two people.',
      score: expect.any(Number),
    },
    expect.objectContaining({
      sourceType: 'context',
      sourceId: context.id,
      sourceName: 'Who escorts visitors?',
      content: 'The reception.',
    }),
  ]);
  expect(foundPassages.map(({ score }) => score)).toEqual(foundPassages.map(({ score }) => score).toSorted((a, b) => b - a));
  expect(await passages(call, question)).toEqual(foundPassages);
});
test('200 returns at most `limit` passages, of the requested types, with at least `minScore`', async () => {
  const { call } = await withSources();
  expect(sourceTypesOf(await passages(call, question, '&limit=1'))).toEqual(['manual_answer']);
  expect(sourceTypesOf(await passages(call, question, '&sourceType=knowledge_base_document&sourceType=context'))).toEqual([
    'knowledge_base_document',
    'context',
  ]);
  expect(sourceTypesOf(await passages(call, question, '&minScore=0.99'))).toEqual(['manual_answer']);
  expect(await passages(call, 'Do you breed unicorns?', '&minScore=0')).toEqual([]);
});
test('200 returns no passages of another organization (rule 1)', async () => {
  await withSources();
  const { call } = await app.caller();
  expect(await passages(call, question, '&minScore=0')).toEqual([]);
});
test('200 returns no passages of a document that is still being processed', async () => {
  const { call, document, organization } = await withSources();
  await within(app.database, organization.id, (db) =>
    db.updateTable('knowledge_base_document').set({ processing_status: 'processing' }).where('id', '=', document.id).execute(),
  );
  expect(sourceTypesOf(await passages(call, question))).toEqual(['manual_answer', 'context']);
});
test.each([
  ['no question', '', { q: 'is required' }],
  ['more than twenty', '?q=x&limit=21', { limit: 'must be at most 20' }],
  ['risks', '?q=x&sourceType=risk', undefined],
])('400 for %s', async (_case, query, details) => {
  const { call } = await app.caller();
  expect(await call('GET', `/v1/knowledge-base/search${query}`)).toMatchObject(details ? invalid(details) : { status: 400 });
});

test('200 returns an answer to a question that cites the page of a document (questionnaires, rule 9)', async () => {
  const { call, document } = await withSources();
  const { body } = await call('POST', '/v1/questionnaire/answers', {
    body: { question: 'By how many people are visitors in the data center escorted?' },
  });
  expect(body).toMatchObject({
    answer: expect.stringContaining('In the data center, visitors are escorted by two people.'),
    sources: expect.arrayContaining([
      expect.objectContaining({
        sourceType: 'knowledge_base_document',
        sourceId: document.id,
        sourceName: 'Knowledge Base Document (House rules.pdf)',
        documentName: 'House rules.pdf',
        page: 2,
      }),
    ]),
  });
});

test('searching six thousand passages uses an index and inspects only a few of them', async () => {
  const { call, organization } = await app.caller();
  const { body } = await call('POST', documentsUrl, { body: upload('Nothing.', { process: false }) });
  const otherDocument = await call('POST', documentsUrl, { body: upload('Nothing else.', { process: false }) });
  const rows = Array.from({ length: 6000 }, (_, n) => ({
    id: newId('kbp'),
    document_id: n % 3 === 1 ? body.id : otherDocument.body.id,
    place: n,
    page: 1 + (n % 400),
    content: `${n === 1321 ? 'Visitors of the data center are escorted. ' : ''}${`Paragraph ${n % 90} of the manual. `.repeat(90)}`,
  }));
  for (let offset = 0; offset < rows.length; offset += 250)
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('knowledge_base_passage')
        .values(rows.slice(offset, offset + 250))
        .execute(),
    );
  await within(app.database, organization.id, (db) =>
    db
      .updateTable('knowledge_base_document')
      .set({ processing_status: 'completed', chunk_count: rows.length })
      .where('id', 'in', [body.id, otherDocument.body.id])
      .execute(),
  );
  // The planner needs statistics, which autovacuum gathers within a minute on a server.
  await sql`analyze knowledge_base_passage`.execute(app.database.system);
  const visitorQuestion = 'Are visitors of the data center escorted?';
  expect(await passages(call, visitorQuestion)).toMatchObject([
    { sourceId: body.id, page: 1 + (1321 % 400), content: expect.stringMatching(/^Visitors/) },
  ]);
  // Counts how often the query splits a text into words.
  const { rows: functionCalls } = await app.database.system.transaction().execute(async (db) => {
    await sql`set local track_functions = 'all'`.execute(db);
    await sql`select set_config('app.organization_id', ${organization.id}, true)`.execute(db);
    await sql`select * from find_passages(${visitorQuestion}, '{knowledge_base_document}', false, '{}', 40, '{}', '{internal,nda,public}')`.execute(
      db,
    );
    return sql<{ name: string; count: number }>`select funcname as name, calls::integer as count from pg_stat_xact_user_functions`.execute(
      db,
    );
  });
  const callCounts = Object.fromEntries(functionCalls.map(({ name, count }) => [name, count]));
  expect(callCounts.find_passages).toBeGreaterThan(0);
  expect(callCounts.passage_words ?? 0).toBeLessThan(100);
});

test('200 hides policies of other departments from members without the role owner, admin or auditor (rule 7)', async () => {
  const { call, organization } = await app.caller();
  const hrPolicy = {
    name: 'Salaries',
    visibility: 'DEPARTMENT',
    visibleToDepartments: ['hr'],
    content: textOf('Albatross bonuses are paid in May.'),
  };
  await addPublished(call, hrPolicy);
  const { answer } = await addAnswer(call, { question: 'Which albatross bonuses?', answer: 'None.' });
  const role = await newRole(app.database, organization.id, ['questionnaire:read', 'policy:read', 'control:read', 'evidence:read']);
  const { member, call: asReader } = await app.session(organization, [role]);
  const findTypes = async (ask: Caller['call']) => sourceTypesOf(await passages(ask, 'When are albatross bonuses paid?'));
  expect(answer).toBe('None.');
  expect((await findTypes(call)).toSorted()).toEqual(['manual_answer', 'policy']);
  expect(await findTypes(asReader)).toEqual(['manual_answer']);
  await app.database.system.updateTable('member').set({ department: 'hr' }).where('id', '=', member.id).execute();
  expect((await findTypes(asReader)).toSorted()).toEqual(['manual_answer', 'policy']);
});
test('200 returns the policies that the caller may see, even if many hidden policies match better (rule 7)', async () => {
  const { call, organization } = await app.caller();
  const content = textOf('Albatross bonuses are paid in May.');
  for (let index = 0; index < 9; index += 1)
    await addPublished(call, { name: `Albatross bonuses ${index}`, visibility: 'DEPARTMENT', visibleToDepartments: ['hr'], content });
  const { id } = await addPublished(call, {
    name: 'Pay',
    content: textOf('In May, bonuses are announced by the management of the company.'),
  });
  const role = await newRole(app.database, organization.id, ['questionnaire:read', 'policy:read', 'control:read', 'evidence:read']);
  const { call: asReader } = await app.session(organization, [role]);
  expect(await passages(asReader, 'When are albatross bonuses paid?', '&minScore=0')).toMatchObject([{ sourceId: id }]);
});
