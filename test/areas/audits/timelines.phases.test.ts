/** Adds, changes and removes phases of a timeline. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { within } from '../../support/organization.ts';
import { activate, addMilliseconds, callSuccessfully, entriesOf, mailsTo, statesOf, week, withTimelines } from '../../support/timelines.ts';
import { expectProblem } from '../../support/refusals.ts';

const app = startApp();
const start = '2026-03-09T00:00:00.000Z';
/** Checks the positions of the phases. @returns the names of the phases */
const namesOf = ({ phases }: { phases: { name: string; orderIndex: number }[] }) => {
  expect(phases.map(({ orderIndex }) => orderIndex)).toEqual(phases.map((_, index) => index));
  return phases.map(({ name }) => name);
};
const kickOff = { name: ' Kick-off ', orderIndex: 1, durationWeeks: 3 };

describe('createTimelinePhase', () => {
  test('201 inserts the phase at its position, and moves later phases and their dates back (rule 6)', async () => {
    const { call, organization, first } = await withTimelines(app, 'GDPR');
    await activate(call, first);
    const phase = await callSuccessfully(call, 'POST', `${first}/phases`, { ...kickOff, description: '', groupLabel: 'Review' });
    expect(phase).toMatchObject({
      name: 'Kick-off',
      description: null,
      groupLabel: 'Review',
      status: 'pending',
      completionType: 'manual',
      phaseTemplateId: null,
      startDate: addMilliseconds(start, 8 * week),
      endDate: addMilliseconds(start, 11 * week),
    });
    await callSuccessfully(call, 'POST', `${first}/phases`, {
      name: 'Party',
      orderIndex: 1000,
      durationWeeks: 1,
      completionType: 'auto_upload',
    });
    const timeline = await callSuccessfully(call, 'GET', first);
    expect(namesOf(timeline)).toEqual(['Evidence and training', 'Kick-off', 'Review', 'Attestation', 'Party']);
    expect(timeline.phases[2]).toMatchObject({ startDate: addMilliseconds(start, 11 * week) });
    expect((await entriesOf(app, organization.id)).at(-1)).toMatchObject({ entity_type: 'framework', entity_id: timeline.id });
  });
  test('201 without dates in a draft, at any position', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    const phase = await callSuccessfully(call, 'POST', `${first}/phases`, { ...kickOff, orderIndex: 0 });
    expect(phase).toMatchObject({ orderIndex: 0, startDate: null, endDate: null });
  });
  test('409 for a position before a started phase, and 400 without a name (rule 6)', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    await activate(call, first);
    expect(await call('POST', `${first}/phases`, { body: { ...kickOff, orderIndex: 0 } })).toMatchObject({
      status: 409,
      body: { code: 'timeline_phase_started' },
    });
    expect(await call('POST', `${first}/phases`, { body: { ...kickOff, name: ' ' } })).toMatchObject({ status: 400 });
  });
  test('409 for a timeline with 50 phases (rule 6)', async () => {
    const { call, organization, first, timelines } = await withTimelines(app, 'GDPR');
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('timeline_phase')
        .values(
          Array.from({ length: 47 }, (_, index) => ({
            id: newId('tlp'),
            timeline_id: timelines[0]?.id ?? '',
            name: 'More',
            order_index: 3 + index,
            duration_weeks: 1,
          })),
        )
        .execute(),
    );
    expect(await call('POST', `${first}/phases`, { body: kickOff })).toMatchObject({
      status: 409,
      body: { code: 'timeline_full', maximum: 50 },
    });
  });
});

