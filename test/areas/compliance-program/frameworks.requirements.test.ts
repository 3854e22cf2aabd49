import { describe, expect, test } from 'vitest';
import { catalogue } from '#domain/catalogue/index';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { addCustom, addRequirement, adopt, detail, frameworkId, frameworkRecords } from '../../support/frameworks.ts';
import { within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const { addControls, lastEntry } = frameworkRecords(app);
const gdpr = catalogue.frameworks.find(({ slug }) => slug === 'gdpr');
const iso = catalogue.frameworks.find(({ slug }) => slug === 'iso27001');
const article = gdpr?.requirements[0]?.id ?? '';
const body = { name: 'Locks', identifier: 'L-1', description: 'Doors are locked.' };
const identifiers = (rows: readonly { identifier: string }[]) => rows.map(({ identifier }) => identifier);

/** Creates an organization that adopted GDPR and a custom framework. */
async function withFrameworks() {
  const caller = await app.caller();
  const [platform = ''] = await adopt(caller.call, frameworkId('gdpr'));
  return { ...caller, platform, custom: await addCustom(caller.call) };
}

describe('createFrameworkRequirement', () => {
  test('201 adds a requirement to a custom framework, and to a catalogue framework beside the requirements of the catalogue', async () => {
    const { call, platform, custom, organization } = await withFrameworks();
    const created = await call('POST', `/v1/frameworks/${custom.id}/requirements`, {
      body: { name: ' Locks ', identifier: ' L-1 ', description: ' Doors are locked. ' },
    });
    expect(created).toMatchObject({
      status: 201,
      body: {
        ...body,
        id: expect.stringMatching(/^creq_/),
        organizationId: organization.id,
        customFrameworkId: custom.customFrameworkId,
        frameworkInstanceId: null,
      },
    });
    expect(created.headers.get('location')).toBe(`/v1/frameworks/${custom.id}/requirements/${created.body.id}`);
    expect(await call('POST', `/v1/frameworks/${platform}/requirements`, { body })).toMatchObject({
      status: 201,
      body: { customFrameworkId: null, frameworkInstanceId: platform },
    });
    expect(await lastEntry(organization.id)).toMatchObject({
      entity_type: 'framework',
      entity_id: platform,
      data: { changes: { identifier: { previous: null, current: 'L-1' } } },
    });
  });
  test('200 lists custom requirements of a catalogue framework last, sorted by number, A2 before A10 (rules 12, 13)', async () => {
    const { call, platform } = await withFrameworks();
    for (const identifier of ['A10', 'B1', 'A2']) await addRequirement(call, platform, identifier);
    const { requirementDefinitions } = await detail(call, platform);
    expect(identifiers(requirementDefinitions)).toEqual([...identifiers(gdpr?.requirements ?? []), 'A2', 'A10', 'B1']);
    expect(requirementDefinitions[0]).toMatchObject({
      kind: 'platform',
      frameworkId: frameworkId('gdpr'),
      customFrameworkId: null,
      sortOrder: 1,
    });
    expect(requirementDefinitions.at(-1)).toMatchObject({
      kind: 'custom',
      frameworkId: null,
      customFrameworkId: null,
      sortOrder: null,
      requirementFamily: null,
    });
  });
  test('200 lists the requirements of a custom framework sorted by name (rule 12)', async () => {
    const { call, custom } = await withFrameworks();
    for (const [identifier, name] of [
      ['A1', 'Second'],
      ['A2', 'First'],
      ['A3', 'Third'],
    ] as const)
      await addRequirement(call, custom.id, identifier, name);
    expect((await detail(call, custom.id)).requirementDefinitions.map(({ name }: { name: string }) => name)).toEqual([
      'First',
      'Second',
      'Third',
    ]);
  });
  test('409 for an identifier that exists in the same framework; another framework may have the identifier', async () => {
    const { call, platform, custom } = await withFrameworks();
    await addRequirement(call, custom.id, 'L-1');
    await addRequirement(call, platform, 'L-1');
    await addRequirement(call, (await addCustom(call, 'Other')).id, 'L-1');
    for (const id of [custom.id, platform])
      expect(await call('POST', `/v1/frameworks/${id}/requirements`, { body })).toMatchObject({
        status: 409,
        body: { error: 'A requirement with this identifier already exists' },
      });
    expect(await call('POST', `/v1/frameworks/${custom.id}/requirements`, { body, ...asProblem })).toMatchObject({
      status: 409,
      body: { detail: 'A requirement with this identifier already exists' },
    });
  });
  test('201 and 409 for the same identifier at the same moment', async () => {
    const { call, custom } = await withFrameworks();
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', `/v1/frameworks/${custom.id}/requirements`, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
  test.each([
    ['name', { ...body, name: undefined }],
    ['name', { ...body, name: ' ' }],
    ['name', { ...body, name: 'a'.repeat(201) }],
    ['identifier', { ...body, identifier: '' }],
    ['identifier', { ...body, identifier: 'a'.repeat(81) }],
    ['description', { ...body, description: undefined }],
    ['description', { ...body, description: 'a'.repeat(4001) }],
    ['sortOrder', { ...body, sortOrder: 1 }],
  ])('400 with an error at %s for %j', async (field, requestBody) => {
    const { call } = await app.caller();
    const { id } = await addCustom(call);
    expect(await call('POST', `/v1/frameworks/${id}/requirements`, { body: requestBody })).toMatchObject({
      status: 400,
      body: { details: { [field]: { _errors: expect.any(Array) } } },
    });
  });
});

describe('linkFrameworkRequirements', () => {
  test('200 copies requirements of any framework, and skips identifiers that exist already', async () => {
    const { call, platform, custom, organization } = await withFrameworks();
    const customRequirement = await addRequirement(call, platform, 'OWN-1');
    const [first, second] = iso?.requirements ?? [];
    const link = (requirementIds: (string | undefined)[]) =>
      call('POST', `/v1/frameworks/${custom.id}/requirements/link`, { body: { requirementIds } });
    const answer = await link([first?.id, customRequirement, newId('creq'), first?.id, second?.id]);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        count: 3,
        requirements: [
          {
            identifier: first?.identifier,
            name: first?.name,
            description: first?.description,
            customFrameworkId: custom.customFrameworkId,
          },
          { identifier: 'OWN-1' },
          { identifier: second?.identifier },
        ],
      },
    });
    expect(await lastEntry(organization.id)).toMatchObject({
      entity_type: 'framework',
      entity_id: custom.id,
      data: { changes: { requirements: { current: [first?.identifier, 'OWN-1', second?.identifier] } } },
    });
    expect((await link([first?.id, customRequirement])).body).toEqual({ count: 0, requirements: [] });
    expect(identifiers((await detail(call, custom.id)).requirementDefinitions)).toHaveLength(3);
  });
  test('200 copies a requirement into a catalogue framework for this organization only', async () => {
    const { call, platform } = await withFrameworks();
    const answer = await call('POST', `/v1/frameworks/${platform}/requirements/link`, {
      body: { requirementIds: [iso?.requirements[0]?.id] },
    });
    expect(answer).toMatchObject({ status: 200, body: { requirements: [{ frameworkInstanceId: platform, customFrameworkId: null }] } });
    const otherCaller = await withFrameworks();
    expect((await detail(otherCaller.call, otherCaller.platform)).requirementDefinitions).toHaveLength(gdpr?.requirements.length ?? 0);
  });
  test('400 when no id names a requirement that the organization can see (rule 22)', async () => {
    const { call, custom } = await withFrameworks();
    const otherCaller = await withFrameworks();
    const foreign = await addRequirement(otherCaller.call, otherCaller.custom.id, 'F1');
    expect(
      await call('POST', `/v1/frameworks/${custom.id}/requirements/link`, { body: { requirementIds: [foreign, newId('frk_rq')] } }),
    ).toMatchObject({
      status: 400,
      body: { details: { requirementIds: { _errors: ['must name a requirement of the catalog, or a custom one'] } } },
    });
    expect(
      await call('POST', `/v1/frameworks/${custom.id}/requirements/link`, { body: { requirementIds: [foreign] }, ...asProblem }),
    ).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/requirementIds' }] } });
    expect(await call('POST', `/v1/frameworks/${custom.id}/requirements/link`, { body: { requirementIds: [] } })).toMatchObject({
      status: 400,
    });
  });
});

