import { describe, expect, test } from 'vitest';
import { catalogue } from '#domain/catalogue/index';
import { startApp } from '../../support/app.ts';
import { newMember, type TestOrganization } from '../../support/organization.ts';
import { pagesOf, wordsOf } from '../../support/pdf.ts';
import { asProblem } from '../../support/refusals.ts';
import { type Document, iso, save, setUp, soaActors } from '../../support/soa.ts';

const app = startApp();
const { completed, started, decide, entries, says, framework } = soaActors(app);
const unknownId = 'soa_doc_6a0d6a0012f5c8e47b93d161';
const today = () => new Date().toISOString().slice(0, 10);

async function approve(organization: TestOrganization, { id }: Pick<Document, 'id'>) {
  const { call } = await app.session(organization, organization.owner);
  for (const [action, body] of [
    ['submit-for-approval', { approverId: organization.owner.id }],
    ['approve', undefined],
  ] as const)
    expect(await call('POST', `/v1/soa/documents/${id}/${action}`, { body })).toMatchObject({ status: 200 });
}
async function setUpApproved() {
  const setup = await completed();
  await approve(setup.organization, setup.document);
  return setup;
}
const exportRequest = (
  { organization, document }: { organization: { id: string }; document: { id: string } },
  extraFields: object = {},
) => ({
  documentId: document.id,
  organizationId: organization.id,
  ...extraFields,
});

