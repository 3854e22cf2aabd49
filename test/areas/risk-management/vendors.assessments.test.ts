/** Assessing vendors: runs, versions, task items and cancellation. */
import { describe, expect, test } from 'vitest';
import { startAssessment } from '#areas/risk-management/vendors/steps/start-assessment';
import { upsertVerificationItem } from '#areas/risk-management/vendors/queries/verification';
import { createAssessmentJob } from '#areas/risk-management/vendors/runs/assess';
import { catalogResearch, type VendorResearch } from '#areas/risk-management/vendors/rules/research';
import { logAt } from '#platform/log';
import { createAttempt } from '#platform/jobs/attempt';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { adopt, frameworkId } from '../../support/frameworks.ts';
import { newMember, newRole, within } from '../../support/organization.ts';
import { asProblem, expectProblem } from '../../support/refusals.ts';
import { ownerOf, waitForWork } from '../../support/runs.ts';
import { addAssessed, addVendor, read, runsOf } from '../../support/vendors.ts';

const app = startApp();
const website = 'https://cloud.example.com';
const start = (call: Caller['call'], id: string, body: object = {}) => call('POST', `/v1/vendors/${id}/assessments`, { body });
const itemsOf = async (call: Caller['call'], id: string) =>
  (await call('GET', `/v1/task-management?entityType=vendor&entityId=${id}`)).body.data;

/** Creates a vendor with an assessment run that waits until the test executes it with `executeRun`. */
async function addWaiting(caller: Caller) {
  const { organization } = caller;
  const { id, status } = await addAssessed(app, caller);
  const run = await within(app.database, organization.id, async (db) => {
    const input = { vendorId: id, domain: 'cloud.example.com', formerStatus: status, reuseLatest: false };
    const started = await startAssessment(db, ownerOf(organization), input);
    if (started) await db.updateTable('run').set({ due_at: 'infinity' }).where('id', '=', started.id).execute();
    return started;
  });
  if (!run) throw new Error('the vendor is being assessed');
  return { id, run };
}

/** Executes a waiting run with the given research. */
async function executeRun({ organization }: Caller, run: string, research: VendorResearch) {
  const { system, tenant } = app.database;
  const lease = 'by hand';
  const row = await system
    .updateTable('run')
    .set({ status: 'running', lease })
    .where('id', '=', run)
    .returning(['input'])
    .executeTakeFirstOrThrow();
  const actor = ownerOf(organization);
  return createAssessmentJob(research)(
    createAttempt(tenant, app.ports, {
      log: logAt('silent'),
      id: run,
      kind: 'vendor_assessment',
      input: row.input,
      lease,
      signal: new AbortController().signal,
      reauthorize: async () => actor,
      actorOf: () => Promise.resolve(undefined),
      attempt: 1,
      startedAt: new Date().toISOString(),
      actor,
    }),
  );
}

