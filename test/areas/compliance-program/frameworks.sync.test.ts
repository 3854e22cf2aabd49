/** Updates to another version. On a catalogue of the tests' own, which they publish versions of. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import type { Content } from '../../support/catalogue.ts';
import { all, first, names, none, second, frameworkVersions } from '../../support/framework-versions.ts';
import { addCustom, addRequirement, adopt, detail, frameworkRecords } from '../../support/frameworks.ts';
import { newMember, within } from '../../support/organization.ts';
import { ownDatabase } from '../../support/own-database.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp(ownDatabase());
const { addControls, lastEntry } = frameworkRecords(app);
const { catalogue, adopted, outdated, sync, rollback, synced, history, preview, contentOf, control, policy, task } = frameworkVersions(app);

describe('syncFramework', () => {
  test('200 with what was added, archived and overwritten, as the preview said, and an entry in the history (rules 18, 19, 23)', async () => {
    const { call, id, p, version2, organization, organizationId } = await outdated();
    const operation = await synced(call, id, version2);
    const shown = await detail(call, id);
    expect(shown.currentVersionId).toBe(version2);
    expect(names(shown.controls)).toEqual([`${p} gates`, `${p} locks`]);
    const [gates, locks] = shown.controls;
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
    expect(shown.tasks).toMatchObject([
      { title: `${p} gate check`, status: 'todo' },
      { title: `${p} photos`, description: 'Better photos.', frequency: 'quarterly' },
    ]);
    for (const gone of [
      await control(organizationId, `${p} fences`),
      await policy(organizationId, `${p} fencing`),
      await task(organizationId, `${p} walk`),
    ])
      expect(gone.archived_at).not.toBeNull();
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
      summary: all,
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
  test('200 no-op for the version in use', async () => {
    const { call, id, version1 } = await outdated();
    expect(await sync(call, id, version1)).toMatchObject({
      status: 200,
      body: { kind: 'no_op', frameworkInstanceId: id, syncOperationId: null },
    });
    expect(await history(call, id)).toEqual([]);
  });
  test('200 with what the organization has changed left as it is (rule 18)', async () => {
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
  test('200 with the text of a template that was filled still told from an edit, whatever the organization is called by now (rule 18)', async () => {
    const text =
      (words: string) =>
      (p: string): Content => ({ ...first(p), policies: { [`${p} keys`]: { text: `${words} of {{COMPANY}}.` }, [`${p} fencing`]: {} } });
    const { call, id, version2, organizationId, p } = await outdated(text('Old'), text('New'));
    await app.database.system.updateTable('organization').set({ name: 'Renamed' }).where('id', '=', organizationId).execute();
    await synced(call, id, version2);
    expect(JSON.stringify(await policy(organizationId, `${p} keys`))).toContain('New of Renamed.');
  });
  test.each(['published', 'needs_review'] as const)(
    '200 with a policy that is %s not overwritten: the new text waits as a further version (rule 18)',
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
      const [now, versions] = await within(app.database, organizationId, async (db) => [
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
      expect(now).toEqual({ content: before.content, draft: before.content, department: 'it', status, current: before.current });
      expect(versions).toMatchObject([
        { version: 1 },
        { version: 2, published_at: null, created_by_id: organization.owner.id, changelog: `New text of ${p} 1.1.0` },
      ]);
      expect(JSON.stringify(versions[1])).toContain('New text of Test organization.');
    },
  );
  test('200 with what is gone kept in use while another adopted framework has it (rule 18)', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    const shared = (): Content => ({
      requirements: { S1: {} },
      controls: { [`${p} fences`]: { meets: ['S1'], policies: [`${p} fencing`], tasks: [] } },
      policies: { [`${p} fencing`]: {} },
      tasks: {},
    });
    const { frameworkId } = await catalogue.publish(app.database, `${p} other`, '1.0.0', shared());
    const [other = ''] = await adopt(call, frameworkId);
    await synced(call, id, version2);
    expect((await history(call, id))[0].summary).toMatchObject({ controlsArchived: 0, policiesArchived: 0, tasksArchived: 1 });
    expect(await control(organizationId, `${p} fences`)).toMatchObject({ archived_at: null });
    expect(names((await detail(call, id)).controls)).toEqual([`${p} gates`, `${p} locks`]);
    expect((await detail(call, other)).controls).toMatchObject([{ name: `${p} fences`, policies: [{ name: `${p} fencing` }] }]);
  });
  test('200 with what was deleted by hand not brought back, and links that were removed made again (rule 19)', async () => {
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
  test('200 with what people linked by hand untouched', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    const [own = ''] = await addControls(organizationId, 'Own');
    const requirement = await addRequirement(call, id, 'OWN');
    await call('POST', `/v1/frameworks/${id}/requirements/${requirement}/controls/link`, { body: { controlIds: [own] } });
    await synced(call, id, version2);
    expect(names((await detail(call, id)).controls)).toEqual(['Own', `${p} gates`, `${p} locks`]);
  });
  test('200 back to an older version and forward again: nothing is made twice, and archived maps are in use again (rules 16, 19)', async () => {
    const { call, id, p, version1, version2, organizationId } = await outdated();
    const before = await contentOf(organizationId);
    await synced(call, id, version2);
    await synced(call, id, version1);
    const back = await contentOf(organizationId);
    expect(names((await detail(call, id)).controls)).toEqual([`${p} fences`, `${p} locks`]);
    for (const part of ['controls', 'policies', 'tasks', 'maps'] as const)
      expect(back[part].filter(({ id: known }) => before[part].some((old) => old.id === known))).toEqual(before[part]);
    expect(back.families).toEqual(before.families);
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
  test('200 with direct links that reach custom frameworks, and no control counted that is archived', async () => {
    const { call, id, p, version2, organizationId } = await outdated(first, (prefix) => {
      const next = second(prefix);
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
  test('200 for one that was adopted without a version: it is compared with the first one (rules 7, 15)', async () => {
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
    expect((await history(call, id))[0]).toMatchObject({ fromVersion: { id: version1 }, toVersion: { id: version2 }, summary: all });
    expect((await rollback(call, id, operation)).status).toBe(200);
    expect((await contentOf(organizationId)).instances).toEqual([{ id, current_version_id: null }]);
    expect((await detail(call, id)).currentVersionId).toBeNull();
    await synced(call, id, version1);
    expect((await history(call, id))[0].summary).toEqual(none);
  });
  test('200 once and no-op once for two at the same moment (rule 16)', async () => {
    const { call, id, version2, organizationId } = await outdated();
    const answers = await Promise.all([sync(call, id, version2), sync(call, id, version2), sync(call, id, version2)]);
    expect(answers.map(({ body }) => body.kind).sort()).toEqual(['no_op', 'no_op', 'synced']);
    expect((await contentOf(organizationId)).controls).toHaveLength(3);
  });
  test('200 performed by the member of the session', async () => {
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
  test('404 for a version of another framework, or none; 400 without one', async () => {
    const { call, id } = await adopted();
    const other = await adopted();
    for (const version of [other.version1, newId('fvr')])
      expect(await sync(call, id, version)).toMatchObject({ status: 404, body: { error: 'Framework version not found' } });
    expect(await call('POST', `/v1/frameworks/${id}/sync`, { body: { targetVersionId: other.version1 }, ...asProblem })).toMatchObject({
      status: 404,
      body: { detail: 'Framework version not found' },
    });
    expect(await call('POST', `/v1/frameworks/${id}/sync`, { body: {} })).toMatchObject({
      status: 400,
      body: { details: { targetVersionId: { _errors: ['is required in the body'] } } },
    });
  });
});
