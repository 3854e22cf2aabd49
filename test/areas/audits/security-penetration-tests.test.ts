import { describe, expect, test } from 'vitest';
import { allPages, startApp } from '../../support/app.ts';
import {
  waitForTest,
  issuesOf,
  logged,
  notesAt,
  orderTest,
  read,
  createSimulation,
  testsAt,
  countUsedUnits,
  waitingOrder,
} from '../../support/penetration-tests.ts';
import { expectConflict, expectProblem } from '../../support/refusals.ts';

const app = startApp();
const invalid = (field: string, message: string) => ({
  status: 400,
  body: { error: 'Validation failed', details: { [field]: { _errors: [message] } } },
});
const unitsOf = (id: string) => countUsedUnits(app, id);

describe('simulations (rule 9)', () => {
  test('are equal for the same target, depth and checks, are marked as simulated, and send no requests', async () => {
    const { call } = await app.caller();
    const [first, second, other] = await Promise.all([
      createSimulation(call, { targetUrl: 'https://booking.example.com' }),
      createSimulation(call, { targetUrl: 'https://BOOKING.example.com/' }),
      createSimulation(call, { checks: ['xss', 'csrf'] }),
    ]);
    const titles = ({ issues }: typeof first) => issues.map(({ title }: { title: string }) => title);
    expect(titles(first)).toEqual(titles(second));
    expect(first.issues.length).toBeGreaterThan(0);
    for (const title of titles(first)) expect(title).toMatch(/^\[Simulated\]/);
    expect(new Set(titles(other))).toEqual(
      new Set(['[Simulated] Search term is returned as markup', '[Simulated] Form is accepted from other sites']),
    );
  });
  test('store no proof with report_only (rule 10)', async () => {
    const { call } = await app.caller();
    const { issues } = await createSimulation(call, { evidenceLevel: 'report_only' });
    for (const issue of issues) expect(issue).toMatchObject({ evidence: null, proofOfConcept: null });
    const withProof = await createSimulation(call, { evidenceLevel: 'safe_proof', checks: ['authentication'] });
    expect(withProof.issues).toMatchObject([{ evidence: 'Set-Cookie: [REDACTED]; Path=/' }]);
  });
});

