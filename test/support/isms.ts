/** ISMS documents for tests. */
import { expect } from 'vitest';
import { catalogueId } from '#domain/catalogue/ids';
import type { Caller, startApp } from './app.ts';

/** The id of ISO 27001 in the catalog. */
export const iso = catalogueId('framework', 'iso27001');
type Call = Caller['call'];

/** The fields of a listed document that tests read. */
export interface Summary {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly status: string;
}

/** Creates the documents. @returns the ids by type */
export async function setUp(call: Call): Promise<Readonly<Record<string, string>>> {
  const answer = await call('PUT', `/v1/isms/setup?frameworkId=${iso}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return Object.fromEntries(answer.body.data.map(({ type, id }: Summary) => [type, id]));
}

export async function read(call: Call, id: string | undefined) {
  const answer = await call('GET', `/v1/isms/documents/${id}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
}

export async function addRow(call: Call, documentId: string | undefined, register: string, body: object) {
  const answer = await call('POST', `/v1/isms/documents/${documentId}/registers/${register}`, { body });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

export async function patchRow(call: Call, register: string, id: string, body: object) {
  const answer = await call('PATCH', `/v1/isms/registers/${register}/${id}`, { body });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
}

/** Submits a document to a member, and approves it with the session of that member. @returns the approved document */
export async function publish(
  app: ReturnType<typeof startApp>,
  { call, inPerson, organization }: Pick<Caller, 'call' | 'inPerson' | 'organization'>,
  id: string | undefined,
  body: object = {},
) {
  const submission = await call('POST', `/v1/isms/documents/${id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
  expect(submission, submission.text).toMatchObject({ status: 200 });
  const approval = await inPerson('POST', `/v1/isms/documents/${id}/approve`, { body });
  expect(approval, approval.text).toMatchObject({ status: 200 });
  return approval.body;
}

export const issue = { kind: 'internal', description: 'Few people know the deployment.', effect: 'Incidents take longer.' };
