/** Searches the texts of files (search, rule 17). */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readDueAttachments } from '#areas/collaboration/search/runs/schedule';
import { pdfOf } from '../../support/documents.ts';
import { type Caller, startApp } from '../../support/app.ts';
import { attach, png } from '../../support/attachments.ts';
import { addDocument } from '../../support/knowledge-base.ts';
import { raise } from '../../support/findings.ts';
import { newApiKey, newRole } from '../../support/organization.ts';
import { addPolicy } from '../../support/policies.ts';
import { waitForRun } from '../../support/questionnaires.ts';
import { waitForWork } from '../../support/runs.ts';
import { findIds, newRiskId, search } from '../../support/search.ts';

const app = startApp();
const asBase64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64');

/** Runs the schedule, and waits for the work that it starts. */
async function readAttachments({ organization }: Caller) {
  await readDueAttachments(app.database, new Date(Date.now() + 1000));
  await waitForWork(app.database, organization.id);
}
const runsOf = ({ organization }: Caller) =>
  app.database.system
    .selectFrom('run')
    .select(['id', 'status', 'result'])
    .where('organization_id', '=', organization.id)
    .where('kind', '=', 'read_attachments')
    .execute();
/** Returns the state of the reading of an attachment. */
const readingOf = (id: string) =>
  app.database.system
    .selectFrom('attachment')
    .select(['content_text as text', 'reading_due_at as dueAt', 'reading_attempts as attempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('200 finds words of attached texts, tables and PDFs after the files were read in the background', async () => {
  const caller = await app.caller();
  const { call } = caller;
  const riskId = await newRiskId(call, { title: 'Flood' });
  const pdf = await pdfOf((document) => document.text('The minutes mention a cormorant.'));
  const text = await attach(call, riskId, { fileName: 'a.txt', fileData: asBase64('Seen: one cormorant.\nGone.') });
  const table = await attach(call, riskId, { fileName: 'b.csv', fileType: 'text/csv', fileData: asBase64('Bird,Number\nCormorant,3\n') });
  const scan = await attach(call, riskId, { fileName: 'c.pdf', fileType: 'application/pdf', fileData: asBase64(pdf) });
  const picture = await attach(call, riskId, { fileName: 'cormorant.png', fileType: 'image/png', fileData: asBase64(png) });
  expect(await findIds(call, 'cormorant')).toEqual([picture.id]);
  await readAttachments(caller);
  expect((await findIds(call, 'cormorant')).toSorted()).toEqual([text.id, table.id, scan.id, picture.id].toSorted());
  const { data } = await search(call, 'cormorant gone');
  expect(data).toMatchObject([
    {
      id: text.id,
      title: 'a.txt',
      snippet: 'Seen: one cormorant. Gone.',
      matchedFields: ['content'],
      parent: { type: 'risk', id: riskId },
    },
  ]);
  const [run, ...otherRuns] = await runsOf(caller);
  expect([run?.result, otherRuns]).toEqual([{ read: 3, unreadable: 0 }, []]);
  expect(await call('GET', `/v1/runs/${run?.id}`)).toMatchObject({
    status: 200,
    body: { kind: 'read_attachments', status: 'completed', result: { read: 3, unreadable: 0 } },
  });
  // Reading a file changes nothing in the responses about the attachment.
  const { downloadUrl: _link, ...before } = text;
  expect((await call('GET', `/v1/attachments/${text.id}`)).body).toEqual(before);
  expect(await call('DELETE', `/v1/attachments/${text.id}`)).toMatchObject({ status: 204 });
  expect(await findIds(call, 'gone')).toEqual([]);
});

