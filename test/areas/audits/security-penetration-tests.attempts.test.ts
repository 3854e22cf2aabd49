import { describe, expect, test } from 'vitest';
import { RunFailed } from '#platform/jobs/job-handlers';
import { PenetrationTestFailed, type PenetrationTestOrder } from '#platform/ports/penetration-testing';
import { startApp } from '../../support/app.ts';
import {
  attemptWith,
  waitForTest,
  issuesOf,
  logged,
  notesAt,
  read,
  createSimulation,
  testsAt,
  countUsedUnits,
  waitingOrder,
} from '../../support/penetration-tests.ts';

const app = startApp();

const issue = { findingId: 'F-1', title: 'Weak', severity: 'high' } as const;
const secretWords = 'connect ECONNREFUSED 10.1.2.3:443 password=hunter2';
const unitsOf = (id: string) => countUsedUnits(app, id);

describe('attempts (rule 4)', () => {
  test('a failed attempt is followed by another attempt with the same id, and only the last attempt shows a failure', async () => {
    const caller = await app.caller();
    const { id, runId } = await waitingOrder(app, caller);
    const fail = (number: number) =>
      attemptWith(
        app,
        caller,
        runId,
        async (order, { enter, found, tell }) => {
          expect(order).toMatchObject({ testId: id, attempt: number });
          await enter('running');
          await found({ ...issue, title: `Weak ${number}` });
          await tell({ type: 'error', summary: `attempt ${number}` });
          throw new PenetrationTestFailed('infrastructure', secretWords);
        },
        { number },
      );
    for (const number of [1, 2]) {
      await expect(fail(number)).rejects.toThrow(PenetrationTestFailed);
      expect(await read(caller.call, id)).toMatchObject({
        status: 'provisioning',
        attempt: number,
        error: null,
        failureCode: null,
        startedAt: null,
        progress: null,
      });
      expect((await caller.call('GET', testsAt(`/${id}/progress`))).body.status).toBe('provisioning');
      expect(await unitsOf(caller.organization.id)).toBe(1);
    }
    const error = await fail(3).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RunFailed);
    const done = await read(caller.call, id);
    expect(done).toMatchObject({
      status: 'failed',
      attempt: 3,
      failureCode: 'infrastructure',
      error: expect.stringContaining('temporary problem of the infrastructure'),
      completedAt: expect.any(String),
      issueCounts: { high: 1 },
    });
    expect(done.error).toContain('not charged');
    expect(JSON.stringify(done) + String(error)).not.toMatch(/ECONN|10\.1\.2\.3|hunter2/);
    // Each attempt starts without the results of the previous attempt.
    expect(await issuesOf(caller.call, id)).toMatchObject([{ title: 'Weak 3' }]);
    expect((await caller.call('GET', testsAt(`/${id}/events`))).body.data).toMatchObject([{ summary: 'attempt 3' }]);
    expect(await unitsOf(caller.organization.id)).toBe(0);
    expect((await logged(caller.call)).map(({ description }) => description)).toEqual(['Returned penetration test allowance']);
    expect((await caller.call('GET', testsAt())).body.data).toHaveLength(1);
  });
  test('a decision of the organization about an issue outlives the attempt and the report of the next attempt', async () => {
    const caller = await app.caller();
    const { id, runId } = await waitingOrder(app, caller);
    await expect(
      attemptWith(app, caller, runId, async (_order, { found }) => {
        await found(issue);
        await found({ ...issue, findingId: 'F-2', title: 'Gone' });
        throw new Error(secretWords);
      }),
    ).rejects.toThrow(secretWords);
    const [{ id: issueId }] = await issuesOf(caller.call, id);
    await caller.call('PATCH', testsAt(`/issues/${issueId}`), { body: { status: 'accepted', reason: 'Known.' } });
    await attemptWith(
      app,
      caller,
      runId,
      async (_order, { found }) => {
        await found({ ...issue, title: 'Weak again', severity: 'low' });
        return { method: 'By hand.' };
      },
      { number: 2 },
    );
    expect(await issuesOf(caller.call, id)).toMatchObject([
      { id: issueId, title: 'Weak again', severity: 'low', status: 'accepted', statusReason: 'Known.' },
    ]);
    expect(await read(caller.call, id)).toMatchObject({ status: 'completed', attempt: 2 });
    expect((await logged(caller.call))[0]).toMatchObject({
      description: 'pentest_completed',
      entityId: id,
      data: { targetUrl: 'https://booking.example.com', issues: 1, durationMs: expect.any(Number) },
    });
    expect(await unitsOf(caller.organization.id)).toBe(1);
    // A server that was stopped at this moment runs the attempt again, but repeats none of its effects.
    await attemptWith(app, caller, runId, () => Promise.reject(new Error('not again')), { number: 3 });
    expect((await logged(caller.call)).filter(({ description }) => description === 'pentest_completed')).toHaveLength(1);
  });
  test('nothing that happens after the cancellation changes the test', async () => {
    const caller = await app.caller();
    const { id, runId } = await waitingOrder(app, caller);
    await expect(
      attemptWith(app, caller, runId, async (_order, { found, enter }) => {
        await enter('running');
        expect(await caller.call('POST', testsAt(`/${id}/cancel`), { body: {} })).toMatchObject({ status: 200 });
        await found(issue);
        return { method: 'Too late.' };
      }),
    ).rejects.toThrow();
    expect(await read(caller.call, id)).toMatchObject({ status: 'cancelled', issueCounts: { high: 0 }, failureCode: null });
    expect(await unitsOf(caller.organization.id)).toBe(0);
    expect((await logged(caller.call)).map(({ description }) => description).sort()).toEqual([
      'Cancelled penetration test',
      'Returned penetration test allowance',
    ]);
  });
  test('a test fails together with its run when the person who ordered the test lost the permission (rule 14)', async () => {
    const caller = await app.caller();
    const { id } = await waitingOrder(app, caller);
    await app.database.system
      .updateTable('member')
      .set({ roles: ['employee'] })
      .where('id', '=', caller.organization.owner.id)
      .execute();
    await app.database.system.updateTable('run').set({ due_at: new Date().toISOString() }).where('subject', '=', id).execute();
    const auditor = await app.session(caller.organization, ['auditor']);
    const done = await waitForTest(auditor.call, id);
    expect(done).toMatchObject({ status: 'failed', failureCode: 'unknown', error: expect.stringContaining('could not be completed') });
    expect(await unitsOf(caller.organization.id)).toBe(0);
  });
});