describe('the first assessment', () => {
  test('201 starts a run that sets ratings, badges and the checks of the vendor (rules 5, 8 and 16)', async () => {
    const caller = await app.caller();
    const { call, organization } = caller;
    await adopt(call, frameworkId('soc2'));
    const created = await addVendor(call, { website, category: 'cloud', isSubProcessor: true });
    expect(created).toMatchObject({ status: 'in_progress', riskAssessmentData: null });
    await waitForWork(app.database, organization.id);
    const vendor = await read(call, created.id);
    expect(vendor).toMatchObject({
      status: 'assessed',
      inherentProbability: 'possible',
      inherentImpact: 'severe',
      residualProbability: 'possible',
      residualImpact: 'severe',
      complianceBadges: [],
      riskAssessmentVersion: 'v1',
      riskAssessmentUpdatedAt: expect.any(String),
      riskAssessmentData: {
        kind: 'vendorRiskAssessmentV1',
        vendorName: created.name,
        rationale: expect.stringContaining('sub-processor'),
        securityAssessment: expect.stringContaining('SOC 2: '),
        news: null,
      },
    });
    const [run, ...otherRuns] = await runsOf(call, created.id);
    expect(otherRuns).toEqual([]);
    expect(run).toMatchObject({
      kind: 'vendor_assessment',
      status: 'completed',
      progress: { done: 2, total: 2 },
      result: {
        vendorId: created.id,
        stage: 'completed',
        outcome: 'assessed',
        coreReady: true,
        newsReady: true,
        riskAssessmentVersion: 'v1',
        requestedById: organization.owner.userId,
      },
    });
    expect(run.result.messages.map(({ type }: { type: string }) => type)).toEqual(['searching', 'analyzing']);
    expect((await call('GET', `/v1/runs/${run.id}`)).body).toEqual(run);
    const log = (await call('GET', `/v1/audit-logs?entityId=${created.id}`)).body.data;
    expect(log).toMatchObject([
      { entityType: 'vendor', description: expect.stringContaining('Assessed vendor'), data: { runId: run.id } },
      { entityType: 'vendor', description: expect.stringContaining('Created vendor') },
    ]);
  });

  test('201 sets only the omitted ratings; vendors of the catalog have badges (rules 5 and 10)', async () => {
    const caller = await app.caller();
    const vendor = await addAssessed(app, caller, {
      website: 'https://www.github.com/enterprise',
      category: 'software_as_a_service',
      inherentProbability: 'very_likely',
      residualImpact: 'insignificant',
    });
    expect(vendor).toMatchObject({
      inherentProbability: 'very_likely',
      inherentImpact: 'moderate',
      residualProbability: 'unlikely',
      residualImpact: 'insignificant',
      complianceBadges: [
        { type: 'soc2', verified: true },
        { type: 'iso27001', verified: true },
      ],
    });
  });

  test.each([
    [undefined, 'no_website'],
    ['', 'no_website'],
    ['http://localhost:3000', 'invalid_website'],
    ['https://10.0.0.1', 'invalid_website'],
  ])('201 returns assessed immediately without a public website: %s (rule 6)', async (site, skipReason) => {
    const { call } = await app.caller();
    const vendor = await addVendor(call, { ...(site !== undefined && { website: site }), status: 'not_assessed' });
    expect(vendor).toMatchObject({ status: 'assessed', riskAssessmentVersion: null, complianceBadges: null });
    expect(await runsOf(call, vendor.id)).toMatchObject([
      { status: 'completed', result: { outcome: 'skipped', skipReason, coreReady: false } },
    ]);
    expect(await itemsOf(call, vendor.id)).toEqual([]);
  });

  test('201 for a member who can create vendors but not update them, and the run completes', async () => {
    const { organization } = await app.caller();
    const role = await newRole(app.database, organization.id, ['vendor:create', 'vendor:read']);
    const { call } = await app.session(organization, [role]);
    const { id } = await addVendor(call, { website });
    await waitForWork(app.database, organization.id);
    expect(await read(call, id)).toMatchObject({ status: 'assessed', riskAssessmentVersion: 'v1' });
  });
});