describe('listFrameworkRequirements', () => {
  test('200 with the number of requirements whose identifier or name contains the search text', async () => {
    const { call, platform } = await withFrameworks();
    await addRequirement(call, platform, 'OWN-1', 'Doors have locks');
    for (const search of ['own-1', 'have LOCKS'])
      expect(
        (await call('GET', `/v1/frameworks/${platform}/requirements?count=true&search=${encodeURIComponent(search)}`)).body,
      ).toMatchObject({
        data: [{ identifier: 'OWN-1', kind: 'custom', controlCount: 0 }],
        nextCursor: null,
        totalCount: 1,
      });
    expect((await call('GET', `/v1/frameworks/${platform}/requirements?search=nowhere`)).body).toEqual({ data: [], nextCursor: null });
  });
});

describe('getFrameworkRequirement', () => {
  test('200 with the controls that meet the requirement, the records linked to these controls, and the neighboring requirements', async () => {
    const { call, platform } = await withFrameworks();
    const customRequirement = await addRequirement(call, platform, 'OWN-1');
    const { controls, requirementMaps, requirementDefinitions } = await detail(call, platform);
    const requirement = requirementDefinitions.find(
      ({ id }: { id: string }) => requirementMaps.filter(({ requirementId }: { requirementId: string }) => requirementId === id).length > 1,
    );
    const { status, body: responseBody } = await call('GET', `/v1/frameworks/${platform}/requirements/${requirement.id}`);
    const maps = requirementMaps.filter(({ requirementId }: { requirementId: string }) => requirementId === requirement.id);
    const { controlCount, ...definition } = requirement;
    expect([status, responseBody.requirement, controlCount]).toEqual([200, definition, maps.length]);
    expect(new Set(responseBody.relatedControls.map(({ id }: { id: string }) => id))).toEqual(
      new Set(maps.map(({ id }: { id: string }) => id)),
    );
    for (const { control, controlId } of responseBody.relatedControls) {
      const { requirementsMapped: _mapped, ...view } = controls.find(({ id }: { id: string }) => id === controlId);
      expect(control).toEqual(view);
    }
    const linkedControlIds = new Set(maps.map(({ controlId }: { controlId: string }) => controlId));
    expect(responseBody.tasks.length).toBeGreaterThan(0);
    for (const task of responseBody.tasks) expect(task.controls.every(({ id }: { id: string }) => linkedControlIds.has(id))).toBe(true);
    const ids = requirementDefinitions.map(({ id }: { id: string }) => id);
    const position = ids.indexOf(requirement.id);
    expect(responseBody.siblingRequirements.map(({ id }: { id: string }) => id)).toEqual([
      ...ids.slice(Math.max(0, position - 5), position),
      ...ids.slice(position + 1, position + 6),
    ]);
    expect((await call('GET', `/v1/frameworks/${platform}/requirements/${customRequirement}`)).body).toMatchObject({
      requirement: { id: customRequirement, kind: 'custom' },
      relatedControls: [],
      tasks: [],
      evidenceSubmissions: [],
    });
  });
});

