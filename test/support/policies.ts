/** Policies for tests, created through the API. */
import { expect } from 'vitest';
import type { Caller, startApp } from './app.ts';

type Call = Caller['call'];
type App = ReturnType<typeof startApp>;

/** @returns a document with one paragraph */
export const textOf = (text: string) => [{ type: 'paragraph', content: [{ type: 'text', text }] }];

/** A PDF with one empty page. */
export const emptyPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj\ntrailer<</Root 1 0 R>>\n',
);
export const pdfFile = { fileName: 'Signed policy.pdf', fileType: 'application/pdf', fileData: emptyPdf.toString('base64') };

/** Creates a policy. @returns the policy */
export async function addPolicy(call: Call, fields: object = {}) {
  const answer = await call('POST', '/v1/policies', { body: { name: 'Access control', content: textOf('First text'), ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

/** Creates a published policy. */
export const addPublished = (call: Call, fields: object = {}) => addPolicy(call, { status: 'published', ...fields });

/** @returns the current state of the policy */
export async function policyOf(call: Call, id: string) {
  const answer = await call('GET', `/v1/policies/${id}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
}

/** @returns the body of a request that must succeed */
export async function expectSuccess(answer: ReturnType<Call>, status = 200) {
  const awaited = await answer;
  expect(awaited, awaited.text).toMatchObject({ status });
  return awaited.body;
}

/** Adds a version. @returns the version */
export const addVersion = (call: Call, id: string, body: object = {}) =>
  expectSuccess(call('POST', `/v1/policies/${id}/versions`, { body }), 201);

/** Submits a new version of a policy for approval. @returns the version */
export async function submit(call: Call, id: string, approverId: string, text = 'Second text') {
  const version = await addVersion(call, id);
  await expectSuccess(call('PATCH', `/v1/policies/${id}/versions/${version.id}`, { body: { content: textOf(text) } }));
  await expectSuccess(call('POST', `/v1/policies/${id}/versions/${version.id}/submit-for-approval`, { body: { approverId } }));
  return version;
}

/** @returns the e-mails of an organization, oldest first */
export function mailsOf({ database }: App, organizationId: string) {
  return database.system
    .selectFrom('mail')
    .select(['recipient', 'subject', 'text'])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @returns the actions in the audit log of a policy, oldest first */
export async function auditActionsOf({ database }: App, id: string): Promise<string[]> {
  const rows = await database.system.selectFrom('audit_entry').select('data').where('entity_id', '=', id).orderBy('sequence').execute();
  return rows.map(({ data }) => String(Object(data).action));
}
