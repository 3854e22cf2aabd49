/** Work on questionnaires that is interrupted, done again, cancelled, or fails in part. */
import { describe, expect, test } from 'vitest';
import { answerQuestion } from '#areas/assurance-to-customers/questionnaires/steps/answering';
import { quotingGenerator } from '#areas/assurance-to-customers/questionnaires/rules/generator';
import type { Passage } from '#domain/retrieval/passages';
import { startApp } from '../../support/app.ts';
import { add, waitForRun, keysOf, table, upload, withPlans } from '../../support/questionnaires.ts';
import { waitingRun } from '../../support/runs.ts';

const app = startApp();
const url = '/v1/questionnaire';

/** As when a server stopped after its last step and before it could say so: the lease ran out, and another attempt begins. */
async function interrupt(id: string) {
  await app.database.system
    .updateTable('run')
    .set({ status: 'running', lease: 'of a server that is gone', finished_at: null, due_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute();
}

describe('another attempt doubles nothing', () => {
  test('of reading: the questions are there once', async () => {
    const { call } = await app.caller();
    const { id, runId, questions } = await add(call);
    await interrupt(runId);
    expect(await waitForRun(call, runId)).toMatchObject({ status: 'completed', result: { questionnaireId: id, totalQuestions: 3 } });
    expect((await call('GET', `${url}/${id}`)).body.questions).toEqual(questions);
  });
  test('of answering: what is answered stays as it is, and is counted once', async () => {
    const { call } = await withPlans(app);
    const { id, runId, questions } = await add(call, table, { autoAnswer: true });
    await interrupt(runId);
    expect(await waitForRun(call, runId)).toMatchObject({ status: 'completed', result: { totalQuestions: 3, answeredQuestions: 2 } });
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ answeredQuestions: 2, questions });
  });
  test('of answering and exporting: one questionnaire and one file', async () => {
    const { call, organization } = await app.caller();
    const {
      body: {
        id,
        result: { questionnaireId },
      },
    } = await call('POST', `${url}/answers/export`, { body: upload() });
    await waitForRun(call, id);
    await interrupt(id);
    expect(await waitForRun(call, id)).toMatchObject({ status: 'completed', result: { questionnaireId, questionCount: 3 } });
    expect((await call('GET', url)).body.data).toHaveLength(1);
    expect(await keysOf(app.ports.files, organization.id)).toHaveLength(2);
  });
});

test('two attempts at a file that cannot be reached, and then it has failed', async () => {
  const { call, organization } = await app.caller();
  const { id } = await add(call, 'Nothing.', { fileType: 'text/plain' });
  await app.database.system
    .insertInto('stored_file')
    .values({ id: `no key at all ${id}`, organization_id: organization.id, size: 1 })
    .execute();
  await app.database.system
    .updateTable('questionnaire')
    .set({ file_key: `no key at all ${id}` })
    .where('id', '=', id)
    .execute();
  const { body: run } = await call('POST', `${url}/${id}/parse`);
  expect(await waitForRun(call, run.id)).toMatchObject({ status: 'failed', error: 'The work failed' });
  expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ status: 'failed', error: 'The file cannot be read' });
  expect((await app.database.system.selectFrom('run').select('attempts').where('id', '=', run.id).executeTakeFirstOrThrow()).attempts).toBe(
    2,
  );
});

test('reading that was cancelled has failed, and may begin again', async () => {
  const { call, organization } = await app.caller();
  const { id } = await add(call, 'Nothing.', { fileType: 'text/plain' });
  const run = await waitingRun(app.database, organization, 'parse_questionnaire', { subject: id, input: { questionnaireId: id } });
  await app.database.system
    .updateTable('questionnaire')
    .set({ status: 'parsing', error: null, run_id: run.id })
    .where('id', '=', id)
    .execute();
  expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ status: 'parsing', error: null });
  expect((await call('GET', `${url}?status=parsing`)).body.data).toHaveLength(1);
  await call('POST', `/v1/runs/${run.id}/cancel`);
  expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ status: 'failed', error: 'Reading the file was cancelled' });
  expect((await call('GET', `${url}?status=failed`)).body.data).toMatchObject([{ id, status: 'failed' }]);
  expect(await call('POST', `${url}/${id}/parse`)).toMatchObject({ status: 202 });
});