describe('updateFrameworkRequirement', () => {
  test('200 with the changed requirement, and with the change in the log', async () => {
    const { call, custom, organization } = await withFrameworks();
    const id = await addRequirement(call, custom.id, 'L-1');
    const answer = await call('PATCH', `/v1/frameworks/${custom.id}/requirements/${id}`, { body: { name: ' Gates ', identifier: 'L-1' } });
    expect(answer).toMatchObject({ status: 200, body: { id, name: 'Gates', identifier: 'L-1', description: 'Text of L-1.' } });
    expect(await lastEntry(organization.id)).toMatchObject({
      entity_id: custom.id,
      data: { changes: { name: { previous: 'Name of L-1', current: 'Gates' } } },
    });
    expect(Object.keys(Object((await lastEntry(organization.id)).data).changes)).toEqual(['name']);
  });
  test('409 for a catalogue requirement, and for an identifier of another requirement', async () => {
    const { call, platform, custom } = await withFrameworks();
    const id = await addRequirement(call, custom.id, 'L-1');
    await addRequirement(call, custom.id, 'L-2');
    expect(await call('PATCH', `/v1/frameworks/${platform}/requirements/${article}`, { body: { name: 'Ours' } })).toMatchObject({
      status: 409,
      body: { error: 'Only custom requirements can be changed' },
    });
    expect(await call('PATCH', `/v1/frameworks/${custom.id}/requirements/${id}`, { body: { identifier: 'L-2' } })).toMatchObject({
      status: 409,
      body: { error: 'A requirement with this identifier already exists' },
    });
    expect(
      await call('PATCH', `/v1/frameworks/${custom.id}/requirements/${id}`, { body: { identifier: 'L-2' }, ...asProblem }),
    ).toMatchObject({ status: 409, body: { detail: 'A requirement with this identifier already exists' } });
  });
  test.each([{}, { name: '' }, { identifier: ' ' }, { description: null }])('400 for %j', async (requestBody) => {
    const { call, custom } = await withFrameworks();
    const id = await addRequirement(call, custom.id, 'L-1');
    expect(await call('PATCH', `/v1/frameworks/${custom.id}/requirements/${id}`, { body: requestBody })).toMatchObject({ status: 400 });
  });
});

