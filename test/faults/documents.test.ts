/** One organization sends the worst files there are, and the others do not notice. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { types } from '../support/documents.ts';
import { add, asBase64, waitForRun, parsed, table, upload } from '../support/questionnaires.ts';
import { endlessRows, inflatingPdf, scoreText } from '../support/worst.ts';

const app = startApp();
const url = '/v1/questionnaire';
// Made before anything listens, because it takes a while.
const inflating = inflatingPdf(1536);
const endless = endlessRows();
const parse = (content: string | Uint8Array, fileType: string) => ({ body: { fileData: asBase64(content), fileType } });

describe('is refused', () => {
  test('422 for a line that looks like a list of scores a hundred times', async () => {
    const { call } = await app.caller();
    expect(await call('POST', `${url}/parse`, parse(scoreText(100), types.txt))).toMatchObject({
      status: 422,
      body: { error: 'The file holds no questions' },
    });
  });
  test('422 for rows that never end', async () => {
    const { call } = await app.caller();
    expect(await call('POST', `${url}/parse`, parse(endless, types.xlsx))).toMatchObject({
      status: 422,
      body: { error: 'The file cannot be read' },
    });
  });
  test('422 for a PDF of 1.5 MB that takes more memory than there is for it', async () => {
    const { call } = await app.caller();
    expect(inflating.length).toBeLessThan(2_000_000);
    expect(await call('POST', `${url}/parse`, parse(inflating, types.pdf))).toMatchObject({
      status: 422,
      body: { error: 'The file holds too much to be read' },
    });
  });
});

test('a run that ends its worker three times has failed, and says so, and so does its questionnaire', async () => {
  const { call } = await app.caller();
  const {
    body: { id, runId },
  } = await call('POST', url, { body: upload(inflating, { fileName: 'a.pdf', fileType: types.pdf }) });
  const error = 'The work was given up after 3 attempts: its worker ran out of memory';
  expect(await waitForRun(call, runId, 150_000)).toMatchObject({ status: 'failed', error });
  expect((await app.database.system.selectFrom('run').select('attempts').where('id', '=', runId).executeTakeFirstOrThrow()).attempts).toBe(
    3,
  );
  expect((await call('GET', `${url}/${id}`)).body).toMatchObject({ status: 'failed', error });
  expect(await call('POST', `${url}/${id}/parse`)).toMatchObject({ status: 202 });
}, 180_000);

test('503 with Retry-After for one organization that sends more of them than may wait, while another reads ten files and exports ten', async () => {
  const [{ call: attack }, { call }] = [await app.caller(), await app.caller()];
  const { id } = await add(call);
  let flooding = true;
  const answers: Awaited<ReturnType<typeof attack>>[] = [];
  // Of the one that ends its worker a few: what counts is that they are many, and those that wait are all still read at the end.
  const files = [parse(inflating, types.pdf), parse(endless, types.xlsx)] as const;
  const flood = Array.from({ length: 14 }, async (_, client) => {
    while (flooding) {
      const answer = await attack('POST', `${url}/parse`, files[client < 2 ? 0 : 1]);
      answers.push(answer);
      // Whoever asks again at once only keeps the machine busy.
      if (answer.status === 503) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  const refused = () => answers.filter(({ status }) => status === 503);
  // Enough of them wait for their turn that the others are refused.
  await expect.poll(() => refused().length).toBeGreaterThanOrEqual(3);
  expect(refused()[0]?.headers.get('retry-after')).toBe('60');
  expect(refused()[0]?.body).toEqual({ success: false, error: 'The organization has too many files in work', code: 'organization_busy' });
  for (let turn = 0; turn < 10; turn += 1) {
    expect(await parsed(call, table, types.csv)).toHaveLength(3);
    expect(await call('GET', `${url}/${id}/export?format=pdf`)).toMatchObject({ status: 200 });
  }
  flooding = false;
  await Promise.all(flood);
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([422, 503]);
}, 300_000);
