/** What answers are made of (questionnaires, rule 7). */
import { describe, expect, test } from 'vitest';
import { type Caller, startApp } from '../../support/app.ts';
import { addControl } from '../../support/controls.ts';
import { addPolicy, addPublished, addVersion, expectDone, pdfFile } from '../../support/policies.ts';
import { newRole } from '../../support/organization.ts';
import { wordsOf } from '../../support/pdf.ts';
import { add } from '../../support/questionnaires.ts';
import { add as addRisk } from '../../support/risks.ts';
import { addTask, change } from '../../support/tasks.ts';

const app = startApp();
const ask = (call: Caller['call'], question: string) => expectDone(call('POST', '/v1/questionnaire/answers', { body: { question } }));
const heading = (text: string) => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] });
const paragraph = (...texts: string[]) => ({ type: 'paragraph', content: texts.map((text) => ({ type: 'text', text })) });

const said = 'Backups are encrypted with keys of our own.';
const content = [
  paragraph('This policy is for everybody.'),
  heading('Passwords'),
  { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('A password has fourteen ', 'characters at least.')] }] },
  heading('Encryption of backups'),
  paragraph(said),
  // A long policy is read to its end.
  heading('Further rules'),
  ...Array.from({ length: 60 }, (_, index) => paragraph(`Rule ${index} is about the care for the furniture of the office and its plants.`)),
  heading('Visitors'),
  paragraph('Visitors sign a book and are escorted.'),
];