test('a run whose questionnaire is gone fails', async () => {
  const { call, organization } = await app.caller();
  for (const kind of ['parse_questionnaire', 'auto_answer_questionnaire'] as const) {
    const { id } = await waitingRun(app.database, organization, kind, { subject: 'qst_gone', input: { questionnaireId: 'qst_gone' } });
    await app.database.system.updateTable('run').set({ due_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', id).execute();
    expect(await waitForRun(call, id)).toMatchObject({ status: 'failed', error: 'The questionnaire no longer exists' });
  }
});

describe('answers', () => {
  const passage = (text: string, fields: Partial<Passage> = {}): Passage => ({
    sourceType: 'risk',
    sourceId: 'rsk_1',
    sourceName: 'Theft',
    text,
    score: 0.5,
    ...fields,
  });
  const answer = async (question: string, ...passages: Passage[]) => (await quotingGenerator.generate(question, passages)).answer;
  const asked = { question: 'Do you log?', questionIndex: 3 };
  const found = { topic: asked.question, passages: [passage('We log.')] };

  test('one question that fails says so, and stops nothing (rule 8)', async () => {
    const failing = {
      generate: async () => {
        throw new Error('secret details');
      },
    };
    expect(await answerQuestion(failing, asked, found)).toEqual({
      ...asked,
      answer: null,
      sources: [],
      draftedByModel: false,
      error: 'The question could not be answered',
    });
  });
  test('a generator that says nothing gives null, and no sources', async () => {
    expect(await answerQuestion({ generate: async () => ({ answer: ' \n', usedPassages: [passage('We log.')] }) }, asked, found)).toEqual({
      ...asked,
      answer: null,
      sources: [],
      draftedByModel: false,
      error: null,
    });
  });
  test('are quoted, at most three sentences and 600 characters', async () => {
    const sentences = ['backups', 'laptops', 'phones', 'servers', 'disks'].map((what) => `We encrypt ${what} with keys of our own.`);
    const whole = await answer('Do you encrypt with keys of your own?', passage(sentences.join(' ')));
    expect(whole?.split('. ')).toHaveLength(3);
    const long = await answer('Do you encrypt backups with keys?', passage(`We encrypt backups with keys ${'and more '.repeat(100)}.`));
    expect(long?.length).toBeLessThanOrEqual(600);
    expect(long?.endsWith('…')).toBe(true);
  });
  test('are rather in the words of the organization about itself', async () => {
    expect(await answer('Do you encrypt backups?', passage('Backups are encrypted somewhere. Our backups are encrypted.'))).toMatch(
      /^Our backups are encrypted\./,
    );
  });
  test('are what a questionnaire of before has beside a question or below it, and never a question', async () => {
    const before = passage(
      '4.2; Do you encrypt laptops?; Yes, with keys of our own\nDo you encrypt backups?\nWith AES-256.\nWho guards the door?',
      {
        sourceName: 'Former review.xlsx',
      },
    );
    expect(await answer('Do you encrypt laptops?', before)).toBe('Yes, with keys of our own');
    expect(await answer('Are your backups encrypted?', before)).toBe('With AES-256.');
    expect(await answer('Who guards the door?', before)).toBeNull();
    const row = '2.2; Describe how servers are patched.';
    expect(await answer('How are servers patched?', passage(`${row}; By their owners, within a week.`))).toBe(
      'By their owners, within a week.',
    );
    expect(await answer('How are servers patched?', passage(`${row}; Select\n3; Operations`))).toBeNull();
    expect(await answer('Are logs reviewed?', passage('7; Are logs reviewed?; Select\n8; Access control\n9 Backups'))).toBeNull();
    expect(await answer('Are logs reviewed?', passage('7. Are logs reviewed?\n8. Is access given by role?\nYes.'))).toBeNull();
    for (const open of ['', '; Yes / No', '; Please select', '; ☐ Yes ☐ No'])
      expect(await answer('Do you encrypt laptops?', passage(`4.2; Do you encrypt laptops?${open}`)), open).toBeNull();
  });
  test('are sentences that end, where more follows', async () => {
    const both = [passage('Laptops are encrypted with keys'), passage('Phones, laptops and the other devices of travelers are encrypted')];
    expect(await answer('Are laptops encrypted?', ...both)).toBe(
      'Laptops are encrypted with keys. Phones, laptops and the other devices of travelers are encrypted',
    );
  });
  test('are null where no passage has more than half of the question', async () => {
    expect(await answer('Do you encrypt laptops?', passage('Laptops are replaced after four years.'))).toBeNull();
    expect(await answer('Do you encrypt laptops?', passage('Laptops are encrypted.'))).toBe('Laptops are encrypted.');
    expect(await answer('Do you encrypt laptops?', passage('All are encrypted.', { sourceName: 'Laptops' }))).toBe('All are encrypted.');
    expect(await answer('Do you encrypt laptops?')).toBeNull();
  });
});
