/** The scheduled check of timelines, which completes and reopens phases. */
import { describe, expect, test } from 'vitest';
import { checkTimelines } from '#areas/audits/timelines/runs/check';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { addPolicies } from '../../support/controls.ts';
import { within } from '../../support/organization.ts';
import { activate, addWork, check, day, callSuccessfully, entriesOf, mailsTo, statesOf, withTimelines } from '../../support/timelines.ts';

const app = startApp();
type Scene = Awaited<ReturnType<typeof withTimelines>>;

/** Makes a change that adds an entry to the log of the organization. */
async function addLogEntry({ call }: Scene) {
  await callSuccessfully(call, 'PATCH', '/v1/organization', { name: 'Test organization' });
}
const lastCheck = ({ organization }: Scene) =>
  app.database.system
    .selectFrom('timeline_check')
    .select(['sequence', 'due_at'])
    .where('organization_id', '=', organization.id)
    .executeTakeFirst();
/** Sets the status of every policy of the organization, which completes or reopens the phase of policies. */
const setPolicyStatus = ({ organization }: Scene, status: 'needs_review' | 'published') =>
  within(app.database, organization.id, (db) => db.updateTable('policy').set({ status }).execute());
/** Disables all onboarding steps, so that every person counts as done. */
const disableSteps = ({ organization }: Scene) =>
  app.database.system
    .updateTable('organization')
    .set({ security_training_step_enabled: false, device_agent_step_enabled: false, background_check_step_enabled: false })
    .where('id', '=', organization.id)
    .execute();
const requireDevices = ({ organization }: Scene, enabled: boolean) =>
  app.database.system.updateTable('organization').set({ device_agent_step_enabled: enabled }).where('id', '=', organization.id).execute();

