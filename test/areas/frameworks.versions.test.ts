/** Versions: update status, preview, update and the way back. On a catalogue of the tests' own, which they publish versions of. */
import { describe, expect, test } from 'vitest';
import { newId } from '../../server/database/ids.ts';
import { type Caller, startApp } from '../support/app.ts';
import { type Content, TestCatalogue } from '../support/catalogue.ts';
import { addCustom, addRequirement, adopt, detail, frameworkRecords } from '../support/frameworks.ts';
import { newMember, within } from '../support/organization.ts';
import { ownDatabase } from '../support/own-database.ts';
import { asProblem } from '../support/refusals.ts';

const app = startApp(ownDatabase());
const { lastEntry, addControls } = frameworkRecords(app);
const catalogue = new TestCatalogue();
type Call = Caller['call'];

/** Two controls, with a policy and a task each. */
const first = (p: string): Content => ({
  requirements: { R1: {}, R2: {}, R3: {} },
  controls: {
    [`${p} locks`]: { meets: ['R1'], policies: [`${p} keys`], tasks: [`${p} photos`], forms: ['rbac-matrix'], family: 'Doors' },
    [`${p} fences`]: { meets: ['R2', 'R3'], policies: [`${p} fencing`], tasks: [`${p} walk`], forms: ['network-diagram'] },
  },
  policies: { [`${p} keys`]: {}, [`${p} fencing`]: {} },
  tasks: { [`${p} photos`]: {}, [`${p} walk`]: {} },
});
/** Without fences, with gates; the locks say something else and meet R2 too, and no longer carry a form. */
const second = (p: string): Content => ({
  requirements: { R1: { description: 'New text of R1.' }, R2: {}, R4: {} },
  controls: {
    [`${p} locks`]: { meets: ['R1', 'R2'], policies: [`${p} keys`], tasks: [`${p} photos`], description: 'Better locks.', family: 'Entrances' },
    [`${p} gates`]: { meets: ['R4'], policies: [`${p} gating`], tasks: [`${p} gate check`], forms: ['penetration-test'] },
  },
  policies: { [`${p} keys`]: { text: 'New text of {{COMPANY}}.', department: 'admin' }, [`${p} gating`]: {} },
  tasks: { [`${p} photos`]: { description: 'Better photos.', frequency: 'quarterly' }, [`${p} gate check`]: {} },
});
const none = { controlsAdded: 0, controlsArchived: 0, controlsUpdatedApplied: 0, controlsUpdatedPreserved: 0, policiesAdded: 0, policiesArchived: 0, policiesUpdatedApplied: 0, policiesUpdatedPreserved: 0, policiesDraftAdded: 0, tasksAdded: 0, tasksArchived: 0, tasksUpdatedApplied: 0, tasksUpdatedPreserved: 0, requirementMapsAdded: 0, requirementMapsArchived: 0, controlDocumentTypesAdded: 0, controlDocumentTypesArchived: 0 };
const all = { ...none, controlsAdded: 1, controlsArchived: 1, controlsUpdatedApplied: 1, policiesAdded: 1, policiesArchived: 1, policiesUpdatedApplied: 1, tasksAdded: 1, tasksArchived: 1, tasksUpdatedApplied: 1, requirementMapsAdded: 2, requirementMapsArchived: 2, controlDocumentTypesAdded: 1, controlDocumentTypesArchived: 2 };