describe('assessing again', () => {
  test('202 creates the next version, and keeps a residual rating that was set separately (rules 5, 15 and 17)', async () => {
    const caller = await app.caller();
    const { call, organization } = caller;
    const { id } = await addAssessed(app, caller, { category: 'hr' });
    await call('PATCH', `/v1/vendors/${id}`, { body: { inherentProbability: 'unlikely', residualProbability: 'unlikely' } });
    const answer = await start(call, id);
    expect(answer, answer.text).toMatchObject({
      status: 202,
      body: { kind: 'vendor_assessment', result: { vendorId: id, stage: 'starting' } },
    });
    expect(answer.headers.get('location')).toBe(`/v1/runs/${answer.body.id}`);
    await waitForWork(app.database, organization.id);
    expect(await read(call, id)).toMatchObject({
      riskAssessmentVersion: 'v2',
      inherentProbability: 'likely',
      residualProbability: 'likely',
    });
    await call('PATCH', `/v1/vendors/${id}`, { body: { residualProbability: 'unlikely', category: 'marketing' } });
    await start(call, id);
    await waitForWork(app.database, organization.id);
    expect(await read(call, id)).toMatchObject({
      riskAssessmentVersion: 'v3',
      inherentProbability: 'likely',
      inherentImpact: 'minor',
      residualProbability: 'unlikely',
      residualImpact: 'major',
    });
    const pages = await allPages(call, `/v1/vendors/${id}/assessments?limit=2&count=true`);
    expect(pages.map(({ data, totalCount }) => [data.length, totalCount])).toEqual([
      [2, 3],
      [1, 3],
    ]);
    const { data } = (await call('GET', `/v1/audit-logs?entityId=${id}`)).body;
    expect(data.map(({ description }: { description: string }) => description.replace(/ \[.*/, ''))).toContain(
      'Triggered vendor risk assessment',
    );
  });

  test('202 with reuseLatest uses the latest assessment: no new version, and no rating changes (rule 7)', async () => {
    const caller = await app.caller();
    const { call, organization } = caller;
    const { id } = await addAssessed(app, caller, { website: 'https://github.com' });
    await call('PATCH', `/v1/vendors/${id}`, { body: { inherentImpact: 'severe' } });
    await app.database.system.updateTable('vendor').set({ compliance_badges: null }).where('id', '=', id).execute();
    await start(call, id, { reuseLatest: true });
    await waitForWork(app.database, organization.id);
    expect(await read(call, id)).toMatchObject({ riskAssessmentVersion: 'v1', inherentImpact: 'severe', status: 'assessed' });
    expect((await read(call, id)).complianceBadges).toHaveLength(2);
    expect((await runsOf(call, id))[0]).toMatchObject({ result: { outcome: 'assessed', riskAssessmentVersion: null, messages: [] } });
    // The new domain has no assessment, so the run researches the domain.
    await call('PATCH', `/v1/vendors/${id}`, { body: { website } });
    expect(await read(call, id)).toMatchObject({ riskAssessmentData: null, riskAssessmentVersion: null });
    await start(call, id, { reuseLatest: true });
    await waitForWork(app.database, organization.id);
    expect(await read(call, id)).toMatchObject({ riskAssessmentVersion: 'v1', riskAssessmentData: { vendorWebsite: website } });
    await call('PATCH', `/v1/vendors/${id}`, { body: { website: 'https://www.github.com/about' } });
    expect(await read(call, id)).toMatchObject({ riskAssessmentData: { vendorWebsite: 'https://github.com' } });
  });

  test('409 without a public website, and while an assessment is under way; 400 for an unknown field (rules 6 and 17)', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const { id: withoutWebsite } = await addVendor(call);
    expect(await start(call, withoutWebsite)).toMatchObject({ status: 409, body: { code: 'vendor_website_missing' } });
    expect(await call('POST', `/v1/vendors/${withoutWebsite}/assessments`, { body: {}, ...asProblem })).toMatchObject({ status: 409 });
    const { id } = await addWaiting(caller);
    expect(await start(call, id)).toMatchObject({ status: 409, body: { code: 'vendor_assessment_running' } });
    expect(await start(call, id, { research: true })).toMatchObject({ status: 400 });
    await expectProblem(call, 'POST', `/v1/vendors/${id}/assessments`, 400, { reuseLatest: 1 });
  });

  test('200 restores the former status when the run is cancelled, unless the status was changed meanwhile (rule 17)', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const first = await addWaiting(caller);
    expect(await read(call, first.id)).toMatchObject({ status: 'in_progress' });
    await call('POST', `/v1/runs/${first.run.id}/cancel`);
    expect(await read(call, first.id)).toMatchObject({ status: 'assessed' });
    const second = await addWaiting(caller);
    await call('PATCH', `/v1/vendors/${second.id}`, { body: { status: 'not_assessed' } });
    await call('POST', `/v1/runs/${second.run.id}/cancel`);
    expect(await read(call, second.id)).toMatchObject({ status: 'not_assessed' });
    expect(await start(call, first.id)).toMatchObject({ status: 202 });
  });

  test('a run fails when the website changes meanwhile or the vendor is deleted (rule 17)', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const { id, run } = await addWaiting(caller);
    const changingWebsite: VendorResearch = {
      research: async (subject, signal) => {
        await call('PATCH', `/v1/vendors/${id}`, { body: { website: 'https://other.example.com' } });
        return catalogResearch.research(subject, signal);
      },
    };
    await expect(executeRun(caller, run.id, changingWebsite)).rejects.toThrow('The website of the vendor has changed');
    await expect(executeRun(caller, run.id, catalogResearch)).rejects.toThrow('The website of the vendor has changed');
    await app.database.system.deleteFrom('vendor').where('id', '=', id).execute();
    await expect(executeRun(caller, run.id, catalogResearch)).rejects.toThrow('The vendor no longer exists');
  });

  test('repeating a run creates no second version, and the built-in research can be replaced (rules 5 and 22)', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const { id, run } = await addWaiting(caller);
    const otherResearch: VendorResearch = {
      research: async (subject, signal) => {
        const result = await catalogResearch.research(subject, signal);
        return { ...result, logoUrl: 'https://cloud.example.com/logo.svg', assessment: { ...result.assessment, rationale: 'Because.' } };
      },
    };
    const vendorBefore = await read(call, id);
    await call('PATCH', `/v1/vendors/${id}`, { body: { inherentImpact: 'severe' } });
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await executeRun(caller, run.id, otherResearch)).toMatchObject({ riskAssessmentVersion: 'v2' });
    expect(await read(call, id)).toMatchObject({
      riskAssessmentVersion: 'v2',
      logoUrl: 'https://cloud.example.com/logo.svg',
      inherentImpact: 'severe',
      residualImpact: vendorBefore.residualImpact,
    });
  });

  test('badges chosen by a person are kept (rule 10)', async () => {
    const caller = await app.caller();
    const { call, organization } = caller;
    const { id } = await addAssessed(app, caller);
    const badges = JSON.stringify([{ type: 'hipaa', verified: true }]);
    await app.database.system.updateTable('vendor').set({ compliance_badges: badges, badges_by_hand: true }).where('id', '=', id).execute();
    await start(call, id);
    await waitForWork(app.database, organization.id);
    expect(await read(call, id)).toMatchObject({
      complianceBadges: [{ type: 'hipaa', verified: true }],
      riskAssessmentData: { certifications: [{ type: 'hipaa', status: 'verified' }] },
    });
  });
});