describe('automatic completion', () => {
  test('completes a phase of tasks once, however many servers check, with one mail and one log entry of the service (rules 7, 8, 17 and 18)', async () => {
    const scene = await withTimelines(app, 'GDPR');
    const { call, organization, colleague, first } = scene;
    const setTaskStatuses = await addWork(app, scene, 3);
    const { id } = await activate(call, first, new Date(Date.now() - day).toISOString());
    await setTaskStatuses('done', 'not_relevant', 'todo');
    await addLogEntry(scene);
    await check(app);
    const { phases } = await callSuccessfully(call, 'GET', first);
    expect(phases[0]).toMatchObject({ status: 'in_progress', completionPercent: 67 });
    await setTaskStatuses('done', 'not_relevant', 'done');
    await addLogEntry(scene);
    await Promise.all([1, 2, 3].map(() => checkTimelines(app.database, app.ports, new Date())));
    await check(app);
    const { phases: laterPhases } = await callSuccessfully(call, 'GET', first);
    expect(laterPhases).toMatchObject([
      { status: 'completed', completedById: null, completedBy: null, completionPercent: 100, datesPinned: true },
      { status: 'in_progress', startDate: laterPhases[0].endDate, completionPercent: null },
      { status: 'pending' },
    ]);
    for (const owner of [colleague, organization.owner])
      expect(await mailsTo(app, organization.id, owner.email)).toEqual(['Phase completed: Evidence and training']);
    expect((await entriesOf(app, organization.id)).filter(({ description }) => description?.startsWith('Completed phase'))).toMatchObject([
      {
        user_id: null,
        entity_type: 'framework',
        entity_id: id,
        description: 'Completed phase "Evidence and training"',
        data: { resource: 'framework', changes: { status: { previous: 'in_progress', current: 'completed' } } },
      },
    ]);
  });
  test('completes phases one after another in their order, and stops at the first incomplete phase (rule 8)', async () => {
    const scene = await withTimelines(app, 'SOC 2');
    const { call, organization, first } = scene;
    await disableSteps(scene);
    await addPolicies(app, organization.id, [{ status: 'draft', is_required_to_sign: false }]);
    const setTaskStatuses = await addWork(app, scene, 1);
    await activate(call, first);
    await setTaskStatuses('done');
    await addLogEntry(scene);
    await check(app);
    expect((await statesOf(call, first)).slice(0, 2)).toEqual(['in_progress', 'pending']);
    await setPolicyStatus(scene, 'published');
    await addLogEntry(scene);
    await check(app);
    const timeline = await callSuccessfully(call, 'GET', first);
    expect(timeline.phases.map(({ completionPercent }: { completionPercent: number | null }) => completionPercent).slice(0, 4)).toEqual([
      100,
      100,
      100,
      null,
    ]);
    expect(await statesOf(call, first)).toEqual(['completed', 'completed', 'completed', 'in_progress', 'pending', 'pending']);
  });
  test('completes no phase without records, and no phase of a draft, paused or locked timeline (rules 8, 14 and 15)', async () => {
    const scene = await withTimelines(app, 'GDPR');
    const { call, organization, first, timelines } = scene;
    await addLogEntry(scene);
    await check(app);
    expect(await statesOf(call, first)).toEqual(['pending', 'pending', 'pending']);
    await activate(call, first);
    await check(app);
    expect(await statesOf(call, first)).toEqual(['in_progress', 'pending', 'pending']);
    const setTaskStatuses = await addWork(app, scene, 1);
    await setTaskStatuses('done');
    await callSuccessfully(call, 'POST', `${first}/pause`);
    await check(app);
    expect((await statesOf(call, first))[0]).toBe('in_progress');
    await within(app.database, organization.id, (db) =>
      db
        .updateTable('timeline')
        .set({ locked_at: new Date().toISOString() })
        .where('id', '=', timelines[0]?.id ?? '')
        .execute(),
    );
    await callSuccessfully(call, 'POST', `${first}/resume`);
    await check(app);
    expect((await statesOf(call, first))[0]).toBe('in_progress');
    await callSuccessfully(call, 'POST', `${first}/unlock`, { unlockReason: 'Go on.' });
    await check(app);
    expect((await statesOf(call, first))[0]).toBe('completed');
  });
  test('completes a phase whose document was added before the phase started (rule 8), and then the timeline (rule 11)', async () => {
    const scene = await withTimelines(app, 'GDPR');
    const { call, first } = scene;
    const { phases } = await activate(call, first);
    await callSuccessfully(call, 'PATCH', `${first}/phases/${phases[2].id}`, { documentUrl: 'https://files.example.com/attestation.pdf' });
    for (const index of [0, 1]) await callSuccessfully(call, 'POST', `${first}/phases/${phases[index].id}/complete`);
    expect(await statesOf(call, first)).toEqual(['completed', 'completed', 'in_progress']);
    await check(app);
    expect(await callSuccessfully(call, 'GET', first)).toMatchObject({
      status: 'completed',
      lockedAt: expect.any(String),
      lockedById: null,
    });
  });
  test('completes a phase of findings when findings of its type exist since the start, and all of them are closed (rule 9)', async () => {
    const scene = await withTimelines(app, 'SOC 2');
    const { call, organization, first } = scene;
    const { phases } = await activate(call, first);
    for (const index of [0, 1, 2]) await callSuccessfully(call, 'POST', `${first}/phases/${phases[index].id}/complete`);
    await check(app);
    expect((await statesOf(call, first)).slice(2)).toEqual(['completed', 'in_progress', 'pending', 'pending']);
    const add = (...types: ('soc2' | 'gdpr')[]) =>
      within(app.database, organization.id, (db) =>
        db
          .insertInto('finding')
          .values(types.map((type) => ({ id: newId('fnd'), type, content: 'Something is missing.', area: 'other' })))
          .execute(),
      );
    await add('soc2', 'soc2', 'gdpr');
    const close = (count: number) =>
      within(app.database, organization.id, (db) =>
        db
          .updateTable('finding')
          .set({ status: 'closed', closed_at: new Date().toISOString() })
          .where('id', 'in', (eb) => eb.selectFrom('finding').select('id').where('type', '=', 'soc2').limit(count))
          .execute(),
      );
    await close(1);
    await addLogEntry(scene);
    await check(app);
    expect((await statesOf(call, first)).slice(3)).toEqual(['in_progress', 'pending', 'pending']);
    await close(2);
    await addLogEntry(scene);
    await check(app);
    expect((await statesOf(call, first)).slice(3)).toEqual(['completed', 'in_progress', 'pending']);
  });
});

