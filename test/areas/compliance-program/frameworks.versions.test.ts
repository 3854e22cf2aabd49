/** Versions, update status, preview and history of frameworks. The tests publish versions of a test catalogue in their own database. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { frameworkVersions, secondVersion } from '../../support/framework-versions.ts';
import { addCustom, detail } from '../../support/frameworks.ts';
import { ownDatabase } from '../../support/own-database.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp(ownDatabase());
const { adopted, outdated, sync, synced, history, preview, contentOf, control } = frameworkVersions(app);

describe('versions', () => {
  test('200 with the newest version first, and with the version in use; update-statuses lists only available updates (rule 15)', async () => {
    const { call, id, p, version1, publish } = await adopted();
    const url = `/v1/frameworks/${id}`;
    expect((await call('GET', `${url}/versions`)).body).toEqual({
      data: [{ id: version1, version: '1.0.0', publishedAt: expect.any(String), releaseNotes: null, isCurrent: true }],
    });
    expect((await call('GET', `${url}/update-status`)).body).toMatchObject({
      frameworkInstanceId: id,
      frameworkName: p,
      currentVersion: { id: version1, version: '1.0.0' },
      latestVersion: { id: version1 },
      updateAvailable: false,
    });
    expect((await call('GET', '/v1/frameworks/update-statuses')).body).toEqual({ data: [] });

    const { versionId } = await publish('1.1.0', secondVersion, 'Gates.');
    expect((await call('GET', `${url}/versions`)).body.data).toMatchObject([
      { id: versionId, version: '1.1.0', releaseNotes: 'Gates.', isCurrent: false },
      { id: version1, isCurrent: true },
    ]);
    const status = (await call('GET', `${url}/update-status`)).body;
    expect(status).toMatchObject({
      currentVersion: { version: '1.0.0' },
      latestVersion: { id: versionId, version: '1.1.0', releaseNotes: 'Gates.' },
      updateAvailable: true,
    });
    expect((await call('GET', '/v1/frameworks/update-statuses')).body).toEqual({ data: [status] });
  });
  test('200 without versions for a custom framework; 409 for its preview and its update (rules 11, 15)', async () => {
    const { call, version1 } = await adopted();
    const { id } = await addCustom(call);
    expect((await call('GET', `/v1/frameworks/${id}/update-status`)).body).toEqual({
      frameworkInstanceId: id,
      frameworkName: 'House rules',
      currentVersion: null,
      latestVersion: null,
      updateAvailable: false,
    });
    expect((await call('GET', '/v1/frameworks/update-statuses')).body).toEqual({ data: [] });
    expect(await call('GET', `/v1/frameworks/${id}/update-preview`)).toMatchObject({
      status: 409,
      body: { error: 'No update is available' },
    });
    expect(await sync(call, id, version1)).toMatchObject({ status: 409, body: { error: 'The framework has no versions' } });
    expect(await call('POST', `/v1/frameworks/${id}/sync`, { body: { targetVersionId: version1 }, ...asProblem })).toMatchObject({
      status: 409,
      body: { detail: 'The framework has no versions' },
    });
    expect(await history(call, id)).toEqual([]);
  });
  test('200 with the requirements of the version in use, not of the current catalogue (rule 13)', async () => {
    const { call, id, version2 } = await outdated();
    const requirements = async () =>
      (await detail(call, id)).requirementDefinitions.map(({ identifier, description }: Record<string, string>) => [
        identifier,
        description,
      ]);
    expect(await requirements()).toEqual([
      ['R1', 'Text of R1.'],
      ['R2', 'Text of R2.'],
      ['R3', 'Text of R3.'],
    ]);
    await synced(call, id, version2);
    expect(await requirements()).toEqual([
      ['R1', 'New text of R1.'],
      ['R2', 'Text of R2.'],
      ['R4', 'Text of R4.'],
    ]);
  });
});

describe('previewFrameworkUpdate', () => {
  test('200 with all changes that the update would make, without making the changes (rules 17 to 19)', async () => {
    const { call, id, p, version1, version2, organizationId } = await outdated();
    const before = await contentOf(organizationId);
    const updatePreview = await preview(call, id);
    expect(updatePreview).toMatchObject({
      fromVersion: { id: version1, version: '1.0.0' },
      toVersion: { id: version2, version: '1.1.0' },
      releaseNotes: 'Gates.',
    });
    const { controls, policies, tasks, requirements, edges } = updatePreview;
    expect(controls).toMatchObject({
      added: [{ name: `${p} gates`, controlFamily: 'All', documentTypes: ['penetration-test'] }],
      archived: [{ instanceId: (await control(organizationId, `${p} fences`)).id, manifest: { name: `${p} fences` } }],
      updatedApplied: [
        {
          instance: { name: `${p} locks`, organizationId },
          manifestFrom: { controlFamily: 'Doors' },
          manifestTo: { description: 'Better locks.', controlFamily: 'Entrances' },
        },
      ],
      updatedPreserved: [],
    });
    expect(policies).toMatchObject({
      added: [{ name: `${p} gating` }],
      archived: [{ manifest: { name: `${p} fencing` } }],
      updatedApplied: [{ instance: { name: `${p} keys`, status: 'draft' }, manifestTo: { department: 'admin' } }],
      updatedPreserved: [],
      draftAddedForPublished: [],
    });
    expect(policies.updatedApplied.map(({ isTextChanged }: { isTextChanged: boolean }) => isTextChanged)).toEqual([true]);
    expect(JSON.stringify(policies), 'texts of policies are left out (rule 29)').not.toContain('"content"');
    expect(tasks).toMatchObject({
      added: [{ name: `${p} gate check` }],
      archived: [{ manifest: { name: `${p} walk` } }],
      updatedApplied: [{ instance: { title: `${p} photos` }, manifestTo: { frequency: 'quarterly' } }],
      updatedPreserved: [],
    });
    expect(requirements).toMatchObject({
      added: [{ identifier: 'R4' }],
      removed: [{ identifier: 'R3' }],
      updated: [{ from: { description: 'Text of R1.' }, to: { description: 'New text of R1.' } }],
    });
    expect(edges).toEqual({
      controlPolicy: {
        added: [{ controlName: `${p} gates`, policyName: `${p} gating` }],
        removed: [{ controlName: `${p} fences`, policyName: `${p} fencing` }],
      },
      controlTask: {
        added: [{ controlName: `${p} gates`, taskName: `${p} gate check` }],
        removed: [{ controlName: `${p} fences`, taskName: `${p} walk` }],
      },
      controlRequirement: {
        added: expect.toSatisfy((added: object[]) => added.length === 2),
        removed: [
          { controlName: `${p} fences`, requirementIdentifier: 'R2', requirementName: 'R2' },
          { controlName: `${p} fences`, requirementIdentifier: 'R3', requirementName: 'R3' },
        ],
      },
      controlDocumentType: {
        added: [{ controlName: `${p} gates`, formType: 'penetration-test' }],
        removed: expect.toSatisfy((removed: object[]) => removed.length === 2),
      },
    });
    expect(await contentOf(organizationId)).toEqual(before);
  });
  test('409 without a newer version', async () => {
    const { call, id } = await adopted();
    expect(await call('GET', `/v1/frameworks/${id}/update-preview`)).toMatchObject({
      status: 409,
      body: { error: 'No update is available' },
    });
    expect(await call('GET', `/v1/frameworks/${id}/update-preview`, asProblem)).toMatchObject({
      status: 409,
      body: { detail: 'No update is available' },
    });
  });
});

describe('listFrameworkSyncHistory', () => {
  test('200 with the newest operation first, page by page, and with the total count', async () => {
    const { call, id, version1, version2 } = await outdated();
    const operations = [];
    for (const version of [version2, version1, version2]) operations.unshift(await synced(call, id, version));
    const firstPage = await call('GET', `/v1/frameworks/${id}/sync-history?limit=2&count=true`);
    expect(firstPage.body).toMatchObject({
      data: [{ id: operations[0] }, { id: operations[1] }],
      nextCursor: expect.any(String),
      totalCount: 3,
    });
    const secondPage = await call('GET', `/v1/frameworks/${id}/sync-history?limit=2&cursor=${firstPage.body.nextCursor}`);
    expect(secondPage.body).toMatchObject({ data: [{ id: operations[2] }], nextCursor: null });
    expect((await confirm(call, 'DELETE', `/v1/frameworks/${id}`)).status).toBe(204);
    expect(
      await app.database.system.selectFrom('framework_sync_operation').select('id').where('framework_instance_id', '=', id).execute(),
    ).toEqual([]);
  });
});