describe('the task item (rule 16)', () => {
  test('each vendor has one item, assigned to the starter of the run, in progress during the run, and unchanged once done', async () => {
    const caller = await app.caller();
    const { call, organization } = caller;
    const { id, run } = await addWaiting(caller);
    const [item, ...otherItems] = await itemsOf(call, id);
    expect(otherItems).toEqual([]);
    expect(item).toMatchObject({
      title: 'Verify risk assessment',
      status: 'todo',
      priority: 'high',
      assignee: { id: organization.owner.id },
      createdBy: { id: organization.owner.id },
    });
    const seenStates: string[] = [];
    const observingResearch: VendorResearch = {
      research: async (subject, signal) => {
        seenStates.push((await itemsOf(call, id))[0].status, (await call('GET', `/v1/runs/${run.id}`)).body.result.stage);
        return catalogResearch.research(subject, signal);
      },
    };
    await executeRun(caller, run.id, observingResearch);
    seenStates.push((await itemsOf(call, id))[0].status);
    await call('PATCH', `/v1/task-management/${item.id}`, { body: { status: 'done' } });
    await executeRun(caller, run.id, observingResearch);
    seenStates.push((await itemsOf(call, id))[0].status);
    expect(seenStates).toEqual(['in_progress', 'researching', 'todo', 'done', 'researching', 'done']);
    const { data } = (await call('GET', `/v1/task-management/${item.id}/activity`)).body;
    expect(data.map((entry: { data: { action: string } }) => entry.data.action)).toEqual(['created', 'assigned', 'updated']);
  });

  test('the item returns to todo when the run ends early', async () => {
    const caller = await app.caller();
    const { call } = caller;
    const { id, run } = await addWaiting(caller);
    await app.database.system.updateTable('task_item').set({ status: 'in_progress' }).where('vendor_id', '=', id).execute();
    await call('POST', `/v1/runs/${run.id}/cancel`);
    expect(await itemsOf(call, id)).toMatchObject([{ status: 'todo' }]);
  });

  test('the item is assigned to the oldest owner or admin if the starter cannot be assigned; no item if nobody can', async () => {
    const { call, organization } = await app.caller();
    const { owner } = organization;
    const staff = {
      ...(await newMember(app.database, organization.id, ['admin'], { email: `${organization.id}@staff.example` })),
      image: null,
      via: null,
    };
    const vendors = [await addVendor(call), await addVendor(call), await addVendor(call)];
    const upsertItem = (index: number, starter: typeof staff | undefined, domains: string[]) =>
      within(app.database, organization.id, (db) => upsertVerificationItem(db, vendors[index]?.id, 'todo', starter, domains));
    expect(await upsertItem(0, staff, ['staff.example'])).toMatchObject({ assignee: { id: owner.id } });
    expect(await upsertItem(1, undefined, ['staff.example'])).toMatchObject({ assignee: { id: owner.id } });
    expect(await upsertItem(2, staff, ['staff.example', 'example.com'])).toBeUndefined();
    expect(await itemsOf(call, vendors[1]?.id)).toMatchObject([{ assignee: { id: owner.id }, status: 'todo' }]);
    expect(await itemsOf(call, vendors[2]?.id)).toEqual([]);
  });
});