describe('updateTimelinePhase', () => {
  test('200 pins dates that are set, and later phases follow (rules 4 and 5)', async () => {
    const { call, organization, first } = await withTimelines(app, 'SOC 2');
    const { id, phases } = await activate(call, first);
    const phaseUrl = (index: number) => `${first}/phases/${phases[index].id}`;
    expect(await callSuccessfully(call, 'PATCH', phaseUrl(3), { startDate: '2026-08-03', endDate: '2026-08-10' })).toMatchObject({
      startDate: '2026-08-03T00:00:00.000Z',
      endDate: '2026-08-10T00:00:00.000Z',
      datesPinned: true,
      durationWeeks: 2,
    });
    const moved = await callSuccessfully(call, 'PATCH', phaseUrl(1), { durationWeeks: 6 });
    expect(moved).toMatchObject({
      startDate: phases[1].startDate,
      endDate: addMilliseconds(phases[1].startDate, 6 * week),
      datesPinned: false,
    });
    expect((await entriesOf(app, organization.id)).at(-1)).toMatchObject({
      description: expect.stringContaining('Updated phase "Evidence"'),
      entity_id: id,
      data: { changes: { durationWeeks: { previous: 4, current: 6 }, endDate: { current: moved.endDate } } },
    });
    const updatedPhases = (await callSuccessfully(call, 'GET', first)).phases;
    expect(updatedPhases).toMatchObject([
      { startDate: start },
      { endDate: moved.endDate },
      { startDate: moved.endDate, endDate: addMilliseconds(moved.endDate, 2 * week) },
      { startDate: '2026-08-03T00:00:00.000Z' },
      { startDate: '2026-08-10T00:00:00.000Z', endDate: addMilliseconds('2026-08-10T00:00:00.000Z', 2 * week) },
      { startDate: addMilliseconds('2026-08-10T00:00:00.000Z', 2 * week) },
    ]);
    expect(await callSuccessfully(call, 'PATCH', phaseUrl(3), { startDate: '2026-08-05' })).toMatchObject({
      endDate: '2026-08-19T00:00:00.000Z',
    });
    expect(await callSuccessfully(call, 'PATCH', phaseUrl(3), { datesPinned: false })).toMatchObject({
      datesPinned: false,
      startDate: updatedPhases[2].endDate,
      endDate: addMilliseconds(updatedPhases[2].endDate, 2 * week),
    });
  });
  test('200 keeps the end of a completed phase when only its duration changes (rule 5)', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    const { phases } = await activate(call, first);
    const { endDate } = await callSuccessfully(call, 'POST', `${first}/phases/${phases[0].id}/complete`);
    expect(await callSuccessfully(call, 'PATCH', `${first}/phases/${phases[0].id}`, { durationWeeks: 1 })).toMatchObject({
      endDate,
      durationWeeks: 1,
    });
  });
  test('200 in a draft: a pinned phase keeps its dates when the timeline is activated (rule 4)', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    const { phases } = await callSuccessfully(call, 'GET', first);
    const phaseUrl = (index: number) => `${first}/phases/${phases[index].id}`;
    await callSuccessfully(call, 'PATCH', phaseUrl(0), { endDate: '2026-04-01' });
    await callSuccessfully(call, 'PATCH', phaseUrl(1), { startDate: '2026-06-01' });
    await callSuccessfully(call, 'PATCH', phaseUrl(2), { startDate: '2026-07-01' });
    expect(await callSuccessfully(call, 'PATCH', phaseUrl(2), { datesPinned: false })).toMatchObject({ startDate: null, endDate: null });
    expect((await activate(call, first)).phases).toMatchObject([
      { startDate: start, endDate: '2026-04-01T00:00:00.000Z' },
      { startDate: '2026-06-01T00:00:00.000Z', endDate: '2026-06-15T00:00:00.000Z' },
      { startDate: '2026-06-15T00:00:00.000Z', datesPinned: false },
    ]);
  });
  test('200 changes texts, stores empty texts as null, and changes the completion type', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    const { phases } = await callSuccessfully(call, 'GET', first);
    const texts = {
      name: ' Review ',
      description: '',
      groupLabel: '',
      documentName: '',
      completionType: 'auto_people',
      locksTimelineOnComplete: true,
    };
    expect(await callSuccessfully(call, 'PATCH', `${first}/phases/${phases[1].id}`, texts)).toMatchObject({
      ...texts,
      name: 'Review',
      description: null,
      groupLabel: null,
      documentName: null,
    });
  });
  test('200 adding a document completes the current phase if it waits for a document and the timeline is unlocked (rules 8, 14 and 17)', async () => {
    const { call, organization, colleague, first } = await withTimelines(app, 'GDPR');
    const { phases } = await activate(call, first);
    const phaseUrl = (index: number) => `${first}/phases/${phases[index].id}`;
    const document = { documentUrl: 'https://files.example.com/attestation.pdf', documentName: 'Attestation' };
    expect(await callSuccessfully(call, 'PATCH', phaseUrl(2), document)).toMatchObject({ ...document, status: 'pending' });
    await callSuccessfully(call, 'PATCH', phaseUrl(2), { documentUrl: null });
    await callSuccessfully(call, 'PATCH', phaseUrl(1), { locksTimelineOnComplete: true });
    for (const index of [0, 1]) await callSuccessfully(call, 'POST', `${phaseUrl(index)}/complete`);
    expect(await callSuccessfully(call, 'PATCH', phaseUrl(2), document)).toMatchObject({ status: 'in_progress' });
    await callSuccessfully(call, 'POST', `${first}/unlock`, { unlockReason: 'The report is there.' });
    expect(await callSuccessfully(call, 'PATCH', phaseUrl(2), document)).toMatchObject({
      status: 'completed',
      completedById: null,
      completedBy: null,
    });
    expect(await callSuccessfully(call, 'GET', first)).toMatchObject({ status: 'completed', lockedById: null });
    expect((await mailsTo(app, organization.id, colleague.email)).at(-1)).toBe('Timeline completed: GDPR');
    for (const [method, url, body] of [
      ['PATCH', phaseUrl(2), { name: 'Other' }],
      ['POST', `${first}/phases`, kickOff],
    ] as const)
      expect(await call(method, url, { body })).toMatchObject({ status: 409, body: { code: 'timeline_completed' } });
    await expectProblem(call, 'PATCH', phaseUrl(2), 409, { name: 'Other' });
    await expectProblem(call, 'PATCH', phaseUrl(2), 400, { startDate: '2026-03-02T00:00:00.000Z', datesPinned: false });
  });
  test('400 for an end before the start, a date that the same request unpins, and an address that is not http (rule 5)', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    const { phases } = await activate(call, first);
    const url = `${first}/phases/${phases[1].id}`;
    for (const [body, field] of [
      [{ startDate: '2026-05-02', endDate: '2026-05-01' }, 'endDate'],
      [{ endDate: '2026-01-01' }, 'endDate'],
      [{ startDate: '2026-05-02', datesPinned: false }, 'datesPinned'],
      [{ documentUrl: 'ftp://files.example.com/report.pdf' }, 'documentUrl'],
    ] as const)
      expect(await call('PATCH', url, { body })).toMatchObject({ status: 400, body: { details: { [field]: expect.anything() } } });
  });
});

