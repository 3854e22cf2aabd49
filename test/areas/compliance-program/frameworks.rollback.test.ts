/** Rolls back framework updates. The tests publish versions of a test catalogue, so they need their own database. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { frameworkVersions, names } from '../../support/framework-versions.ts';
import { adopt, detail, frameworkRecords } from '../../support/frameworks.ts';
import { within } from '../../support/organization.ts';
import { ownDatabase } from '../../support/own-database.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp(ownDatabase());
const { lastEntry } = frameworkRecords(app);
const { catalogue, outdated, rollback, synced, history, contentOf } = frameworkVersions(app);

describe('rollbackFrameworkSync', () => {
  test('200 restores everything, and lists the sync and the rollback in the history (rule 20)', async () => {
    const { call, id, version2, organization, organizationId } = await outdated();
    const before = await contentOf(organizationId);
    const operation = await synced(call, id, version2);
    expect(await contentOf(organizationId)).not.toEqual(before);
    const answer = await rollback(call, id, operation);
    expect(answer).toMatchObject({ status: 200, body: { rollbackOperationId: expect.stringMatching(/^fso_/) } });
    expect(await contentOf(organizationId)).toEqual(before);
    expect(await history(call, id)).toMatchObject([
      {
        id: answer.body.rollbackOperationId,
        kind: 'ROLLBACK',
        performedById: organization.owner.id,
        rollbackExpiresAt: null,
        fromVersion: { version: '1.1.0' },
        toVersion: { version: '1.0.0' },
        summary: { reversedSyncOperationId: operation },
      },
      { id: operation, kind: 'SYNC', rolledBackByOperationId: answer.body.rollbackOperationId },
    ]);
    expect(await lastEntry(organizationId)).toMatchObject({
      entity_type: 'framework',
      entity_id: id,
      data: {
        changes: { version: { previous: '1.1.0', current: '1.0.0' }, reversedSyncOperationId: { previous: null, current: operation } },
      },
    });
    expect((await call('GET', `/v1/frameworks/${id}/update-status`)).body.updateAvailable).toBe(true);
    await synced(call, id, version2);
  });
  test('200 removes the versions that the update added to published policies', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    await within(app.database, organizationId, (db) =>
      db.updateTable('policy').set({ status: 'published' }).where('name', '=', `${p} keys`).execute(),
    );
    const before = await contentOf(organizationId);
    expect((await rollback(call, id, await synced(call, id, version2))).status).toBe(200);
    expect(await contentOf(organizationId)).toEqual(before);
  });
  test('200 ignores records that were deleted after the update', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    const operation = await synced(call, id, version2);
    await within(app.database, organizationId, async (db) => {
      await db
        .deleteFrom('control')
        .where('name', 'in', [`${p} fences`, `${p} gates`])
        .execute();
      await db.deleteFrom('policy').where('name', '=', `${p} keys`).execute();
    });
    expect((await rollback(call, id, operation)).status).toBe(200);
    expect(names((await detail(call, id)).controls)).toEqual([`${p} locks`]);
  });
  test('200 keeps records that the update created when another adopted framework uses them now', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    const operation = await synced(call, id, version2);
    const { frameworkId } = await catalogue.publish(app.database, `${p} other`, '1.0.0', {
      requirements: { S1: {} },
      controls: { [`${p} gates`]: { meets: ['S1'], policies: [`${p} gating`], tasks: [`${p} gate check`] } },
      policies: { [`${p} gating`]: {} },
      tasks: { [`${p} gate check`]: {} },
    });
    const [otherId = ''] = await adopt(call, frameworkId);
    await within(app.database, organizationId, (db) =>
      db.updateTable('task').set({ status: 'done' }).where('title', '=', `${p} gate check`).execute(),
    );
    expect((await rollback(call, id, operation)).status).toBe(200);
    expect((await detail(call, otherId)).controls).toMatchObject([{ name: `${p} gates`, policies: [{ name: `${p} gating` }] }]);
    expect(names((await detail(call, id)).controls)).toEqual([`${p} fences`, `${p} locks`]);
  });
  test('409 for a rollback operation, and for a sync that was already rolled back (rule 20)', async () => {
    const { call, id, version2 } = await outdated();
    const operation = await synced(call, id, version2);
    const { rollbackOperationId } = (await rollback(call, id, operation)).body;
    expect(await rollback(call, id, rollbackOperationId)).toMatchObject({
      status: 409,
      body: { error: 'Only a sync can be rolled back' },
    });
    expect(await rollback(call, id, operation)).toMatchObject({ status: 409, body: { error: 'The sync was already rolled back' } });
    expect(await call('POST', `/v1/frameworks/${id}/rollback`, { body: { syncOperationId: operation }, ...asProblem })).toMatchObject({
      status: 409,
      body: { detail: 'The sync was already rolled back' },
    });
  });
  test('409 after 14 days', async () => {
    const { call, id, version2 } = await outdated();
    const operation = await synced(call, id, version2);
    await app.database.system
      .updateTable('framework_sync_operation')
      .set({ rollback_expires_at: new Date(Date.now() - 1).toISOString() })
      .where('id', '=', operation)
      .execute();
    expect(await rollback(call, id, operation)).toMatchObject({ status: 409, body: { error: 'The sync can no longer be rolled back' } });
  });
  test('409 while a newer sync exists, and 200 after the newer sync is rolled back', async () => {
    const { call, id, version1, version2 } = await outdated();
    const [olderSync, newerSync] = [await synced(call, id, version2), await synced(call, id, version1)];
    expect(await rollback(call, id, olderSync)).toMatchObject({ status: 409, body: { error: 'A newer sync has to be rolled back first' } });
    expect([(await rollback(call, id, newerSync)).status, (await rollback(call, id, olderSync)).status]).toEqual([200, 200]);
  });
  test('409 with the names of work that would be lost, and nothing is rolled back (rule 20)', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    const operation = await synced(call, id, version2);
    await within(app.database, organizationId, async (db) => {
      await db.updateTable('task').set({ status: 'done' }).where('title', '=', `${p} gate check`).execute();
      await db.updateTable('policy').set({ status: 'published' }).where('name', '=', `${p} gating`).execute();
    });
    const before = await contentOf(organizationId);
    expect(await rollback(call, id, operation)).toMatchObject({
      status: 409,
      body: { error: `Work would be lost: ${p} gate check (task), ${p} gating (policy)` },
    });
    expect(await contentOf(organizationId)).toEqual(before);
  });
  test('409 when a policy text that the update wrote or added was published afterwards', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    await within(app.database, organizationId, (db) =>
      db.updateTable('policy').set({ status: 'published' }).where('name', '=', `${p} keys`).execute(),
    );
    const operation = await synced(call, id, version2);
    await within(app.database, organizationId, async (db) => {
      const version = await db.selectFrom('policy_version').select(['id', 'policy_id']).where('version', '=', 2).executeTakeFirstOrThrow();
      await db.updateTable('policy').set({ current_version_id: version.id }).where('id', '=', version.policy_id).execute();
    });
    expect(await rollback(call, id, operation)).toMatchObject({
      status: 409,
      body: { error: `Work would be lost: ${p} keys (policy)` },
    });

    const otherAdoption = await outdated();
    const overwritten = await synced(otherAdoption.call, otherAdoption.id, otherAdoption.version2);
    await within(app.database, otherAdoption.organizationId, (db) =>
      db.updateTable('policy').set({ status: 'published' }).where('name', '=', `${otherAdoption.p} keys`).execute(),
    );
    expect(await rollback(otherAdoption.call, otherAdoption.id, overwritten)).toMatchObject({
      status: 409,
      body: { error: `Work would be lost: ${otherAdoption.p} keys (policy)` },
    });
  });
  test('404 for a sync of another framework or organization, and for an unknown sync; 400 without a sync id (rule 22)', async () => {
    const { call, id } = await outdated();
    const otherAdoption = await outdated();
    const foreign = await synced(otherAdoption.call, otherAdoption.id, otherAdoption.version2);
    for (const operation of [foreign, newId('fso')])
      expect(await rollback(call, id, operation)).toMatchObject({ status: 404, body: { error: 'Sync not found' } });
    expect(await call('POST', `/v1/frameworks/${id}/rollback`, { body: { syncOperationId: foreign }, ...asProblem })).toMatchObject({
      status: 404,
      body: { detail: 'Sync not found' },
    });
    expect(await call('POST', `/v1/frameworks/${id}/rollback`, { body: {} })).toMatchObject({
      status: 400,
      body: { details: { syncOperationId: {} } },
    });
  });
});
