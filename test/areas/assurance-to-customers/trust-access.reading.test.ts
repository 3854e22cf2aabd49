/** Reading with a personal link: lists, and copies with a watermark. */
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { unmarkableReasonOf } from '#documents/watermarks/copy';
import { TooBusy } from '#platform/workers/fair-queue';
import { WorkerEnded } from '#platform/workers/process';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { pdfOf } from '../../support/documents.ts';
import { pagesOf, wordsOf } from '../../support/pdf.ts';
import { mailsOf } from '../../support/people.ts';
import { expectError } from '../../support/refusals.ts';
import { waitForWork } from '../../support/runs.ts';
import { insertGrant, linkTokenOf, publishPortal } from '../../support/trust-access.ts';

const app = startApp();
const email = 'reader@example.org';
const watermark = `Test organization · requested by ${email}`;
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');
const pdf = (text: string) => pdfOf((document) => document.text(text));
const fetchLink = async (link: string) => new Uint8Array(await (await fetch(link.replace(/^https?:\/\/[^/]+/, app.base))).arrayBuffer());

async function withAccess(fields?: { readonly expires_at?: string }) {
  const caller = await app.caller();
  await publishPortal(caller);
  const token = linkTokenOf(caller.organization.id, 'access');
  const grantId = await insertGrant(app.database, caller.organization.id, token, fields);
  const read = (path: string) => app.call('GET', `/v1/trust-access/access/${token}${path}`);
  /** Requests a download link and returns the file behind it. */
  const download = async (path: string) => {
    const answer = await read(path);
    expect(answer, answer.text).toMatchObject({ status: 200, body: { expiresIn: 900 } });
    const bytes = await fetchLink(answer.body.downloadUrl);
    expect(bytes).toHaveLength(answer.body.fileSize);
    return { bytes, ...answer.body };
  };
  return { ...caller, token, grantId, read, download };
}
type Reading = Awaited<ReturnType<typeof withAccess>>;

async function addPolicy({ inPerson, organization }: Pick<Caller, 'inPerson' | 'organization'>, name: string, status = 'published') {
  const content = [{ type: 'paragraph', content: [{ type: 'text', text: `What ${name} says.` }] }];
  const { body } = await inPerson('POST', '/v1/policies', { body: { name, description: `About ${name}`, content, audience: 'public' } });
  await app.database.system
    .updateTable('policy')
    .set({ status: status as 'draft' })
    .where('id', '=', body.id)
    .execute();
  expect(body.organizationId).toBe(organization.id);
  return body.id as string;
}
const pdfOfPages = async (count: number) => {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.create();
  for (let page = 0; page < count; page += 1) document.addPage([100, 100]);
  return document.save();
};
const uploadDocument = ({ call }: Reading, fileName: string, bytes: Uint8Array | string, fileType = 'application/pdf') =>
  call('POST', '/v1/trust-portal/documents', { body: { fileName, fileType, fileData: base64(bytes) } });
/** Creates a custom framework and returns its id. */
async function addFramework({ call, organization }: Reading): Promise<string> {
  await call('POST', '/v1/frameworks/custom', { body: { name: 'Clinic baseline', description: 'What clinics ask for' } });
  const { id } = await app.database.system
    .selectFrom('custom_framework')
    .select('id')
    .where('organization_id', '=', organization.id)
    .executeTakeFirstOrThrow();
  return id;
}
/** Marks a custom framework as compliant and uploads its certificate. */
async function certify({ call }: Reading, id: string, bytes: Uint8Array | string) {
  await call('PATCH', `/v1/trust-portal/custom-frameworks/${id}`, { body: { status: 'compliant' } });
  await call('PUT', '/v1/trust-portal/compliance-resources', {
    body: { customFrameworkId: id, fileName: 'Baseline.pdf', fileType: 'application/pdf', fileData: base64(bytes) },
  });
}
async function uploadCertificate({ call }: Reading, bytes: Uint8Array | string) {
  await call('PATCH', '/v1/trust-portal/settings/frameworks', { body: { frameworks: [{ framework: 'gdpr', status: 'compliant' }] } });
  return call('PUT', '/v1/trust-portal/compliance-resources', {
    body: { framework: 'gdpr', fileName: 'GDPR.pdf', fileType: 'application/pdf', fileData: base64(bytes) },
  });
}
const lastEntry = async ({ call }: Pick<Caller, 'call'>) => (await call('GET', '/v1/audit-logs?entityType=trust&limit=1')).body.data[0];