let count = 0;
/** A fresh organization that has adopted a framework of its own in version 1.0.0. */
async function adopted(content = first) {
  const caller = await app.caller();
  const p = `f${count += 1}`;
  const publish = (release: string, given: (p: string) => Content, notes?: string) => catalogue.publish(app.database, p, release, given(p), notes);
  const { frameworkId, versionId } = await publish('1.0.0', content);
  const [id = ''] = await adopt(caller.call, frameworkId);
  return { ...caller, p, publish, frameworkId, id, version1: versionId, organizationId: caller.organization.id };
}
/** The same, with an update to 1.1.0 that it has not made. */
async function outdated(from = first, to = second) {
  const before = await adopted(from);
  const { versionId: version2 } = await before.publish('1.1.0', to, 'Gates.');
  return { ...before, version2 };
}
const sync = (call: Call, id: string, targetVersionId: string) => call('POST', `/v1/frameworks/${id}/sync`, { body: { targetVersionId } });
const rollback = (call: Call, id: string, syncOperationId: string) => call('POST', `/v1/frameworks/${id}/rollback`, { body: { syncOperationId } });
async function synced(call: Call, id: string, version: string): Promise<string> {
  const answer = await sync(call, id, version);
  expect(answer, answer.text).toMatchObject({ status: 200, body: { kind: 'synced' } });
  return answer.body.syncOperationId;
}
const history = async (call: Call, id: string) => (await call('GET', `/v1/frameworks/${id}/sync-history`)).body.data;
const preview = async (call: Call, id: string) => {
  const answer = await call('GET', `/v1/frameworks/${id}/update-preview`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
};

/** All that an update may touch, without when rows were changed. */
const contentOf = (organizationId: string) => within(app.database, organizationId, async (db) => ({
  instances: await db.selectFrom('framework_instance').select(['id', 'current_version_id']).orderBy('id').execute(),
  controls: await db.selectFrom('control').select(['id', 'name', 'description', 'archived_at']).orderBy('id').execute(),
  policies: await db.selectFrom('policy').select(['id', 'name', 'description', 'content', 'draft_content', 'frequency', 'department', 'status', 'archived_at', 'filling', 'current_version_id']).orderBy('id').execute(),
  versions: await db.selectFrom('policy_version').select(['id', 'version', 'content']).orderBy('id').execute(),
  tasks: await db.selectFrom('task').select(['id', 'title', 'description', 'frequency', 'department', 'archived_at']).orderBy('id').execute(),
  maps: await db.selectFrom('requirement_map').select(['id', 'control_id', 'requirement_id', 'archived_at']).orderBy('id').execute(),
  direct: [
    await db.selectFrom('control_policy').select(['control_id', 'policy_id']).orderBy('id').execute(), await db.selectFrom('control_task').select(['control_id', 'task_id']).orderBy('id').execute(),
    await db.selectFrom('control_document_type').select(['control_id', 'form_type']).orderBy('id').execute(),
  ],
  scoped: [
    await db.selectFrom('framework_control_policy').select(['framework_instance_id', 'control_id', 'policy_id']).orderBy('control_id').orderBy('policy_id').execute(),
    await db.selectFrom('framework_control_task').select(['framework_instance_id', 'control_id', 'task_id']).orderBy('control_id').orderBy('task_id').execute(),
    await db.selectFrom('framework_control_document_type').select(['framework_instance_id', 'control_id', 'form_type']).orderBy('control_id').orderBy('form_type').execute(),
  ],
  families: await db.selectFrom('framework_control_family').select(['framework_instance_id', 'control_id', 'control_family']).orderBy('control_id').execute(),
}));
const control = (organizationId: string, name: string) => within(app.database, organizationId, (db) => db.selectFrom('control').select(['id', 'description', 'archived_at']).where('name', '=', name).executeTakeFirstOrThrow());
const policy = (organizationId: string, name: string) => within(app.database, organizationId, (db) => db.selectFrom('policy').select(['content', 'archived_at']).where('name', '=', name).executeTakeFirstOrThrow());
const task = (organizationId: string, name: string) => within(app.database, organizationId, (db) => db.selectFrom('task').select(['description', 'frequency', 'archived_at']).where('title', '=', name).executeTakeFirstOrThrow());
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).sort();