describe('exportSoa', () => {
  test('200 with the approved document as a PDF, under a name of its own', async () => {
    const setup = await setUpApproved();
    const answer = await setup.call('POST', '/v1/soa/export', { body: exportRequest(setup, { format: 'pdf' }) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="statement-of-applicability-iso-27001-v1.pdf"');
    expect(Buffer.from(answer.bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(answer.bytes.length).toBe(Number(answer.headers.get('content-length')));
  });
  test('200 without a format, which is pdf', async () => {
    const setup = await setUpApproved();
    expect((await setup.call('POST', '/v1/soa/export', { body: exportRequest(setup) })).headers.get('content-type')).toBe(
      'application/pdf',
    );
  });
  test('200 with a title page, all 93 controls, page numbers and the approval (rule 10)', async () => {
    const setup = await setUpApproved();
    const { bytes } = await setup.call('POST', '/v1/soa/export', { body: exportRequest(setup) });
    const pages = await pagesOf(bytes);
    const [title = ''] = pages;
    for (const line of [
      'Test organization',
      'Statement of Applicability',
      'ISO 27001',
      'Standard: ISO/IEC 27001:2022',
      'Version: v1',
      'Status: completed, approved',
      'Progress: 93 of 93 controls decided (100 %)',
      'Prepared by: Olive Owner',
      `Approved on: ${today()}`,
      'Approver: Olive Owner',
      `Exported on: ${today()}`,
    ])
      expect(title.replace(/[ \n]+/g, ' ')).toContain(line);
    for (const [index, page] of pages.entries()) expect(page).toContain(`${index + 1} of ${pages.length}`);
    for (const page of pages.slice(1, -1))
      expect(page).toMatch(/No\.\s+Control\s+Objective\s+Applicable\s+Justification\s+Implementation\s+Controls and policies/);
    const words = await wordsOf(bytes);
    const controls =
      catalogue.frameworks.find(({ slug }) => slug === 'iso27001')?.requirements.filter(({ identifier }) => identifier.startsWith('A.')) ??
      [];
    expect(controls).toHaveLength(93);
    for (const { identifier, name } of controls) {
      expect(words).toContain(` ${identifier} ${name.split(' ')[0]}`);
      expect(words).toContain(`Why ${identifier}`);
    }
    for (const [textBefore, heading, firstControl] of [
      ['Why A.5.37 Not started', '6 People controls', 'A.6.1'],
      ['Why A.6.8 Not started', '7 Physical controls', 'A.7.1'],
      ['Why A.7.14 Not started', '8 Technological controls', 'A.8.1'],
    ] as const)
      expect(words.slice(words.indexOf(textBefore), words.indexOf(` ${firstControl} `))).toContain(heading);
    expect(words.indexOf('5 Organizational controls')).toBeLessThan(words.indexOf(' A.5.1 '));
    expect(pages.at(-1)).toMatch(
      /Approval[\s\S]*Version 1 of this statement for ISO 27001 was approved\.[\s\S]*Approver: Olive Owner[\s\S]*Approved on: \d{4}-\d\d-\d\d/,
    );
  });
  test('200 prints Yes and No, and `No justification provided` for a missing justification (rule 3)', async () => {
    const { call, organization, document } = await started();
    await decide(organization, document, 'A.5.1', 'A.5.2');
    await save(call, document.id, 'A.5.1', { isApplicable: false, justification: 'Out of scope' });
    await save(call, document.id, 'A.5.2', { isApplicable: true });
    // A control that applies may lose its justification afterwards.
    await save(call, document.id, 'A.5.2', { justification: null });
    await approve(organization, document);
    const words = await wordsOf((await call('POST', '/v1/soa/export', { body: exportRequest({ organization, document }) })).bytes);
    expect(words).toMatch(/No Out of scope/);
    expect(words).toMatch(/Yes No justification provided/);
    expect(words).toContain('Applicable: 92 yes, 1 no, 0 not decided');
  });
  test('200 prints a saved answer in place of the default of a remote organization (rule 7)', async () => {
    const { call, organization, document } = await started();
    await says(organization, 'How does your team work?', 'Fully remote');
    await decide(organization, document, 'A.7.1');
    await save(call, document.id, 'A.7.1', { isApplicable: true, justification: 'We rent a safe.' });
    await approve(organization, document);
    const words = await wordsOf((await call('POST', '/v1/soa/export', { body: exportRequest({ organization, document }) })).bytes);
    expect(words).toContain('We rent a safe.');
    expect(words).not.toContain('fully remotely');
  });
  test('200 prints justifications of 5000 characters completely, over several pages', async () => {
    const { call, organization } = await app.caller();
    const document = await setUp(call, await framework('ISO 27001', ['A.5.1', 'A.5.2', 'A.5.3']));
    const long = Array.from({ length: 833 }, (_, n) => `w${String(n).padStart(4, '0')}`)
      .join(' ')
      .slice(0, 5000);
    for (const question of ['A.5.1', 'A.5.2']) await save(call, document.id, question, { isApplicable: true, justification: long });
    await save(call, document.id, 'A.5.3', { isApplicable: true, justification: 'x'.repeat(5000) });
    await approve(organization, document);
    const { bytes } = await call('POST', '/v1/soa/export', { body: exportRequest({ organization, document }) });
    expect((await pagesOf(bytes)).length).toBeGreaterThan(6);
    const words = (await wordsOf(bytes)).split(' ');
    for (let n = 0; n < 833; n += 1) expect(words.filter((word) => word === `w${String(n).padStart(4, '0')}`)).toHaveLength(2);
    expect(words.filter((word) => /^x+$/.test(word)).join('')).toBe('x'.repeat(5000));
  });
  test('200 for names with any characters', async () => {
    const { call, organization, document } = await completed();
    const name = 'Łucja O’Brien 山田 🎉\u0007‮';
    const approver = await newMember(app.database, organization.id, ['admin'], { name });
    const { call: byApprover } = await app.session(organization, approver);
    await app.database.system.updateTable('organization').set({ name: 'Δelta & Søn' }).where('id', '=', organization.id).execute();
    await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: approver.id } });
    await byApprover('POST', `/v1/soa/documents/${document.id}/approve`);
    const answer = await call('POST', '/v1/soa/export', { body: exportRequest({ organization, document }) });
    expect(answer.status).toBe(200);
    expect(await wordsOf(answer.bytes)).toMatch(/Approver: \S*ucja O’Brien/);
    expect((await pagesOf(answer.bytes))[0]).toContain('elta & Søn');
  });
  test('200 with the name of the approver after the member was removed', async () => {
    const { call, organization, document } = await completed();
    const approver = await newMember(app.database, organization.id, ['admin'], { name: 'Ada Marsh' });
    const { call: byApprover } = await app.session(organization, approver);
    await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: approver.id } });
    await byApprover('POST', `/v1/soa/documents/${document.id}/approve`);
    await app.database.system.deleteFrom('member').where('id', '=', approver.id).execute();
    expect((await call('GET', `/v1/soa/documents/${document.id}`)).body).toMatchObject({
      approvalStatus: 'approved',
      approverId: null,
      approver: null,
    });
    expect(await wordsOf((await call('POST', '/v1/soa/export', { body: exportRequest({ organization, document }) })).bytes)).toContain(
      'Approver: Ada Marsh',
    );
  });
  test('200 for an auditor, and for an approved version that is not the latest', async () => {
    const setup = await setUpApproved();
    await setup.call('POST', '/v1/soa/documents', { body: { frameworkId: iso } });
    const auditor = await app.session(setup.organization, ['auditor']);
    expect(await auditor.call('POST', '/v1/soa/export', { body: exportRequest(setup) })).toMatchObject({ status: 200 });
  });
  test('200 adds an entry to the log (rule 12)', async () => {
    const setup = await setUpApproved();
    await setup.call('POST', '/v1/soa/export', { body: exportRequest(setup) });
    expect((await entries(setup.organization)).at(-1)).toMatchObject({
      type: 'framework',
      id: setup.document.id,
      userId: setup.organization.owner.userId,
      description: 'Exported version 1 of the statement of applicability [via API key "test"]',
    });
  });
  test('200 with the same bytes for the same Idempotency-Key', async () => {
    const setup = await setUpApproved();
    const ask = () => setup.call('POST', '/v1/soa/export', { body: exportRequest(setup), headers: { 'Idempotency-Key': 'export-1' } });
    const [first, second] = [await ask(), await ask()];
    expect(second.status).toBe(200);
    for (const header of ['content-type', 'content-disposition']) expect(second.headers.get(header)).toBe(first.headers.get(header));
    expect(second.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(second.bytes).equals(Buffer.from(first.bytes))).toBe(true);
    expect((await entries(setup.organization)).filter(({ description }) => description?.startsWith('Exported'))).toHaveLength(1);
  });
  test.each([
    [undefined, { details: { organizationId: { _errors: ['must be the organization of the credential'] } } }],
    [asProblem, { errors: [{ pointer: '#/organizationId', detail: 'must be the organization of the credential' }] }],
  ])('400 for another organization than that of the credential', async (accept, body) => {
    const [setup, other] = [await setUpApproved(), await app.caller()];
    for (const organizationId of [other.organization.id, 'org_none'])
      expect(await setup.call('POST', '/v1/soa/export', { body: exportRequest(setup, { organizationId }), ...accept })).toMatchObject({
        status: 400,
        body,
      });
  });
  test('400 for another format, and without document or organization', async () => {
    const setup = await setUpApproved();
    expect(await setup.call('POST', '/v1/soa/export', { body: exportRequest(setup, { format: 'docx' }) })).toMatchObject({
      status: 400,
      body: { details: { format: { _errors: ['must be one of: pdf'] } } },
    });
    expect(await setup.call('POST', '/v1/soa/export', { body: {} })).toMatchObject({
      status: 400,
      body: {
        details: {
          documentId: { _errors: ['is required'] },
          organizationId: { _errors: ['is required'] },
        },
      },
    });
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ])('404 for a document that does not exist or belongs to another organization', async (accept, key) => {
    const [{ call, organization }, other] = [await app.caller(), await setUpApproved()];
    for (const id of [unknownId, other.document.id])
      expect(await call('POST', '/v1/soa/export', { body: exportRequest({ organization, document: { id } }), ...accept })).toMatchObject({
        status: 404,
        body: { [key]: 'SOA document not found' },
      });
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ])('409 for a document that is not approved: open, waiting, declined, or edited since', async (accept, key) => {
    const setup = await completed();
    const { call, organization, document } = setup;
    const expectNotApproved = async () =>
      expect(await call('POST', '/v1/soa/export', { body: exportRequest(setup), ...accept })).toMatchObject({
        status: 409,
        body: { [key]: expect.stringMatching(/^The document is not approved/) },
      });
    const act = (action: string, body: object | undefined) => call('POST', `/v1/soa/documents/${document.id}/${action}`, { body });
    await expectNotApproved();
    await act('submit-for-approval', { approverId: organization.owner.id });
    await expectNotApproved();
    await (await app.session(organization, organization.owner)).call('POST', `/v1/soa/documents/${document.id}/decline`, { body: {} });
    await expectNotApproved();
    await approve(organization, document);
    await save(call, document.id, 'A.5.1', { justification: 'Otherwise' });
    await expectNotApproved();
  });
});