describe('policies', () => {
  test('200 returns the published policies that were released, sorted by name (rule 19)', async () => {
    const caller = await withAccess();
    for (const name of ['Zoning', 'Access', 'Backup']) await addPolicy(caller, name);
    await addPolicy(caller, 'Draft', 'draft');
    const archivedId = await addPolicy(caller, 'Archived');
    await app.database.system.updateTable('policy').set({ is_archived: true }).where('id', '=', archivedId).execute();
    const pages = await allPages(app.call, `/v1/trust-access/access/${caller.token}/policies?limit=2&count=true`);
    expect(pages.flatMap(({ data }) => data.map(({ name }: { name: string }) => name))).toEqual(['Access', 'Backup', 'Zoning']);
    expect(pages[0].totalCount).toBe(3);
    const found = async (query: string) => (await caller.read(`/policies?${query}`)).body.data.map(({ name }: { name: string }) => name);
    expect(await found('search=BACK')).toEqual(['Backup']);
    expect(await found('search=archived')).toEqual([]);
    expect(await found(`ids=${archivedId}&ids=${pages[0].data[0].id}`)).toEqual(['Access']);
    expect(Object.keys(pages[0].data[0]).sort()).toEqual(['currentVersion', 'description', 'id', 'lastPublishedAt', 'name', 'updatedAt']);
    // A cursor is valid only for the link that returned the cursor.
    const other = await withAccess();
    expect(await other.read(`/policies?cursor=${pages[0].nextCursor}`)).toMatchObject({
      status: 400,
      body: { details: { cursor: expect.anything() } },
    });
    await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}/policies/${archivedId}/download`, 404);
  });

  test('200 returns a link to a policy with a watermark and a footer on each page, and logs the download (rules 8 and 14)', async () => {
    const caller = await withAccess();
    const id = await addPolicy(caller, 'Access/Control <b>');
    const { bytes, fileName } = await caller.download(`/policies/${id}/download`);
    expect(fileName).toBe('Access/Control <b>.pdf');
    for (const page of await pagesOf(bytes)) {
      expect(page.replace(/\s+/g, ' ')).toContain(watermark);
      expect(page).toContain(` · ${id}`);
    }
    expect(await wordsOf(bytes)).toContain('What Access/Control <b> says.');
    const entry = await lastEntry(caller);
    expect(entry).toMatchObject({
      description: `Downloaded policy Access/Control <b> [via the personal link of ${email}]`,
      entityId: id,
      data: { grantId: caller.grantId, path: `/v1/trust-access/access/[REDACTED]/policies/${id}/download` },
    });
    expect(JSON.stringify(entry)).not.toContain(caller.token);
  });

  test('200 returns all policies as one PDF, or as an archive with one PDF for each policy and unique names (rule 10)', async () => {
    const caller = await withAccess();
    await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}/policies/download`, 404);
    for (const name of ['Backup', 'backup', '../../etc/passwd', 'CON']) await addPolicy(caller, name);
    const combined = await caller.download('/policies/download');
    expect(combined).toMatchObject({ policyCount: 4, fileName: 'Test organization - All Policies.pdf' });
    for (const page of await pagesOf(combined.bytes)) expect(page.replace(/\s+/g, ' ')).toContain(watermark);
    const archive = await caller.download('/policies/download?format=zip');
    const names = Object.keys(unzipSync(archive.bytes));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4);
    for (const name of names) expect(name).not.toMatch(/[/\\]|^con\.pdf$/i);
    expect(archive.policyCount).toBe(4);
  });

  test('a policy with a damaged uploaded PDF is rendered from its text (rule 8)', async () => {
    const caller = await withAccess();
    const id = await addPolicy(caller, 'Broken');
    const key = `${caller.organization.id}/policies/1-own.pdf`;
    const measure = await app.ports.files.put(key, Buffer.from('%PDF-1.7\nno pages at all'));
    await app.database.system
      .insertInto('stored_file')
      .values({ id: key, organization_id: caller.organization.id, ...measure })
      .execute();
    await app.database.system.updateTable('policy').set({ pdf_key: key }).where('id', '=', id).execute();
    const words = await wordsOf((await caller.download(`/policies/${id}/download`)).bytes);
    expect(words).toContain('What Broken says.');
    expect(words).toContain('cannot be read');
    expect(words).toContain(watermark);
  });
});

