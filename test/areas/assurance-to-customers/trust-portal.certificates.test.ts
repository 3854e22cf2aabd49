/** Uploading, replacing and deleting certificates of the trust portal. */
import { describe, expect, test } from 'vitest';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { expectConflict, expectProblem, expectError } from '../../support/refusals.ts';
import { keysOf, uploaded } from '../../support/uploads.ts';

const app = startApp();
const urlOf = (path: string) => `/v1/trust-portal/${path}`;
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64');
const pdf = { fileName: 'ISO 27001.pdf', fileType: 'application/pdf', fileData: base64('%PDF-1.7\nfirst') };
const newPdf = { ...pdf, fileName: 'ISO 27001, new.pdf', fileData: base64('%PDF-1.7\nsecond one') };
const fetchLink = (link: string) => fetch(link.replace(/^https?:\/\/[^/]+/, app.base));
const portalFiles = async ({ organization }: Caller) =>
  (await keysOf(app.ports.files, organization.id)).filter((key) => key.includes('/trust-portal/'));
const settings = async ({ call }: Caller) => (await call('GET', urlOf('settings'))).body;
const markCompliant = ({ call }: Caller, framework: string) =>
  call('PATCH', urlOf('settings/frameworks'), { body: { frameworks: [{ framework, status: 'compliant' }] } });
