/** Reading and cancelling runs. */
import { describe, expect, test } from 'vitest';
import { startRun } from '#platform/jobs/start';
import { startApp } from '../../support/app.ts';
import { within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';
import { ownerOf, waitingRun } from '../../support/runs.ts';

const app = startApp();
const unknownId = 'run_6a0d6a0012f5c8e47b93d161';

describe('getRun', () => {
  test('200 returns the queued run without the internal fields of the work', async () => {
    const { organization, call } = await app.caller();
    const run = await waitingRun(app.database, organization, 'auto_fill_soa', {
      subject: 'soa_doc_1',
      input: { overwrite: 'all' },
      total: 93,
    });
    const answer = await call('GET', `/v1/runs/${run.id}`);
    expect(answer).toMatchObject({ status: 200, body: run });
    expect(Object.keys(answer.body)).toEqual(['id', 'kind', 'status', 'progress', 'createdAt']);
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^run_[0-9a-f]{24}$/),
      kind: 'auto_fill_soa',
      status: 'queued',
      progress: { done: 0, total: 93 },
    });
  });
  test('304 while the run is unchanged, 200 after a change', async () => {
    const { organization, call } = await app.caller();
    const { id } = await waitingRun(app.database, organization, 'employee_sync');
    const etag = (await call('GET', `/v1/runs/${id}`)).headers.get('etag') ?? '';
    expect(await call('GET', `/v1/runs/${id}`, { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 304, text: '' });
    await call('POST', `/v1/runs/${id}/cancel`);
    expect(await call('GET', `/v1/runs/${id}`, { headers: { 'If-None-Match': etag } })).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
  });
  test.each([
    [undefined, { error: expect.stringContaining('audit:update'), code: 'missing_permission' }],
    [asProblem, { detail: expect.stringContaining('audit:update'), code: 'missing_permission' }],
  ])('403 without the permission of the operation that started the run (rule 1)', async (accept, body) => {
    const { organization } = await app.caller();
    const { id } = await waitingRun(app.database, organization, 'auto_fill_soa');
    const reader = await app.session(organization, ['auditor']);
    expect(await reader.call('GET', `/v1/runs/${id}`, { ...accept })).toMatchObject({ status: 403, body });
    expect(await reader.call('POST', `/v1/runs/${id}/cancel`, { ...accept })).toMatchObject({ status: 403, body });
    const admin = await app.session(organization, ['admin']);
    expect(await admin.call('GET', `/v1/runs/${id}`)).toMatchObject({ status: 200 });
  });
  test.each([
    [undefined, { error: 'Run not found' }],
    [asProblem, { detail: 'Run not found' }],
  ])('404 for a run that does not exist or belongs to another organization (rule 1)', async (accept, body) => {
    const [{ call }, other] = [await app.caller(), await app.caller()];
    const { id } = await waitingRun(app.database, other.organization, 'employee_sync');
    for (const inaccessibleId of [unknownId, id]) {
      expect(await call('GET', `/v1/runs/${inaccessibleId}`, { ...accept })).toMatchObject({ status: 404, body });
      expect(await call('POST', `/v1/runs/${inaccessibleId}/cancel`, { ...accept })).toMatchObject({ status: 404, body });
    }
  });
});

describe('cancelRun', () => {
  test('200 cancels the run, repeating changes nothing, and the log has one entry (rule 10)', async () => {
    const { organization, call } = await app.caller();
    const { id } = await waitingRun(app.database, organization, 'auto_fill_soa', { subject: 'soa_doc_1' });
    const first = await call('POST', `/v1/runs/${id}/cancel`);
    expect(first).toMatchObject({ status: 200, body: { id, status: 'cancelled', finishedAt: expect.any(String) } });
    expect((await call('POST', `/v1/runs/${id}/cancel`)).body).toEqual(first.body);
    const { data } = (await call('GET', `/v1/audit-logs?entityId=${id}`)).body;
    expect(data).toMatchObject([
      { entityType: 'framework', description: 'Cancelled auto_fill_soa [via API key "test"]', data: { resource: 'audit' } },
    ]);
  });
  test('200 cancels the run, after which the same work can be started again (rule 7)', async () => {
    const { organization, call } = await app.caller();
    const start = () =>
      within(app.database, organization.id, (db) => startRun(db, ownerOf(organization), { kind: 'auto_fill_soa', subject: 'soa_doc_1' }));
    const { id } = await waitingRun(app.database, organization, 'auto_fill_soa', { subject: 'soa_doc_1' });
    expect(await start()).toBeUndefined();
    expect(
      await within(app.database, organization.id, (db) =>
        startRun(db, ownerOf(organization), { kind: 'auto_fill_soa', subject: 'soa_doc_2' }),
      ),
    ).toMatchObject({ status: 'queued' });
    await call('POST', `/v1/runs/${id}/cancel`);
    expect(await start()).toMatchObject({ status: 'queued' });
  });
  test.each([
    ['completed', undefined],
    ['completed', asProblem],
    ['failed', undefined],
    ['failed', asProblem],
  ] as const)('409 for a run that is already %s (rule 5)', async (status, accept) => {
    const { organization, call } = await app.caller();
    const { id } = await waitingRun(app.database, organization, 'parse_questionnaire');
    await app.database.system.updateTable('run').set({ status, finished_at: new Date().toISOString() }).where('id', '=', id).execute();
    expect(await call('POST', `/v1/runs/${id}/cancel`, { ...accept })).toMatchObject({
      status: 409,
      body: { [accept ? 'detail' : 'error']: `The run is already ${status}` },
    });
  });
});
