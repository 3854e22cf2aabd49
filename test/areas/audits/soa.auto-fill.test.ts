import { describe, expect, test } from 'vitest';
import { quotingAdvisor } from '#areas/audits/soa/rules/advisor';
import { fillDocumentWith } from '#areas/audits/soa/runs/auto-fill';
import { remoteJustification } from '#areas/audits/soa/rules/defaults';
import { newId } from '#platform/database/ids';
import { logAt } from '#platform/log';
import { createAttempt } from '#platform/jobs/attempt';
import { type Caller, startApp } from '../../support/app.ts';
import { within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';
import { ownerOf, waitingRun } from '../../support/runs.ts';
import { catalogueId } from '#domain/catalogue/ids';
import { adopt, frameworkId } from '../../support/frameworks.ts';
import { type Document, iso, read, save, soaActors } from '../../support/soa.ts';
import { addVendor } from '../../support/vendors.ts';

const app = startApp();
const { started, completed, decide, entries, says } = soaActors(app);
const unknownId = 'soa_doc_6a0d6a0012f5c8e47b93d161';
const autoFillUrl = (id: string) => `/v1/soa/documents/${id}/auto-fill`;

/** Fills in a document, and waits for the run. @returns the completed run */
async function fill(call: Caller['call'], id: string, body: object = {}) {
  const answer = await call('POST', autoFillUrl(id), { body });
  expect(answer, answer.text).toMatchObject({ status: 202, body: { kind: 'auto_fill_soa' } });
  await expect.poll(async () => (await call('GET', `/v1/runs/${answer.body.id}`)).body.status).toBe('completed');
  return (await call('GET', `/v1/runs/${answer.body.id}`)).body;
}
async function answerTo(call: Caller['call'], { id }: Document, question: string) {
  return (await read(call, id)).answers.find(({ questionId }: { questionId: string }) => questionId === question);
}

/** Creates a run that only the test executes, for a document whose controls are all undecided. */
async function withTakenRun(advisor = quotingAdvisor) {
  const startedDocument = await started();
  const { id, createdAt } = await waitingRun(app.database, startedDocument.organization, 'auto_fill_soa', {
    subject: startedDocument.document.id,
  });
  const lease = newId('lease');
  await app.database.system.updateTable('run').set({ status: 'running', lease, started_at: createdAt }).where('id', '=', id).execute();
  const attempt = (overwrite: string) =>
    fillDocumentWith(advisor)(
      createAttempt(app.database.tenant, app.ports, {
        log: logAt('silent'),
        id,
        kind: 'auto_fill_soa',
        input: { documentId: startedDocument.document.id, overwrite },
        actor: ownerOf(startedDocument.organization),
        reauthorize: async () => ownerOf(startedDocument.organization),
        actorOf: () => Promise.resolve(undefined),
        attempt: 1,
        startedAt: createdAt,
        lease,
        signal: new AbortController().signal,
      }),
    );
  return { ...startedDocument, runId: id, attempt };
}

describe('autoFillSoa', () => {
  test('202 starts a run that decides every open control, and counts the controls without a justification (rules 8, 9)', async () => {
    const { call, organization, document } = await started();
    const answer = await call('POST', autoFillUrl(document.id), { body: {} });
    expect(answer).toMatchObject({
      status: 202,
      body: { kind: 'auto_fill_soa', progress: { done: 0, total: 93 }, result: { documentId: document.id } },
    });
    expect(answer.headers.get('location')).toBe(`/v1/runs/${answer.body.id}`);
    await expect
      .poll(async () => (await call('GET', `/v1/runs/${answer.body.id}`)).body)
      .toMatchObject({
        status: 'completed',
        progress: { done: 93, total: 93 },
        result: { documentId: document.id, total: 93, answered: 93, insufficient: 93, failures: [] },
      });
    const filledDocument = await read(call, document.id);
    expect(filledDocument).toMatchObject({
      status: 'completed',
      approvalStatus: 'none',
      answeredQuestions: 93,
      percentComplete: 100,
      needsReviewCount: 93,
    });
    for (const filledAnswer of filledDocument.answers)
      expect(filledAnswer).toMatchObject({
        isApplicable: true,
        justification: null,
        reasons: [],
        needsReview: true,
        status: 'generated',
        sources: null,
        generatedAt: expect.any(String),
        answerVersion: 1,
        createdById: organization.owner.userId,
      });
    expect(
      await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: organization.owner.id } }),
    ).toMatchObject({ status: 422, body: { code: 'soa_needs_review', needsReview: 93 } });
    await save(call, document.id, 'A.5.1', { reasons: ['law'] });
    expect(await read(call, document.id)).toMatchObject({ needsReviewCount: 93 });
    await save(call, document.id, 'A.5.1', { justification: 'The law demands it.' });
    expect(await read(call, document.id)).toMatchObject({ needsReviewCount: 92 });
  });
  test('202 justifies controls by linked risks first, then by laws and texts, with reasons and sources (rule 8)', async () => {
    const { call, organization, document } = await started();
    const [isoInstance = ''] = await adopt(call, iso, frameworkId('gdpr'));
    const add = async (title: string, category: string, description: string) =>
      (await call('POST', '/v1/risks', { body: { title, description, category } })).body.data.id;
    const malware = await add('Malware on laptops', 'technology', 'It rains often. Malware in files reaches devices and servers.');
    const guessedSignIn = await add(
      'Guessed sign-in',
      'people',
      'Sign-in takes no second factor, and guessing is neither slowed down nor blocked.',
    );
    const requirement = catalogueId('requirement', 'iso27001/A.8.7');
    const control = newId('ctl');
    await within(app.database, organization.id, async (db) => {
      await db.insertInto('control').values({ id: control, name: 'Malware shields' }).execute();
      await db
        .insertInto('requirement_map')
        .values({ id: newId('req'), control_id: control, framework_instance_id: isoInstance, requirement_id: requirement })
        .execute();
      await db
        .insertInto('risk_control')
        .values({ id: newId('rct'), risk_id: malware, control_id: control })
        .execute();
    });
    await addVendor(call, { name: 'Any other' });
    await addVendor(call, { name: 'Sub-processor', isSubProcessor: true });
    expect((await fill(call, document.id)).result.insufficient).toBeLessThan(93);
    expect(await answerTo(call, document, 'A.8.7')).toMatchObject({
      isApplicable: true,
      status: 'generated',
      needsReview: false,
      justification: 'Needed because of the risk "Malware on laptops".',
      reasons: ['risk'],
      sources: [{ sourceType: 'risk', sourceId: malware, sourceName: 'Malware on laptops', excerpt: expect.stringContaining('It rains') }],
    });
    expect(await call('GET', `/v1/soa/documents/${document.id}/answers/A.8.7/versions`)).toMatchObject({
      status: 200,
      body: {
        data: [{ controls: expect.arrayContaining([{ id: control, name: 'Malware shields', implementationStatus: 'not_started' }]) }],
      },
    });
    expect(await answerTo(call, document, 'A.5.34')).toMatchObject({ justification: 'Required by GDPR.', reasons: ['law'], sources: null });
    expect(await answerTo(call, document, 'A.5.20')).toMatchObject({
      justification: 'Needed because the organization relies on "Sub-processor" and "Any other".',
      reasons: ['business_need'],
    });
    expect(await answerTo(call, document, 'A.8.5')).toMatchObject({
      justification: 'Needed because of the risk "Guessed sign-in".',
      sources: [{ sourceId: guessedSignIn }],
    });
  });
  test('202 for a fully remote organization makes physical controls not applicable, and then counts them as answered (rules 7, 8)', async () => {
    const { call, organization, document } = await started();
    await says(organization, 'How does your team work?', 'Fully remote');
    await save(call, document.id, 'A.7.2', { isApplicable: true, justification: 'By hand' });
    expect((await fill(call, document.id)).result).toMatchObject({ total: 92, answered: 92, insufficient: 79 });
    expect(await answerTo(call, document, 'A.7.1')).toMatchObject({
      isApplicable: false,
      justification: remoteJustification,
      status: 'generated',
      sources: null,
    });
    expect(await answerTo(call, document, 'A.7.2')).toMatchObject({
      isApplicable: true,
      justification: 'By hand',
      status: 'manual',
      answerVersion: 1,
    });
    expect(await read(call, document.id)).toMatchObject({ answeredQuestions: 93, defaultAnswers: [] });
  });
  test('202 fills in undecided controls, generated answers, or all answers, depending on `overwrite`', async () => {
    const { call, organization, document } = await started();
    await decide(organization, document, 'A.5.1', 'A.5.2', 'A.5.3');
    await save(call, document.id, 'A.5.2', { justification: 'Not decided' });
    const versions = async () =>
      ['A.5.1', 'A.5.2', 'A.5.4'].map(async (question) => (await answerTo(call, document, question)).answerVersion);
    expect((await fill(call, document.id)).result).toMatchObject({ total: 3, answered: 3 });
    expect(await Promise.all(await versions())).toEqual([1, 2, 1]);
    expect((await fill(call, document.id)).result).toMatchObject({ total: 0, answered: 0 });
    expect((await fill(call, document.id, { overwrite: 'generated' })).result).toMatchObject({ total: 3, answered: 3 });
    expect(await Promise.all(await versions())).toEqual([2, 3, 1]);
    expect((await fill(call, document.id, { overwrite: 'all' })).result).toMatchObject({ total: 93, answered: 93 });
    expect(await Promise.all(await versions())).toEqual([3, 4, 2]);
  });
  test('202 logs an entry for the start, and an entry for the run with old and new decisions (rule 12)', async () => {
    const { call, organization, document } = await started();
    await decide(organization, document, 'A.5.1', 'A.5.2');
    const run = await fill(call, document.id);
    expect((await entries(organization)).slice(-2)).toMatchObject([
      { type: 'framework', id: document.id, description: 'Started filling in the statement of applicability [via API key "test"]' },
      {
        type: 'framework',
        id: document.id,
        userId: organization.owner.userId,
        description: 'Filled in the statement of applicability [via API key "test"]',
        data: { runId: run.id, changes: { 'A.5.1': { previous: null, current: true }, 'A.5.2': { previous: null, current: true } } },
      },
    ]);
  });
  test('202 reopens an approved document only when the run has filled in an answer (rule 6)', async () => {
    const { call, organization, document } = await completed();
    await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
    await (await app.session(organization, organization.owner)).call('POST', `/v1/soa/documents/${document.id}/approve`);
    await fill(call, document.id);
    expect(await read(call, document.id)).toMatchObject({ approvalStatus: 'approved' });
    await fill(call, document.id, { overwrite: 'all' });
    expect(await read(call, document.id)).toMatchObject({ status: 'completed', approvalStatus: 'none', approver: null });
  });
  test('400 for an unknown overwrite value', async () => {
    const { call, document } = await started();
    expect(await call('POST', autoFillUrl(document.id), { body: { overwrite: 'none' } })).toMatchObject({
      status: 400,
      body: { details: { overwrite: { _errors: ['must be one of: unanswered, generated, all'] } } },
    });
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ])('404 for a document that does not exist or belongs to another organization', async (accept, key) => {
    const [{ call }, other] = [await app.caller(), await started()];
    for (const id of [unknownId, other.document.id])
      expect(await call('POST', autoFillUrl(id), { body: {}, ...accept })).toMatchObject({
        status: 404,
        body: { [key]: 'SOA document not found' },
      });
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ])('409 while the document waits for approval, and while another run fills in the document', async (accept, key) => {
    const { call, organization, document } = await completed();
    await waitingRun(app.database, organization, 'auto_fill_soa', { subject: document.id, result: { documentId: document.id } });
    expect(await call('POST', autoFillUrl(document.id), { body: {}, ...accept })).toMatchObject({
      status: 409,
      body: { [key]: 'The document is being filled in already' },
    });
    await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
    expect(await call('POST', autoFillUrl(document.id), { body: {}, ...accept })).toMatchObject({
      status: 409,
      body: { [key]: 'The document is waiting for approval' },
    });
  });
});

