import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { entitlements, waitForTest, logged, orderTest, testsAt, countUsedUnits, waitingOrder } from '../../support/penetration-tests.ts';
import { expectProblem } from '../../support/refusals.ts';

const app = startApp();
let entitlementStub: ReturnType<typeof entitlements>;
beforeAll(() => {
  entitlementStub = entitlements(app);
});
afterAll(() => entitlementStub.restore());

const invalid = (field: string, message: string) => ({
  status: 400,
  body: { error: 'Validation failed', details: { [field]: { _errors: [message] } } },
});
const unitsOf = (id: string) => countUsedUnits(app, id);

describe('createPenetrationTest', () => {
  test('201 with all chosen options, which stay the same until the test is completed', async () => {
    const { call, organization } = await app.caller();
    const fields = {
      targetUrl: 'https://Booking.example.com/App/',
      repoUrl: 'https://git.example.com/booking',
      pipelineTesting: true,
      evidenceLevel: 'impact_proof',
      checks: [],
      additionalContext: 'The banner is known.',
      scanDepth: 'deep',
    };
    const created = await orderTest(call, fields);
    expect(created).toMatchObject({
      ...fields,
      id: expect.stringMatching(/^ptr_/),
      status: 'provisioning',
      testMode: true,
      attempt: 1,
      error: null,
      failureCode: null,
      issueCounts: { critical: 0, high: 0, medium: 0, low: 0, info: 0 },
      createdById: organization.owner.userId,
      startedAt: null,
      completedAt: null,
      progress: null,
    });
    const done = await waitForTest(call, created.id);
    // The creation returns the same fields as a read, so that its ETag stays valid until the test begins.
    expect(Object.keys(created).toSorted()).toEqual(Object.keys(done).toSorted());
    expect(done).toMatchObject({
      ...fields,
      status: 'completed',
      startedAt: expect.any(String),
      completedAt: expect.any(String),
      progress: { status: 'completed', completedAgents: 4, totalAgents: 4, phase: null, elapsedMs: expect.any(Number) },
    });
    expect(done.progress.elapsedMs).toBeGreaterThan(0);
  });
  test('400 for an invalid address to test, and for an address with a user name (rule 2)', async () => {
    const { call } = await app.caller();
    const message = 'must be an http or https address without a user name';
    for (const address of ['ftp://example.com', 'https://me:secret@example.com', 'javascript:alert(1)'])
      for (const field of ['targetUrl', 'repoUrl'])
        expect(
          await call('POST', testsAt(), { body: { targetUrl: 'https://booking.example.com', testMode: true, [field]: address } }),
          `${field} ${address}`,
        ).toMatchObject(invalid(field, message));
    expect(await call('POST', testsAt(), { body: { targetUrl: 'booking.example.com' } })).toMatchObject({ status: 400 });
  });
  test('400 for private addresses in any notation, even in testMode (rule 2)', async () => {
    const { call } = await app.caller();
    const addresses = [
      'http://10.0.0.1',
      'http://[::1]/',
      'http://169.254.169.254/latest',
      'http://0xa9fea9fe/',
      'http://[::ffff:10.1.2.3]',
    ];
    for (const targetUrl of addresses)
      for (const testMode of [true, false])
        expect(await call('POST', testsAt(), { body: { targetUrl, testMode } }), targetUrl).toMatchObject(
          invalid('targetUrl', 'must lead to a public address'),
        );
    expect(await call('POST', testsAt(), { body: { targetUrl: 'http://127.0.0.1:1', repoUrl: 'http://192.168.0.1/x' } })).toMatchObject(
      invalid('repoUrl', 'must lead to a public address'),
    );
  });
  test('400 for a host that does not resolve; testMode accepts such a host (rule 2)', async () => {
    const { call } = await app.caller();
    const targetUrl = `https://${'a'.repeat(64)}.example`;
    expect(await call('POST', testsAt(), { body: { targetUrl } })).toMatchObject(invalid('targetUrl', 'must have a host that resolves'));
    await orderTest(call, { targetUrl });
  });
  test('400 for unknown and repeated checks, for a context that is too long, and for an unknown depth', async () => {
    const { call } = await app.caller();
    const targetUrl = 'https://booking.example.com';
    for (const fields of [
      { checks: ['everything'] },
      { checks: ['xss', 'xss'] },
      { additionalContext: 'x'.repeat(4001) },
      { scanDepth: 'endless' },
    ])
      expect(await call('POST', testsAt(), { body: { targetUrl, testMode: true, ...fields } })).toMatchObject({ status: 400 });
  });
  test('409 without a plan, and when the allowance is used up; each refused order is logged (rules 3 and 12)', async () => {
    const caller = await app.caller();
    const { call, organization } = caller;
    const body = { targetUrl: 'http://127.0.0.1:1/', checks: [] };
    entitlementStub.limits.set(organization.id, 0);
    expect(await call('POST', testsAt(), { body })).toMatchObject({
      status: 409,
      body: { error: 'No penetration test plan', code: 'no_penetration_test_plan' },
    });
    entitlementStub.limits.set(organization.id, 1);
    await waitingOrder(app, caller);
    expect(await call('POST', testsAt(), { body })).toMatchObject({
      status: 409,
      body: { error: 'Penetration test allowance used up', code: 'penetration_test_allowance_used_up' },
    });
    expect((await call('GET', testsAt())).body.data).toHaveLength(1);
    const blocked = (await logged(call)).filter(({ description }) => description === 'pentest_create_blocked');
    expect(blocked).toMatchObject([
      {
        entityType: 'pentest',
        userId: organization.owner.userId,
        data: {
          changes: {
            reason: { current: 'Penetration test allowance used up' },
            targetUrl: { current: 'http://127.0.0.1:1/' },
          },
        },
      },
      { data: { changes: { reason: { current: 'No penetration test plan' } } } },
    ]);
    // A simulation takes no unit.
    await orderTest(call);
    expect(await unitsOf(organization.id)).toBe(1);
  });
  test('simultaneous orders cannot use the same unit (rule 3)', async () => {
    const { call, organization } = await app.caller();
    entitlementStub.limits.set(organization.id, 2);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', testsAt(), { body: { targetUrl: 'http://127.0.0.1:1/', checks: [] } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
  });
  test('a unit of an earlier month does not count (rule 3)', async () => {
    const caller = await app.caller();
    const { id } = await waitingOrder(app, caller);
    entitlementStub.limits.set(caller.organization.id, 1);
    await app.database.system
      .updateTable('penetration_test')
      .set({ created_at: '2026-01-31T23:59:59.000Z' })
      .where('id', '=', id)
      .execute();
    expect(await caller.call('POST', testsAt(), { body: { targetUrl: 'http://127.0.0.1:1/', checks: [] } })).toMatchObject({ status: 201 });
  });
  test('502 when the runner is unreachable, and nothing is ordered', async () => {
    const { call, organization } = await app.caller();
    entitlementStub.unreachable.add(organization.id);
    expect(await call('POST', testsAt(), { body: { targetUrl: 'https://booking.example.com', testMode: true } })).toMatchObject({
      status: 502,
      body: { code: 'penetration_test_runner_unreachable' },
    });
    await expectProblem(call, 'POST', testsAt(), 502, { targetUrl: 'https://booking.example.com', testMode: true });
    expect((await call('GET', testsAt())).body.data).toEqual([]);
    expect(await unitsOf(organization.id)).toBe(0);
  });
  test('two requests with the same Idempotency-Key create one order', async () => {
    const { call } = await app.caller();
    const options = { body: { targetUrl: 'https://booking.example.com', testMode: true }, headers: { 'Idempotency-Key': 'one' } };
    const [first, second] = [await call('POST', testsAt(), options), await call('POST', testsAt(), options)];
    expect(second.body.id).toBe(first.body.id);
  });
});
