/** Adds missing timelines of organizations that adopted a framework before timelines existed. */
import { describe, expect, test } from 'vitest';
import { checkTimelines } from '#areas/audits/timelines/runs/check';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { pdfOf } from '../../support/documents.ts';
import { within } from '../../support/organization.ts';
import {
  addWork,
  addMilliseconds,
  check,
  day,
  callSuccessfully,
  entriesOf,
  listTimelines,
  mailsTo,
  withTimelines,
} from '../../support/timelines.ts';

const app = startApp();
type Scene = Awaited<ReturnType<typeof withTimelines>>;

describe('a missing timeline (rule 20)', () => {
  /** Restores the state of an organization that adopted the framework before timelines existed. */
  const removeTimelines = async (scene: Scene) => {
    await within(app.database, scene.organization.id, (db) => db.deleteFrom('timeline').where('track_key', '<>', 'soc2_type2').execute());
    await callSuccessfully(scene.call, 'PATCH', '/v1/organization', { name: 'Test organization' });
  };
  test('is added once as a draft when no work was done, and reading adds no timeline', async () => {
    const scene = await withTimelines(app, 'SOC 2');
    await removeTimelines(scene);
    expect(await listTimelines(scene.call)).toMatchObject([{ trackKey: 'soc2_type2' }]);
    await Promise.all([1, 2, 3].map(() => checkTimelines(app.database, app.ports, new Date())));
    await check(app);
    expect(await listTimelines(scene.call)).toMatchObject([
      { trackKey: 'soc2_type1', status: 'draft', phaseCount: 6 },
      { trackKey: 'soc2_type2', status: 'draft' },
    ]);
    expect(
      (await entriesOf(app, scene.organization.id)).filter(({ description }) => description?.startsWith('Added the missing')),
    ).toMatchObject([{ user_id: null, entity_type: 'framework', description: 'Added the missing timeline "SOC 2 Type 1"' }]);
  });
  test('is active when the framework has tasks, since the last completion of a task, or since 26 weeks ago', async () => {
    for (const completedAt of ['2026-05-04T08:00:00.000Z', null]) {
      const scene = await withTimelines(app, 'GDPR');
      await addWork(app, scene, 2);
      await within(app.database, scene.organization.id, (db) =>
        db.updateTable('task').set({ last_completed_at: completedAt }).where('title', '=', 'Task 1').execute(),
      );
      await removeTimelines(scene);
      const now = new Date();
      await check(app, now);
      expect(await listTimelines(scene.call)).toMatchObject([
        {
          status: 'active',
          startDate: completedAt ?? addMilliseconds(now.toISOString(), -182 * day),
          currentPhase: { name: 'Evidence and training' },
        },
      ]);
    }
  });
  const showAsCompliant = ({ organization }: Scene) =>
    within(app.database, organization.id, (db) =>
      db
        .insertInto('trust_framework')
        .values([{ id: newId('tfw'), framework: 'soc2_type1', status: 'compliant', enabled: true }])
        .execute(),
    );
  // A framework that is no longer compliant keeps its certificate.
  const addCertificate = async ({ call }: Scene) => {
    const setStatus = (status: string) =>
      callSuccessfully(call, 'PATCH', '/v1/trust-portal/settings/frameworks', { frameworks: [{ framework: 'soc2_type1', status }] });
    await setStatus('compliant');
    const fileData = (await pdfOf((pdf) => pdf.text('We comply'))).toString('base64');
    const certificate = { framework: 'soc2_type1', fileName: 'report.pdf', fileType: 'application/pdf', fileData };
    await callSuccessfully(call, 'PUT', '/v1/trust-portal/compliance-resources', certificate);
    await setStatus('in_progress');
  };
  test.each([
    ['shows the framework as compliant', showAsCompliant],
    ['has the certificate of the framework', addCertificate],
  ])('is completed when the trust portal %s, without a mail', async (_name, prepare) => {
    const scene = await withTimelines(app, 'SOC 2');
    const { call, organization } = scene;
    await prepare(scene);
    await removeTimelines(scene);
    const now = new Date();
    await check(app, now);
    const [added] = await listTimelines(call, '?status=completed');
    const timeline = await callSuccessfully(call, 'GET', `/v1/timelines/${added?.id}`);
    expect(timeline).toMatchObject({
      trackKey: 'soc2_type1',
      completedAt: now.toISOString(),
      lockedAt: now.toISOString(),
      startDate: addMilliseconds(now.toISOString(), -98 * day),
    });
    for (const phase of timeline.phases)
      expect(phase).toMatchObject({ status: 'completed', completedAt: phase.endDate, completedById: null });
    expect(timeline.phases.at(-1).endDate).toBe(now.toISOString());
    expect(await mailsTo(app, organization.id, organization.owner.email)).toEqual([]);
  });
});
