/** Updates a framework to another version. The tests publish versions of a test catalogue, so they need their own database. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import type { Content } from '../../support/catalogue.ts';
import { fullSummary, firstVersion, names, emptySummary, secondVersion, frameworkVersions } from '../../support/framework-versions.ts';
import { addCustom, addRequirement, adopt, detail, frameworkRecords } from '../../support/frameworks.ts';
import { newMember, within } from '../../support/organization.ts';
import { ownDatabase } from '../../support/own-database.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp(ownDatabase());
const { addControls, lastEntry } = frameworkRecords(app);
const { catalogue, adopted, outdated, sync, rollback, synced, history, preview, contentOf, control, policy, task } = frameworkVersions(app);

describe('syncFramework', () => {
  test('200 applies the changes of the preview, and adds an entry to the history (rules 18, 19, 23)', async () => {
    const { call, id, p, version2, organization, organizationId } = await outdated();
    const operation = await synced(call, id, version2);
    const updated = await detail(call, id);
    expect(updated.currentVersionId).toBe(version2);
    expect(names(updated.controls)).toEqual([`${p} gates`, `${p} locks`]);
    const [gates, locks] = updated.controls;
    expect(gates).toMatchObject({
      controlFamily: 'All',
      policies: [{ name: `${p} gating`, status: 'draft' }],
      controlDocumentTypes: [{ formType: 'penetration-test' }],
      requirementsMapped: [{ frameworkInstanceId: id }],
    });
    expect(locks).toMatchObject({
      description: 'Better locks.',
      controlFamily: 'Entrances',
      policies: [{ name: `${p} keys` }],
      controlDocumentTypes: [],
      requirementsMapped: { length: 2 },
    });
    expect(updated.tasks).toMatchObject([
      { title: `${p} gate check`, status: 'todo' },
      { title: `${p} photos`, description: 'Better photos.', frequency: 'quarterly' },
    ]);
    for (const archivedRecord of [
      await control(organizationId, `${p} fences`),
      await policy(organizationId, `${p} fencing`),
      await task(organizationId, `${p} walk`),
    ])
      expect(archivedRecord.archived_at).not.toBeNull();
    const keys = await within(app.database, organizationId, (db) =>
      db
        .selectFrom('policy')
        .innerJoin('policy_version as version', 'version.id', 'policy.current_version_id')
        .select(['policy.content', 'policy.draft_content as draft', 'version.content as first', 'version.version', 'policy.department'])
        .where('policy.name', '=', `${p} keys`)
        .executeTakeFirstOrThrow(),
    );
    expect(keys).toMatchObject({ version: 1, department: 'admin', draft: keys.content, first: keys.content });
    expect(JSON.stringify(keys.content)).toContain('New text of Test organization.');

    const [entry] = await history(call, id);
    expect(entry).toMatchObject({
      id: operation,
      kind: 'SYNC',
      performedById: organization.owner.id,
      performedBy: { user: { name: 'Olive Owner' } },
      performedVia: 'API key "test"',
      rolledBackByOperationId: null,
      fromVersion: { version: '1.0.0' },
      toVersion: { version: '1.1.0' },
      summary: fullSummary,
    });
    expect(Date.parse(entry.rollbackExpiresAt) - Date.parse(entry.performedAt)).toBe(14 * 86_400_000);
    expect(await lastEntry(organizationId)).toMatchObject({
      entity_type: 'framework',
      entity_id: id,
      data: {
        changes: {
          version: { previous: '1.0.0', current: '1.1.0' },
          controlsAdded: { previous: null, current: 1 },
          requirementMapsArchived: { current: 2 },
        },
      },
    });
  });
  test('200 with kind no_op for the version in use', async () => {
    const { call, id, version1 } = await outdated();
    expect(await sync(call, id, version1)).toMatchObject({
      status: 200,
      body: { kind: 'no_op', frameworkInstanceId: id, syncOperationId: null },
    });
    expect(await history(call, id)).toEqual([]);
  });
  test('200 keeps changes that the organization made (rule 18)', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    await within(app.database, organizationId, async (db) => {
      await db.updateTable('control').set({ description: 'Ours.' }).where('name', '=', `${p} locks`).execute();
      await db.updateTable('task').set({ department: 'hr' }).where('title', '=', `${p} photos`).execute();
      await db.updateTable('policy').set({ draft_content: '[]' }).where('name', '=', `${p} keys`).execute();
    });
    expect(await preview(call, id)).toMatchObject({
      controls: { updatedApplied: [], updatedPreserved: [{ instance: { description: 'Ours.' } }] },
      tasks: { updatedApplied: [], updatedPreserved: [{}] },
      policies: { updatedApplied: [], updatedPreserved: [{}] },
    });
    await synced(call, id, version2);
    expect((await history(call, id))[0].summary).toMatchObject({
      controlsUpdatedApplied: 0,
      controlsUpdatedPreserved: 1,
      tasksUpdatedPreserved: 1,
      policiesUpdatedPreserved: 1,
    });
    expect(await control(organizationId, `${p} locks`)).toMatchObject({ description: 'Ours.' });
    expect(await task(organizationId, `${p} photos`)).toMatchObject({ description: `How to ${p} photos.`, frequency: 'yearly' });
    expect((await detail(call, id)).controls.at(-1)).toMatchObject({ controlFamily: 'Entrances' });
  });
  test('200 recognizes the filled text of a template as unedited, even after the organization was renamed (rule 18)', async () => {
    const text =
      (words: string) =>
      (p: string): Content => ({
        ...firstVersion(p),
        policies: { [`${p} keys`]: { text: `${words} of {{COMPANY}}.` }, [`${p} fencing`]: {} },
      });
    const { call, id, version2, organizationId, p } = await outdated(text('Old'), text('New'));
    await app.database.system.updateTable('organization').set({ name: 'Renamed' }).where('id', '=', organizationId).execute();
    await synced(call, id, version2);
    expect(JSON.stringify(await policy(organizationId, `${p} keys`))).toContain('New of Renamed.');
  });
  test.each(['published', 'needs_review'] as const)(
    '200 adds the new text as another version of a policy that is %s, and does not overwrite the policy (rule 18)',
    async (status) => {
      const { call, id, p, version2, organization, organizationId } = await outdated();
      const before = await within(app.database, organizationId, (db) =>
        db
          .updateTable('policy')
          .set({ status })
          .where('name', '=', `${p} keys`)
          .returning(['id', 'content', 'current_version_id as current'])
          .executeTakeFirstOrThrow(),
      );
      expect((await preview(call, id)).policies).toMatchObject({
        updatedApplied: [],
        updatedPreserved: [],
        draftAddedForPublished: [{ instance: { id: before.id, status }, manifestTo: { department: 'admin' } }],
      });
      await synced(call, id, version2);
      expect((await history(call, id))[0].summary).toMatchObject({ policiesUpdatedApplied: 0, policiesDraftAdded: 1 });
      const [updatedPolicy, versions] = await within(app.database, organizationId, async (db) => [
        await db
          .selectFrom('policy')
          .select(['content', 'draft_content as draft', 'department', 'status', 'current_version_id as current'])
          .where('id', '=', before.id)
          .executeTakeFirstOrThrow(),
        await db
          .selectFrom('policy_version')
          .select(['version', 'content', 'published_at', 'created_by_id', 'changelog'])
          .where('policy_id', '=', before.id)
          .orderBy('version')
          .execute(),
      ]);
      expect(updatedPolicy).toEqual({ content: before.content, draft: before.content, department: 'it', status, current: before.current });
      expect(versions).toMatchObject([
        { version: 1 },
        { version: 2, published_at: null, created_by_id: organization.owner.id, changelog: `New text of ${p} 1.1.0` },
      ]);
      expect(JSON.stringify(versions[1])).toContain('New text of Test organization.');
    },
  );
  test('200 keeps removed records that another adopted framework uses (rule 18)', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    const shared = (): Content => ({
      requirements: { S1: {} },
      controls: { [`${p} fences`]: { meets: ['S1'], policies: [`${p} fencing`], tasks: [] } },
      policies: { [`${p} fencing`]: {} },
      tasks: {},
    });
    const { frameworkId } = await catalogue.publish(app.database, `${p} other`, '1.0.0', shared());
    const [otherId = ''] = await adopt(call, frameworkId);
    await synced(call, id, version2);
    expect((await history(call, id))[0].summary).toMatchObject({ controlsArchived: 0, policiesArchived: 0, tasksArchived: 1 });
    expect(await control(organizationId, `${p} fences`)).toMatchObject({ archived_at: null });
    expect(names((await detail(call, id)).controls)).toEqual([`${p} gates`, `${p} locks`]);
    expect((await detail(call, otherId)).controls).toMatchObject([{ name: `${p} fences`, policies: [{ name: `${p} fencing` }] }]);
  });
  test('200 does not restore records that were deleted by hand, but restores links that were removed (rule 19)', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    const before = await detail(call, id);
    await within(app.database, organizationId, async (db) => {
      await db.deleteFrom('task').where('title', '=', `${p} photos`).execute();
      await db.deleteFrom('framework_control_policy').execute();
    });
    await synced(call, id, version2);
    const after = await detail(call, id);
    expect(after.tasks.map(({ title }: { title: string }) => title)).toEqual([`${p} gate check`]);
    expect(after.controls.find(({ name }: { name: string }) => name === `${p} locks`).policies).toEqual(
      before.controls.find(({ name }: { name: string }) => name === `${p} locks`).policies,
    );
  });
  test('200 keeps links that were made by hand', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    const [ownControl = ''] = await addControls(organizationId, 'Own');
    const requirement = await addRequirement(call, id, 'OWN');
    await call('POST', `/v1/frameworks/${id}/requirements/${requirement}/controls/link`, { body: { controlIds: [ownControl] } });
    await synced(call, id, version2);
    expect(names((await detail(call, id)).controls)).toEqual(['Own', `${p} gates`, `${p} locks`]);
  });
  test('200 back to an older version and forward again duplicates nothing, and restores archived maps (rules 16, 19)', async () => {
    const { call, id, p, version1, version2, organizationId } = await outdated();
    const before = await contentOf(organizationId);
    await synced(call, id, version2);
    await synced(call, id, version1);
    const restored = await contentOf(organizationId);
    expect(names((await detail(call, id)).controls)).toEqual([`${p} fences`, `${p} locks`]);
    for (const part of ['controls', 'policies', 'tasks', 'maps'] as const)
      expect(restored[part].filter(({ id: restoredId }) => before[part].some((row) => row.id === restoredId))).toEqual(before[part]);
    expect(restored.families).toEqual(before.families);
    expect(
      (await history(call, id)).map(({ summary }: { summary: Record<string, number> }) => [
        summary.controlsAdded,
        summary.requirementMapsAdded,
      ]),
    ).toEqual([
      [1, 2],
      [1, 2],
    ]);
    await synced(call, id, version2);
    expect((await contentOf(organizationId)).controls).toHaveLength(3);
  });
  test('200 copies direct links to custom frameworks, and does not count archived controls', async () => {
    const { call, id, p, version2, organizationId } = await outdated(firstVersion, (prefix) => {
      const next = secondVersion(prefix);
      return {
        ...next,
        controls: {
          ...next.controls,
          [`${prefix} locks`]: { ...next.controls[`${prefix} locks`], meets: ['R1'], policies: [`${prefix} keys`, `${prefix} gating`] },
        },
      };
    });
    const custom = await addCustom(call);
    const requirement = await addRequirement(call, custom.id, 'H1');
    const controlIds = await Promise.all([`${p} locks`, `${p} fences`].map(async (name) => (await control(organizationId, name)).id));
    await call('POST', `/v1/frameworks/${custom.id}/requirements/${requirement}/controls/link`, { body: { controlIds } });
    const operation = await synced(call, id, version2);
    expect((await detail(call, custom.id)).controls).toMatchObject([
      { name: `${p} locks`, policies: [{ name: `${p} gating` }, { name: `${p} keys` }] },
    ]);
    expect((await rollback(call, id, operation)).status).toBe(200);
    expect((await detail(call, custom.id)).controls).toMatchObject([
      { name: `${p} fences` },
      { name: `${p} locks`, policies: [{ name: `${p} keys` }] },
    ]);
  });
  test('200 compares a framework that was adopted without a version with the first version (rules 7, 15)', async () => {
    const { call, id, p, version1, version2, organizationId } = await outdated();
    const unpin = () =>
      app.database.system.updateTable('framework_instance').set({ current_version_id: null }).where('id', '=', id).execute();
    await unpin();
    expect((await call('GET', `/v1/frameworks/${id}/update-status`)).body).toMatchObject({
      currentVersion: null,
      latestVersion: { id: version2 },
      updateAvailable: true,
    });
    expect((await detail(call, id)).requirementDefinitions.map(({ identifier }: { identifier: string }) => identifier)).toEqual([
      'R1',
      'R2',
      'R4',
    ]);
    expect(await preview(call, id)).toMatchObject({ fromVersion: { id: version1 }, controls: { added: [{ name: `${p} gates` }] } });
    const operation = await synced(call, id, version2);
    expect((await history(call, id))[0]).toMatchObject({
      fromVersion: { id: version1 },
      toVersion: { id: version2 },
      summary: fullSummary,
    });
    expect((await rollback(call, id, operation)).status).toBe(200);
    expect((await contentOf(organizationId)).instances).toEqual([{ id, current_version_id: null }]);
    expect((await detail(call, id)).currentVersionId).toBeNull();
    await synced(call, id, version1);
    expect((await history(call, id))[0].summary).toEqual(emptySummary);
  });
  test('200 for simultaneous updates: one request updates the framework, and each other request returns no_op (rule 16)', async () => {
    const { call, id, version2, organizationId } = await outdated();
    const answers = await Promise.all([sync(call, id, version2), sync(call, id, version2), sync(call, id, version2)]);
    expect(answers.map(({ body }) => body.kind).sort()).toEqual(['no_op', 'no_op', 'synced']);
    expect((await contentOf(organizationId)).controls).toHaveLength(3);
  });
  test('200 records the member of the session as the performer', async () => {
    const { call, id, version2, organization } = await outdated();
    const member = await newMember(app.database, organization.id, ['admin'], { name: 'Adam Admin' });
    const session = await app.session(organization, member);
    await synced(session.call, id, version2);
    expect((await history(call, id))[0]).toMatchObject({
      performedById: member.id,
      performedBy: { id: member.id, user: { id: member.userId, name: 'Adam Admin', email: member.email } },
    });
    await app.database.system.deleteFrom('member').where('id', '=', member.id).execute();
    expect((await history(call, id))[0]).toMatchObject({ performedById: null, performedBy: null });
  });
  test('404 for a version of another framework, and for an unknown version; 400 without a version', async () => {
    const { call, id } = await adopted();
    const foreign = await adopted();
    for (const version of [foreign.version1, newId('fvr')])
      expect(await sync(call, id, version)).toMatchObject({ status: 404, body: { error: 'Framework version not found' } });
    expect(await call('POST', `/v1/frameworks/${id}/sync`, { body: { targetVersionId: foreign.version1 }, ...asProblem })).toMatchObject({
      status: 404,
      body: { detail: 'Framework version not found' },
    });
    expect(await call('POST', `/v1/frameworks/${id}/sync`, { body: {} })).toMatchObject({
      status: 400,
      body: { details: { targetVersionId: { _errors: ['is required'] } } },
    });
  });
});
