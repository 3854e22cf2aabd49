/** Questionnaires for tests. */
import { expect } from 'vitest';
import type { Files } from '#platform/ports/files';
import type { Caller, startApp } from './app.ts';
import { types } from './documents.ts';

type Call = Caller['call'];

export const questionnaireCsv =
  'Question,Response\nDo you encrypt laptops?,\nHow often do you test that a backup can be restored?,\n"Are employees trained to spot phishing?",Yes\n';
export const asBase64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64');
/** The body of an upload. */
export const upload = (content: string | Uint8Array = questionnaireCsv, fields: object = {}) => ({
  fileName: 'Security review.csv',
  fileType: types.csv,
  fileData: asBase64(content),
  ...fields,
});

/** Waits for a run to finish. @returns the run */
export async function waitForRun(call: Call, id: string) {
  let run = (await call('GET', `/v1/runs/${id}`)).body;
  await expect
    .poll(async () => {
      run = (await call('GET', `/v1/runs/${id}`)).body;
      return run.status;
    })
    .toMatch(/completed|failed|cancelled/);
  return run;
}

/** Uploads a questionnaire. @returns the questionnaire after its last run has finished */
export async function add(call: Call, content: string | Uint8Array = questionnaireCsv, fields: object = {}) {
  const uploadAnswer = await call('POST', '/v1/questionnaire', { body: upload(content, fields) });
  expect(uploadAnswer, uploadAnswer.text).toMatchObject({ status: 201 });
  await waitForRun(call, uploadAnswer.body.runId);
  const { body } = await call('GET', `/v1/questionnaire/${uploadAnswer.body.id}`);
  if (body.runId !== uploadAnswer.body.runId) await waitForRun(call, body.runId);
  return (await call('GET', `/v1/questionnaire/${uploadAnswer.body.id}`)).body;
}

/** @returns the questions and answers that the service finds in a file, without references and sections */
export async function parseFile(
  call: Call,
  content: string | Uint8Array,
  fileType: string,
  fields: object = {},
): Promise<{ question: string; answer: string | null }[]> {
  const answer = await call('POST', '/v1/questionnaire/parse', { body: { fileData: asBase64(content), fileType, ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.questionsAndAnswers.map(({ question, answer: fileAnswer }: { question: string; answer: string | null }) => ({
    question,
    answer: fileAnswer,
  }));
}

export async function questionsIn(call: Call, content: string | Uint8Array, fileType: string): Promise<string[]> {
  return (await parseFile(call, content, fileType)).map(({ question }) => question);
}

/** @returns the keys of all files of an organization */
export async function keysOf(files: Files, organizationId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list(organizationId)) keys.push(key);
  return keys;
}

/** Entries of an organization's context, about two of its practices. */
export const contextSamples = [
  { question: 'Phishing of employees', answer: 'Filters catch most of it. We train employees to spot phishing every quarter.' },
  { question: 'Backups that are restored', answer: 'The restore of a backup is tested twice a year.' },
] as const;
/** The sentence of these entries that answers the third question of `questionnaireCsv`. */
export const phishingAnswer = 'We train employees to spot phishing every quarter.';

/** Adds a text to the organization's context. @returns its id */
async function addContext(call: Call, body: object): Promise<string> {
  const answer = await call('POST', '/v1/context', { body });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body.id;
}

/** Creates an organization with the two entries of `contextSamples`. @returns a caller, and the ids of the entries */
export async function withContext(app: ReturnType<typeof startApp>) {
  const caller = await app.caller();
  return {
    ...caller,
    phishing: await addContext(caller.call, contextSamples[0]),
    backups: await addContext(caller.call, contextSamples[1]),
  };
}