describe('the runner', () => {
  test('receives the text of the caller and all notes about the target, and its internal events are hidden (rules 6 and 15)', async () => {
    const caller = await app.caller();
    const { test: first, issues } = await createSimulation(caller.call);
    await caller.call('PUT', notesAt(`/${issues[0].id}`), { body: { testId: first.id, context: 'By design.' } });
    const { id, runId } = await waitingOrder(app, caller, { targetUrl: 'https://BOOKING.example.com/#x', additionalContext: 'Be gentle.' });
    let receivedOrder: PenetrationTestOrder | undefined;
    await attemptWith(app, caller, runId, async (order, { tell, enter }) => {
      receivedOrder = order;
      await enter('running');
      await tell({ type: 'planning', summary: 'host 10.0.0.7 is next' });
      await tell({ type: 'internal', summary: 'model says' });
      await tell({ type: 'observation', agent: 'a', tool: 't', summary: 's', description: 'd' });
      return { method: 'By hand.', report: '# Theirs' };
    });
    expect(receivedOrder).toMatchObject({ scanDepth: 'standard', evidenceLevel: 'safe_proof', checks: null, repoUrl: null });
    expect(receivedOrder?.briefing).toBe(
      `Be gentle.\nThe organization says of earlier issues of this target:\n1. "${issues[0].title}": By design.`,
    );
    expect((await caller.call('GET', testsAt(`/${id}/events`))).body.data).toMatchObject([
      { type: 'observation', agent: 'a', tool: 't', summary: 's', description: 'd' },
    ]);
    expect((await caller.call('GET', testsAt(`/${id}/report`))).text).toMatch(/^# Theirs\n\n## Statements of the organization/);
  });
  test.each([
    ['report_only', 0],
    ['safe_proof', 240],
    ['impact_proof', 4_000],
  ] as const)(
    'stores results without secrets, and with %s at most %i characters of a proof (rule 10)',
    async (evidenceLevel, maxLength) => {
      const caller = await app.caller();
      const { id, runId } = await waitingOrder(app, caller, { evidenceLevel });
      const secret = 'hunter2hunter2';
      const leakyText = `The answer had password=${secret}`;
      await attemptWith(app, caller, runId, async (_order, { found, tell, enter }) => {
        await enter('running');
        await tell({ type: 'action', summary: leakyText, description: `${leakyText}\u0000` });
        const proof = `Authorization: Bearer ${secret}\n${'x'.repeat(5_000)}`;
        await found({
          findingId: 'F-1',
          severity: 'high',
          title: leakyText,
          summary: leakyText,
          impact: leakyText,
          remediation: leakyText,
          validationSteps: leakyText,
          attackPath: `${leakyText}\u0000`,
          affectedEndpoint: `https://booking.example.com/?token=${secret}`,
          evidence: proof,
          proofOfConcept: proof,
        });
        return { method: 'By hand.', report: `# Theirs\n\n${leakyText}` };
      });
      const [storedIssue] = await issuesOf(caller.call, id);
      const length = (text: string | null) => (text ?? '').replace(/…$/, '').length;
      expect([storedIssue.evidence, storedIssue.proofOfConcept].map(length)).toEqual([maxLength, maxLength]);
      const events = await caller.call('GET', testsAt(`/${id}/events`));
      const report = await caller.call('GET', testsAt(`/${id}/report`));
      expect(JSON.stringify([storedIssue, events.body]) + report.text).not.toContain(secret);
      expect(storedIssue).toMatchObject({ title: 'The answer had password=[REDACTED]', cvssScore: null });
      expect(report.text).toContain('The answer had password=[REDACTED]');
    },
  );
  test('may return a PDF; a PDF that cannot be extended by pages is served unchanged (rule 7)', async () => {
    const caller = await app.caller();
    const { id, runId } = await waitingOrder(app, caller);
    const pdf = Buffer.from('%PDF-1.7 damaged');
    await attemptWith(app, caller, runId, async (_order, { found }) => {
      await found(issue);
      return { method: 'By hand.', pdf };
    });
    const [{ id: issueId }] = await issuesOf(caller.call, id);
    await caller.call('PUT', notesAt(`/${issueId}`), { body: { testId: id, context: 'A note.' } });
    const answer = await caller.call('GET', testsAt(`/${id}/pdf`));
    expect(answer.status).toBe(200);
    expect(Buffer.from(answer.bytes)).toEqual(pdf);
  });
});