describe('rule 7: policies', () => {
  test('200 with the sentences of the section that is about the question, from anywhere in the policy', async () => {
    const { call } = await app.caller();
    const { id } = await addPublished(call, { name: 'Security', content });
    expect(await ask(call, 'Are backups encrypted?')).toMatchObject({
      answer: said,
      sources: [{ sourceType: 'policy', sourceId: id, sourceName: 'Policy: Security', policyName: 'Security', excerpt: said }],
    });
    expect(await ask(call, 'How many characters does a password have?')).toMatchObject({
      answer: 'A password has fourteen characters at least.',
    });
    expect(await ask(call, 'Are visitors escorted?')).toMatchObject({ answer: 'Visitors sign a book and are escorted.' });
    expect(await ask(call, 'Do you breed unicorns?')).toMatchObject({ answer: null, sources: [] });
  });
  test('200 without what a policy says of itself, unless the question asks for that', async () => {
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
  test('200 with what two policies say in nearly the same words once', async () => {
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
  test('200 with a sentence and those that refer to it', async () => {
    const { call } = await app.caller();
    await addPublished(call, {
      name: 'Security',
      content: [paragraph('The board discusses security twice a year. It receives a report.')],
    });
    expect(await ask(call, 'Does the board receive a report on security?')).toMatchObject({
      answer: 'The board discusses security twice a year. It receives a report.',
    });
  });
  test('200 without drafts, archived policies, texts in place of which a PDF is shown, and versions that are not published', async () => {
    const { call } = await app.caller();
    const draft = await addPolicy(call, { name: 'Draft', content });
    await expectDone(call('POST', `/v1/policies/${draft.id}/pdf`, { body: pdfFile }), 201);
    const { id } = await addPublished(call, { name: 'Security', content: [paragraph('Nothing is said.')] });
    const version = await addVersion(call, id);
    await expectDone(call('PATCH', `/v1/policies/${id}/versions/${version.id}`, { body: { content } }));
    expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null });
    await expectDone(call('POST', `/v1/policies/${draft.id}/versions/publish`, { body: { versionId: draft.currentVersionId } }));
    expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null });
    await expectDone(call('POST', `/v1/policies/${id}/versions/publish`, { body: { versionId: version.id } }));
    expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: said, sources: [{ sourceId: id }] });
    await expectDone(call('PATCH', `/v1/policies/${id}`, { body: { isArchived: true } }));
    expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null });
  });
});
test('rule 21: 200 with the answer for everybody who reads the questionnaire, and generated only by who reads the policy', async () => {
  const { call, organization } = await app.callerForEverything();
  await addPublished(call, { name: 'Albatross', content, visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] });
  const { id } = await add(call);
  const role = await newRole(app.database, organization.id, ['questionnaire:read', 'questionnaire:update', 'policy:read']);
  const { call: asReader } = await app.session(organization, [role]);
  expect(await ask(asReader, 'Are backups encrypted?')).toMatchObject({ answer: null });
  const body = { question: 'Are backups encrypted?', questionnaireId: id, questionIndex: 0 };
  await expectDone(call('POST', '/v1/questionnaire/answers', { body }));
  const [stored] = (await expectDone(asReader('GET', `/v1/questionnaire/${id}`))).questions;
  expect(stored).toMatchObject({ answer: said, sources: [] });
});
test('rule 21: 200 without the sources whose record is gone, but for who reads all records of the kind', async () => {
  const { call, organization } = await app.callerForEverything();
  const department = { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] };
  const policy = await addPublished(call, { name: 'Albatross', ...department });
  const named = await addPublished(call, { name: 'Cormorant', ...department });
  const risk = await addRisk(call);
  const shown = await addPublished(call, { name: 'Open' });
  const sources = [
    { sourceType: 'policy', sourceId: policy.id, policyName: 'Albatross', excerpt: 'The albatross is hidden.', score: 0.9 },
    { sourceType: 'policy', policyName: 'Cormorant', excerpt: 'The cormorant is hidden.', score: 0.8 },
    { sourceType: 'risk', sourceId: risk.id, sourceName: 'Risk: Fire', score: 0.7 },
    { sourceType: 'policy', policyName: 'Open', score: 0.6 },
  ];
  const { id } = await add(call);
  await expectDone(call('PUT', `/v1/questionnaire/${id}/answers/0`, { body: { answer: 'Yes', status: 'manual', sources } }));
  const role = await newRole(app.database, organization.id, ['questionnaire:read', 'policy:read', 'risk:read']);
  const { call: asReader } = await app.session(organization, [role]);
  const { call: asAuditor } = await app.session(organization, ['auditor']);
  const kept = async (ask: Caller['call']) =>
    (await expectDone(ask('GET', `/v1/questionnaire/${id}`))).questions[0].sources.map(
      ({ sourceType, score }: { sourceType: string; score: number }) => [sourceType, score],
    );
  const readable = [
    ['risk', 0.7],
    ['policy', 0.6],
  ];
  expect(await kept(asReader)).toEqual(readable);
  for (const { id: hidden } of [policy, named]) await expectDone(call('DELETE', `/v1/policies/${hidden}`), 204);
  await expectDone(call('DELETE', `/v1/risks/${risk.id}`));
  expect(await kept(asReader)).toEqual(readable);
  expect(await kept(asAuditor)).toHaveLength(4);
  await expectDone(call('DELETE', `/v1/policies/${shown.id}`), 204);
  expect(await kept(asReader)).toEqual([['risk', 0.7]]);
});
test('rule 7: 200 with a control once all that carries it is done', async () => {
  const { call } = await app.caller();
  const task = await addTask(call);
  const control = await addControl(call, { name: 'Encryption of backups', description: said });
  expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null });
  await expectDone(call('POST', `/v1/controls/${control}/tasks/link`, { body: { taskIds: [task.id] } }));
  expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null });
  await change(call, task.id, { status: 'done' });
  expect(await ask(call, 'Are backups encrypted?')).toMatchObject({
    answer: said,
    sources: [{ sourceType: 'control', sourceId: control, sourceName: 'Control: Encryption of backups' }],
  });
});
test('rule 7: 200 without anything from risks, neither what could happen nor what is done about it', async () => {
  const { call } = await app.caller();
  await addRisk(call, { title: 'Backups are stolen', description: said, treatmentStrategy: { type: 'mitigate', description: said } });
  expect(await ask(call, 'Are backups encrypted?')).toMatchObject({ answer: null, sources: [] });
});