test('texts of files need the permissions for the files (rule 2), and files of background checks are not read (rule 10)', async () => {
  const caller = await app.caller();
  const { call, organization } = caller;
  const riskId = await newRiskId(call, { title: 'Flood' });
  const file = await attach(call, riskId, { fileData: asBase64('One cormorant.') });
  const backgroundFile = await attach(call, riskId, { fileData: asBase64('A bare cormorant.') });
  await app.database.system
    .updateTable('attachment')
    .set({ entity_type: 'background_check' })
    .where('id', '=', backgroundFile.id)
    .execute();
  await readAttachments(caller);
  const callWith = async (...scopes: string[]) => {
    const { key } = await newApiKey(app.database, organization.id, { scopes });
    return (method: string, url: string) => app.call(method, url, { key });
  };
  expect(await findIds(await callWith('evidence:read', 'risk:read'), 'cormorant')).toEqual([file.id]);
  expect(await findIds(await callWith('evidence:read'), 'cormorant')).toEqual([]);
  expect(await findIds(await callWith('risk:read'), 'cormorant')).toEqual([]);
  const other = await app.caller();
  expect(await findIds(other.call, 'cormorant')).toEqual([]);
});

describe('files that cannot be read', () => {
  test('are found by their names, do not stop other files, and are not read again', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const riskId = await newRiskId(call, { title: 'Flood' });
    const broken = await attach(call, riskId, {
      fileName: 'Petrel.pdf',
      fileType: 'application/pdf',
      fileData: asBase64('%PDF-1.7 nothing'),
    });
    const binary = await attach(call, riskId, { fileName: 'Odd.txt', fileData: asBase64('a\u0001b') });
    const missing = await attach(call, riskId, { fileName: 'Lost.txt', fileData: asBase64('A lost petrel.') });
    const readable = await attach(call, riskId, { fileName: 'Fine.txt', fileData: asBase64('A fine petrel \ud83d\udc26.'.repeat(5000)) });
    const { file_key: key } = await app.database.system
      .selectFrom('attachment')
      .select('file_key')
      .where('id', '=', missing.id)
      .executeTakeFirstOrThrow();
    await app.ports.files.remove(key);
    await readAttachments(caller);
    expect((await findIds(call, 'petrel')).toSorted()).toEqual([broken.id, readable.id].toSorted());
    expect((await runsOf(caller)).map(({ result }) => result)).toEqual([{ read: 1, unreadable: 3 }]);
    for (const { id } of [broken, binary, missing]) expect(await readingOf(id)).toEqual({ text: null, dueAt: null, attempts: 1 });
    expect((await readingOf(readable.id)).text?.length).toBe(50_000);
    await readAttachments(caller);
    expect(await runsOf(caller)).toHaveLength(1);
  });
  test('are read again later when the store or the worker failed, until the last attempt has failed', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const riskId = await newRiskId(call, { title: 'Flood' });
    const { id } = await attach(call, riskId, { fileData: asBase64('A fulmar.') });
    const { files } = app.ports;
    const stream = files.stream.bind(files);
    const fail = () => Promise.reject(new Error('the store is away'));
    const makeDue = (attempts: number) =>
      app.database.system
        .updateTable('attachment')
        .set({ reading_due_at: new Date(Date.now() - 1000).toISOString(), reading_attempts: attempts })
        .where('id', '=', id)
        .execute();
    Object.assign(files, { stream: fail });
    try {
      await readAttachments(caller);
      const first = await readingOf(id);
      expect(first).toMatchObject({ text: null, attempts: 1 });
      expect(Date.parse(first.dueAt ?? '') - Date.now()).toBeGreaterThan(60_000);
      await makeDue(7);
      await readAttachments(caller);
      expect(await readingOf(id)).toEqual({ text: null, dueAt: null, attempts: 8 });
    } finally {
      Object.assign(files, { stream });
    }
    await makeDue(1);
    await readAttachments(caller);
    expect(await findIds(call, 'fulmar')).toEqual([id]);
  });
});

test('however many servers check, one run starts for each organization, and none without an owner', async () => {
  const caller = await app.caller();
  const { call, organization } = caller;
  await attach(call, await newRiskId(call), { fileData: asBase64('A gannet.') });
  const later = new Date(Date.now() + 1000);
  await Promise.all([1, 2, 3].map(() => readDueAttachments(app.database, later)));
  await waitForWork(app.database, organization.id);
  expect(await runsOf(caller)).toHaveLength(1);
  expect(await findIds(call, 'gannet')).toHaveLength(1);
  await attach(call, await newRiskId(call), { fileData: asBase64('A second gannet.') });
  await app.database.system.updateTable('member').set({ is_active: false }).where('id', '=', organization.owner.id).execute();
  await readDueAttachments(app.database, later);
  expect(await runsOf(caller)).toHaveLength(1);
  await app.database.system
    .updateTable('attachment')
    .set({ reading_due_at: null })
    .where('organization_id', '=', organization.id)
    .execute();
});