describe('work that is no longer complete', () => {
  test('reopens a phase of policies or tasks after 24 hours, not earlier, and not when the work is complete again (rules 12 and 13)', async () => {
    const scene = await withTimelines(app, 'SOC 2');
    const { call, organization, first } = scene;
    await addPolicies(app, organization.id, [{ status: 'published', is_required_to_sign: false }]);
    const { phases } = await activate(call, first);
    await check(app);
    expect((await statesOf(call, first)).slice(0, 2)).toEqual(['completed', 'in_progress']);
    await callSuccessfully(call, 'POST', `${first}/phases/${phases[1].id}/ready`);
    await setPolicyStatus(scene, 'needs_review');
    await addLogEntry(scene);
    const now = Date.now() + 1000;
    await check(app, new Date(now));
    const [regressed] = (await callSuccessfully(call, 'GET', first)).phases;
    expect(regressed).toMatchObject({ status: 'completed', regressedAt: new Date(now).toISOString(), completionPercent: 0 });
    await setPolicyStatus(scene, 'published');
    await addLogEntry(scene);
    await check(app, new Date(now));
    expect((await callSuccessfully(call, 'GET', first)).phases[0]).toMatchObject({ status: 'completed', regressedAt: null });
    await setPolicyStatus(scene, 'needs_review');
    await addLogEntry(scene);
    await check(app, new Date(now));
    await check(app, new Date(now + day - 1));
    expect((await statesOf(call, first)).slice(0, 2)).toEqual(['completed', 'in_progress']);
    await check(app, new Date(now + day));
    expect((await callSuccessfully(call, 'GET', first)).phases).toMatchObject([
      { status: 'in_progress', regressedAt: null, completedAt: null },
      { status: 'pending', readyForReview: false, readyForReviewAt: null },
      { status: 'pending' },
      { status: 'pending' },
      { status: 'pending' },
      { status: 'pending' },
    ]);
    const descriptions = (await entriesOf(app, organization.id)).map(({ description }) => description);
    expect(descriptions).toEqual(expect.arrayContaining(['Found open work in phase "Policies"', 'Reopened phase "Policies"']));
  });
  test('reopens a phase of people at once, and later phases except phases that were completed by hand (rule 13)', async () => {
    const scene = await withTimelines(app, 'SOC 2');
    const { call, organization, first } = scene;
    await disableSteps(scene);
    const { phases } = await activate(call, first);
    const phaseUrl = (index: number) => `${first}/phases/${phases[index].id}`;
    for (const index of [0, 1]) await callSuccessfully(call, 'POST', `${phaseUrl(index)}/complete`);
    await check(app);
    expect(await statesOf(call, first)).toEqual(['completed', 'completed', 'completed', 'in_progress', 'pending', 'pending']);
    await callSuccessfully(call, 'POST', `${phaseUrl(3)}/complete`);
    await requireDevices(scene, true);
    await addLogEntry(scene);
    await check(app);
    expect(await statesOf(call, first)).toEqual(['completed', 'completed', 'in_progress', 'completed', 'pending', 'pending']);
    await requireDevices(scene, false);
    await addLogEntry(scene);
    await check(app);
    expect(await statesOf(call, first)).toEqual(['completed', 'completed', 'completed', 'completed', 'in_progress', 'pending']);
    expect(await mailsTo(app, organization.id, organization.owner.email)).toEqual(['Phase completed: People', 'Phase completed: People']);
  });
  test('is only recorded in a locked or completed timeline, and cleared when the work is complete again (rules 12 and 14)', async () => {
    const scene = await withTimelines(app, 'GDPR');
    const { call, first } = scene;
    const setTaskStatuses = await addWork(app, scene, 1);
    const { phases } = await activate(call, first);
    await callSuccessfully(call, 'PATCH', `${first}/phases/${phases[0].id}`, { locksTimelineOnComplete: true });
    await setTaskStatuses('done');
    await addLogEntry(scene);
    await check(app);
    expect(await callSuccessfully(call, 'GET', first)).toMatchObject({ lockedAt: expect.any(String), lockedById: null });
    await setTaskStatuses('todo');
    await addLogEntry(scene);
    await check(app);
    await check(app, new Date(Date.now() + 3 * day));
    expect(await callSuccessfully(call, 'GET', first)).toMatchObject({
      phases: [{ status: 'completed', regressedAt: expect.any(String) }, { status: 'in_progress' }, { status: 'pending' }],
    });
    for (const index of [1, 2]) await callSuccessfully(call, 'POST', `${first}/phases/${phases[index].id}/complete`);
    await check(app, new Date(Date.now() + 3 * day));
    expect(await callSuccessfully(call, 'GET', first)).toMatchObject({
      status: 'completed',
      phases: [{ regressedAt: expect.any(String) }, {}, {}],
    });
    await setTaskStatuses('done');
    await addLogEntry(scene);
    await check(app, new Date(Date.now() + 3 * day));
    expect((await callSuccessfully(call, 'GET', first)).phases[0]).toMatchObject({ status: 'completed', regressedAt: null });
  });
});