describe('reading', () => {
  test('tests are listed newest first, and can be filtered by status and by normalized target (rule 5)', async () => {
    const { call } = await app.caller();
    const first = await orderTest(call, { targetUrl: 'https://Booking.example.com/a/#top' });
    const second = await orderTest(call, { targetUrl: 'https://booking.example.com' });
    await waitForTest(call, second.id);
    await waitForTest(call, first.id);
    const ids = async (query: string) => (await call('GET', testsAt(query))).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([second.id, first.id]);
    expect(await ids('?status=completed&status=failed')).toEqual([second.id, first.id]);
    expect(await ids('?status=cancelled')).toEqual([]);
    expect(await ids(`?targetUrl=${encodeURIComponent(' HTTPS://BOOKING.example.com/a ')}`)).toEqual([first.id]);
    expect(await ids('?targetUrl=https://booking.example.com//')).toEqual([second.id]);
    expect(await ids('?targetUrl=nothing')).toEqual([]);
    const pages = await allPages(call, testsAt('?limit=1&count=true'));
    expect(pages.map(({ totalCount, data }) => [totalCount, data.length])).toEqual([
      [2, 1],
      [2, 1],
    ]);
    expect(await call('GET', testsAt('?status=done'))).toMatchObject({ status: 400 });
  });
  test('issues are sorted by severity, then by age, and can be filtered', async () => {
    const { call } = await app.caller();
    const { test: done, issues } = await createSimulation(call, { scanDepth: 'deep' });
    const ranks = issues.map(({ severity }: { severity: string }) => ['critical', 'high', 'medium', 'low', 'info'].indexOf(severity));
    expect(ranks).toEqual([...ranks].sort());
    expect(issues).toHaveLength(Object.values(done.issueCounts as Record<string, number>).reduce((sum, count) => sum + count, 0));
    const pages = await allPages(call, testsAt(`/${done.id}/issues?limit=2`));
    expect(pages.flatMap(({ data }) => data)).toEqual(issues);
    const high = await issuesOf(call, done.id, '?severity=high&status=open');
    expect(high).toEqual(issues.filter(({ severity }: { severity: string }) => severity === 'high'));
    expect(await issuesOf(call, done.id, '?status=fixed')).toEqual([]);
    expect(await call('GET', testsAt(`/${done.id}/issues?severity=bad`))).toMatchObject({ status: 400 });
  });
  test('events are listed oldest first, and can be listed after a given event', async () => {
    const { call } = await app.caller();
    const [{ test: first }, { test: second }] = await Promise.all([createSimulation(call), createSimulation(call)]);
    const listEvents = (query = '') => call('GET', testsAt(`/${first.id}/events${query}`));
    const events = (await listEvents()).body.data;
    expect(events[0]).toMatchObject({ type: 'phase', agent: 'simulation', tool: null, summary: 'Reconnaissance' });
    expect((await listEvents(`?after=${events[1].id}`)).body.data).toEqual(events.slice(2));
    expect((await allPages(call, testsAt(`/${first.id}/events?limit=2&after=${events[0].id}`))).flatMap(({ data }) => data)).toEqual(
      events.slice(1),
    );
    const foreign = (await call('GET', testsAt(`/${second.id}/events`))).body.data[0].id;
    for (const after of ['pte_0', foreign])
      expect(await listEvents(`?after=${after}`)).toMatchObject(invalid('after', 'must be an event of the penetration test'));
  });
  test('409 for the report of a test that is not completed', async () => {
    const caller = await app.caller();
    const { id } = await waitingOrder(app, caller);
    for (const kind of ['report', 'pdf']) {
      expect(await caller.call('GET', testsAt(`/${id}/${kind}`))).toMatchObject({
        status: 409,
        body: { code: 'penetration_test_not_completed' },
      });
      await expectProblem(caller.call, 'GET', testsAt(`/${id}/${kind}`), 409);
    }
    expect(await read(caller.call, id)).toMatchObject({ status: 'provisioning', progress: null });
    expect((await caller.call('GET', testsAt(`/${id}/progress`))).body).toEqual({
      status: 'provisioning',
      completedAgents: 0,
      totalAgents: 0,
      elapsedMs: 0,
      phase: null,
    });
  });
  test('404 for records of another organization, and for unknown records (rule 1)', async () => {
    const [ours, other] = [await app.caller(), await app.caller()];
    const { test: done, issues } = await createSimulation(ours.call);
    const note = { testId: done.id, context: 'A note.' };
    for (const id of [done.id, 'ptr_0'])
      for (const path of ['', '/progress', '/issues', '/events', '/report', '/pdf'])
        expect(await other.call('GET', testsAt(`/${id}${path}`)), path).toMatchObject({
          status: 404,
          body: { error: 'Penetration test not found' },
        });
    expect(await other.call('POST', testsAt(`/${done.id}/cancel`), { body: {} })).toMatchObject({ status: 404 });
    for (const id of [issues[0].id, 'pti_0']) {
      expect(await other.call('PATCH', testsAt(`/issues/${id}`), { body: { status: 'fixed' } })).toMatchObject({ status: 404 });
      expect(await other.call('PUT', notesAt(`/${id}`), { body: note })).toMatchObject({ status: 404 });
      expect(await other.call('DELETE', notesAt(`/${id}`))).toMatchObject({ status: 404 });
    }
    expect((await other.call('GET', testsAt())).body.data).toEqual([]);
  });
});