describe('rule 7: who asks', () => {
  const secret = { name: 'Salaries', visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] };
  const bonuses = 'Albatross bonuses are paid in May.';
  async function asReader() {
    const { call, organization } = await app.caller();
    const { id } = await addPublished(call, { ...secret, content: [paragraph(bonuses)] });
    const role = await newRole(app.database, organization.id, [
      'questionnaire:read',
      'questionnaire:create',
      'questionnaire:update',
      'policy:read',
    ]);
    const { member, call: reader } = await app.session(organization, [role]);
    const join = () => app.database.system.updateTable('member').set({ department: 'hr' }).where('id', '=', member.id).execute();
    return { call, id, reader, join };
  }
  test('200 without policies that whoever asks does not see, in answers at once', async () => {
    const { call, id, reader, join } = await asReader();
    const question = 'Are albatross bonuses paid in May?';
    expect(await ask(call, question)).toMatchObject({ answer: bonuses, sources: [{ sourceId: id }] });
    expect(await ask(reader, question)).toMatchObject({ answer: null, sources: [] });
    await join();
    expect(await ask(reader, question)).toMatchObject({ answer: bonuses, sources: [{ sourceId: id }] });
  });
  test('202 without them in answers of a run, which asks for whoever has started it', async () => {
    const { reader, join } = await asReader();
    const answersOf = async () => {
      const { id } = await add(reader, 'Question\nAre albatross bonuses paid in May?', {
        fileType: 'text/csv',
        fileName: 'a.csv',
        autoAnswer: true,
      });
      return (await reader('GET', `/v1/questionnaire/${id}`)).body.questions;
    };
    expect(await answersOf()).toMatchObject([{ answer: null, status: 'untouched' }]);
    await join();
    expect(await answersOf()).toMatchObject([{ answer: bonuses, status: 'generated' }]);
  });
  test('200 with stored answers, without sources that whoever reads them does not see (rule 9)', async () => {
    const { call, id, reader, join } = await asReader();
    const form = { fileType: 'text/csv', fileName: 'a.csv', autoAnswer: true };
    const { id: questionnaireId } = await add(call, 'Question\nAre albatross bonuses paid in May?', form);
    const at = `/v1/questionnaire/${questionnaireId}`;
    const read = async (by: Caller['call']) => [
      (await expectDone(by('GET', at))).questions,
      (await expectDone(by('GET', '/v1/questionnaire?includeQuestions=true'))).data[0].questions,
      (await expectDone(by('PATCH', at, { body: { vendorName: 'Customer' } }))).questions,
    ];
    const exported = async (by: Caller['call']) => wordsOf((await by('GET', `${at}/export?format=pdf`)).bytes);
    for (const [question] of await read(call)) expect(question).toMatchObject({ answer: bonuses, sources: [{ sourceId: id }] });
    for (const [question] of await read(reader)) expect(question).toMatchObject({ answer: bonuses, sources: [] });
    expect(await exported(call)).toContain('Policy: Salaries');
    expect(await exported(reader)).not.toContain('Salaries');
    const save = (by: Caller['call'], body: object) => expectDone(by('PUT', `${at}/answers/0`, { body: { status: 'generated', ...body } }));
    expect(await save(reader, { answer: 'In May.' })).toMatchObject({ answer: 'In May.', sources: [] });
    // Nothing is lost for those who see them.
    for (const [question] of await read(call)) expect(question).toMatchObject({ answer: 'In May.', sources: [{ sourceId: id }] });
    await save(call, { answer: bonuses, sources: [{ sourceType: 'policy', policyName: 'Salaries', score: 1 }] });
    for (const [question] of await read(reader)) expect(question).toMatchObject({ answer: bonuses, sources: [] });
    await join();
    for (const [question] of await read(reader)) expect(question).toMatchObject({ sources: [{ policyName: 'Salaries' }] });
  });
});