describe('deleteFrameworkRequirement', () => {
  test('204 deletes the requirement with its maps; the controls remain', async () => {
    const { call, custom, organization } = await withFrameworks();
    const id = await addRequirement(call, custom.id, 'L-1');
    const [control = ''] = await addControls(organization.id, 'Locks');
    await call('POST', `/v1/frameworks/${custom.id}/requirements/${id}/controls/link`, { body: { controlIds: [control] } });
    expect((await call('DELETE', `/v1/frameworks/${custom.id}/requirements/${id}`)).status).toBe(204);
    expect(await lastEntry(organization.id)).toMatchObject({
      entity_type: 'framework',
      data: { changes: { requirement: { previous: 'L-1 Name of L-1', current: null } } },
    });
    expect(await detail(call, custom.id)).toMatchObject({ requirementDefinitions: [], requirementMaps: [], controls: [] });
    expect(
      await within(app.database, organization.id, (db) => db.selectFrom('control').select('id').where('id', '=', control).execute()),
    ).toHaveLength(1);
    expect((await call('GET', `/v1/frameworks/${custom.id}/requirements/${id}`)).status).toBe(404);
  });
  test('409 for a catalogue requirement', async () => {
    const { call, platform } = await withFrameworks();
    expect(await call('DELETE', `/v1/frameworks/${platform}/requirements/${article}`)).toMatchObject({
      status: 409,
      body: { error: 'Only custom requirements can be changed' },
    });
    expect(await call('DELETE', `/v1/frameworks/${platform}/requirements/${article}`, asProblem)).toMatchObject({
      status: 409,
      body: { detail: 'Only custom requirements can be changed' },
    });
  });
});

