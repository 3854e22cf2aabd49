/** Runs of questionnaires that are interrupted, repeated or cancelled, or that fail in part. */
import { describe, expect, test } from 'vitest';
import { answerQuestion } from '#areas/assurance-to-customers/questionnaires/steps/answering';
import { quotingGenerator } from '#areas/assurance-to-customers/questionnaires/rules/generator';
import type { Passage } from '#domain/retrieval/passages';
import { startApp } from '../../support/app.ts';
import { add, waitForRun, keysOf, questionnaireCsv, upload, withContext } from '../../support/questionnaires.ts';
import { waitingRun } from '../../support/runs.ts';

const app = startApp();
const url = '/v1/questionnaire';

/** Simulates a server that stopped after the last step but before completing the run: the lease expires, and the run is repeated. */
async function interrupt(id: string) {
  await app.database.system
    .updateTable('run')
    .set({ status: 'running', lease: 'of a server that is gone', finished_at: null, due_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute();
}

describe('repeating a run creates no duplicates', () => {
  test('reading again stores each question once', async () => {
    const { call } = await app.caller();
    const { id, runId, questions } = await add(call);
    await interrupt(runId);
    expect(await waitForRun(call, runId)).toMatchObject({ status: 'completed', result: { questionnaireId: id, totalQuestions: 3 } });
    expect((await call('GET', `${url}/${id}`)).body.questions).toEqual(questions);
  });
  test('answering again keeps the answers and counts them once', async () => {
    const { call } = await withContext(app);
    const { id, runId, questions } = await add(call, questionnaireCsv, { autoAnswer: true });
    await interrupt(runId);
    expect(await waitForRun(call, runId)).toMatchObject({ status: 'completed', result: { totalQuestions: 3, answeredQuestions: 2 } });
    expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ answeredQuestions: 2, questions });
  });
  test('answering and exporting again creates one questionnaire and one file', async () => {
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

test('the status is failed after two attempts to read a file that cannot be accessed', async () => {
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

test('cancelling the reading sets the status to failed, and reading can start again', async () => {
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

test('a run fails when its questionnaire no longer exists', async () => {
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
  const answerTo = async (question: string, ...passages: Passage[]) => (await quotingGenerator.generate(question, passages)).answer;
  const item = { question: 'Do you log?', questionIndex: 3 };
  const retrieved = { topic: item.question, passages: [passage('We log.')] };

  test('a question that fails returns an error and does not stop the run (rule 8)', async () => {
    const failing = {
      generate: async () => {
        throw new Error('secret details');
      },
    };
    expect(await answerQuestion(failing, item, retrieved)).toEqual({
      ...item,
      answer: null,
      sources: [],
      draftedByModel: false,
      error: 'The question could not be answered',
    });
  });
  test('an empty answer of the generator becomes null without sources', async () => {
    expect(
      await answerQuestion({ generate: async () => ({ answer: ' \n', usedPassages: [passage('We log.')] }) }, item, retrieved),
    ).toEqual({
      ...item,
      answer: null,
      sources: [],
      draftedByModel: false,
      error: null,
    });
  });
  test('quote at most three sentences and 600 characters', async () => {
    const sentences = ['backups', 'laptops', 'phones', 'servers', 'disks'].map((device) => `We encrypt ${device} with keys of our own.`);
    const quoted = await answerTo('Do you encrypt with keys of your own?', passage(sentences.join(' ')));
    expect(quoted?.split('. ')).toHaveLength(3);
    const long = await answerTo('Do you encrypt backups with keys?', passage(`We encrypt backups with keys ${'and more '.repeat(100)}.`));
    expect(long?.length).toBeLessThanOrEqual(600);
    expect(long?.endsWith('…')).toBe(true);
  });
  test('prefer sentences in which the organization speaks about itself', async () => {
    expect(await answerTo('Do you encrypt backups?', passage('Backups are encrypted somewhere. Our backups are encrypted.'))).toMatch(
      /^Our backups are encrypted\./,
    );
  });
  test('quote the text beside or below a question of an earlier questionnaire, and never a question', async () => {
    const earlierReview = passage(
      '4.2; Do you encrypt laptops?; Yes, with keys of our own\nDo you encrypt backups?\nWith AES-256.\nWho guards the door?',
      {
        sourceName: 'Former review.xlsx',
      },
    );
    expect(await answerTo('Do you encrypt laptops?', earlierReview)).toBe('Yes, with keys of our own');
    expect(await answerTo('Are your backups encrypted?', earlierReview)).toBe('With AES-256.');
    expect(await answerTo('Who guards the door?', earlierReview)).toBeNull();
    const row = '2.2; Describe how servers are patched.';
    expect(await answerTo('How are servers patched?', passage(`${row}; By their owners, within a week.`))).toBe(
      'By their owners, within a week.',
    );
    expect(await answerTo('How are servers patched?', passage(`${row}; Select\n3; Operations`))).toBeNull();
    expect(await answerTo('Are logs reviewed?', passage('7; Are logs reviewed?; Select\n8; Access control\n9 Backups'))).toBeNull();
    expect(await answerTo('Are logs reviewed?', passage('7. Are logs reviewed?\n8. Is access given by role?\nYes.'))).toBeNull();
    for (const emptyAnswer of ['', '; Yes / No', '; Please select', '; ☐ Yes ☐ No'])
      expect(await answerTo('Do you encrypt laptops?', passage(`4.2; Do you encrypt laptops?${emptyAnswer}`)), emptyAnswer).toBeNull();
  });
  test('end each sentence with a period when another sentence follows', async () => {
    const unpunctuated = [
      passage('Laptops are encrypted with keys'),
      passage('Phones, laptops and the other devices of travelers are encrypted'),
    ];
    expect(await answerTo('Are laptops encrypted?', ...unpunctuated)).toBe(
      'Laptops are encrypted with keys. Phones, laptops and the other devices of travelers are encrypted',
    );
  });
  test('are null when no passage contains more than half of the words of the question', async () => {
    expect(await answerTo('Do you encrypt laptops?', passage('Laptops are replaced after four years.'))).toBeNull();
    expect(await answerTo('Do you encrypt laptops?', passage('Laptops are encrypted.'))).toBe('Laptops are encrypted.');
    expect(await answerTo('Do you encrypt laptops?', passage('All are encrypted.', { sourceName: 'Laptops' }))).toBe('All are encrypted.');
    expect(await answerTo('Do you encrypt laptops?')).toBeNull();
  });
});