describe('the work of auto_fill_soa', () => {
  test('a control that cannot be judged does not stop the run, and is named in the result (rule 9)', async () => {
    const { call, document, attempt } = await withTakenRun({
      advise: (question, ...rest) =>
        question.id === 'A.5.3' ? Promise.reject(new Error('secret of the provider')) : quotingAdvisor.advise(question, ...rest),
    });
    expect(await attempt('unanswered')).toEqual({
      documentId: document.id,
      total: 93,
      answered: 92,
      insufficient: 92,
      failures: [{ questionId: 'A.5.3', error: 'The control could not be judged' }],
    });
    expect(await read(call, document.id)).toMatchObject({ status: 'in_progress', answeredQuestions: 92 });
  });
  test.each([undefined, '   '])('an answer with the justification %j needs a review (rule 8)', async (justification) => {
    const { call, document, attempt } = await withTakenRun({
      advise: async () => ({ isApplicable: true, justification, reasons: ['law'], sources: [] }),
    });
    expect(await attempt('unanswered')).toMatchObject({ insufficient: 93 });
    expect(await answerTo(call, document, 'A.8.25')).toMatchObject({
      isApplicable: true,
      justification: null,
      reasons: [],
      needsReview: true,
    });
  });
  test.each(['unanswered', 'all'])(
    'an answer that is saved by hand after the start is kept, with overwrite %s (rule 9)',
    async (overwrite) => {
      const { call, document, attempt } = await withTakenRun();
      await save(call, document.id, 'A.5.1', { isApplicable: true, justification: 'By hand' });
      expect(await attempt(overwrite)).toMatchObject({ total: 92, answered: 92 });
      expect(await answerTo(call, document, 'A.5.1')).toMatchObject({ justification: 'By hand', status: 'manual', answerVersion: 1 });
    },
  );
  test('an answer that is saved by hand during the run is kept (rule 9)', async () => {
    const setup: Awaited<ReturnType<typeof withTakenRun>> = await withTakenRun({
      async advise(question, ...rest) {
        if (question.id === 'A.5.2')
          for (const questionId of ['A.5.2', 'A.5.9'])
            await save(setup.call, setup.document.id, questionId, { isApplicable: false, justification: 'By hand' });
        return quotingAdvisor.advise(question, ...rest);
      },
    });
    expect(await setup.attempt('all')).toMatchObject({ total: 93, answered: 91 });
    for (const questionId of ['A.5.2', 'A.5.9'])
      expect(await answerTo(setup.call, setup.document, questionId)).toMatchObject({ justification: 'By hand', answerVersion: 1 });
  });
  test('a second attempt continues where the first attempt ended, and counts the answers of the first attempt, too (rule 9)', async () => {
    let adviceCount = 0;
    const { call, organization, document, attempt } = await withTakenRun({
      advise(question, ...rest) {
        adviceCount += 1;
        return quotingAdvisor.advise(question, ...rest);
      },
    });
    await attempt('all');
    expect(await attempt('all')).toMatchObject({ total: 93, answered: 93 });
    expect(adviceCount).toBe(93);
    for (const { answerVersion } of (await read(call, document.id)).answers) expect(answerVersion).toBe(1);
    expect((await entries(organization)).filter(({ id }) => id === document.id).length).toBe(3);
  });
  test('stored answers remain when the run is cancelled, and no further answers are stored (rule 9)', async () => {
    const setup: Awaited<ReturnType<typeof withTakenRun>> = await withTakenRun({
      async advise(question, ...rest) {
        if (question.id === 'A.5.14') expect(await setup.call('POST', `/v1/runs/${setup.runId}/cancel`)).toMatchObject({ status: 200 });
        return quotingAdvisor.advise(question, ...rest);
      },
    });
    await expect(setup.attempt('unanswered')).rejects.toThrow();
    expect((await read(setup.call, setup.document.id)).answers.map(({ questionId }: { questionId: string }) => questionId)).toEqual(
      Array.from({ length: 10 }, (_, n) => `A.5.${n + 1}`),
    );
    expect(await setup.call('GET', `/v1/runs/${setup.runId}`)).toMatchObject({ body: { status: 'cancelled' } });
  });
  test('the run fails when the document is submitted meanwhile, and keeps the submitted answers', async () => {
    const { call, organization, document, attempt } = await withTakenRun();
    await decide(organization, document);
    await call('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { body: { approverId: organization.owner.id } });
    await expect(attempt('all')).rejects.toThrow('The document was submitted for approval');
    expect(await read(call, document.id)).toMatchObject({ approvalStatus: 'pending' });
  });
});