describe('documents and certificates', () => {
  test('200 returns PDFs with a watermark and other files unchanged; 404 for deleted documents (rule 8)', async () => {
    const caller = await withAccess();
    const { body: first } = await uploadDocument(caller, 'Test "1".pdf', await pdf('Findings: none'));
    const { body: second } = await uploadDocument(caller, 'Notes.txt', 'just text', 'text/plain');
    const list = await caller.read('/documents?count=true');
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(Object.keys(list.body.data[0]).sort()).toEqual(['createdAt', 'description', 'id', 'name', 'updatedAt']);
    const copy = await caller.download(`/documents/${first.id}`);
    expect(copy.fileName).toBe('Test "1".pdf');
    const words = await wordsOf(copy.bytes);
    for (const part of ['Findings: none', watermark, `Page 1 of 1 · ${first.id}`]) expect(words).toContain(part);
    expect(Buffer.from((await caller.download(`/documents/${second.id}`)).bytes).toString()).toBe('just text');
    await caller.call('DELETE', `/v1/trust-portal/documents/${second.id}`);
    await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}/documents/${second.id}`, 404);
    expect((await caller.read('/documents')).body.data).toHaveLength(1);
  });

  test('200 returns all documents in an archive, with watermarks on PDFs, and unique and safe names (rule 10)', async () => {
    const caller = await withAccess();
    await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}/documents/download`, 404);
    await uploadDocument(caller, 'Report.pdf', await pdf('One'));
    await uploadDocument(caller, 'REPORT.pdf', await pdf('Two'));
    await uploadDocument(caller, '..\\..\\evil.txt', 'three', 'text/plain');
    const { bytes, fileCount, fileName } = await caller.download('/documents/download');
    expect([fileCount, fileName]).toEqual([3, 'Test organization - Documents.zip']);
    const files = unzipSync(bytes);
    expect(Object.keys(files)).toEqual(['.._.._evil.txt', 'REPORT.pdf', 'Report (1).pdf']);
    expect(strFromU8(files['.._.._evil.txt'] ?? new Uint8Array())).toBe('three');
    expect(await wordsOf(files['REPORT.pdf'] ?? new Uint8Array())).toContain(watermark);
    expect(await lastEntry(caller)).toMatchObject({
      entityId: caller.grantId,
      description: expect.stringMatching(/^Downloaded 3 trust documents/),
    });
  });

  test('200 returns an archive of at most 500 MiB that names the documents that were left out (rule 10)', async () => {
    const caller = await withAccess();
    const oldId = (await uploadDocument(caller, 'Old.txt', 'old', 'text/plain')).body.id;
    const largeId = (await uploadDocument(caller, 'Large.txt', 'large', 'text/plain')).body.id;
    await uploadDocument(caller, 'New.txt', 'new', 'text/plain');
    // The sizes are stored with the documents, so the files need not be large.
    const setSize = (id: string, size: number) =>
      app.database.system.updateTable('trust_document').set({ file_size: size }).where('id', '=', id).execute();
    await setSize(largeId, 500 * 1024 * 1024);
    await setSize(oldId, 3);
    const { bytes, fileCount } = await caller.download('/documents/download');
    const files = unzipSync(bytes);
    expect([fileCount, Object.keys(files)]).toEqual([1, ['New.txt', 'Not included.txt']]);
    expect(strFromU8(files['Not included.txt'] ?? new Uint8Array())).toBe(
      'Large.txt: an archive has at most 500 MiB\nOld.txt: an archive has at most 500 MiB\n',
    );
  });

  test('200 returns certificates, and a download does not change the settings (rule 12)', async () => {
    const caller = await withAccess();
    await uploadCertificate(caller, await pdf('We comply'));
    await caller.call('PATCH', '/v1/trust-portal/settings/frameworks', { body: { frameworks: [{ framework: 'gdpr', enabled: false }] } });
    const settings = (await caller.call('GET', '/v1/trust-portal/settings')).body;
    expect((await caller.read('/compliance-resources')).body.data).toEqual([
      {
        framework: 'gdpr',
        customFrameworkId: null,
        customFrameworkName: null,
        fileName: 'GDPR.pdf',
        fileSize: expect.any(Number),
        updatedAt: expect.any(String),
      },
    ]);
    expect(await wordsOf((await caller.download('/compliance-resources/gdpr')).bytes)).toContain(watermark);
    expect((await caller.call('GET', '/v1/trust-portal/settings')).body).toMatchObject({
      frameworks: settings.frameworks,
      updatedAt: settings.updatedAt,
    });
    await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}/compliance-resources/soc3`, 404);
    await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}/compliance-resources/soc4`, 400);
  });

  test('200 returns the certificate of a custom framework', async () => {
    const caller = await withAccess();
    const id = await addFramework(caller);
    const path = `/compliance-resources/custom/${id}`;
    await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}${path}`, 404);
    await certify(caller, id, await pdf('Met'));
    expect((await caller.read('/compliance-resources')).body.data[0]).toMatchObject({
      framework: null,
      customFrameworkId: id,
      customFrameworkName: 'Clinic baseline',
    });
    expect(await wordsOf((await caller.download(path)).bytes)).toContain(watermark);
  });

  test('rotated pages have the footer at their lower edge, and pages of any size have a watermark', async () => {
    const caller = await withAccess();
    const { PDFDocument, degrees } = await import('@cantoo/pdf-lib');
    const document = await PDFDocument.create();
    for (const [index, size] of (
      [
        [595, 842],
        [842, 595],
        [3000, 200],
        [100, 100],
      ] as const
    ).entries())
      document.addPage([...size]).setRotation(degrees(index * 90));
    const { body } = await uploadDocument(caller, 'Plans.pdf', await document.save());
    const pages = await pagesOf((await caller.download(`/documents/${body.id}`)).bytes);
    expect(pages).toHaveLength(4);
    for (const [index, page] of pages.entries()) {
      expect(page.replace(/\s+/g, ' ')).toContain(watermark);
      expect(page).toContain(`Page ${index + 1} of 4`);
    }
  });

  test('404 for records of another organization (tenancy)', async () => {
    const [caller, other] = [await withAccess(), await withAccess()];
    const [documentId, policyId] = [(await uploadDocument(other, 'Theirs.pdf', await pdf('x'))).body.id, await addPolicy(other, 'Theirs')];
    for (const path of [
      `/documents/${documentId}`,
      `/policies/${policyId}/download`,
      '/compliance-resources/gdpr',
      `/compliance-resources/custom/${policyId}`,
    ])
      await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}${path}`, 404);
  });
});

