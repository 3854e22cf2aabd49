/** The sources of answers, and who sees them (questionnaires, rules 7, 9 and 21). */
import { describe, expect, test } from 'vitest';
import { type Caller, startApp } from '../../support/app.ts';
import { addControl } from '../../support/controls.ts';
import { addPolicy, addPublished, addVersion, expectSuccess, pdfFile } from '../../support/policies.ts';
import { newRole } from '../../support/organization.ts';
import { wordsOf } from '../../support/pdf.ts';
import { add } from '../../support/questionnaires.ts';
import { add as addRisk } from '../../support/risks.ts';
import { addTask, change } from '../../support/tasks.ts';

const app = startApp();
const ask = (call: Caller['call'], question: string) => expectSuccess(call('POST', '/v1/questionnaire/answers', { body: { question } }));
const heading = (text: string) => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] });
const paragraph = (...texts: string[]) => ({ type: 'paragraph', content: texts.map((text) => ({ type: 'text', text })) });

const backupSentence = 'Backups are encrypted with keys of our own.';
const content = [
  paragraph('This policy is for everybody.'),
  heading('Passwords'),
  { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('A password has fourteen ', 'characters at least.')] }] },
  heading('Encryption of backups'),
  paragraph(backupSentence),
  // The policy is long, so that the test shows that it is read to its end.
  heading('Further rules'),
  ...Array.from({ length: 60 }, (_, index) => paragraph(`Rule ${index} is about the care for the furniture of the office and its plants.`)),
  heading('Visitors'),
  paragraph('Visitors sign a book and are escorted.'),
];