describe('an organization (rule 19)', () => {
  test('is checked when its log has grown, and otherwise once a day', async () => {
    const scene = await withTimelines(app, 'GDPR');
    const { call, first } = scene;
    await activate(call, first);
    const now = new Date();
    await check(app, now);
    const firstCheck = await lastCheck(scene);
    expect(firstCheck).toMatchObject({ due_at: new Date(now.getTime() + day).toISOString() });
    const setTaskStatuses = await addWork(app, scene, 1);
    await setTaskStatuses('done');
    await check(app, new Date(now.getTime() + day - 1));
    expect(await lastCheck(scene)).toEqual(firstCheck);
    expect((await statesOf(call, first))[0]).toBe('in_progress');
    await check(app, new Date(now.getTime() + day));
    expect((await statesOf(call, first))[0]).toBe('completed');
  });
  test('is checked even when the last check used a clock that was days ahead', async () => {
    const scene = await withTimelines(app, 'GDPR');
    const now = new Date();
    await check(app, new Date(now.getTime() + 5 * day));
    await check(app, now);
    expect(await lastCheck(scene)).toMatchObject({ due_at: new Date(now.getTime() + day).toISOString() });
  });
  test('that cannot be checked does not stop the checks of other organizations', async () => {
    const [broken, scene] = [await withTimelines(app, 'GDPR'), await withTimelines(app, 'GDPR')];
    await check(app);
    const setTemplate = (id: string) =>
      within(app.database, broken.organization.id, (db) => db.updateTable('timeline').set({ template_id: id, status: 'active' }).execute());
    const [{ templateId }] = [await callSuccessfully(broken.call, 'GET', broken.first)];
    await setTemplate('tml_0123456789abcdef01234567');
    await addLogEntry(broken);
    await addLogEntry(scene);
    const before = await lastCheck(scene);
    await expect(checkTimelines(app.database, app.ports, new Date())).rejects.toThrow('could not be checked');
    expect((await lastCheck(scene))?.sequence).toBeGreaterThan(before?.sequence ?? Infinity);
    await setTemplate(templateId);
    await check(app);
  });
});