describe('deleteTimelinePhase', () => {
  test('204 moves later phases forward, and starts the next phase when the deleted phase was in progress (rule 6)', async () => {
    const { call, organization, first } = await withTimelines(app, 'SOC 2');
    const { id, phases } = await activate(call, first);
    expect(await call('DELETE', `${first}/phases/${phases[0].id}`)).toMatchObject({ status: 204 });
    const timeline = await callSuccessfully(call, 'GET', first);
    expect(namesOf(timeline)).toEqual(['Evidence', 'People', 'Auditor review', 'Draft report', 'Final report']);
    expect(timeline.phases[0]).toMatchObject({ status: 'in_progress', startDate: start, endDate: addMilliseconds(start, 4 * week) });
    expect((await entriesOf(app, organization.id)).slice(-2)).toMatchObject([
      { description: expect.stringContaining('Deleted phase "Policies"'), entity_id: id },
      { description: expect.stringContaining('Started phase "Evidence"'), entity_id: id },
    ]);
    expect(await call('DELETE', `${first}/phases/${phases[3].id}`)).toMatchObject({ status: 204 });
    expect(namesOf(await callSuccessfully(call, 'GET', first))).toEqual(['Evidence', 'People', 'Draft report', 'Final report']);
  });
  test('204 for the last open phase completes the timeline; 409 for a completed phase (rules 6 and 11)', async () => {
    const { call, organization, colleague, first } = await withTimelines(app, 'GDPR');
    const { phases } = await activate(call, first);
    const phaseUrl = (index: number) => `${first}/phases/${phases[index].id}`;
    expect(await call('DELETE', phaseUrl(2))).toMatchObject({ status: 204 });
    await callSuccessfully(call, 'POST', `${phaseUrl(0)}/complete`);
    expect(await call('DELETE', phaseUrl(0))).toMatchObject({ status: 409, body: { code: 'timeline_phase_completed' } });
    await expectProblem(call, 'DELETE', phaseUrl(0), 409);
    expect(await call('DELETE', phaseUrl(1))).toMatchObject({ status: 204 });
    expect(await callSuccessfully(call, 'GET', first)).toMatchObject({ status: 'completed', phases: [{ status: 'completed' }] });
    expect((await mailsTo(app, organization.id, colleague.email)).at(-1)).toBe('Timeline completed: GDPR');
  });
  test('409 for the only phase; one phase remains when all phases are deleted at the same time (rule 6)', async () => {
    const { call, first } = await withTimelines(app, 'GDPR');
    const { phases } = await callSuccessfully(call, 'GET', first);
    const answers = await Promise.all(phases.map(({ id }: { id: string }) => call('DELETE', `${first}/phases/${id}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 204, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'timeline_phase_required' });
    expect(await statesOf(call, first)).toEqual(['pending']);
  });
});