describe('linkControlsToRequirement', () => {
  test('200 with the number of new maps; existing maps and archived, unknown, and foreign controls are skipped (rule 14)', async () => {
    const { call, platform, organization } = await withFrameworks();
    const [locks = '', gates = '', archived = ''] = await addControls(organization.id, 'Locks', 'Gates', 'Gone');
    const [foreign = ''] = await addControls((await app.caller()).organization.id, 'Foreign');
    await within(app.database, organization.id, (db) =>
      db.updateTable('control').set({ archived_at: new Date().toISOString() }).where('id', '=', archived).execute(),
    );
    const link = (...controlIds: string[]) =>
      call('POST', `/v1/frameworks/${platform}/requirements/${article}/controls/link`, { body: { controlIds } });
    expect(await link(locks, foreign, archived, newId('ctl'), locks)).toMatchObject({ status: 200, body: { count: 1 } });
    expect((await link(locks, gates)).body).toEqual({ count: 1 });
    expect(await lastEntry(organization.id)).toMatchObject({
      entity_type: 'framework',
      entity_id: platform,
      data: { changes: { controls: { previous: null, current: [`Gates (${gates})`] } } },
    });
    expect((await link(locks, gates)).body).toEqual({ count: 0 });
    const { relatedControls } = (await call('GET', `/v1/frameworks/${platform}/requirements/${article}`)).body;
    expect(relatedControls.map(({ control }: { control: { name: string } }) => control.name)).toEqual(
      expect.arrayContaining(['Gates', 'Locks']),
    );
    expect(await link(foreign, archived)).toMatchObject({
      status: 400,
      body: { details: { controlIds: { _errors: ['must name a control in use'] } } },
    });
    expect(
      await call('POST', `/v1/frameworks/${platform}/requirements/${article}/controls/link`, {
        body: { controlIds: [foreign] },
        ...asProblem,
      }),
    ).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/controlIds' }] } });
  });
  test('200 restores an archived map (rule 14)', async () => {
    const { call, platform, custom, organization } = await withFrameworks();
    const requirement = await addRequirement(call, custom.id, 'L-1');
    const { requirementMaps } = await detail(call, platform);
    const [{ id, controlId, requirementId }] = requirementMaps;
    const [control = ''] = await addControls(organization.id, 'Locks');
    await call('POST', `/v1/frameworks/${custom.id}/requirements/${requirement}/controls/link`, { body: { controlIds: [control] } });
    await within(app.database, organization.id, (db) =>
      db.updateTable('requirement_map').set({ archived_at: new Date().toISOString() }).execute(),
    );
    expect(
      (await call('POST', `/v1/frameworks/${platform}/requirements/${requirementId}/controls/link`, { body: { controlIds: [controlId] } }))
        .body,
    ).toEqual({ count: 1 });
    expect(
      (await call('POST', `/v1/frameworks/${custom.id}/requirements/${requirement}/controls/link`, { body: { controlIds: [control] } }))
        .body,
    ).toEqual({ count: 1 });
    expect((await detail(call, platform)).requirementMaps).toMatchObject([{ id, archivedAt: null }]);
    expect((await detail(call, custom.id)).controls).toMatchObject([{ id: control }]);
  });
  test('200 counts the direct policies, tasks and forms of the control in the score of a custom framework, but of no other framework', async () => {
    const { call, platform, custom, organization } = await withFrameworks();
    const requirement = await addRequirement(call, custom.id, 'L-1');
    const [control = ''] = await addControls(organization.id, 'Locks');
    await within(app.database, organization.id, async (db) => {
      await db
        .insertInto('task')
        .values({ id: `tsk_${organization.id}`, title: 'Photos', status: 'done' })
        .execute();
      await db
        .insertInto('policy')
        .values({ id: `pol_${organization.id}`, name: 'Keys', status: 'draft' })
        .execute();
      await db
        .insertInto('control_task')
        .values({ id: newId('ctk'), control_id: control, task_id: `tsk_${organization.id}` })
        .execute();
      await db
        .insertInto('control_policy')
        .values({ id: newId('ctp'), control_id: control, policy_id: `pol_${organization.id}` })
        .execute();
      await db
        .insertInto('control_document_type')
        .values({ id: newId('cdt'), control_id: control, form_type: 'rbac-matrix' })
        .execute();
    });
    for (const [instance, key] of [
      [platform, article],
      [custom.id, requirement],
    ] as const)
      await call('POST', `/v1/frameworks/${instance}/requirements/${key}/controls/link`, { body: { controlIds: [control] } });
    expect(await detail(call, custom.id)).toMatchObject({
      controls: [{ policies: [{ name: 'Keys' }], controlDocumentTypes: [{ formType: 'rbac-matrix' }] }],
      tasks: [{ title: 'Photos' }],
    });
    expect((await call('GET', '/v1/frameworks?includeScores=true')).body.data.at(-1).complianceScore).toBe(33);
    const { body: requirementDetail } = await call('GET', `/v1/frameworks/${platform}/requirements/${article}`);
    expect(requirementDetail.relatedControls.find(({ controlId }: { controlId: string }) => controlId === control).control).toMatchObject({
      policies: [],
      controlDocumentTypes: [],
    });
  });
  test.each([{}, { controlIds: [] }, { controlIds: 'ctl' }])('400 for %j', async (requestBody) => {
    const { call, platform } = await withFrameworks();
    expect(await call('POST', `/v1/frameworks/${platform}/requirements/${article}/controls/link`, { body: requestBody })).toMatchObject({
      status: 400,
    });
  });
});