describe('versions', () => {
  test('200 newest first, with the one in use; only an update is a status of its own (rule 15)', async () => {
    const { call, id, p, version1, publish } = await adopted();
    const url = `/v1/frameworks/${id}`;
    expect((await call('GET', `${url}/versions`)).body).toEqual({ data: [{ id: version1, version: '1.0.0', publishedAt: expect.any(String), releaseNotes: null, isCurrent: true }] });
    expect((await call('GET', `${url}/update-status`)).body).toMatchObject({ frameworkInstanceId: id, frameworkName: p, currentVersion: { id: version1, version: '1.0.0' }, latestVersion: { id: version1 }, updateAvailable: false });
    expect((await call('GET', '/v1/frameworks/update-statuses')).body).toEqual({ data: [] });

    const { versionId } = await publish('1.1.0', second, 'Gates.');
    expect((await call('GET', `${url}/versions`)).body.data).toMatchObject([{ id: versionId, version: '1.1.0', releaseNotes: 'Gates.', isCurrent: false }, { id: version1, isCurrent: true }]);
    const status = (await call('GET', `${url}/update-status`)).body;
    expect(status).toMatchObject({ currentVersion: { version: '1.0.0' }, latestVersion: { id: versionId, version: '1.1.0', releaseNotes: 'Gates.' }, updateAvailable: true });
    expect((await call('GET', '/v1/frameworks/update-statuses')).body).toEqual({ data: [status] });
  });
  test('200 with nothing for a custom framework; 409 for its preview and its update (rules 11, 15)', async () => {
    const { call, version1 } = await adopted();
    const { id } = await addCustom(call);
    expect((await call('GET', `/v1/frameworks/${id}/update-status`)).body).toEqual({ frameworkInstanceId: id, frameworkName: 'House rules', currentVersion: null, latestVersion: null, updateAvailable: false });
    expect((await call('GET', '/v1/frameworks/update-statuses')).body).toEqual({ data: [] });
    expect(await call('GET', `/v1/frameworks/${id}/update-preview`)).toMatchObject({ status: 409, body: { error: 'No update is available' } });
    expect(await sync(call, id, version1)).toMatchObject({ status: 409, body: { error: 'The framework has no versions' } });
    expect(await call('POST', `/v1/frameworks/${id}/sync`, { body: { targetVersionId: version1 }, ...asProblem })).toMatchObject({ status: 409, body: { detail: 'The framework has no versions' } });
    expect(await history(call, id)).toEqual([]);
  });
  test('200 with the requirements of the version in use, not those of the catalogue now (rule 13)', async () => {
    const { call, id, version2 } = await outdated();
    const shown = async () => (await detail(call, id)).requirementDefinitions.map(({ identifier, description }: Record<string, string>) => [identifier, description]);
    expect(await shown()).toEqual([['R1', 'Text of R1.'], ['R2', 'Text of R2.'], ['R3', 'Text of R3.']]);
    await synced(call, id, version2);
    expect(await shown()).toEqual([['R1', 'New text of R1.'], ['R2', 'Text of R2.'], ['R4', 'Text of R4.']]);
  });
});

describe('previewFrameworkUpdate', () => {
  test('200 with all that the update would do, and nothing done (rules 17 to 19)', async () => {
    const { call, id, p, version1, version2, organizationId } = await outdated();
    const before = await contentOf(organizationId);
    const shown = await preview(call, id);
    expect(shown).toMatchObject({ fromVersion: { id: version1, version: '1.0.0' }, toVersion: { id: version2, version: '1.1.0' }, releaseNotes: 'Gates.' });
    const { controls, policies, tasks, requirements, edges } = shown;
    expect(controls).toMatchObject({
      added: [{ name: `${p} gates`, controlFamily: 'All', documentTypes: ['penetration-test'] }], archived: [{ instanceId: (await control(organizationId, `${p} fences`)).id, manifest: { name: `${p} fences` } }],
      updatedApplied: [{ instance: { name: `${p} locks`, organizationId }, manifestFrom: { controlFamily: 'Doors' }, manifestTo: { description: 'Better locks.', controlFamily: 'Entrances' } }], updatedPreserved: [],
    });
    expect(policies).toMatchObject({ added: [{ name: `${p} gating` }], archived: [{ manifest: { name: `${p} fencing` } }], updatedApplied: [{ instance: { name: `${p} keys`, status: 'draft' }, manifestTo: { department: 'admin' } }], updatedPreserved: [], draftAddedForPublished: [] });
    expect(tasks).toMatchObject({ added: [{ name: `${p} gate check` }], archived: [{ manifest: { name: `${p} walk` } }], updatedApplied: [{ instance: { title: `${p} photos` }, manifestTo: { frequency: 'quarterly' } }], updatedPreserved: [] });
    expect(requirements).toMatchObject({ added: [{ identifier: 'R4' }], removed: [{ identifier: 'R3' }], updated: [{ from: { description: 'Text of R1.' }, to: { description: 'New text of R1.' } }] });
    expect(edges).toEqual({
      controlPolicy: { added: [{ controlName: `${p} gates`, policyName: `${p} gating` }], removed: [{ controlName: `${p} fences`, policyName: `${p} fencing` }] },
      controlTask: { added: [{ controlName: `${p} gates`, taskName: `${p} gate check` }], removed: [{ controlName: `${p} fences`, taskName: `${p} walk` }] },
      controlRequirement: {
        added: expect.toSatisfy((added: object[]) => added.length === 2), removed: [{ controlName: `${p} fences`, requirementIdentifier: 'R2', requirementName: 'R2' }, { controlName: `${p} fences`, requirementIdentifier: 'R3', requirementName: 'R3' }],
      },
      controlDocumentType: { added: [{ controlName: `${p} gates`, formType: 'penetration-test' }], removed: expect.toSatisfy((removed: object[]) => removed.length === 2) },
    });
    expect(await contentOf(organizationId)).toEqual(before);
  });
  test('409 when there is nothing newer', async () => {
    const { call, id } = await adopted();
    expect(await call('GET', `/v1/frameworks/${id}/update-preview`)).toMatchObject({ status: 409, body: { error: 'No update is available' } });
    expect(await call('GET', `/v1/frameworks/${id}/update-preview`, asProblem)).toMatchObject({ status: 409, body: { detail: 'No update is available' } });
  });
});