describe('rule 7: policies', () => {
  test('200 answers with the sentences of the section about the question, anywhere in the policy', async () => {
    const { call } = await app.caller();
    const { id } = await addPublished(call, { name: 'Security', content });
    expect(await ask(call, 'Are backups encrypted?')).toMatchObject({
      answer: backupSentence,
      sources: [{ sourceType: 'policy', sourceId: id, sourceName: 'Policy: Security', policyName: 'Security', excerpt: backupSentence }],
    });
    expect(await ask(call, 'How many characters does a password have?')).toMatchObject({
      answer: 'A password has fourteen characters at least.',
    });
    expect(await ask(call, 'Are visitors escorted?')).toMatchObject({ answer: 'Visitors sign a book and are escorted.' });
    expect(await ask(call, 'Do you breed unicorns?')).toMatchObject({ answer: null, sources: [] });
  });
  test('200 ignores sections in which a policy describes itself, unless the question is about such a section', async () => {
    const { call } = await app.caller();
    await addPublished(call, {
      name: 'Backup Policy',
      content: [
        heading('1. Definitions'),
        paragraph('Encrypted backups: copies of data that nobody reads without a key.'),
        heading('2. Schedule'),
        paragraph('A copy of each store is taken every night.'),
        heading('7. Exceptions:'),
        paragraph('Backups of test systems may stay unencrypted when the security officer agrees.'),
        heading('Review and approval'),
        paragraph('The policy is reviewed each year by the board.'),
        heading('Revision history'),
        paragraph('Version 2: backups are encrypted.'),
      ],
    });
    expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null });
    expect(await ask(call, 'Are exceptions to encrypted backups possible?')).toMatchObject({
      answer: 'Backups of test systems may stay unencrypted when the security officer agrees.',
    });
    expect(await ask(call, 'Are policies reviewed at least annually?')).toMatchObject({
      answer: 'The policy is reviewed each year by the board.',
    });
    expect(await ask(call, 'Is there a schedule for copies?')).toMatchObject({ answer: 'A copy of each store is taken every night.' });
  });
  test('200 quotes a sentence once when two policies have nearly the same sentence', async () => {
    const { call } = await app.caller();
    await addPublished(call, {
      name: 'Logging',
      content: [paragraph('Security logs are kept for at least one year, with three months at hand.')],
    });
    await addPublished(call, {
      name: 'Records',
      content: [paragraph('Security logs are kept for at least one year, of which three months are at hand.')],
    });
    const { answer } = await ask(call, 'How long are security logs retained?');
    expect(answer?.match(/at least one year/g)).toHaveLength(1);
  });
  test('200 quotes a sentence with the following sentence that refers to it', async () => {
    const { call } = await app.caller();
    await addPublished(call, {
      name: 'Security',
      content: [paragraph('The board discusses security twice a year. It receives a report.')],
    });
    expect(await ask(call, 'Does the board receive a report on security?')).toMatchObject({
      answer: 'The board discusses security twice a year. It receives a report.',
    });
  });
  test('200 ignores draft and archived policies, texts replaced by a PDF, and unpublished versions', async () => {
    const { call } = await app.caller();
    const draft = await addPolicy(call, { name: 'Draft', content });
    await expectSuccess(call('POST', `/v1/policies/${draft.id}/pdf`, { body: pdfFile }), 201);
    const { id } = await addPublished(call, { name: 'Security', content: [paragraph('Nothing is said.')] });
    const version = await addVersion(call, id);
    await expectSuccess(call('PATCH', `/v1/policies/${id}/versions/${version.id}`, { body: { content } }));
    expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null });
    await expectSuccess(call('POST', `/v1/policies/${draft.id}/versions/publish`, { body: { versionId: draft.currentVersionId } }));
    expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null });
    await expectSuccess(call('POST', `/v1/policies/${id}/versions/publish`, { body: { versionId: version.id } }));
    expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: backupSentence, sources: [{ sourceId: id }] });
    await expectSuccess(call('PATCH', `/v1/policies/${id}`, { body: { isArchived: true } }));
    expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null });
  });
});
test('rule 21: 200 shows a stored answer to all readers of the questionnaire, but only readers of the policy can generate it', async () => {
  const { call, organization } = await app.callerForEverything();
  await addPublished(call, { name: 'Albatross', content, visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] });
  const { id } = await add(call);
  const role = await newRole(app.database, organization.id, ['questionnaire:read', 'questionnaire:update', 'policy:read']);
  const { call: asReader } = await app.session(organization, [role]);
  expect(await ask(asReader, 'Are backups encrypted?')).toMatchObject({ answer: null });
  const body = { question: 'Are backups encrypted?', questionnaireId: id, questionIndex: 0 };
  await expectSuccess(call('POST', '/v1/questionnaire/answers', { body }));
  const [stored] = (await expectSuccess(asReader('GET', `/v1/questionnaire/${id}`))).questions;
  expect(stored).toMatchObject({ answer: backupSentence, sources: [] });
});
test('rule 21: 200 hides sources whose record was deleted, except from members who read all records of the kind', async () => {
  const { call, organization } = await app.callerForEverything();
  const department = { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] };
  const policy = await addPublished(call, { name: 'Albatross', ...department });
  const namedPolicy = await addPublished(call, { name: 'Cormorant', ...department });
  const risk = await addRisk(call);
  const openPolicy = await addPublished(call, { name: 'Open' });
  const sources = [
    { sourceType: 'policy', sourceId: policy.id, policyName: 'Albatross', excerpt: 'The albatross is hidden.', score: 0.9 },
    { sourceType: 'policy', policyName: 'Cormorant', excerpt: 'The cormorant is hidden.', score: 0.8 },
    { sourceType: 'risk', sourceId: risk.id, sourceName: 'Risk: Fire', score: 0.7 },
    { sourceType: 'policy', policyName: 'Open', score: 0.6 },
  ];
  const { id } = await add(call);
  await expectSuccess(call('PUT', `/v1/questionnaire/${id}/answers/0`, { body: { answer: 'Yes', status: 'manual', sources } }));
  const role = await newRole(app.database, organization.id, ['questionnaire:read', 'policy:read', 'risk:read']);
  const { call: asReader } = await app.session(organization, [role]);
  const { call: asAuditor } = await app.session(organization, ['auditor']);
  const visibleSources = async (ask: Caller['call']) =>
    (await expectSuccess(ask('GET', `/v1/questionnaire/${id}`))).questions[0].sources.map(
      ({ sourceType, score }: { sourceType: string; score: number }) => [sourceType, score],
    );
  const readable = [
    ['risk', 0.7],
    ['policy', 0.6],
  ];
  expect(await visibleSources(asReader)).toEqual(readable);
  for (const { id: hiddenId } of [policy, namedPolicy]) await expectSuccess(call('DELETE', `/v1/policies/${hiddenId}`), 204);
  await expectSuccess(call('DELETE', `/v1/risks/${risk.id}`));
  expect(await visibleSources(asReader)).toEqual(readable);
  expect(await visibleSources(asAuditor)).toHaveLength(4);
  await expectSuccess(call('DELETE', `/v1/policies/${openPolicy.id}`), 204);
  expect(await visibleSources(asReader)).toEqual([['risk', 0.7]]);
});
test('rule 7: 200 answers from a control once all its tasks are done', async () => {
  const { call } = await app.caller();
  const task = await addTask(call);
  const control = await addControl(call, { name: 'Encryption of backups', description: backupSentence });
  expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null });
  await expectSuccess(call('POST', `/v1/controls/${control}/tasks/link`, { body: { taskIds: [task.id] } }));
  expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null });
  await change(call, task.id, { status: 'done' });
  expect(await ask(call, 'Are backups encrypted?')).toMatchObject({
    answer: backupSentence,
    sources: [{ sourceType: 'control', sourceId: control, sourceName: 'Control: Encryption of backups' }],
  });
});
test('rule 7: 200 never answers from risks, neither from their description nor from their treatment', async () => {
  const { call } = await app.caller();
  await addRisk(call, {
    title: 'Backups are stolen',
    description: backupSentence,
    treatmentStrategy: { type: 'mitigate', description: backupSentence },
  });
  expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null, sources: [] });
});