describe('updatePenetrationTestIssue', () => {
  test('200 from any status to any other status, with the member or the key that changed the status', async () => {
    const { call, inPerson, organization } = await app.caller();
    const { issues } = await createSimulation(call);
    const issueUrl = testsAt(`/issues/${issues[0].id}`);
    expect(issues[0]).toMatchObject({
      status: 'open',
      statusReason: null,
      statusChangedAt: null,
      statusChangedById: null,
      statusVia: null,
    });
    expect(await call('PATCH', issueUrl, { body: { status: 'accepted', reason: ' By design. ' } })).toMatchObject({
      status: 200,
      body: {
        status: 'accepted',
        statusReason: 'By design.',
        statusChangedAt: expect.any(String),
        statusChangedById: organization.owner.userId,
        statusVia: expect.stringMatching(/^API key "/),
      },
    });
    expect(await inPerson('PATCH', issueUrl, { body: { status: 'open' } })).toMatchObject({
      status: 200,
      body: { status: 'open', statusReason: null, statusVia: null },
    });
    expect((await logged(call)).slice(0, 2)).toMatchObject([
      {
        description: 'Set status of penetration test issue',
        entityId: issues[0].id,
        data: { changes: { status: { previous: 'accepted', current: 'open' } } },
      },
      { data: { changes: { status: { previous: 'open', current: 'accepted' }, statusReason: { current: 'By design.' } } } },
    ]);
  });
  test('400 without a reason for a status that requires a reason', async () => {
    const { call } = await app.caller();
    const { issues } = await createSimulation(call);
    const issueUrl = testsAt(`/issues/${issues[0].id}`);
    for (const body of [{ status: 'accepted' }, { status: 'false_positive', reason: '  ' }])
      expect(await call('PATCH', issueUrl, { body })).toMatchObject(invalid('reason', 'is required for this status'));
    expect(await call('PATCH', issueUrl, { body: { status: 'fixed' } })).toMatchObject({ status: 200 });
  });
});

test('412 for the status and the note of an issue with another version, in both forms', async () => {
  const { call } = await app.caller();
  const { test: done, issues } = await createSimulation(call);
  const issue = testsAt(`/issues/${issues[0].id}`);
  expect((await call('PUT', notesAt(`/${issues[0].id}`), { body: { testId: done.id, context: 'A note.' } })).status).toBe(200);
  for (const [method, path, body] of [
    ['PATCH', issue, { status: 'fixed' }],
    ['PUT', notesAt(`/${issues[0].id}`), { testId: done.id, context: 'Another note.' }],
    ['DELETE', notesAt(`/${issues[0].id}`), undefined],
  ] as const) {
    await expectConflict(call, method, path, body);
  }
});

describe('cancelPenetrationTest', () => {
  test('200 for a test that is not finished, with its run; the unit is given back once (rules 3 and 12)', async () => {
    const caller = await app.caller();
    const { id, runId } = await waitingOrder(app, caller);
    expect(await unitsOf(caller.organization.id)).toBe(1);
    const cancel = () => caller.call('POST', testsAt(`/${id}/cancel`), { body: { reason: 'A presentation.' } });
    const answers = await Promise.all([cancel(), cancel(), cancel()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const cancelled = answers.find(({ status }) => status === 200);
    expect(cancelled).toMatchObject({ body: { id, status: 'cancelled', completedAt: expect.any(String), error: null } });
    expect(cancelled?.headers.get('etag')).toBe((await caller.call('GET', testsAt(`/${id}`))).headers.get('etag'));
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'penetration_test_finished' } });
    expect(await unitsOf(caller.organization.id)).toBe(0);
    expect((await caller.call('GET', `/v1/runs/${runId}`)).body).toMatchObject({ status: 'cancelled' });
    expect((await logged(caller.call)).map(({ description }) => description).sort()).toEqual([
      'Cancelled penetration test',
      'Returned penetration test allowance',
    ]);
  });
  test('409 for a completed test; cancelling a run cancels its test, too (rule 14)', async () => {
    const caller = await app.caller();
    const { test: done } = await createSimulation(caller.call);
    expect(await caller.call('POST', testsAt(`/${done.id}/cancel`), { body: {} })).toMatchObject({ status: 409 });
    const { id, runId } = await waitingOrder(app, caller);
    expect(await caller.call('POST', `/v1/runs/${runId}/cancel`)).toMatchObject({ status: 200 });
    expect(await read(caller.call, id)).toMatchObject({ status: 'cancelled' });
    expect(await unitsOf(caller.organization.id)).toBe(0);
  });
});