describe('syncFramework', () => {
  test('200 with what was added, archived and overwritten, as the preview said, and an entry in the history (rules 18, 19, 23)', async () => {
    const { call, id, p, version2, organization, organizationId } = await outdated();
    const operation = await synced(call, id, version2);
    const shown = await detail(call, id);
    expect(shown.currentVersionId).toBe(version2);
    expect(names(shown.controls)).toEqual([`${p} gates`, `${p} locks`]);
    const [gates, locks] = shown.controls;
    expect(gates).toMatchObject({ controlFamily: 'All', policies: [{ name: `${p} gating`, status: 'draft' }], controlDocumentTypes: [{ formType: 'penetration-test' }], requirementsMapped: [{ frameworkInstanceId: id }] });
    expect(locks).toMatchObject({ description: 'Better locks.', controlFamily: 'Entrances', policies: [{ name: `${p} keys` }], controlDocumentTypes: [], requirementsMapped: { length: 2 } });
    expect(shown.tasks).toMatchObject([{ title: `${p} gate check`, status: 'todo' }, { title: `${p} photos`, description: 'Better photos.', frequency: 'quarterly' }]);
    for (const gone of [await control(organizationId, `${p} fences`), await policy(organizationId, `${p} fencing`), await task(organizationId, `${p} walk`)]) expect(gone.archived_at).not.toBeNull();
    const keys = await within(app.database, organizationId, (db) => db.selectFrom('policy').innerJoin('policy_version as version', 'version.id', 'policy.current_version_id')
      .select(['policy.content', 'policy.draft_content as draft', 'version.content as first', 'version.version', 'policy.department']).where('policy.name', '=', `${p} keys`).executeTakeFirstOrThrow());
    expect(keys).toMatchObject({ version: 1, department: 'admin', draft: keys.content, first: keys.content });
    expect(JSON.stringify(keys.content)).toContain('New text of Test organization.');

    const [entry] = await history(call, id);
    expect(entry).toMatchObject({ id: operation, kind: 'SYNC', performedById: organization.owner.id, performedBy: { user: { name: 'Olive Owner' } }, rolledBackByOperationId: null, fromVersion: { version: '1.0.0' }, toVersion: { version: '1.1.0' }, summary: all });
    expect(Date.parse(entry.rollbackExpiresAt) - Date.parse(entry.performedAt)).toBe(14 * 86_400_000);
    expect(await lastEntry(organizationId)).toMatchObject({ entity_type: 'framework', entity_id: id, data: { changes: { version: { previous: '1.0.0', current: '1.1.0' }, controlsAdded: { previous: null, current: 1 }, requirementMapsArchived: { current: 2 } } } });
  });
  test('200 no-op for the version in use', async () => {
    const { call, id, version1 } = await outdated();
    expect(await sync(call, id, version1)).toMatchObject({ status: 200, body: { kind: 'no-op', frameworkInstanceId: id, syncOperationId: null } });
    expect(await history(call, id)).toEqual([]);
  });
  test('200 with what the organization has changed left as it is (rule 18)', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    await within(app.database, organizationId, async (db) => {
      await db.updateTable('control').set({ description: 'Ours.' }).where('name', '=', `${p} locks`).execute();
      await db.updateTable('task').set({ department: 'hr' }).where('title', '=', `${p} photos`).execute();
      await db.updateTable('policy').set({ draft_content: '[]' }).where('name', '=', `${p} keys`).execute();
    });
    expect(await preview(call, id)).toMatchObject({ controls: { updatedApplied: [], updatedPreserved: [{ instance: { description: 'Ours.' } }] }, tasks: { updatedApplied: [], updatedPreserved: [{}] }, policies: { updatedApplied: [], updatedPreserved: [{}] } });
    await synced(call, id, version2);
    expect((await history(call, id))[0].summary).toMatchObject({ controlsUpdatedApplied: 0, controlsUpdatedPreserved: 1, tasksUpdatedPreserved: 1, policiesUpdatedPreserved: 1 });
    expect(await control(organizationId, `${p} locks`)).toMatchObject({ description: 'Ours.' });
    expect(await task(organizationId, `${p} photos`)).toMatchObject({ description: `How to ${p} photos.`, frequency: 'yearly' });
    expect((await detail(call, id)).controls.at(-1)).toMatchObject({ controlFamily: 'Entrances' });
  });
  test('200 with the text of a template that was filled still told from an edit, whatever the organization is called by now (rule 18)', async () => {
    const text = (words: string) => (p: string): Content => ({ ...first(p), policies: { [`${p} keys`]: { text: `${words} of {{COMPANY}}.` }, [`${p} fencing`]: {} } });
    const { call, id, version2, organizationId, p } = await outdated(text('Old'), text('New'));
    await app.database.system.updateTable('organization').set({ name: 'Renamed' }).where('id', '=', organizationId).execute();
    await synced(call, id, version2);
    expect(JSON.stringify(await policy(organizationId, `${p} keys`))).toContain('New of Renamed.');
  });
  test.each(['published', 'needs_review'] as const)('200 with a policy that is %s not overwritten: the new text waits as a further version (rule 18)', async (status) => {
    const { call, id, p, version2, organization, organizationId } = await outdated();
    const before = await within(app.database, organizationId, (db) => db.updateTable('policy').set({ status }).where('name', '=', `${p} keys`).returning(['id', 'content', 'current_version_id as current']).executeTakeFirstOrThrow());
    expect((await preview(call, id)).policies).toMatchObject({ updatedApplied: [], updatedPreserved: [], draftAddedForPublished: [{ instance: { id: before.id, status }, manifestTo: { department: 'admin' } }] });
    await synced(call, id, version2);
    expect((await history(call, id))[0].summary).toMatchObject({ policiesUpdatedApplied: 0, policiesDraftAdded: 1 });
    const [now, versions] = await within(app.database, organizationId, async (db) => [
      await db.selectFrom('policy').select(['content', 'draft_content as draft', 'department', 'status', 'current_version_id as current']).where('id', '=', before.id).executeTakeFirstOrThrow(),
      await db.selectFrom('policy_version').select(['version', 'content', 'published_at', 'created_by_id', 'changelog']).where('policy_id', '=', before.id).orderBy('version').execute(),
    ]);
    expect(now).toEqual({ content: before.content, draft: before.content, department: 'it', status, current: before.current });
    expect(versions).toMatchObject([{ version: 1 }, { version: 2, published_at: null, created_by_id: organization.owner.id, changelog: `New text of ${p} 1.1.0` }]);
    expect(JSON.stringify(versions[1])).toContain('New text of Test organization.');
  });
  test('200 with what is gone kept in use while another adopted framework has it (rule 18)', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    const shared = (): Content => ({ requirements: { S1: {} }, controls: { [`${p} fences`]: { meets: ['S1'], policies: [`${p} fencing`], tasks: [] } }, policies: { [`${p} fencing`]: {} }, tasks: {} });
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
    expect(after.controls.find(({ name }: { name: string }) => name === `${p} locks`).policies).toEqual(before.controls.find(({ name }: { name: string }) => name === `${p} locks`).policies);
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
    for (const part of ['controls', 'policies', 'tasks', 'maps'] as const) expect(back[part].filter(({ id: known }) => before[part].some((old) => old.id === known))).toEqual(before[part]);
    expect(back.families).toEqual(before.families);
    expect((await history(call, id)).map(({ summary }: { summary: Record<string, number> }) => [summary.controlsAdded, summary.requirementMapsAdded])).toEqual([[1, 2], [1, 2]]);
    await synced(call, id, version2);
    expect((await contentOf(organizationId)).controls).toHaveLength(3);
  });
  test('200 with direct links that reach custom frameworks, and no control counted that is archived', async () => {
    const { call, id, p, version2, organizationId } = await outdated(first, (prefix) => {
      const next = second(prefix);
      return { ...next, controls: { ...next.controls, [`${prefix} locks`]: { ...next.controls[`${prefix} locks`], meets: ['R1'], policies: [`${prefix} keys`, `${prefix} gating`] } } };
    });
    const custom = await addCustom(call);
    const requirement = await addRequirement(call, custom.id, 'H1');
    const controlIds = await Promise.all([`${p} locks`, `${p} fences`].map(async (name) => (await control(organizationId, name)).id));
    await call('POST', `/v1/frameworks/${custom.id}/requirements/${requirement}/controls/link`, { body: { controlIds } });
    const operation = await synced(call, id, version2);
    expect((await detail(call, custom.id)).controls).toMatchObject([{ name: `${p} locks`, policies: [{ name: `${p} gating` }, { name: `${p} keys` }] }]);
    expect((await rollback(call, id, operation)).status).toBe(200);
    expect((await detail(call, custom.id)).controls).toMatchObject([{ name: `${p} fences` }, { name: `${p} locks`, policies: [{ name: `${p} keys` }] }]);
  });
  test('200 for one that was adopted without a version: it is compared with the first one (rules 7, 15)', async () => {
    const { call, id, p, version1, version2, organizationId } = await outdated();
    const unpin = () => app.database.system.updateTable('framework_instance').set({ current_version_id: null }).where('id', '=', id).execute();
    await unpin();
    expect((await call('GET', `/v1/frameworks/${id}/update-status`)).body).toMatchObject({ currentVersion: null, latestVersion: { id: version2 }, updateAvailable: true });
    expect((await detail(call, id)).requirementDefinitions.map(({ identifier }: { identifier: string }) => identifier)).toEqual(['R1', 'R2', 'R4']);
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
    expect(answers.map(({ body }) => body.kind).sort()).toEqual(['no-op', 'no-op', 'synced']);
    expect((await contentOf(organizationId)).controls).toHaveLength(3);
  });
  test('200 performed by the member of the session', async () => {
    const { call, id, version2, organization } = await outdated();
    const member = await newMember(app.database, organization.id, ['admin'], { name: 'Adam Admin' });
    const session = await app.session(organization, member);
    await synced(session.call, id, version2);
    expect((await history(call, id))[0]).toMatchObject({ performedById: member.id, performedBy: { id: member.id, user: { id: member.userId, name: 'Adam Admin', email: member.email } } });
    await app.database.system.deleteFrom('member').where('id', '=', member.id).execute();
    expect((await history(call, id))[0]).toMatchObject({ performedById: null, performedBy: null });
  });
  test('404 for a version of another framework, or none; 400 without one', async () => {
    const { call, id } = await adopted();
    const other = await adopted();
    for (const version of [other.version1, newId('fvr')]) expect(await sync(call, id, version)).toMatchObject({ status: 404, body: { error: 'Framework version not found' } });
    expect(await call('POST', `/v1/frameworks/${id}/sync`, { body: { targetVersionId: other.version1 }, ...asProblem })).toMatchObject({ status: 404, body: { detail: 'Framework version not found' } });
    expect(await call('POST', `/v1/frameworks/${id}/sync`, { body: {} })).toMatchObject({ status: 400, body: { details: { targetVersionId: { _errors: ["must have required property 'targetVersionId'"] } } } });
  });
});