describe('files that cannot be watermarked (rule 8)', () => {
  const damaged = '%PDF-1.7\nnothing in here';
  const warningMails = async ({ organization }: Reading) =>
    (await mailsOf(app.database, organization)).filter(({ subject }) => subject.startsWith('No watermark')).map(({ text }) => text);

  test('a damaged or too long PDF is never handed out; its uploader is notified, and the log names the reader who requested it', async () => {
    const caller = await withAccess();
    await uploadCertificate(caller, damaged);
    const longId = (await uploadDocument(caller, 'Long', await pdfOfPages(2001), 'application/octet-stream')).body.id;
    const namedId = (await uploadDocument(caller, 'Named.PDF', 'no PDF at all', 'text/plain')).body.id;
    expect(await warningMails(caller)).toEqual([
      expect.stringContaining('It is damaged'),
      expect.stringContaining('more than 2,000 pages'),
      expect.stringContaining('It is damaged'),
    ]);
    for (const path of ['/compliance-resources/gdpr', `/documents/${longId}`, `/documents/${namedId}`, '/documents/download']) {
      await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}${path}`, 409);
      expect((await caller.read(path)).body.code).toBe('document_not_markable');
    }
    expect((await lastEntry(caller)).description).toMatch(
      /refused, because Long: it has more than 2,000 pages; Named.PDF: it is damaged|refused, because Named/,
    );
    await uploadDocument(caller, 'Report.pdf', await pdf('One'));
    const { bytes, fileCount } = await caller.download('/documents/download');
    const files = unzipSync(bytes);
    expect([fileCount, Object.keys(files)]).toEqual([1, ['Report.pdf', 'Not included.txt']]);
    expect(strFromU8(files['Not included.txt'] ?? new Uint8Array()).split('\n')).toEqual(
      expect.arrayContaining(['Long: it has more than 2,000 pages', 'Named.PDF: it is damaged']),
    );
    expect((await caller.download('/documents/download')).fileCount).toBe(1);
    const page = await app.call('GET', `/trust/${caller.organization.id}/access/${caller.token}/documents/${longId}`);
    expect(page).toMatchObject({ status: 409, text: expect.stringContaining('The document cannot be marked for its reader') });
  });

  test('409 for a damaged certificate of a custom framework', async () => {
    const caller = await withAccess();
    const id = await addFramework(caller);
    await certify(caller, id, damaged);
    await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}/compliance-resources/custom/${id}`, 409);
  });

  test('a PDF that requires a password is handed out without a watermark, and its uploader is notified', async () => {
    const caller = await withAccess();
    const locked = await pdfOf((document) => document.text('secret'), { userPassword: 'a', ownerPassword: 'b' });
    await uploadCertificate(caller, locked);
    expect(await warningMails(caller)).toEqual([expect.stringContaining('It takes a password')]);
    expect(Buffer.from((await caller.download('/compliance-resources/gdpr')).bytes).equals(locked)).toBe(true);
  });

  test.each(['1.3', '1.4', '1.6', '1.7ext3'] as const)(
    '200 adds a watermark when a PDF %s has only an owner password',
    async (pdfVersion) => {
      const caller = await withAccess();
      await uploadCertificate(caller, await pdfOf((document) => document.text('Findings: none'), { ownerPassword: 'b', pdfVersion }));
      const words = await wordsOf((await caller.download('/compliance-resources/gdpr')).bytes);
      expect(words).toContain('Findings: none');
      expect(words).toContain(watermark);
      expect(await warningMails(caller)).toEqual([]);
    },
  );

  test('409 for a PDF with an unknown encryption', async () => {
    const caller = await withAccess();
    const locked = await pdfOf((document) => document.text('secret'), { ownerPassword: 'b' });
    const unknownEncryption = Buffer.from(locked.toString('latin1').replace('/Filter /Standard', '/Filter /Unknown1'), 'latin1');
    expect(unknownEncryption.equals(locked)).toBe(false);
    await uploadCertificate(caller, unknownEncryption);
    await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}/compliance-resources/gdpr`, 409);
  });

  test.each([1, 9, 1000])('200 adds a watermark when %d bytes precede the header of a PDF with another declared type', async (count) => {
    const caller = await withAccess();
    const content = Buffer.concat([Buffer.alloc(count, '\n'), await pdf('Findings: none')]);
    const { body } = await uploadDocument(caller, 'Report', content, 'application/octet-stream');
    expect(await wordsOf((await caller.download(`/documents/${body.id}`)).bytes)).toContain(watermark);
    expect(await warningMails(caller)).toEqual([]);
  });

  test('200 adds a watermark to a PDF with another declared type', async () => {
    const caller = await withAccess();
    const { body } = await uploadDocument(caller, 'Report', await pdf('Findings: none'), 'application/octet-stream');
    expect(await wordsOf((await caller.download(`/documents/${body.id}`)).bytes)).toContain(watermark);
    expect(await warningMails(caller)).toEqual([]);
  });
});

test('a file whose watermark takes too long is never handed out without a watermark, even when the service is busy (rule 8)', () => {
  expect(() => unmarkableReasonOf(new WorkerEnded('time'))).toThrow(TooBusy);
  for (const cause of ['memory', 'crash'] as const) expect(unmarkableReasonOf(new WorkerEnded(cause))).toBe('damaged');
  expect(() => unmarkableReasonOf(new TypeError('other'))).toThrow('other');
});

test('repeated downloads return the same copy, and another reader gets a different copy (rule 10)', async () => {
  const caller = await withAccess();
  const { body } = await uploadDocument(caller, 'Same.pdf', await pdf('x'));
  const keyOf = (link: string) => new URL(link).pathname;
  const [first, second] = [await caller.download(`/documents/${body.id}`), await caller.download(`/documents/${body.id}`)];
  // A copy lasts fifteen days, and this period can end once between these downloads.
  const third = await caller.download(`/documents/${body.id}`);
  expect([keyOf(first.downloadUrl), keyOf(third.downloadUrl)]).toContain(keyOf(second.downloadUrl));
  expect(keyOf(first.downloadUrl)).toContain(`/${caller.organization.id}/copies/`);
  const token = linkTokenOf(caller.organization.id, 'access of another reader');
  await insertGrant(app.database, caller.organization.id, token);
  const answer = await app.call('GET', `/v1/trust-access/access/${token}/documents/${body.id}`);
  expect([keyOf(first.downloadUrl), keyOf(third.downloadUrl)]).not.toContain(keyOf(answer.body.downloadUrl));
  const files = await app.database.system
    .selectFrom('stored_file')
    .select('id')
    .where('organization_id', '=', caller.organization.id)
    .execute();
  expect(files.map(({ id }) => id).filter((id) => id.includes('/copies/'))).toEqual([]);
});

test('an access that ends while a copy is made returns nothing and logs nothing (rule 7)', async () => {
  const caller = await withAccess();
  for (let n = 0; n < 5; n += 1) await addPolicy(caller, `Policy ${n}`);
  const [downloaded, revoked] = await Promise.all([
    caller.read('/policies/download'),
    caller.call('POST', `/v1/trust-access/admin/grants/${caller.grantId}/revoke`, { body: { reason: 'Now' } }),
  ]);
  expect(revoked.status).toBe(200);
  expect([200, 410]).toContain(downloaded.status);
  const messages = (await caller.call('GET', '/v1/audit-logs?entityType=trust&limit=5')).body.data.map(
    ({ description }: { description: string }) => description,
  );
  expect(messages.some((text: string) => text.startsWith('Downloaded 5 policies'))).toBe(downloaded.status === 200);
  expect(await caller.read('')).toMatchObject({ status: 410 });
});

test('404 for unknown tokens and 410 for tokens of an expired access, in all operations (rule 7)', async () => {
  const caller = await withAccess({ expires_at: '2026-01-01T00:00:00.000Z' });
  const paths = [
    '',
    '/policies',
    '/policies/download',
    '/policies/pol_x/download',
    '/documents',
    '/documents/download',
    '/documents/tdoc_x',
    '/compliance-resources',
    '/compliance-resources/gdpr',
    '/compliance-resources/custom/cfrm_x',
    '/questionnaire/run_x',
  ];
  for (const path of paths) {
    await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}${path}`, 410);
    expect(await caller.read(path), path).toMatchObject({ status: 410, body: { code: 'access_token_expired' } });
    for (const token of ['x', caller.token.slice(1), `${caller.token}%20`, caller.token.toUpperCase()])
      expect(await app.call('GET', `/v1/trust-access/access/${token}${path}`), path).toMatchObject({
        status: 404,
        body: { code: 'access_token_not_found' },
      });
  }
  const body = { fileName: 'a.csv', fileType: 'text/csv', fileData: base64('Do you?') };
  await expectError(app.call, 'POST', `/v1/trust-access/access/${caller.token}/questionnaire`, 410, body);
  await expectError(app.call, 'POST', '/v1/trust-access/access/x/questionnaire', 404, body);
});