test('200 finds the text of a document of the knowledge base when the document is complete, until it is deleted', async () => {
  const { call } = await app.caller();
  const { id } = await addDocument(call, `Backups are taken every night.\n${'Words. '.repeat(1000)}\nA razorbill restores them.\n`);
  const { data } = await search(call, 'razorbill');
  expect(data).toMatchObject([{ type: 'knowledge_base_document', id, matchedFields: ['content'], status: 'completed' }]);
  expect(data[0].snippet).toContain('A razorbill restores them.');
  const waiting = await addDocument(call, 'A guillemot.', { fileName: 'Later.txt', process: false });
  expect(await findIds(call, 'guillemot')).toEqual([]);
  const run = await call('POST', '/v1/knowledge-base/documents/process', { body: { documentIds: [waiting.id] } });
  await waitForRun(call, run.body.id);
  expect(await findIds(call, 'guillemot')).toEqual([waiting.id]);
  expect(await call('DELETE', `/v1/knowledge-base/documents/${id}`)).toMatchObject({ status: 204 });
  expect(await findIds(call, 'razorbill')).toEqual([]);
});

test('records that an import writes in another order are found and hidden as before (rule 2)', async () => {
  const { call, organization } = await app.callerForEverything();
  const policyId = await addPolicy(call, { name: 'Pay', visibility: 'DEPARTMENT', visibleToDepartments: ['hr'] }).then(
    (createdPolicy) => createdPolicy.id ?? createdPolicy,
  );
  const finding = await raise(call, { policyId, content: 'Puffin.' });
  const subject = { entityType: 'finding', entityId: finding.id, userId: organization.owner.userId };
  const { body: comment } = await call('POST', '/v1/comments', { body: { ...subject, content: 'A puffin?' } });
  const file = await attach(call, comment.id, { entityType: 'comment', fileName: 'Puffin.txt' });
  const document = await addDocument(call, 'One puffin.', { fileName: 'Birds.txt' });
  const { system } = app.database;
  const row = await system.selectFrom('attachment').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow();
  const commentRow = await system.selectFrom('comment').selectAll().where('id', '=', comment.id).executeTakeFirstOrThrow();
  const storedFile = await system.selectFrom('stored_file').selectAll().where('id', '=', row.file_key).executeTakeFirstOrThrow();
  const passages = await system.selectFrom('knowledge_base_passage').selectAll().where('document_id', '=', document.id).execute();
  await system.transaction().execute(async (db) => {
    await db.deleteFrom('search_entry').where('organization_id', '=', organization.id).execute();
    await db.deleteFrom('comment').where('id', '=', comment.id).execute();
    await db.deleteFrom('knowledge_base_passage').where('document_id', '=', document.id).execute();
    // The file is inserted before the comment, and the document before its passages.
    await db.insertInto('stored_file').values(storedFile).execute();
    await db.insertInto('attachment').values(row).execute();
    await db.updateTable('knowledge_base_document').set({ name: 'Birds.txt' }).where('id', '=', document.id).execute();
    await db.updateTable('finding').set({ content: 'Puffin.' }).where('id', '=', finding.id).execute();
    await db.insertInto('comment').values(commentRow).execute();
    await db.insertInto('knowledge_base_passage').values(passages).execute();
    await sql`select index_again(${organization.id})`.execute(db);
  });
  expect((await findIds(call, 'puffin')).toSorted()).toEqual([finding.id, comment.id, file.id, document.id].toSorted());
  const role = await newRole(app.database, organization.id, ['finding:read', 'evidence:read', 'questionnaire:read']);
  const { call: asReader } = await app.session(organization, [role]);
  expect(await findIds(asReader, 'puffin')).toEqual([document.id]);
});