describe('rollbackFrameworkSync', () => {
  test('200 with everything as it was, and both in the history (rule 20)', async () => {
    const { call, id, version2, organization, organizationId } = await outdated();
    const before = await contentOf(organizationId);
    const operation = await synced(call, id, version2);
    expect(await contentOf(organizationId)).not.toEqual(before);
    const answer = await rollback(call, id, operation);
    expect(answer).toMatchObject({ status: 200, body: { rollbackOperationId: expect.stringMatching(/^fso_/) } });
    expect(await contentOf(organizationId)).toEqual(before);
    expect(await history(call, id)).toMatchObject([
      { id: answer.body.rollbackOperationId, kind: 'ROLLBACK', performedById: organization.owner.id, rollbackExpiresAt: null, fromVersion: { version: '1.1.0' }, toVersion: { version: '1.0.0' }, summary: { reversedSyncOperationId: operation } },
      { id: operation, kind: 'SYNC', rolledBackByOperationId: answer.body.rollbackOperationId },
    ]);
    expect(await lastEntry(organizationId)).toMatchObject({ entity_type: 'framework', entity_id: id, data: { changes: { version: { previous: '1.1.0', current: '1.0.0' }, reversedSyncOperationId: { previous: null, current: operation } } } });
    expect((await call('GET', `/v1/frameworks/${id}/update-status`)).body.updateAvailable).toBe(true);
    await synced(call, id, version2);
  });
  test('200 without the versions that were added to published policies', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    await within(app.database, organizationId, (db) => db.updateTable('policy').set({ status: 'published' }).where('name', '=', `${p} keys`).execute());
    const before = await contentOf(organizationId);
    expect((await rollback(call, id, await synced(call, id, version2))).status).toBe(200);
    expect(await contentOf(organizationId)).toEqual(before);
  });
  test('200 with what was deleted since left alone', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    const operation = await synced(call, id, version2);
    await within(app.database, organizationId, async (db) => {
      await db.deleteFrom('control').where('name', 'in', [`${p} fences`, `${p} gates`]).execute();
      await db.deleteFrom('policy').where('name', '=', `${p} keys`).execute();
    });
    expect((await rollback(call, id, operation)).status).toBe(200);
    expect(names((await detail(call, id)).controls)).toEqual([`${p} locks`]);
  });
  test('200 with what the update created kept where another adopted framework uses it by now', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    const operation = await synced(call, id, version2);
    const { frameworkId } = await catalogue.publish(app.database, `${p} other`, '1.0.0', { requirements: { S1: {} }, controls: { [`${p} gates`]: { meets: ['S1'], policies: [`${p} gating`], tasks: [`${p} gate check`] } }, policies: { [`${p} gating`]: {} }, tasks: { [`${p} gate check`]: {} } });
    const [other = ''] = await adopt(call, frameworkId);
    await within(app.database, organizationId, (db) => db.updateTable('task').set({ status: 'done' }).where('title', '=', `${p} gate check`).execute());
    expect((await rollback(call, id, operation)).status).toBe(200);
    expect((await detail(call, other)).controls).toMatchObject([{ name: `${p} gates`, policies: [{ name: `${p} gating` }] }]);
    expect(names((await detail(call, id)).controls)).toEqual([`${p} fences`, `${p} locks`]);
  });
  test('409 for a rollback, and for what was taken back already (rule 20)', async () => {
    const { call, id, version2 } = await outdated();
    const operation = await synced(call, id, version2);
    const { rollbackOperationId } = (await rollback(call, id, operation)).body;
    expect(await rollback(call, id, rollbackOperationId)).toMatchObject({ status: 409, body: { error: 'Only an update can be taken back' } });
    expect(await rollback(call, id, operation)).toMatchObject({ status: 409, body: { error: 'The update was taken back already' } });
    expect(await call('POST', `/v1/frameworks/${id}/rollback`, { body: { syncOperationId: operation }, ...asProblem })).toMatchObject({ status: 409, body: { detail: 'The update was taken back already' } });
  });
  test('409 after 14 days', async () => {
    const { call, id, version2 } = await outdated();
    const operation = await synced(call, id, version2);
    await app.database.system.updateTable('framework_sync_operation').set({ rollback_expires_at: new Date(Date.now() - 1).toISOString() }).where('id', '=', operation).execute();
    expect(await rollback(call, id, operation)).toMatchObject({ status: 409, body: { error: 'The update can no longer be taken back' } });
  });
  test('409 while a newer update stands, and 200 once that is taken back', async () => {
    const { call, id, version1, version2 } = await outdated();
    const [one, two] = [await synced(call, id, version2), await synced(call, id, version1)];
    expect(await rollback(call, id, one)).toMatchObject({ status: 409, body: { error: 'A newer update has to be taken back first' } });
    expect([(await rollback(call, id, two)).status, (await rollback(call, id, one)).status]).toEqual([200, 200]);
  });
  test('409 with names when work would be lost, and nothing is undone (rule 20)', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    const operation = await synced(call, id, version2);
    await within(app.database, organizationId, async (db) => {
      await db.updateTable('task').set({ status: 'done' }).where('title', '=', `${p} gate check`).execute();
      await db.updateTable('policy').set({ status: 'published' }).where('name', '=', `${p} gating`).execute();
    });
    const before = await contentOf(organizationId);
    expect(await rollback(call, id, operation)).toMatchObject({ status: 409, body: { error: `Work would be lost: tasks that are done (${p} gate check), policies that are published (${p} gating)` } });
    expect(await contentOf(organizationId)).toEqual(before);
  });
  test('409 when a text that the update wrote or added was published since', async () => {
    const { call, id, p, version2, organizationId } = await outdated();
    await within(app.database, organizationId, (db) => db.updateTable('policy').set({ status: 'published' }).where('name', '=', `${p} keys`).execute());
    const operation = await synced(call, id, version2);
    await within(app.database, organizationId, async (db) => {
      const version = await db.selectFrom('policy_version').select(['id', 'policy_id']).where('version', '=', 2).executeTakeFirstOrThrow();
      await db.updateTable('policy').set({ current_version_id: version.id }).where('id', '=', version.policy_id).execute();
    });
    expect(await rollback(call, id, operation)).toMatchObject({ status: 409, body: { error: `Work would be lost: policies that are published (${p} keys)` } });

    const other = await outdated();
    const overwritten = await synced(other.call, other.id, other.version2);
    await within(app.database, other.organizationId, (db) => db.updateTable('policy').set({ status: 'published' }).where('name', '=', `${other.p} keys`).execute());
    expect(await rollback(other.call, other.id, overwritten)).toMatchObject({ status: 409, body: { error: `Work would be lost: policies that are published (${other.p} keys)` } });
  });
  test('404 for an update of another framework or organization, or none; 400 without one (rule 22)', async () => {
    const { call, id } = await outdated();
    const other = await outdated();
    const foreign = await synced(other.call, other.id, other.version2);
    for (const operation of [foreign, newId('fso')]) expect(await rollback(call, id, operation)).toMatchObject({ status: 404, body: { error: 'Sync operation not found' } });
    expect(await call('POST', `/v1/frameworks/${id}/rollback`, { body: { syncOperationId: foreign }, ...asProblem })).toMatchObject({ status: 404, body: { detail: 'Sync operation not found' } });
    expect(await call('POST', `/v1/frameworks/${id}/rollback`, { body: {} })).toMatchObject({ status: 400, body: { details: { syncOperationId: {} } } });
  });
});

describe('listFrameworkSyncHistory', () => {
  test('200 newest first, page by page, with a count of all', async () => {
    const { call, id, version1, version2 } = await outdated();
    const operations = [];
    for (const version of [version2, version1, version2]) operations.unshift(await synced(call, id, version));
    const one = await call('GET', `/v1/frameworks/${id}/sync-history?limit=2&count=true`);
    expect(one.body).toMatchObject({ data: [{ id: operations[0] }, { id: operations[1] }], nextCursor: expect.any(String), totalCount: 3 });
    const two = await call('GET', `/v1/frameworks/${id}/sync-history?limit=2&cursor=${one.body.nextCursor}`);
    expect(two.body).toMatchObject({ data: [{ id: operations[2] }], nextCursor: null });
    expect((await call('DELETE', `/v1/frameworks/${id}`)).status).toBe(204);
    expect(await app.database.system.selectFrom('framework_sync_operation').select('id').where('framework_instance_id', '=', id).execute()).toEqual([]);
  });
});
