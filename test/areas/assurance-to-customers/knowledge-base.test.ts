/** What every operation refuses alike (credentials, permissions, media types, sizes, limits) is tested in test/contract/. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { paragraph, pdfOf, rawDocument, rawWorkbook, types, workbookOf } from '../../support/documents.ts';
import { addDocument, concept, documentsUrl as url, passages, readDocument, upload } from '../../support/knowledge-base.ts';
import { within } from '../../support/organization.ts';
import { invalid, lastEntry } from '../../support/people.ts';
import { waitForRun, keysOf } from '../../support/questionnaires.ts';
import { asProblem } from '../../support/refusals.ts';
import { uploaded } from '../../support/uploads.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const unknown = 'kbd_6a0d69a21c7e04b85f39d2a7';

describe('createKnowledgeBaseDocument', () => {
  test('201 at once, and the run makes its text found; one entry in the log, without the file (rules 7 and 13)', async () => {
    const { call, organization } = await app.caller();
    const made = await call('POST', url, { body: upload(concept, { fileName: ' Backup concept.txt ', description: ' Of operations. ' }) });
    expect(made).toMatchObject({ status: 201 });
    expect(made.body).toEqual({
      id: expect.stringMatching(/^kbd_[0-9a-f]{24}$/),
      organizationId: organization.id,
      name: 'Backup concept.txt',
      description: 'Of operations.',
      audience: 'internal',
      fileType: 'text/plain',
      fileSize: concept.length,
      processingStatus: 'pending',
      processingError: null,
      processedAt: null,
      runId: expect.stringMatching(/^run_/),
      chunkCount: 0,
      createdAt: time,
      updatedAt: time,
    });
    expect(made.headers.get('location')).toBe(`${url}/${made.body.id}`);
    expect(await waitForRun(call, made.body.runId)).toMatchObject({
      kind: 'process_documents',
      status: 'completed',
      progress: { done: 1, total: 1 },
      result: { documents: [{ documentId: made.body.id, outcome: 'completed', chunkCount: 1 }] },
    });
    expect(await readDocument(call, made.body.id)).toMatchObject({ processingStatus: 'completed', processedAt: time, chunkCount: 1 });
    expect(await keysOf(app.ports.files, organization.id)).toEqual([
      expect.stringMatching(new RegExp(`^${organization.id}/knowledge-base-documents/\\d{13}-[0-9a-f]{32}-Backup_concept.txt$`)),
    ]);
    const { data } = (await call('GET', `/v1/audit-logs?entityId=${made.body.id}`)).body;
    expect(data).toMatchObject([
      { entityType: 'organization', description: 'Uploaded knowledge base document [via API key "test"]', data: { permission: 'create' } },
    ]);
    expect(Object.keys(data[0].data.changes).toSorted()).toEqual(['audience', 'description', 'fileSize', 'fileType', 'name']);
  });
  test('201 by the key of an upload with the purpose document', async () => {
    const { call } = await app.caller();
    const fileKey = await uploaded(app.base, call, new TextEncoder().encode(concept), { purpose: 'document', fileType: 'text/plain' });
    const made = await call('POST', url, { body: { fileName: 'x.txt', fileType: 'text/plain', fileKey } });
    expect(made, made.text).toMatchObject({ status: 201, body: { fileSize: concept.length } });
    expect(await waitForRun(call, made.body.runId)).toMatchObject({ status: 'completed' });
  });
  test('201 without a run for a file of any type that is not to be read (rule 4)', async () => {
    const { call } = await app.caller();
    const fields = { fileName: 'Recording.mp3', fileType: 'audio/mpeg', process: false };
    const { id, ...rest } = await addDocument(call, 'ID3', fields);
    expect(rest).toMatchObject({ processingStatus: 'pending', runId: null, description: null });
    const { body, status } = await call('POST', `${url}/process`, { body: { documentIds: [id] } });
    expect(status).toBe(202);
    const why = 'Text cannot be read from files of this type';
    expect(await waitForRun(call, body.id)).toMatchObject({
      status: 'failed',
      error: why,
      result: { documents: [{ documentId: id, outcome: 'failed', chunkCount: 0, error: why }] },
    });
    expect(await readDocument(call, id)).toMatchObject({ processingStatus: 'failed', processingError: why, processedAt: time });
  });
  test.each([
    ['a PDF, with the page', types.pdf, () => pdfOf((pdf) => pdf.text('Cover').addPage().text('Visitors wear badges.')), 2],
    ['a document', types.docx, async () => rawDocument(paragraph('Visitors wear badges.')), null],
    [
      'a workbook',
      types.xlsx,
      () =>
        workbookOf([
          ['Rule', 'Text'],
          ['1', 'Visitors wear badges.'],
        ]),
      null,
    ],
    ['a table', types.csv, async () => 'Rule,Text\n1,Visitors wear badges.\n', null],
    ['Markdown', 'text/markdown', async () => '# House\n\nVisitors wear\nbadges.\n', null],
  ])('201 for %s, whose text is found (rules 4 and 6)', async (_what, fileType, content, page) => {
    const { call } = await app.caller();
    const { id } = await addDocument(call, await content(), { fileName: 'House rules', fileType });
    expect(await passages(call, 'Do visitors wear badges?')).toMatchObject([
      { sourceType: 'knowledge_base_document', sourceId: id, sourceName: 'House rules', page, content: expect.stringContaining('badges') },
    ]);
  });
  test('201, and failed for a file without text, which is kept (rule 5)', async () => {
    const { call } = await app.caller();
    const found = await addDocument(call, ' \n ');
    expect(found).toMatchObject({
      processingStatus: 'failed',
      processingError: 'The file holds no text',
      processedAt: time,
      chunkCount: 0,
    });
    expect(await call('GET', `${url}/${found.id}/download`)).toMatchObject({ status: 200 });
  });
  test.each([
    ['neither file nor key', { fileData: undefined }, { _errors: 'must have exactly one of: fileData, fileKey' }],
    ['data that is not base64', { fileData: '!' }, { fileData: 'must be base64' }],
    ['a blank name', { fileName: ' ' }, { fileName: 'must not be blank' }],
    ['a long description', { description: 'x'.repeat(2001) }, { description: 'must have at most 2000 characters' }],
  ])('400 for %s', async (_what, fields, details) => {
    const { call } = await app.caller();
    expect(await call('POST', url, { body: upload(concept, fields) })).toMatchObject(invalid(details));
  });
  test('400 for the key of an upload with another purpose, or whose bytes have not come', async () => {
    const { call, organization } = await app.caller();
    const body = { fileName: 'x.txt', fileType: 'text/plain' };
    const fileKey = await uploaded(app.base, call, new TextEncoder().encode(concept), { purpose: 'questionnaire' });
    expect(await call('POST', url, { body: { ...body, fileKey } })).toMatchObject(
      invalid({ fileKey: 'must be the key of an upload of the organization with the purpose document' }),
    );
    const none = `${organization.id}/uploads/document/1779264000000-x.txt`;
    expect(await call('POST', url, { body: { ...body, fileKey: none } })).toMatchObject(invalid({ fileKey: 'must be uploaded first' }));
  });
  test.each([
    [413, 'file_too_large_unpacked', 'a workbook that would be huge', hugeWorkbook(), types.xlsx],
    [415, 'old_office_format', 'an old document', 'x', 'application/msword'],
    [415, 'old_office_format', 'a document in RTF', '{\\rtf1 Text}', 'text/rtf'],
    [415, 'document_type_not_readable', 'a recording', 'ID3', 'audio/mpeg'],
    [415, 'file_type_not_allowed', 'a program', 'x', 'text/x-python'],
    [422, 'file_unreadable', 'a broken workbook', 'PK\u0003\u0004 broken', types.xlsx],
    [422, 'file_protected', 'a workbook with a password', protectedFile(), types.xlsx],
    [422, 'file_type_mismatch', 'a text that is called a PDF', 'text', types.pdf],
    [422, 'file_has_active_content', 'text with a script', '<script>', 'text/html'],
  ])('%i %s for %s, and nothing is stored (rule 4)', async (status, code, _what, content, fileType) => {
    const { call, organization } = await app.caller();
    expect(await call('POST', url, { body: upload(content, { fileName: 'file', fileType }) })).toMatchObject({ status, body: { code } });
    expect(await keysOf(app.ports.files, organization.id)).toEqual([]);
    expect((await call('GET', url)).body.data).toEqual([]);
  });
  test('415 for a program by its name', async () => {
    const { call } = await app.caller();
    expect(await call('POST', url, { body: upload(concept, { fileName: 'run.bat' }) })).toMatchObject({
      status: 415,
      body: { code: 'file_extension_not_allowed' },
    });
  });
  test('415 as a problem that names the formats', async () => {
    const { call } = await app.caller();
    const answer = await call('POST', url, { body: upload('ID3', { fileType: 'audio/mpeg' }), ...asProblem });
    expect(answer).toMatchObject({ status: 415, body: { type: '/problems/document_type_not_readable', formats: expect.any(Array) } });
  });
});

describe('listKnowledgeBaseDocuments', () => {
  test('200 page by page with each document once, newest first, and counted when asked', async () => {
    const { call } = await app.caller();
    for (const name of ['b', 'c', 'a']) await addDocument(call, concept, { fileName: `${name}.txt`, process: false });
    const namesOf = async (query: string) =>
      (await allPages(call, `${url}?limit=2&count=true${query}`)).flatMap(({ data, totalCount }) => {
        expect(totalCount).toBe(3);
        return data.map(({ name }: { name: string }) => name);
      });
    expect(await namesOf('')).toEqual(['a.txt', 'c.txt', 'b.txt']);
    expect(await namesOf('&sortBy=name&sortOrder=asc')).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await namesOf('&sortBy=updatedAt&sortOrder=asc')).toEqual(['b.txt', 'c.txt', 'a.txt']);
  });
  test('200 with those of a status, and those with a text in name or description', async () => {
    const { call } = await app.caller();
    const read = await addDocument(call);
    const other = await addDocument(call, concept, { fileName: '100%.txt', description: 'Of the harbour.', process: false });
    const found = async (query: string) => (await call('GET', `${url}?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await found('processingStatus=completed')).toEqual([read.id]);
    expect(await found('processingStatus=pending&processingStatus=failed')).toEqual([other.id]);
    expect(await found('search=CONCEPT')).toEqual([read.id]);
    expect(await found('search=harbour')).toEqual([other.id]);
    expect(await found('search=0%25')).toEqual([other.id]);
  });
});

test('200 with another name and description, and only these in the log; answers cite the new name', async () => {
  const { call, organization } = await app.caller();
  const { id } = await addDocument(call);
  const answer = await call('PATCH', `${url}/${id}`, { body: { name: ' Plan ', description: 'New' } });
  expect(answer).toMatchObject({ status: 200, body: { id, name: 'Plan', description: 'New', processingStatus: 'completed' } });
  expect(await lastEntry(app.database, organization)).toMatchObject({
    entity_type: 'organization',
    entity_id: id,
    data: { changes: { name: { previous: 'Backup concept.txt', current: 'Plan' }, description: { previous: null, current: 'New' } } },
  });
  expect(await call('PATCH', `${url}/${id}`, { body: { description: ' ' } })).toMatchObject({ status: 200, body: { description: null } });
  expect(await passages(call, 'How often are backups taken?')).toMatchObject([{ sourceName: 'Plan' }]);
  expect(await call('PATCH', `${url}/${id}`, { body: { name: ' ' } })).toMatchObject(invalid({ name: 'must not be blank' }));
  expect(await call('PATCH', `${url}/${id}`, { body: {} })).toMatchObject({ status: 400 });
});

test('200 with links that work, one to download and one to view, each in the log (rules 3 and 13)', async () => {
  const { call, organization } = await app.caller();
  const { id } = await addDocument(call, '<p>Backups</p>', { fileName: 'Plan.html', fileType: 'text/html' });
  const download = await call('GET', `${url}/${id}/download`);
  expect(download).toMatchObject({ status: 200, body: { fileName: 'Plan.html', fileSize: 14, expiresIn: 3600 } });
  expect(await lastEntry(app.database, organization)).toMatchObject({ entity_id: id, entity_type: 'organization' });
  const view = await call('GET', `${url}/${id}/view`);
  expect(view).toMatchObject({ status: 200, body: { fileName: 'Plan.html', fileSize: 14, expiresIn: 3600 } });
  expect((await lastEntry(app.database, organization)).description).toMatch(/^Viewed knowledge base document/);
  const follow = async (link: string) => fetch(new URL(new URL(link).pathname + new URL(link).search, app.base));
  const saved = await follow(download.body.downloadUrl);
  expect(saved.headers.get('content-disposition')).toBe('attachment; filename="Plan.html"');
  const shown = await follow(view.body.downloadUrl);
  expect(shown.headers.get('content-disposition')).toBe('inline; filename="Plan.html"');
  expect(shown.headers.get('content-security-policy')).toMatch(/sandbox/);
  expect(await shown.text()).toBe('<p>Backups</p>');
  // What a browser does not show is downloaded.
  const other = await addDocument(call, 'ID3', { fileName: 'x.mp3', fileType: 'audio/mpeg', process: false });
  const link = await call('GET', `${url}/${other.id}/view`);
  expect((await follow(link.body.downloadUrl)).headers.get('content-disposition')).toBe('attachment; filename="x.mp3"');
});
test('404 for a link to a file that is no longer stored', async () => {
  const { call, organization } = await app.caller();
  const { id } = await addDocument(call);
  for (const key of await keysOf(app.ports.files, organization.id)) await app.ports.files.remove(key);
  for (const path of ['download', 'view'])
    expect(await call('GET', `${url}/${id}/${path}`)).toMatchObject({ status: 404, body: { code: 'knowledge_base_file_not_found' } });
  const { body } = await call('POST', `${url}/process`, { body: { documentIds: [id] } });
  expect(await waitForRun(call, body.id)).toMatchObject({ status: 'failed', error: 'The file no longer exists' });
  expect(await passages(call, 'How often are backups taken?')).toEqual([]);
});

test('204, and row, passages and file are gone (rule 11)', async () => {
  const { call, organization } = await app.caller();
  const { id } = await addDocument(call);
  expect(await call('DELETE', `${url}/${id}`)).toMatchObject({ status: 204 });
  expect(await call('GET', `${url}/${id}`)).toMatchObject({ status: 404 });
  expect(await passages(call, 'How often are backups taken?')).toEqual([]);
  await expect.poll(() => keysOf(app.ports.files, organization.id)).toEqual([]);
  expect(await within(app.database, organization.id, (db) => db.selectFrom('knowledge_base_passage').select('id').execute())).toEqual([]);
  expect((await lastEntry(app.database, organization)).description).toMatch(/^Deleted knowledge base document/);
});

test('404 for a document of another organization, and for one that there is not (rule 1)', async () => {
  const [{ call }, other] = [await app.caller(), await app.caller()];
  const { id } = await addDocument(other.call, concept, { process: false });
  for (const foreign of [id, unknown, newId('kbd')]) {
    const refused = { status: 404, body: { code: 'knowledge_base_document_not_found' } };
    for (const path of ['', '/download', '/view']) expect(await call('GET', `${url}/${foreign}${path}`)).toMatchObject(refused);
    expect(await call('PATCH', `${url}/${foreign}`, { body: { name: 'x' } })).toMatchObject(refused);
    expect(await call('DELETE', `${url}/${foreign}`)).toMatchObject(refused);
    expect(await call('POST', `${url}/process`, { body: { documentIds: [foreign] } })).toMatchObject(refused);
  }
});

/** The container that office programs put a file with a password into. */
function protectedFile(): Buffer {
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512), Buffer.from('EncryptedPackage', 'utf16le')]);
}

/** What its directory says of the last part: 3 GiB. */
function hugeWorkbook(): Buffer {
  const zip = rawWorkbook('<worksheet/>', { 'xl/media/image1.png': new Uint8Array(1000) });
  zip.writeUInt32LE(0xc0000000, zip.lastIndexOf('PK\x01\x02') + 24);
  return zip;
}
