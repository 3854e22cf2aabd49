/** Documents of the knowledge base. Refusals common to all operations (credentials, media types, limits) are tested in test/contract/. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { paragraph, pdfOf, rawDocument, rawWorkbook, types, workbookOf } from '../../support/documents.ts';
import { addDocument, backupConcept, documentsUrl as url, passages, readDocument, upload } from '../../support/knowledge-base.ts';
import { within } from '../../support/organization.ts';
import { invalid, lastEntry } from '../../support/people.ts';
import { waitForRun, keysOf } from '../../support/questionnaires.ts';
import { asProblem } from '../../support/refusals.ts';
import { uploaded } from '../../support/uploads.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const unknownId = 'kbd_6a0d69a21c7e04b85f39d2a7';

describe('createKnowledgeBaseDocument', () => {
  test('201 at once, and the run makes its text found; one entry in the log, without the file (rules 7 and 13)', async () => {
    const { call, organization } = await app.caller();
    const added = await call('POST', url, {
      body: upload(backupConcept, { fileName: ' Backup concept.txt ', description: ' Of operations. ' }),
    });
    expect(added).toMatchObject({ status: 201 });
    expect(added.body).toEqual({
      id: expect.stringMatching(/^kbd_[0-9a-f]{24}$/),
      organizationId: organization.id,
      name: 'Backup concept.txt',
      description: 'Of operations.',
      audience: 'internal',
      fileType: 'text/plain',
      fileSize: backupConcept.length,
      processingStatus: 'pending',
      processingError: null,
      processedAt: null,
      runId: expect.stringMatching(/^run_/),
      chunkCount: 0,
      createdAt: time,
      updatedAt: time,
      version: expect.any(Number),
    });
    expect(added.headers.get('location')).toBe(`${url}/${added.body.id}`);
    expect(await waitForRun(call, added.body.runId)).toMatchObject({
      kind: 'process_documents',
      status: 'completed',
      progress: { done: 1, total: 1 },
      result: { documents: [{ documentId: added.body.id, outcome: 'completed', chunkCount: 1 }] },
    });
    expect(await readDocument(call, added.body.id)).toMatchObject({ processingStatus: 'completed', processedAt: time, chunkCount: 1 });
    expect(await keysOf(app.ports.files, organization.id)).toEqual([
      expect.stringMatching(new RegExp(`^${organization.id}/knowledge-base-documents/\\d{13}-[0-9a-f]{32}-Backup_concept.txt$`)),
    ]);
    const { data } = (await call('GET', `/v1/audit-logs?entityId=${added.body.id}`)).body;
    expect(data).toMatchObject([
      { entityType: 'organization', description: 'Uploaded knowledge base document [via API key "test"]', data: { permission: 'create' } },
    ]);
    expect(Object.keys(data[0].data.changes).toSorted()).toEqual(['audience', 'description', 'fileSize', 'fileType', 'name']);
  });
  test('201 accepts the key of an upload with the purpose document', async () => {
    const { call } = await app.caller();
    const fileKey = await uploaded(app.base, call, new TextEncoder().encode(backupConcept), {
      purpose: 'document',
      fileType: 'text/plain',
    });
    const added = await call('POST', url, { body: { fileName: 'x.txt', fileType: 'text/plain', fileKey } });
    expect(added, added.text).toMatchObject({ status: 201, body: { fileSize: backupConcept.length } });
    expect(await waitForRun(call, added.body.runId)).toMatchObject({ status: 'completed' });
  });
  test('201 starts no run for a file of any type with `process: false` (rule 4)', async () => {
    const { call } = await app.caller();
    const fields = { fileName: 'Recording.mp3', fileType: 'audio/mpeg', process: false };
    const { id, ...document } = await addDocument(call, 'ID3', fields);
    expect(document).toMatchObject({ processingStatus: 'pending', runId: null, description: null });
    const { body, status } = await call('POST', `${url}/process`, { body: { documentIds: [id] } });
    expect(status).toBe(202);
    const reason = 'Text cannot be read from files of this type';
    expect(await waitForRun(call, body.id)).toMatchObject({
      status: 'failed',
      error: reason,
      result: { documents: [{ documentId: id, outcome: 'failed', chunkCount: 0, error: reason }] },
    });
    expect(await readDocument(call, id)).toMatchObject({ processingStatus: 'failed', processingError: reason, processedAt: time });
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
  ])('201 for %s, and searches find its text (rules 4 and 6)', async (_case, fileType, content, page) => {
    const { call } = await app.caller();
    const { id } = await addDocument(call, await content(), { fileName: 'House rules', fileType });
    expect(await passages(call, 'Do visitors wear badges?')).toMatchObject([
      { sourceType: 'knowledge_base_document', sourceId: id, sourceName: 'House rules', page, content: expect.stringContaining('badges') },
    ]);
  });
  test('201 stores a file without text, and its processing status becomes failed (rule 5)', async () => {
    const { call } = await app.caller();
    const document = await addDocument(call, ' \n ');
    expect(document).toMatchObject({
      processingStatus: 'failed',
      processingError: 'The file holds no text',
      processedAt: time,
      chunkCount: 0,
    });
    expect(await call('GET', `${url}/${document.id}/download`)).toMatchObject({ status: 200 });
  });
  test.each([
    ['neither file nor key', { fileData: undefined }, { _errors: 'must have exactly one of: fileData, fileKey' }],
    ['data that is not base64', { fileData: '!' }, { fileData: 'must be base64' }],
    ['a blank name', { fileName: ' ' }, { fileName: 'must not be blank' }],
    ['a long description', { description: 'x'.repeat(2001) }, { description: 'must have at most 2000 characters' }],
  ])('400 for %s', async (_case, fields, details) => {
    const { call } = await app.caller();
    expect(await call('POST', url, { body: upload(backupConcept, fields) })).toMatchObject(invalid(details));
  });
  test('400 for the key of an upload with another purpose or without uploaded content', async () => {
    const { call, organization } = await app.caller();
    const body = { fileName: 'x.txt', fileType: 'text/plain' };
    const fileKey = await uploaded(app.base, call, new TextEncoder().encode(backupConcept), { purpose: 'questionnaire' });
    expect(await call('POST', url, { body: { ...body, fileKey } })).toMatchObject(
      invalid({ fileKey: 'must be the key of an upload of the organization with the purpose document' }),
    );
    const emptyKey = `${organization.id}/uploads/document/1779264000000-x.txt`;
    expect(await call('POST', url, { body: { ...body, fileKey: emptyKey } })).toMatchObject(invalid({ fileKey: 'must be uploaded first' }));
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
  ])('%i %s for %s, and stores nothing (rule 4)', async (status, code, _case, content, fileType) => {
    const { call, organization } = await app.caller();
    expect(await call('POST', url, { body: upload(content, { fileName: 'file', fileType }) })).toMatchObject({ status, body: { code } });
    expect(await keysOf(app.ports.files, organization.id)).toEqual([]);
    expect((await call('GET', url)).body.data).toEqual([]);
  });
  test('415 for a file name with the extension of a program', async () => {
    const { call } = await app.caller();
    expect(await call('POST', url, { body: upload(backupConcept, { fileName: 'run.bat' }) })).toMatchObject({
      status: 415,
      body: { code: 'file_extension_not_allowed' },
    });
  });
  test('415 as a problem that lists the supported formats', async () => {
    const { call } = await app.caller();
    const answer = await call('POST', url, { body: upload('ID3', { fileType: 'audio/mpeg' }), ...asProblem });
    expect(answer).toMatchObject({ status: 415, body: { type: '/problems/document_type_not_readable', formats: expect.any(Array) } });
  });
});

describe('listKnowledgeBaseDocuments', () => {
  test('200 returns each document on exactly one page, newest first, with a total count on request', async () => {
    const { call } = await app.caller();
    for (const name of ['b', 'c', 'a']) await addDocument(call, backupConcept, { fileName: `${name}.txt`, process: false });
    const namesOf = async (query: string) =>
      (await allPages(call, `${url}?limit=2&count=true${query}`)).flatMap(({ data, totalCount }) => {
        expect(totalCount).toBe(3);
        return data.map(({ name }: { name: string }) => name);
      });
    expect(await namesOf('')).toEqual(['a.txt', 'c.txt', 'b.txt']);
    expect(await namesOf('&sortBy=name&sortOrder=asc')).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await namesOf('&sortBy=updatedAt&sortOrder=asc')).toEqual(['b.txt', 'c.txt', 'a.txt']);
  });
  test('200 filters the documents by status, and by text in name or description', async () => {
    const { call } = await app.caller();
    const processed = await addDocument(call);
    const other = await addDocument(call, backupConcept, { fileName: '100%.txt', description: 'Of the harbour.', process: false });
    const findIds = async (query: string) => (await call('GET', `${url}?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await findIds('processingStatus=completed')).toEqual([processed.id]);
    expect(await findIds('processingStatus=pending&processingStatus=failed')).toEqual([other.id]);
    expect(await findIds('search=CONCEPT')).toEqual([processed.id]);
    expect(await findIds('search=harbour')).toEqual([other.id]);
    expect(await findIds('search=0%25')).toEqual([other.id]);
  });
});

test('200 changes name and description, logs only these fields, and searches return the new name', async () => {
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

test('200 returns working links to download and to view the file, and logs each request (rules 3 and 13)', async () => {
  const { call, organization } = await app.caller();
  const { id } = await addDocument(call, '<p>Backups</p>', { fileName: 'Plan.html', fileType: 'text/html' });
  const download = await call('GET', `${url}/${id}/download`);
  expect(download).toMatchObject({ status: 200, body: { fileName: 'Plan.html', fileSize: 14, expiresIn: 3600 } });
  expect(await lastEntry(app.database, organization)).toMatchObject({ entity_id: id, entity_type: 'organization' });
  const view = await call('GET', `${url}/${id}/view`);
  expect(view).toMatchObject({ status: 200, body: { fileName: 'Plan.html', fileSize: 14, expiresIn: 3600 } });
  expect((await lastEntry(app.database, organization)).description).toMatch(/^Viewed knowledge base document/);
  const follow = async (link: string) => fetch(new URL(new URL(link).pathname + new URL(link).search, app.base));
  const downloaded = await follow(download.body.downloadUrl);
  expect(downloaded.headers.get('content-disposition')).toBe('attachment; filename="Plan.html"');
  const viewed = await follow(view.body.downloadUrl);
  expect(viewed.headers.get('content-disposition')).toBe('inline; filename="Plan.html"');
  expect(viewed.headers.get('content-security-policy')).toMatch(/sandbox/);
  expect(await viewed.text()).toBe('<p>Backups</p>');
  // The view link downloads files of types that browsers do not display.
  const other = await addDocument(call, 'ID3', { fileName: 'x.mp3', fileType: 'audio/mpeg', process: false });
  const link = await call('GET', `${url}/${other.id}/view`);
  expect((await follow(link.body.downloadUrl)).headers.get('content-disposition')).toBe('attachment; filename="x.mp3"');
});
test('404 when the file is no longer stored', async () => {
  const { call, organization } = await app.caller();
  const { id } = await addDocument(call);
  for (const key of await keysOf(app.ports.files, organization.id)) await app.ports.files.remove(key);
  for (const path of ['download', 'view'])
    expect(await call('GET', `${url}/${id}/${path}`)).toMatchObject({ status: 404, body: { code: 'knowledge_base_file_not_found' } });
  const { body } = await call('POST', `${url}/process`, { body: { documentIds: [id] } });
  expect(await waitForRun(call, body.id)).toMatchObject({ status: 'failed', error: 'The file no longer exists' });
  expect(await passages(call, 'How often are backups taken?')).toEqual([]);
});

test('204 deletes the record, its passages and its file (rule 11)', async () => {
  const { call, organization } = await app.caller();
  const { id } = await addDocument(call);
  expect(await call('DELETE', `${url}/${id}`)).toMatchObject({ status: 204 });
  expect(await call('GET', `${url}/${id}`)).toMatchObject({ status: 404 });
  expect(await passages(call, 'How often are backups taken?')).toEqual([]);
  await expect.poll(() => keysOf(app.ports.files, organization.id)).toEqual([]);
  expect(await within(app.database, organization.id, (db) => db.selectFrom('knowledge_base_passage').select('id').execute())).toEqual([]);
  expect((await lastEntry(app.database, organization)).description).toMatch(/^Deleted knowledge base document/);
});

test('404 for a document that belongs to another organization or does not exist (rule 1)', async () => {
  const [{ call }, other] = [await app.caller(), await app.caller()];
  const { id } = await addDocument(other.call, backupConcept, { process: false });
  for (const inaccessibleId of [id, unknownId, newId('kbd')]) {
    const notFound = { status: 404, body: { code: 'knowledge_base_document_not_found' } };
    for (const path of ['', '/download', '/view']) expect(await call('GET', `${url}/${inaccessibleId}${path}`)).toMatchObject(notFound);
    expect(await call('PATCH', `${url}/${inaccessibleId}`, { body: { name: 'x' } })).toMatchObject(notFound);
    expect(await call('DELETE', `${url}/${inaccessibleId}`)).toMatchObject(notFound);
    expect(await call('POST', `${url}/process`, { body: { documentIds: [inaccessibleId] } })).toMatchObject(notFound);
  }
});

/** Returns the start of the container format that office programs use for files with a password. */
function protectedFile(): Buffer {
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512), Buffer.from('EncryptedPackage', 'utf16le')]);
}

/** Returns a workbook whose ZIP directory gives 3 GiB as the unpacked size of the last part. */
function hugeWorkbook(): Buffer {
  const zip = rawWorkbook('<worksheet/>', { 'xl/media/image1.png': new Uint8Array(1000) });
  zip.writeUInt32LE(0xc0000000, zip.lastIndexOf('PK\x01\x02') + 24);
  return zip;
}