const lastDescriptions = async ({ call }: Caller, count: number) =>
  (await call('GET', `/v1/audit-logs?entityType=trust&limit=${count}`)).body.data.map(({ description }: { description: string }) =>
    description.replace(/ \[via .*/, ''),
  );
async function addFramework({ call, organization }: Caller, name = 'Customer annex') {
  const answer = await call('POST', '/v1/frameworks/custom', { body: { name, description: 'What customers ask for' } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return (
    await app.database.system
      .selectFrom('custom_framework')
      .select('id')
      .where('organization_id', '=', organization.id)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).id;
}

describe('certificates', () => {
  const put = ({ call }: Caller, body: object) => call('PUT', urlOf('compliance-resources'), { body });

  test('201 for the first certificate, 200 for another one, which replaces the file; both show the framework (rule 7)', async () => {
    const caller = await app.caller();
    await markCompliant(caller, 'iso_27001');
    const first = await put(caller, { framework: 'iso_27001', ...pdf });
    expect(first, first.text).toMatchObject({
      status: 201,
      body: { id: expect.stringMatching(/^tcr_/), framework: 'iso_27001', customFrameworkId: null, fileName: pdf.fileName, fileSize: 14 },
    });
    await expectConflict(caller.call, 'PUT', urlOf('compliance-resources'), { framework: 'iso_27001', ...newPdf });
    const second = await put(caller, { framework: 'iso_27001', ...newPdf });
    expect(second).toMatchObject({ status: 200, body: { id: first.body.id, fileName: newPdf.fileName, createdAt: first.body.createdAt } });
    expect(second.body.updatedAt > first.body.updatedAt).toBe(true);
    expect(await portalFiles(caller)).toHaveLength(1);
    expect((await settings(caller)).frameworks[0]).toEqual({
      framework: 'iso_27001',
      enabled: true,
      status: 'compliant',
      hasCertificate: true,
    });
    expect((await lastDescriptions(caller, 2)).toSorted()).toEqual([
      'Replaced certificate for iso_27001',
      'Uploaded certificate for iso_27001',
    ]);
  });
  test('201 accepts the key of an upload, and the list starts with the last replaced certificate', async () => {
    const caller = await app.caller();
    const { call } = caller;
    for (const framework of ['gdpr', 'hipaa']) await markCompliant(caller, framework);
    const fileKey = await uploaded(app.base, call, Buffer.from('%PDF-1.7'), {
      purpose: 'document',
      fileName: 'a.pdf',
      fileType: pdf.fileType,
    });
    expect(await put(caller, { framework: 'gdpr', fileName: 'a.pdf', fileType: pdf.fileType, fileKey })).toMatchObject({ status: 201 });
    await put(caller, { framework: 'hipaa', ...pdf });
    await put(caller, { framework: 'gdpr', ...pdf });
    const pages = await allPages(call, `${urlOf('compliance-resources')}?limit=1&count=true`);
    expect(pages.map(({ data, totalCount }) => [data[0].framework, totalCount])).toEqual([
      ['gdpr', 2],
      ['hipaa', 2],
    ]);
  });
  test('201 for a compliant custom framework, whose deletion deletes the certificate (rules 7 and 14)', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const customFrameworkId = await addFramework(caller);
    expect(await put(caller, { customFrameworkId, ...pdf })).toMatchObject({ status: 409, body: { code: 'framework_not_compliant' } });
    await call('PATCH', urlOf(`custom-frameworks/${customFrameworkId}`), { body: { enabled: false, status: 'compliant' } });
    expect(await put(caller, { customFrameworkId, ...pdf })).toMatchObject({ status: 201, body: { framework: null, customFrameworkId } });
    expect((await call('GET', urlOf('custom-frameworks'))).body.data).toMatchObject([
      { enabled: true, hasCertificate: true, certificateFileName: pdf.fileName },
    ]);
    const [{ id }] = (await call('GET', '/v1/frameworks')).body.data;
    expect(await confirm(call, 'DELETE', `/v1/frameworks/${id}`)).toMatchObject({ status: 204 });
    await app.database.system.deleteFrom('custom_framework').where('id', '=', customFrameworkId).execute();
    expect((await call('GET', urlOf('compliance-resources'))).body.data).toEqual([]);
    expect((await call('GET', urlOf('custom-frameworks'))).body.data).toEqual([]);
  });
  test('200 returns a link and logs the download; 204 deletes the certificate, and the framework stays on the page (rule 15)', async () => {
    const caller = await app.caller();
    const { call } = caller;
    await markCompliant(caller, 'gdpr');
    const { id } = (await put(caller, { framework: 'gdpr', ...pdf })).body;
    const link = await call('GET', urlOf(`compliance-resources/${id}/download`));
    expect(link).toMatchObject({ status: 200, body: { fileName: pdf.fileName, fileSize: 14, expiresIn: 900 } });
    const file = await fetchLink(link.body.downloadUrl);
    expect(await file.text()).toBe('%PDF-1.7\nfirst');
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(await lastDescriptions(caller, 1)).toEqual([`Downloaded certificate ${pdf.fileName}`]);
    await expectConflict(call, 'DELETE', urlOf(`compliance-resources/${id}`));
    expect(await call('DELETE', urlOf(`compliance-resources/${id}`))).toMatchObject({ status: 204 });
    expect(await portalFiles(caller)).toEqual([]);
    expect((await settings(caller)).frameworks).toContainEqual({
      framework: 'gdpr',
      enabled: true,
      status: 'compliant',
      hasCertificate: false,
    });
  });
  test('200 for a status below compliant keeps the certificate, but a new certificate gets 409 (rule 7)', async () => {
    const caller = await app.caller();
    await markCompliant(caller, 'gdpr');
    await put(caller, { framework: 'gdpr', ...pdf });
    await caller.call('PATCH', urlOf('settings/frameworks'), { body: { frameworks: [{ framework: 'gdpr', status: 'in_progress' }] } });
    expect(await put(caller, { framework: 'gdpr', ...pdf })).toMatchObject({
      status: 409,
      body: { code: 'framework_not_compliant', from: 'in_progress', allowed: ['started', 'compliant'] },
    });
    await expectProblem(caller.call, 'PUT', urlOf('compliance-resources'), 409, { framework: 'gdpr', ...pdf });
    expect((await caller.call('GET', urlOf('compliance-resources'))).body.data).toHaveLength(1);
    expect(await portalFiles(caller)).toHaveLength(1);
  });
  test('404 for frameworks and certificates of another organization', async () => {
    const caller = await app.caller();
    const stranger = await app.caller();
    await markCompliant(stranger, 'gdpr');
    const { id } = (await put(stranger, { framework: 'gdpr', ...pdf })).body;
    const customFrameworkId = await addFramework(stranger);
    await expectError(caller.call, 'PUT', urlOf('compliance-resources'), 404, { customFrameworkId, ...pdf });
    await expectError(caller.call, 'GET', urlOf(`compliance-resources/${id}/download`), 404);
    await expectError(caller.call, 'DELETE', urlOf(`compliance-resources/${id}`), 404);
  });
  test.each([
    [400, { ...pdf }],
    [400, { framework: 'gdpr', customFrameworkId: 'cfrm_69b2a1e0c47f92d8b5063ea1', ...pdf }],
    [400, { framework: 'soc4', ...pdf }],
    [400, { framework: 'gdpr', ...pdf, fileData: undefined }],
    [400, { framework: 'gdpr', ...pdf, fileKey: 'x' }],
    [415, { framework: 'gdpr', ...pdf, fileType: 'image/png' }],
    [422, { framework: 'gdpr', ...pdf, fileData: base64('no PDF') }],
  ])('%i for %j (rules 7 and 8)', async (status, body) => {
    const caller = await app.caller();
    await markCompliant(caller, 'gdpr');
    await expectError(caller.call, 'PUT', urlOf('compliance-resources'), status, body);
  });
  test('200 and 201 for two concurrent uploads, which store one certificate and one file', async () => {
    const caller = await app.caller();
    await markCompliant(caller, 'gdpr');
    const answers = await Promise.all([put(caller, { framework: 'gdpr', ...pdf }), put(caller, { framework: 'gdpr', ...newPdf })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    expect(await portalFiles(caller)).toHaveLength(1);
  });
});
