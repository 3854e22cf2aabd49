/** Timelines from the draft to their completion. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { addCustom, adopt, frameworkId } from '../../support/frameworks.ts';
import { within } from '../../support/organization.ts';
import {
  activate,
  addMilliseconds,
  day,
  callSuccessfully,
  entriesOf,
  listTimelines,
  mailsTo,
  week,
  withTimelines,
} from '../../support/timelines.ts';

const app = startApp();

describe('adoption', () => {
  test('201 creates a draft for each track of SOC 2, with the phases of its template (rules 1 to 3)', async () => {
    const { call } = await app.caller();
    await adopt(call, frameworkId('soc2'));
    const timelines = (await listTimelines(call)).toSorted((left, right) => left.trackKey.localeCompare(right.trackKey));
    expect(timelines).toMatchObject([
      { trackKey: 'soc2_type1', status: 'draft', phaseCount: 6, completedPhaseCount: 0, currentPhase: null, startDate: null },
      { trackKey: 'soc2_type2', status: 'draft', phaseCount: 7, template: { templateKey: 'soc2_type2_year1', cycleNumber: 1 } },
    ]);
    for (const timeline of timelines) {
      expect(timeline).not.toHaveProperty('phases');
      expect(timeline).not.toHaveProperty('template.phases');
      const { phases, template } = await callSuccessfully(call, 'GET', `/v1/timelines/${timeline.id}`);
      expect(phases.map(({ phaseTemplateId }: { phaseTemplateId: string }) => phaseTemplateId)).toEqual(
        template.phases.map(({ id }: { id: string }) => id),
      );
      expect(phases.map(({ durationWeeks }: { durationWeeks: number }) => durationWeeks)).toEqual(
        timeline.trackKey === 'soc2_type1' ? [3, 4, 2, 2, 2, 1] : [3, 4, 2, 4, 4, 2, 2],
      );
    }
  });
  test('201 creates the baseline plan for a framework without a plan, and nothing for a custom framework (rules 2 and 3)', async () => {
    const { call, first, timelines } = await withTimelines(app, 'Cyber Basics');
    await addCustom(call);
    expect(timelines).toMatchObject([{ trackKey: 'primary', cycleNumber: 1, template: { name: 'Cyber Basics', templateKey: null } }]);
    expect(await listTimelines(call)).toHaveLength(1);
    expect((await callSuccessfully(call, 'GET', first)).phases).toMatchObject([
      { name: 'Scoping', completionType: 'manual', durationWeeks: 2, orderIndex: 0, status: 'pending' },
      { name: 'Evidence collection', durationWeeks: 6 },
      { name: 'Internal review', durationWeeks: 2 },
      { name: 'Final report', completionType: 'auto_upload', durationWeeks: 1, completionPercent: null, completedBy: null },
    ]);
  });
  test('201 recognizes a framework regardless of case and punctuation (rule 3)', async () => {
    const { timelines } = await withTimelines(app, 'G.D.P.R');
    expect(timelines).toMatchObject([{ phaseCount: 3 }]);
  });
  test('204 removing the framework deletes its timelines (rule 2)', async () => {
    const { call, instance, first } = await withTimelines(app, 'GDPR');
    expect(await confirm(call, 'DELETE', `/v1/frameworks/${instance}`)).toMatchObject({ status: 204 });
    expect(await call('GET', first)).toMatchObject({ status: 404, body: { code: 'timeline_not_found' } });
    expect(await listTimelines(call)).toEqual([]);
  });
});

describe('listTimelines', () => {
  test('200 filters by framework and status, shows the current phase, and pages (rule 24)', async () => {
    const { call, instance, first, second } = await withTimelines(app, 'SOC 2');
    await activate(call, first);
    const [active] = await listTimelines(call, `?status=active&frameworkInstanceId=${instance}`);
    expect(active).toMatchObject({
      status: 'active',
      currentPhase: { name: 'Policies', completionType: 'auto_policies', startDate: '2026-03-09T00:00:00.000Z', readyForReview: false },
      frameworkInstance: { id: instance, framework: { name: 'SOC 2' }, customFramework: null },
    });
    expect(await listTimelines(call, '?status=active&status=draft')).toHaveLength(2);
    expect(await listTimelines(call, '?status=paused')).toEqual([]);
    expect(await listTimelines(call, '?frameworkInstanceId=frm_0123456789abcdef01234567')).toEqual([]);
    const page = await call('GET', '/v1/timelines?limit=1&count=true');
    expect(page.body).toMatchObject({ totalCount: 2, nextCursor: expect.any(String) });
    const [secondTimeline] = await listTimelines(call, `?limit=1&cursor=${page.body.nextCursor}`);
    expect([page.body.data[0].id, secondTimeline?.id].map((id) => `/v1/timelines/${id}`).toSorted()).toEqual([first, second].toSorted());
  });
  test('400 for an unknown status', async () => {
    const { call } = await app.caller();
    expect(await call('GET', '/v1/timelines?status=ACTIVE')).toMatchObject({ status: 400 });
  });
  test('200 without an entry in the audit log (rule 24)', async () => {
    const { call, organization, first } = await withTimelines(app, 'GDPR');
    const before = (await entriesOf(app, organization.id)).length;
    await listTimelines(call);
    await callSuccessfully(call, 'GET', first);
    expect(await entriesOf(app, organization.id)).toHaveLength(before);
  });
});

describe('activateTimeline', () => {
  test('200 lays out the dates, with weeks of 7 days in UTC, and starts the first phase (rule 4)', async () => {
    const { call, organization, first } = await withTimelines(app, 'GDPR');
    const timeline = await activate(call, first, '2026-03-09T06:00:00+01:00');
    const start = '2026-03-09T05:00:00.000Z';
    expect(timeline).toMatchObject({ status: 'active', startDate: start, lockedAt: null, completedAt: null });
    expect(timeline.phases).toMatchObject([
      { status: 'in_progress', startDate: start, endDate: addMilliseconds(start, 8 * week), completionPercent: 0 },
      {
        status: 'pending',
        startDate: addMilliseconds(start, 8 * week),
        endDate: addMilliseconds(start, 10 * week),
        completionPercent: null,
      },
      { status: 'pending', startDate: addMilliseconds(start, 10 * week), endDate: addMilliseconds(start, 11 * week), datesPinned: false },
    ]);
    expect((await entriesOf(app, organization.id)).slice(-2)).toMatchObject([
      { description: expect.stringContaining('Activated timeline'), entity_type: 'framework', entity_id: timeline.id },
      { description: expect.stringContaining('Started phase "Evidence and training"'), entity_id: timeline.id },
    ]);
  });
  test('200 for a start at the latest possible date, at which all phases end, too (rule 4)', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    const { phases } = await activate(call, first, '9999-12-31');
    expect(phases.at(-1)).toMatchObject({ startDate: '9999-12-31T23:59:59.999Z', endDate: '9999-12-31T23:59:59.999Z' });
  });
  test('409 for a timeline that is not a draft, and 400 without a start date', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    expect(await call('POST', `${first}/activate`, { body: {} })).toMatchObject({ status: 400 });
    await activate(call, first);
    expect(await call('POST', `${first}/activate`, { body: { startDate: '2026-04-01' } })).toMatchObject({
      status: 409,
      body: { code: 'timeline_not_draft', from: 'active', allowed: ['paused', 'completed'] },
    });
  });
  test('200 once for two requests at the same time', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    const answers = await Promise.all([1, 2].map(() => call('POST', `${first}/activate`, { body: { startDate: '2026-03-09' } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('pauseTimeline and resumeTimeline', () => {
  test('200 moves the dates of phases by the length of the pause, except completed and pinned phases (rule 15)', async () => {
    const { call, organization, first } = await withTimelines(app, 'SOC 2');
    const { phases } = await activate(call, first, new Date(Date.now() - 30 * day).toISOString());
    await callSuccessfully(call, 'POST', `${first}/phases/${phases[0].id}/complete`);
    await callSuccessfully(call, 'PATCH', `${first}/phases/${phases[3].id}`, { datesPinned: true });
    const before = await callSuccessfully(call, 'POST', `${first}/pause`);
    expect(before).toMatchObject({ status: 'paused', pausedAt: expect.any(String) });
    expect(before.phases.map(({ completionPercent }: { completionPercent: number | null }) => completionPercent)).toEqual(
      Array(6).fill(null),
    );
    await within(app.database, organization.id, (db) =>
      db
        .updateTable('timeline')
        .set({ paused_at: addMilliseconds(before.pausedAt, -10 * day) })
        .where('id', '=', before.id)
        .execute(),
    );
    const resumed = await callSuccessfully(call, 'POST', `${first}/resume`);
    expect(resumed).toMatchObject({ status: 'active', pausedAt: null });
    for (const [index, phase] of resumed.phases.entries()) {
      const moved = (Date.parse(phase.endDate) - Date.parse(before.phases[index].endDate)) / day;
      expect(moved, phase.name).toBeCloseTo([0, 3].includes(index) ? 0 : 10, 2);
      expect((Date.parse(phase.startDate) - Date.parse(before.phases[index].startDate)) / day).toBeCloseTo(moved, 2);
    }
  });
  test('200 for a request that unpins an unpinned phase keeps the dates that the pause has moved', async () => {
    const { call, organization, first } = await withTimelines(app, 'GDPR');
    await activate(call, first, new Date(Date.now() - 30 * day).toISOString());
    const { id, pausedAt } = await callSuccessfully(call, 'POST', `${first}/pause`);
    await within(app.database, organization.id, (db) =>
      db
        .updateTable('timeline')
        .set({ paused_at: addMilliseconds(pausedAt, -10 * day) })
        .where('id', '=', id)
        .execute(),
    );
    const [phase] = (await callSuccessfully(call, 'POST', `${first}/resume`)).phases;
    const { startDate, endDate } = phase;
    expect(await callSuccessfully(call, 'PATCH', `${first}/phases/${phase.id}`, { datesPinned: false })).toMatchObject({
      startDate,
      endDate,
    });
  });
  test('409 for pausing, resuming or completing a phase in the wrong state', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    expect(await call('POST', `${first}/pause`)).toMatchObject({ status: 409, body: { code: 'timeline_not_active' } });
    await activate(call, first);
    expect(await call('POST', `${first}/resume`)).toMatchObject({ status: 409, body: { code: 'timeline_not_paused' } });
    const { phases } = await callSuccessfully(call, 'POST', `${first}/pause`);
    expect(await call('POST', `${first}/phases/${phases[0].id}/complete`)).toMatchObject({
      status: 409,
      body: { code: 'timeline_not_active' },
    });
  });
});

describe('completeTimelinePhase', () => {
  test('200 ends an early phase now, pins its dates, starts the next phase and recalculates later phases (rules 10 and 11)', async () => {
    const { call, organization, colleague, first } = await withTimelines(app, 'GDPR');
    const { phases } = await activate(call, first, new Date(Date.now() - 7 * day).toISOString());
    expect(await call('POST', `${first}/phases/${phases[1].id}/complete`)).toMatchObject({
      status: 409,
      body: { code: 'timeline_phase_not_in_progress' },
    });
    const completedPhase = await callSuccessfully(call, 'POST', `${first}/phases/${phases[0].id}/complete`);
    const { owner } = organization;
    expect(completedPhase).toMatchObject({
      status: 'completed',
      datesPinned: true,
      endDate: completedPhase.completedAt,
      completedById: owner.userId,
      completedBy: { id: owner.userId, name: 'Olive Owner', email: owner.email },
    });
    const updated = await callSuccessfully(call, 'GET', first);
    expect(updated.phases).toMatchObject([
      completedPhase,
      { status: 'in_progress', startDate: completedPhase.endDate, endDate: addMilliseconds(completedPhase.endDate, 2 * week) },
      { status: 'pending', startDate: addMilliseconds(completedPhase.endDate, 2 * week) },
    ]);
    expect(await mailsTo(app, organization.id, colleague.email)).toEqual(['Phase completed: Evidence and training']);
    expect(await mailsTo(app, organization.id, owner.email)).toEqual([]);
    expect((await entriesOf(app, organization.id)).slice(-2).map(({ description }) => description)).toEqual([
      expect.stringContaining('Completed phase "Evidence and training"'),
      expect.stringContaining('Started phase "Review"'),
    ]);
  });
  test('200 keeps the planned end of a phase that is late (rule 11)', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    const { phases } = await activate(call, first, '2020-01-01');
    expect(await callSuccessfully(call, 'POST', `${first}/phases/${phases[0].id}/complete`)).toMatchObject({
      endDate: phases[0].endDate,
      datesPinned: false,
    });
  });
  test('200 for a phase that was planned for later, which then starts and ends now (rule 11)', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    const { phases } = await activate(call, first, '2200-01-01');
    const completedPhase = await callSuccessfully(call, 'POST', `${first}/phases/${phases[0].id}/complete`);
    expect([completedPhase.startDate, completedPhase.endDate]).toEqual([completedPhase.completedAt, completedPhase.completedAt]);
  });
  test('200 locks the timeline; later phases can be completed by hand, and the last phase completes it (rules 10, 11, 14 and 17)', async () => {
    const { call, organization, colleague, second } = await withTimelines(app, 'SOC 2');
    const { phases } = await activate(call, second);
    const [observation] = phases.filter(({ locksTimelineOnComplete }: { locksTimelineOnComplete: boolean }) => locksTimelineOnComplete);
    for (const { id } of phases) {
      await callSuccessfully(call, 'POST', `${second}/phases/${id}/complete`);
      const { lockedAt, lockedById } = await callSuccessfully(call, 'GET', second);
      const isLocked = phases.findIndex((phase: { id: string }) => phase.id === id) >= phases.indexOf(observation);
      expect([lockedAt !== null, lockedById]).toEqual([isLocked, isLocked ? organization.owner.userId : null]);
    }
    expect(await callSuccessfully(call, 'GET', second)).toMatchObject({ status: 'completed', completedAt: expect.any(String) });
    expect((await mailsTo(app, organization.id, colleague.email)).slice(-2)).toEqual([
      'Phase completed: Draft report',
      'Timeline completed: SOC 2 Type 2, first year',
    ]);
    expect(await call('POST', `${second}/unlock`, { body: { unlockReason: 'More time.' } })).toMatchObject({
      status: 409,
      body: { code: 'timeline_completed' },
    });
  });
  test('404 for a phase of another timeline', async () => {
    const { call, first, second } = await withTimelines(app, 'SOC 2');
    const { phases } = await activate(call, second);
    for (const action of ['complete', 'ready'])
      expect(await call('POST', `${first}/phases/${phases[0].id}/${action}`)).toMatchObject({
        status: 404,
        body: { code: 'timeline_phase_not_found' },
      });
    expect(await call('DELETE', `${first}/phases/${phases[0].id}`)).toMatchObject({ status: 404 });
    expect(await call('PATCH', `${first}/phases/${phases[0].id}`, { body: {} })).toMatchObject({ status: 404 });
  });
});

describe('unlockTimeline', () => {
  test('200 with the reason, and 409 for a timeline that is not locked (rule 14)', async () => {
    const { call, organization, first } = await withTimelines(app, 'GDPR');
    const { phases } = await activate(call, first);
    const body = { unlockReason: ' The auditor wants more. ' };
    expect(await call('POST', `${first}/unlock`, { body })).toMatchObject({ status: 409, body: { code: 'timeline_not_locked' } });
    await callSuccessfully(call, 'PATCH', `${first}/phases/${phases[0].id}`, { locksTimelineOnComplete: true });
    await callSuccessfully(call, 'POST', `${first}/phases/${phases[0].id}/complete`);
    expect(await call('POST', `${first}/unlock`, { body: { unlockReason: ' ' } })).toMatchObject({ status: 400 });
    expect(await callSuccessfully(call, 'POST', `${first}/unlock`, body)).toMatchObject({
      lockedAt: null,
      lockedById: null,
      unlockedAt: expect.any(String),
      unlockedById: organization.owner.userId,
      unlockReason: 'The auditor wants more.',
    });
  });
});