describe('rule 7: policies hidden from the caller', () => {
  const hrPolicy = { name: 'Salaries', visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] };
  const bonuses = 'Albatross bonuses are paid in May.';
  async function setUpReader() {
    const { call, organization } = await app.caller();
    const { id } = await addPublished(call, { ...hrPolicy, content: [paragraph(bonuses)] });
    const role = await newRole(app.database, organization.id, [
      'questionnaire:read',
      'questionnaire:create',
      'questionnaire:update',
      'policy:read',
    ]);
    const { member, call: reader } = await app.session(organization, [role]);
    const joinDepartment = () => app.database.system.updateTable('member').set({ department: 'hr' }).where('id', '=', member.id).execute();
    return { call, id, reader, joinDepartment };
  }
  test('200 ignores policies that the caller does not see, in immediate answers', async () => {
    const { call, id, reader, joinDepartment } = await setUpReader();
    const question = 'Are albatross bonuses paid in May?';
    expect(await ask(call, question)).toMatchObject({ answer: bonuses, sources: [{ sourceId: id }] });
    expect(await ask(reader, question)).toMatchObject({ answer: null, sources: [] });
    await joinDepartment();
    expect(await ask(reader, question)).toMatchObject({ answer: bonuses, sources: [{ sourceId: id }] });
  });
  test('202 ignores policies that the starter of the run does not see, in answers of runs', async () => {
    const { reader, joinDepartment } = await setUpReader();
    const answersOf = async () => {
      const { id } = await add(reader, 'Question\nAre albatross bonuses paid in May?', {
        fileType: 'text/csv',
        fileName: 'a.csv',
        autoAnswer: true,
      });
      return (await reader('GET', `/v1/questionnaire/${id}`)).body.questions;
    };
    expect(await answersOf()).toMatchObject([{ answer: null, status: 'untouched' }]);
    await joinDepartment();
    expect(await answersOf()).toMatchObject([{ answer: bonuses, status: 'generated' }]);
  });
  test('200 returns stored answers without the sources that the reader does not see (rule 9)', async () => {
    const { call, id, reader, joinDepartment } = await setUpReader();
    const form = { fileType: 'text/csv', fileName: 'a.csv', autoAnswer: true };
    const { id: questionnaireId } = await add(call, 'Question\nAre albatross bonuses paid in May?', form);
    const path = `/v1/questionnaire/${questionnaireId}`;
    const read = async (callAs: Caller['call']) => [
      (await expectSuccess(callAs('GET', path))).questions,
      (await expectSuccess(callAs('GET', '/v1/questionnaire?includeQuestions=true'))).data[0].questions,
      (await expectSuccess(callAs('PATCH', path, { body: { vendorName: 'Customer' } }))).questions,
    ];
    const exportWords = async (callAs: Caller['call']) => wordsOf((await callAs('GET', `${path}/export?format=pdf`)).bytes);
    for (const [question] of await read(call)) expect(question).toMatchObject({ answer: bonuses, sources: [{ sourceId: id }] });
    for (const [question] of await read(reader)) expect(question).toMatchObject({ answer: bonuses, sources: [] });
    expect(await exportWords(call)).toContain('Policy: Salaries');
    expect(await exportWords(reader)).not.toContain('Salaries');
    const save = (callAs: Caller['call'], body: object) =>
      expectSuccess(callAs('PUT', `${path}/answers/0`, { body: { status: 'generated', ...body } }));
    expect(await save(reader, { answer: 'In May.' })).toMatchObject({ answer: 'In May.', sources: [] });
    // Readers who see the policy still see the source.
    for (const [question] of await read(call)) expect(question).toMatchObject({ answer: 'In May.', sources: [{ sourceId: id }] });
    await save(call, { answer: bonuses, sources: [{ sourceType: 'policy', policyName: 'Salaries', score: 1 }] });
    for (const [question] of await read(reader)) expect(question).toMatchObject({ answer: bonuses, sources: [] });
    await joinDepartment();
    for (const [question] of await read(reader)) expect(question).toMatchObject({ sources: [{ policyName: 'Salaries' }] });
  });
});
