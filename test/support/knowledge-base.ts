/** Documents and manual answers for tests. */
import { expect } from 'vitest';
import type { Caller } from './app.ts';
import { asBase64, waitForRun } from './questionnaires.ts';

type Call = Caller['call'];
export const documentsUrl = '/v1/knowledge-base/documents';
export const answersUrl = '/v1/knowledge-base/manual-answers';

export const backupConcept = 'Backups are taken every night.\nWe restore a backup twice a year and compare it with the original.\n';
/** The body of an upload. */
export const upload = (content: string | Uint8Array = backupConcept, fields: object = {}) => ({
  fileName: 'Backup concept.txt',
  fileType: 'text/plain',
  fileData: asBase64(content),
  ...fields,
});

/** Uploads a document. @returns the document after its run has finished */
export async function addDocument(call: Call, content: string | Uint8Array = backupConcept, fields: object = {}) {
  const uploadAnswer = await call('POST', documentsUrl, { body: upload(content, fields) });
  expect(uploadAnswer, uploadAnswer.text).toMatchObject({ status: 201 });
  if (uploadAnswer.body.runId !== null) await waitForRun(call, uploadAnswer.body.runId);
  return readDocument(call, uploadAnswer.body.id);
}

export async function readDocument(call: Call, id: string) {
  const answer = await call('GET', `${documentsUrl}/${id}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
}

export const insurancePair = { question: 'Do you carry cyber insurance?', answer: 'Yes, up to two million euros a year.' };
/** Saves a manual answer to a new question. @returns the answer */
export async function addAnswer(call: Call, fields: object = {}) {
  const answer = await call('POST', answersUrl, { body: { ...insurancePair, ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

export interface Passage {
  readonly sourceType: string;
  readonly sourceId: string;
  readonly sourceName: string;
  readonly page: number | null;
  readonly content: string;
  readonly score: number;
}
/** @returns the passages that answer a question */
export async function passages(call: Call, q: string, otherParameters = ''): Promise<Passage[]> {
  const answer = await call('GET', `/v1/knowledge-base/search?q=${encodeURIComponent(q)}${otherParameters}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
}