describe('questionnaires', () => {
  const file = {
    fileName: 'questions.csv',
    fileType: 'text/csv',
    fileData: base64('Question\nDo you encrypt data at rest?\nDo you test backups?\n'),
  };
  const send = ({ token }: Reading, body: object = file) => app.call('POST', `/v1/trust-access/access/${token}/questionnaire`, { body });

  test('202 starts a run that creates an archive; only the access that started the run can read the run (rules 14 and 16)', async () => {
    const [caller, other] = [await withAccess(), await withAccess()];
    await caller.inPerson('PATCH', '/v1/trust-portal/settings', { body: { visitorAnswers: 'at_once' } });
    const answer = await send(caller);
    expect(answer).toMatchObject({
      status: 202,
      body: { kind: 'answer_and_export', result: { questionnaireId: expect.stringMatching(/^qst_/) } },
    });
    const { id, result } = answer.body;
    expect(answer.headers.get('location')).toBe(`/v1/trust-access/access/${caller.token}/questionnaire/${id}`);
    await waitForWork(app.database, caller.organization.id);
    const run = await caller.read(`/questionnaire/${id}`);
    expect(run, run.text).toMatchObject({
      status: 200,
      body: { status: 'completed', result: { questionCount: 2 } },
    });
    expect(run.body.result).not.toHaveProperty('downloadUrl');
    expect(
      Object.keys(unzipSync(await fetchLink((await caller.read(`/questionnaire/${id}/answers`)).body.file.downloadUrl)))
        .map((name) => name.split('.').at(-1))
        .sort(),
    ).toEqual(['csv', 'pdf', 'xlsx']);
    expect(await caller.call('GET', `/v1/questionnaire/${result.questionnaireId}`)).toMatchObject({
      status: 200,
      body: { source: 'external', status: 'completed' },
    });
    expect(await other.read(`/questionnaire/${id}`)).toMatchObject({ status: 404, body: { code: 'shared_run_not_found' } });
    const token = linkTokenOf(caller.organization.id, 'access of another reader');
    await insertGrant(app.database, caller.organization.id, token);
    await expectError(app.call, 'GET', `/v1/trust-access/access/${token}/questionnaire/${id}`, 404);
    await expectError(app.call, 'GET', `/v1/runs/${id}?token=${caller.token}`, 401);
    const entries = (await caller.call('GET', `/v1/audit-logs?limit=10`)).body.data;
    expect(entries.map(({ description }: { description: string }) => description)).toEqual(
      expect.arrayContaining([
        `Sent a questionnaire [via the personal link of ${email}]`,
        `Exported questionnaire [via the personal link of ${email}]`,
      ]),
    );
  });

  test('a run stops when the access ends (rule 16)', async () => {
    const caller = await withAccess();
    const { body } = await send(caller);
    await app.database.system
      .updateTable('run')
      .set({ due_at: 'infinity' })
      .where('id', '=', body.id)
      .where('status', '=', 'queued')
      .execute();
    await caller.call('POST', `/v1/trust-access/admin/grants/${caller.grantId}/revoke`, { body: { reason: 'Now' } });
    await app.database.system
      .updateTable('run')
      .set({ due_at: new Date().toISOString() })
      .where('id', '=', body.id)
      .where('status', '=', 'queued')
      .execute();
    await waitForWork(app.database, caller.organization.id);
    const run = await caller.call('GET', `/v1/runs/${body.id}`);
    expect(['failed', 'completed']).toContain(run.body.status);
    if (run.body.status === 'failed') expect(run.body.error).toBe('Whoever started the work may not do it any more');
  });

  test('403 while the questionnaire is hidden', async () => {
    const caller = await withAccess();
    await caller.call('PUT', '/v1/trust-portal/settings/security-questionnaire', { body: { enabled: false } });
    await expectError(app.call, 'POST', `/v1/trust-access/access/${caller.token}/questionnaire`, 403, file);
    expect((await caller.read('')).body.securityQuestionnaireEnabled).toBe(false);
  });

  test.each([
    ['no base64', { ...file, fileData: '!' }, 400],
    ['an empty file', { ...file, fileData: '' }, 400],
    ['an unknown field', { ...file, fileKey: 'x' }, 400],
    ['a type that nobody reads', { ...file, fileType: 'application/zip' }, 415],
    ['an old format', { ...file, fileType: 'application/vnd.ms-excel' }, 415],
    ['a program', { ...file, fileName: 'a.exe' }, 415],
    ['another type than it says', { ...file, fileType: 'application/pdf' }, 422],
    ['more than 10 MiB', { ...file, fileData: base64(Buffer.alloc(10 * 1024 * 1024 + 1, 97)) }, 413],
  ])('%s is rejected', async (_case, body, status) => {
    const caller = await withAccess();
    await expectError(app.call, 'POST', `/v1/trust-access/access/${caller.token}/questionnaire`, status, body);
    expect((await caller.call('GET', '/v1/questionnaire')).body.data).toEqual([]);
  });
});
