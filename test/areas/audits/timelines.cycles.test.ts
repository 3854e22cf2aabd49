/** Starts the next audit cycle, and marks phases as ready for review. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { activate, callSuccessfully, entriesOf, mailsTo, statesOf, withTimelines } from '../../support/timelines.ts';

const app = startApp();

describe('startNextTimelineCycle', () => {
  async function completeAll(call: Parameters<typeof callSuccessfully>[0], timeline: string) {
    const { phases } = await activate(call, timeline);
    for (const { id } of phases) await callSuccessfully(call, 'POST', `${timeline}/phases/${id}/complete`);
  }
  test('201 uses the next template that the template of the completed cycle names; 409 for a second request (rule 3)', async () => {
    const { call, organization, second } = await withTimelines(app, 'SOC 2');
    expect(await call('POST', `${second}/next-cycle`)).toMatchObject({ status: 409, body: { code: 'timeline_not_completed' } });
    await completeAll(call, second);
    const answers = await Promise.all([1, 2].map(() => call('POST', `${second}/next-cycle`)));
    const [created, conflict] = answers.toSorted((left, right) => left.status - right.status);
    expect(created).toMatchObject({
      status: 201,
      body: { status: 'draft', trackKey: 'soc2_type2', cycleNumber: 2, template: { templateKey: 'soc2_type2_renewal' } },
    });
    expect(created?.headers.get('location')).toMatch(new RegExp(`/v1/timelines/${created?.body.id}$`));
    expect(created?.body.phases[3]).toMatchObject({ durationWeeks: 18, locksTimelineOnComplete: true });
    expect(conflict).toMatchObject({ status: 409, body: { code: 'timeline_cycle_exists' } });
    expect((await entriesOf(app, organization.id)).at(-1)).toMatchObject({ entity_type: 'framework', entity_id: created?.body.id });
  });
  test('201 with the same template when no template exists for the cycle (rule 3)', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    const { templateId } = await callSuccessfully(call, 'GET', first);
    await completeAll(call, first);
    expect(await callSuccessfully(call, 'POST', `${first}/next-cycle`)).toMatchObject({
      cycleNumber: 2,
      templateId,
      template: { cycleNumber: 1 },
    });
  });
});

describe('markTimelinePhaseReady', () => {
  test('200 notifies the other owners once, even for two requests at the same time (rules 16 to 18)', async () => {
    const { call, organization, colleague, framework, first } = await withTimelines(app, 'GDPR');
    const { phases } = await activate(call, first);
    const url = `${first}/phases/${phases[0].id}/ready`;
    const answers = await Promise.all([1, 2].map(() => call('POST', url)));
    expect(answers.map(({ body }) => body.alreadyReady).toSorted()).toEqual([false, true]);
    for (const { body } of answers)
      expect(body).toMatchObject({
        organization: { id: organization.id, name: 'Test organization' },
        framework: { id: framework.id, name: 'GDPR' },
        phase: { id: phases[0].id, readyForReview: true, readyForReviewAt: expect.any(String) },
      });
    expect(await mailsTo(app, organization.id, colleague.email)).toEqual(['Ready for review: Evidence and training']);
    expect(await mailsTo(app, organization.id, organization.owner.email)).toEqual([]);
    const marks = (await entriesOf(app, organization.id)).filter(({ description }) => description?.startsWith('Marked phase'));
    expect(marks).toMatchObject([{ entity_type: 'framework', entity_id: first.split('/').at(-1) }]);
    expect(await call('POST', `${first}/phases/${phases[1].id}/ready`)).toMatchObject({
      status: 409,
      body: { code: 'timeline_phase_not_in_progress' },
    });
    expect(await statesOf(call, first)).toEqual(['in_progress', 'pending', 'pending']);
  });
});
