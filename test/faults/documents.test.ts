/** When one organization sends files that take very long to read, other organizations are not affected. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { types } from '../support/documents.ts';
import { add, asBase64, waitForRun, parseFile, questionnaireCsv, upload } from '../support/questionnaires.ts';
import { endlessRows, inflatingPdf, scoreText } from '../support/worst.ts';

const app = startApp();
const url = '/v1/questionnaire';
// The files are created before the server starts, because this takes a while.
const inflatingFile = inflatingPdf(1536);
const endlessFile = endlessRows();
const parseOptions = (content: string | Uint8Array, fileType: string) => ({ body: { fileData: asBase64(content), fileType } });

describe('is rejected', () => {
  test('422 for a line that looks like a list of scores a hundred times', async () => {
    const { call } = await app.caller();
    expect(await call('POST', `${url}/parse`, parseOptions(scoreText(100), types.txt))).toMatchObject({
      status: 422,
      body: { error: 'The file holds no questions' },
    });
  });
  test('422 for rows that never end', async () => {
    const { call } = await app.caller();
    expect(await call('POST', `${url}/parse`, parseOptions(endlessFile, types.xlsx))).toMatchObject({
      status: 422,
      body: { error: 'The file cannot be read' },
    });
  });
  test('422 for a PDF of 1.5 MB that takes more memory than there is for it', async () => {
    const { call } = await app.caller();
    expect(inflatingFile.length).toBeLessThan(2_000_000);
    expect(await call('POST', `${url}/parse`, parseOptions(inflatingFile, types.pdf))).toMatchObject({
      status: 422,
      body: { error: 'The file holds too much to be read' },
    });
  });
});

test('a run that ends its worker three times fails with an error, and so does its questionnaire', async () => {
  const { call } = await app.caller();
  const {
    body: { id, runId },
  } = await call('POST', url, { body: upload(inflatingFile, { fileName: 'a.pdf', fileType: types.pdf }) });
  const error = 'The work was given up after 3 attempts: its worker ran out of memory';
  expect(await waitForRun(call, runId)).toMatchObject({ status: 'failed', error });
  expect((await app.database.system.selectFrom('run').select('attempts').where('id', '=', runId).executeTakeFirstOrThrow()).attempts).toBe(
    3,
  );
  expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ status: 'failed', error });
  const repeatedRun = await call('POST', `${url}/${id}/parse`);
  expect(repeatedRun).toMatchObject({ status: 202 });
  // Otherwise its three attempts would keep a worker busy during the next test.
  expect(await call('POST', `/v1/runs/${repeatedRun.body.id}/cancel`)).toMatchObject({ status: 200 });
}, 180_000);

test('503 with Retry-After for an organization with too many waiting files, while another organization reads and exports ten files', async () => {
  const [{ call: attack }, { call }] = [await app.caller(), await app.caller()];
  const { id } = await add(call);
  let isFlooding = true;
  const answers: Awaited<ReturnType<typeof attack>>[] = [];
  // Only a few files end their worker: the test needs many files, and those that wait must all be read at the end.
  const files = [parseOptions(inflatingFile, types.pdf), parseOptions(endlessFile, types.xlsx)] as const;
  const flood = Array.from({ length: 14 }, async (_, client) => {
    while (isFlooding) {
      const answer = await attack('POST', `${url}/parse`, files[client < 2 ? 0 : 1]);
      answers.push(answer);
      // A client that repeats its request at once would only slow down the machine.
      if (answer.status === 503) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  const rejectedAnswers = () => answers.filter(({ status }) => status === 503);
  // So many files wait that further files are rejected.
  await expect.poll(() => rejectedAnswers().length).toBeGreaterThanOrEqual(3);
  expect(rejectedAnswers()[0]?.headers.get('retry-after')).toBe('60');
  expect(rejectedAnswers()[0]?.body).toEqual({
    success: false,
    error: 'The organization has too many files in work',
    code: 'organization_busy',
  });
  for (let turn = 0; turn < 10; turn += 1) {
    expect(await parseFile(call, questionnaireCsv, types.csv)).toHaveLength(3);
    expect(await call('GET', `${url}/${id}/export?format=pdf`)).toMatchObject({ status: 200 });
  }
  isFlooding = false;
  await Promise.all(flood);
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([422, 503]);
}, 300_000);
