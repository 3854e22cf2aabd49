/** Runs that read the text of documents again (knowledge-base, rule 12 and states). */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { addDocument, backupConcept, documentsUrl as url, passages, readDocument } from '../../support/knowledge-base.ts';
import { within } from '../../support/organization.ts';
import { lastEntry } from '../../support/people.ts';
import { waitForRun } from '../../support/questionnaires.ts';
import { waitingRun } from '../../support/runs.ts';
import { expectProblem } from '../../support/refusals.ts';
import { newId } from '#platform/database/ids';

const app = startApp();
const unknownId = 'kbd_6a0d69a21c7e04b85f39d2a7';

describe('processKnowledgeBaseDocuments', () => {
  test('202 reads each document again independently and replaces its text (rule 12)', async () => {
    const { call, organization } = await app.caller();
    const [readable, empty] = [await addDocument(call), await addDocument(call, ' ', { fileName: 'Empty.txt' })];
    const started = await call('POST', `${url}/process`, { body: { documentIds: [empty.id, readable.id] } });
    expect(started).toMatchObject({ status: 202, body: { kind: 'process_documents', status: 'queued', progress: { done: 0, total: 2 } } });
    expect(started.headers.get('location')).toBe(`/v1/runs/${started.body.id}`);
    expect(await lastEntry(app.database, organization)).toMatchObject({ entity_type: 'organization', entity_id: organization.id });
    expect(await waitForRun(call, started.body.id)).toMatchObject({
      status: 'completed',
      progress: { done: 2, total: 2 },
      result: {
        documents: [
          { documentId: empty.id, outcome: 'failed', chunkCount: 0, error: 'The file holds no text' },
          { documentId: readable.id, outcome: 'completed', chunkCount: 1 },
        ],
      },
    });
    expect(await readDocument(call, readable.id)).toMatchObject({ runId: started.body.id, chunkCount: 1 });
    expect(await passages(call, 'How often are backups taken?')).toHaveLength(1);
  });
  test('202 after an interrupted attempt: the run does not read completed documents again (rule 12)', async () => {
    const { call } = await app.caller();
    const { id, runId, processedAt } = await addDocument(call);
    await app.database.system
      .updateTable('run')
      .set({ status: 'running', lease: 'of a server that is gone', finished_at: null, due_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', runId)
      .execute();
    expect(await waitForRun(call, runId)).toMatchObject({ status: 'completed', result: { documents: [{ documentId: id }] } });
    expect(await readDocument(call, id)).toMatchObject({ processedAt, chunkCount: 1 });
  });
  test('404 when one document is unknown, and reads none of the documents', async () => {
    const { call } = await app.caller();
    const document = await addDocument(call);
    const answer = await call('POST', `${url}/process`, { body: { documentIds: [document.id, unknownId] } });
    expect(answer).toMatchObject({ status: 404, body: { code: 'knowledge_base_document_not_found' } });
    expect(await readDocument(call, document.id)).toEqual(document);
  });
  test('400 without documents, and when a document occurs twice', async () => {
    const { call } = await app.caller();
    expect(await call('POST', `${url}/process`, { body: { documentIds: [] } })).toMatchObject({ status: 400 });
    expect(await call('POST', `${url}/process`, { body: { documentIds: [unknownId, unknownId] } })).toMatchObject({ status: 400 });
  });
  test('409 for processing or deleting a document while a run reads it; cancelling the run fails the document (rules 11 and 12)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addDocument(call, backupConcept, { process: false });
    const run = await waitingRun(app.database, organization, 'process_documents', { input: { documentIds: [id] } });
    const setStatus = (status: 'pending' | 'processing') =>
      within(app.database, organization.id, (db) =>
        db.updateTable('knowledge_base_document').set({ run_id: run.id, processing_status: status }).where('id', '=', id).execute(),
      );
    const conflict = { status: 409, body: { code: 'knowledge_base_document_processing' } };
    await setStatus('pending');
    expect(await call('POST', `${url}/process`, { body: { documentIds: [id] } })).toMatchObject(conflict);
    await setStatus('processing');
    expect(await call('POST', `${url}/process`, { body: { documentIds: [id] } })).toMatchObject(conflict);
    expect(await call('DELETE', `${url}/${id}`)).toMatchObject(conflict);
    expect(await call('POST', `/v1/runs/${run.id}/cancel`)).toMatchObject({ status: 200 });
    expect(await readDocument(call, id)).toMatchObject({ processingStatus: 'failed', processingError: 'Processing was cancelled' });
    expect(await call('DELETE', `${url}/${id}`)).toMatchObject({ status: 204 });
  });
  test('a run fails when its document was deleted before it started', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addDocument(call);
    const run = await waitingRun(app.database, organization, 'process_documents', { input: { documentIds: [id] } });
    await call('DELETE', `${url}/${id}`);
    await app.database.system.updateTable('run').set({ due_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', run.id).execute();
    expect(await waitForRun(call, run.id)).toMatchObject({ status: 'failed', error: 'The document no longer exists' });
  });
});

test('404 for a missing document and 409 for a document that is being read, as problems', async () => {
  const { call } = await app.caller();
  await expectProblem(call, 'POST', `${url}/process`, 404, { documentIds: [newId('kbd')] });
  const { body } = await call('POST', url, {
    body: { fileName: 'a.txt', fileType: 'text/plain', fileData: 'eA==', process: false },
  });
  await app.database.system
    .updateTable('knowledge_base_document')
    .set({ processing_status: 'processing' })
    .where('id', '=', body.id)
    .execute();
  await expectProblem(call, 'DELETE', `${url}/${body.id}`, 409);
});
