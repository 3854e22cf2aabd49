import { describe, expect, test } from 'vitest';
import { catalogue } from '#domain/catalogue/index';
import { newId } from '#platform/database/ids';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { confirm } from '../../support/confirmation.ts';
import { contract } from '../../support/contract.ts';
import { addCustom, addRequirement, adopt, detail, frameworkId, frameworkRecords } from '../../support/frameworks.ts';
import { within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const { addControls, lastEntry } = frameworkRecords(app);
const [soc2, iso, gdpr] = [frameworkId('soc2'), frameworkId('iso27001'), frameworkId('gdpr')];
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
/** Returns all requirements of a framework that can be adopted. */
async function requirementsOf(call: Caller['call'], id: string): Promise<{ id: string; name: string; identifier: string }[]> {
  return (await allPages(call, `/v1/frameworks/available/${id}/requirements?limit=50`)).flatMap(({ data }) => data);
}

describe('listAvailableFrameworks', () => {
  test('200 with the visible ones of the catalogue by name, then custom ones by name, with their requirements (rules 11, 12)', async () => {
    const { call } = await app.caller();
    const zebra = await addCustom(call, 'Zebra');
    await addCustom(call, 'Aardvark');
    await addRequirement(call, zebra.id, 'Z2', 'Second');
    await addRequirement(call, zebra.id, 'Z1', 'Third');
    await addRequirement(call, zebra.id, 'Z3', 'First');
    const { status, body } = await call('GET', '/v1/frameworks/available');
    // Other tests may have added frameworks to the shared catalogue, even with the same names.
    const catalogueIds = new Set(catalogue.frameworks.map(({ id }) => id));
    expect([
      status,
      namesOf(body.data.filter(({ id, isCustom }: { id: string; isCustom: boolean }) => isCustom || catalogueIds.has(id))),
    ]).toEqual([200, [...namesOf(catalogue.frameworks.filter(({ draft }) => !draft)).sort(), 'Aardvark', 'Zebra']]);
    for (const { id, requirementCount, isCustom, visible } of body.data) {
      const seed = catalogue.frameworks.find((framework) => framework.id === id);
      if (!seed) continue;
      expect([requirementCount, isCustom, visible]).toEqual([seed.requirements.length, false, true]);
      expect((await requirementsOf(call, id)).map(({ identifier }) => identifier)).toEqual(
        seed.requirements.map(({ identifier }) => identifier),
      );
    }
    expect(body.data.at(-1)).toMatchObject({ id: zebra.customFrameworkId, isCustom: true, visible: true, requirementCount: 3 });
    expect(namesOf(await requirementsOf(call, zebra.customFrameworkId))).toEqual(['First', 'Second', 'Third']);
  });
  test('404 for the requirements of an unknown framework, and of a framework of another organization', async () => {
    const [{ call }, otherCaller] = [await app.caller(), await app.caller()];
    const { customFrameworkId } = await addCustom(otherCaller.call);
    for (const id of [customFrameworkId, newId('frk')])
      expect(await call('GET', `/v1/frameworks/available/${id}/requirements`)).toMatchObject({
        status: 404,
        body: { code: 'framework_not_found' },
      });
  });
});

describe('listFrameworks', () => {
  test('200 with frameworks in the order of adoption; scores only when includeScores is true', async () => {
    const { call } = await app.caller();
    expect((await call('GET', '/v1/frameworks')).body).toEqual({ data: [] });
    await adopt(call, iso);
    await adopt(call, gdpr);
    const custom = await addCustom(call);
    const plain = await call('GET', '/v1/frameworks');
    expect(
      plain.body.data.map(
        ({ framework, customFramework }: { framework?: { name: string }; customFramework?: { name: string } }) =>
          (framework ?? customFramework)?.name,
      ),
    ).toEqual(['ISO 27001', 'GDPR', 'House rules']);
    expect(plain.body.data.every((item: object) => !('controls' in item) && !('complianceScore' in item))).toBe(true);
    const scored = await call('GET', '/v1/frameworks?includeScores=true');
    expect(
      scored.body.data.map(({ complianceScore, controls }: { complianceScore: number; controls?: object }) => [complianceScore, controls]),
    ).toEqual([
      [0, undefined],
      [0, undefined],
      [0, undefined],
    ]);
    const {
      body: {
        data: [first, , last],
      },
    } = await call('GET', '/v1/frameworks');
    expect([last.id, 'complianceScore' in last]).toEqual([custom.id, false]);
    const { requirementCount, controlCount, taskCount, requirementDefinitions, controls, tasks } = await detail(call, first.id);
    expect([requirementCount, controlCount, taskCount]).toEqual([requirementDefinitions.length, controls.length, tasks.length]);
  });
});

describe('createCustomFramework', () => {
  test('201 adopts the framework with trimmed texts, without requirements and without a catalogue version (rule 11)', async () => {
    const { call, organization } = await app.caller();
    const answer = await call('POST', '/v1/frameworks/custom', { body: { name: '  Annex ', description: ' Of a customer. ' } });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        frameworkId: null,
        currentVersionId: null,
        framework: null,
        customFramework: {
          id: expect.stringMatching(/^cfrm_/),
          name: 'Annex',
          description: 'Of a customer.',
          version: '1.0.0',
          organizationId: organization.id,
        },
      },
    });
    expect(answer.headers.get('location')).toBe(`/v1/frameworks/${answer.body.id}`);
    expect(await detail(call, answer.body.id)).toMatchObject({
      controls: [],
      requirementDefinitions: [],
      tasks: [],
      requirementMaps: [],
      evidenceSubmissions: [],
    });
    expect((await call('GET', `/v1/frameworks/${answer.body.id}/versions`)).body).toEqual({ data: [] });
    expect(await lastEntry(organization.id)).toMatchObject({
      entity_type: 'framework',
      entity_id: answer.body.id,
      data: { changes: { name: { previous: null, current: 'Annex' } } },
    });
  });
  test.each([
    ['name', { description: '' }],
    ['name', { name: ' ', description: '' }],
    ['name', { name: 'a'.repeat(121), description: '' }],
    ['description', { name: 'A' }],
    ['description', { name: 'A', description: 'a'.repeat(2001) }],
    ['version', { name: 'A', description: '', version: 'a'.repeat(41) }],
    ['version', { name: 'A', description: '', version: '' }],
    ['visible', { name: 'A', description: '', visible: false }],
  ])('400 with an error at %s for %j', async (field, body) => {
    const { call } = await app.caller();
    expect(await call('POST', '/v1/frameworks/custom', { body })).toMatchObject({
      status: 400,
      body: { details: { [field]: { _errors: expect.any(Array) } } },
    });
  });
});

describe('updateCustomFramework', () => {
  test('200 with the changed fields, and with the change in the log', async () => {
    const { call, organization } = await app.caller();
    const { id, customFrameworkId } = await addCustom(call);
    const answer = await call('PATCH', `/v1/frameworks/${id}/custom`, { body: { name: ' Annex ' } });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: customFrameworkId, name: 'Annex', description: 'What we want of ourselves.' },
    });
    expect(await lastEntry(organization.id)).toMatchObject({
      entity_type: 'framework',
      entity_id: id,
      data: { changes: { name: { previous: 'House rules', current: 'Annex' } } },
    });
    expect((await detail(call, id)).customFramework).toEqual(answer.body);
  });
  test('409 for a framework of the catalogue', async () => {
    const { call } = await app.caller();
    const [id] = await adopt(call, gdpr);
    expect(await call('PATCH', `/v1/frameworks/${id}/custom`, { body: { name: 'Ours' } })).toMatchObject({
      status: 409,
      body: { error: 'Only custom frameworks can be changed' },
    });
    expect(await call('PATCH', `/v1/frameworks/${id}/custom`, { body: { name: 'Ours' }, ...asProblem })).toMatchObject({
      status: 409,
      body: { detail: 'Only custom frameworks can be changed' },
    });
  });
  test.each([{}, { name: null }, { name: ' ' }, { description: null }, { version: '2' }])('400 for %j', async (body) => {
    const { call } = await app.caller();
    const { id } = await addCustom(call);
    expect(await call('PATCH', `/v1/frameworks/${id}/custom`, { body })).toMatchObject({
      status: 400,
      body: { error: 'Validation failed' },
    });
  });
});

describe('getFramework', () => {
  test('200 omits archived controls, policies, tasks and maps, and evidence for forms that are not relevant (rules 1, 13)', async () => {
    const { call, organization } = await app.caller();
    const [id] = await adopt(call, soc2);
    const before = await detail(call, id ?? '');
    const [archivedControl, remainingControl] = before.controls;
    const controlWithPolicies = before.controls.find(({ policies }: { policies: unknown[] }) => policies.length > 1);
    const task = before.tasks.find(({ controls }: { controls: { id: string }[] }) =>
      controls.some((control) => control.id === remainingControl.id),
    );
    const archived_at = new Date().toISOString();
    await within(app.database, organization.id, async (db) => {
      await db.updateTable('control').set({ archived_at }).where('id', '=', archivedControl.id).execute();
      await db.updateTable('policy').set({ archived_at }).where('id', '=', controlWithPolicies.policies[0].id).execute();
      await db.updateTable('policy').set({ is_archived: true }).where('id', '=', controlWithPolicies.policies[1].id).execute();
      await db.updateTable('task').set({ archived_at }).where('id', '=', task.id).execute();
      await db.updateTable('requirement_map').set({ archived_at }).where('id', '=', before.requirementMaps.at(-1).id).execute();
      await db
        .insertInto('evidence_submission')
        .values(
          (['penetration-test', 'rbac-matrix', 'rbac-matrix', 'tabletop-exercise'] as const).map((form_type, n) => ({
            id: `evs_${n}${newId('x')}`,
            form_type,
            submitted_at: `2026-01-0${n + 1}T00:00:00Z`,
          })),
        )
        .execute();
      await db
        .insertInto('evidence_form_setting')
        .values({ id: newId('efs'), form_type: 'tabletop-exercise', is_not_relevant: true })
        .execute();
    });
    const after = await detail(call, id ?? '');
    const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);
    expect(ids(after.controls)).not.toContain(archivedControl.id);
    expect(after.controls.find((control: { id: string }) => control.id === controlWithPolicies.id)?.policies).toHaveLength(
      controlWithPolicies.policies.length - 2,
    );
    expect(ids(after.tasks)).not.toContain(task.id);
    expect(ids(after.requirementMaps)).not.toContain(before.requirementMaps.at(-1).id);
    expect(after.requirementMaps.some(({ controlId }: { controlId: string }) => controlId === archivedControl.id)).toBe(false);
    expect(
      after.evidenceSubmissions.map(({ formType, submittedAt }: Record<string, string>) => [formType, submittedAt?.slice(0, 10)]),
    ).toEqual([
      ['rbac-matrix', '2026-01-03'],
      ['rbac-matrix', '2026-01-02'],
      ['penetration-test', '2026-01-01'],
    ]);
    expect(after.controls.flatMap(({ controlDocumentTypes }: { controlDocumentTypes: object[] }) => controlDocumentTypes)).toContainEqual(
      expect.objectContaining({ formType: 'tabletop-exercise', isNotRelevant: true, frameworkInstanceId: id }),
    );
  });
  test('200 with only the requirements that a shared control meets in this framework', async () => {
    const { call } = await app.caller();
    const [firstId = '', secondId = ''] = await adopt(call, soc2, gdpr);
    const [firstControls, secondControls] = [(await detail(call, firstId)).controls, (await detail(call, secondId)).controls];
    const sharedControls = firstControls.filter(({ id }: { id: string }) =>
      secondControls.some((control: { id: string }) => control.id === id),
    );
    expect(sharedControls.length).toBeGreaterThan(3);
    for (const [controls, instance] of [
      [firstControls, firstId],
      [secondControls, secondId],
    ])
      for (const { requirementsMapped } of controls) {
        expect(requirementsMapped).not.toEqual([]);
        expect(new Set(requirementsMapped.map((map: { frameworkInstanceId: string }) => map.frameworkInstanceId))).toEqual(
          new Set([instance]),
        );
      }
  });
});

describe('deleteFramework', () => {
  test('204 removes maps, links, families and custom requirements of the framework; controls, policies and tasks remain (rule 21)', async () => {
    const { call, organization } = await app.caller();
    const [id = '', soc2Id = ''] = await adopt(call, gdpr, soc2);
    await addRequirement(call, id, 'OWN-1');
    const count = () =>
      within(app.database, organization.id, async (db) => {
        const countAll = async (table: 'control' | 'policy' | 'task' | 'control_policy' | 'control_task') =>
          (await db.selectFrom(table).select('id').execute()).length;
        const countInFramework = async (
          table:
            | 'requirement_map'
            | 'framework_control_policy'
            | 'framework_control_task'
            | 'framework_control_document_type'
            | 'framework_control_family'
            | 'custom_requirement',
        ) => (await db.selectFrom(table).select('id').where('framework_instance_id', '=', id).execute()).length;
        return [
          await Promise.all([
            countAll('control'),
            countAll('policy'),
            countAll('task'),
            countAll('control_policy'),
            countAll('control_task'),
          ]),
          await Promise.all([
            countInFramework('requirement_map'),
            countInFramework('framework_control_policy'),
            countInFramework('framework_control_task'),
            countInFramework('framework_control_document_type'),
            countInFramework('framework_control_family'),
            countInFramework('custom_requirement'),
          ]),
        ];
      });
    const [keptCounts, removedCounts] = await count();
    expect(Math.min(...(removedCounts ?? []))).toBeGreaterThan(0);
    expect((await call('DELETE', `/v1/frameworks/${id}`)).body.records).toContain(`${removedCounts?.[0]} requirement maps`);
    expect((await confirm(call, 'DELETE', `/v1/frameworks/${id}`)).status).toBe(204);
    expect(await count()).toEqual([keptCounts, [0, 0, 0, 0, 0, 0]]);
    expect(await call('GET', `/v1/frameworks/${id}`)).toMatchObject({ status: 404, body: { error: 'Framework instance not found' } });
    expect((await detail(call, soc2Id)).controls).not.toEqual([]);
    expect(await lastEntry(organization.id)).toMatchObject({
      entity_type: 'framework',
      entity_id: id,
      data: { changes: { framework: { previous: 'GDPR', current: null } } },
    });
  });
  test('409 without the exact name lists the records that would be removed, and changes nothing (rule 42)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addCustom(call);
    const requirement = await addRequirement(call, id, 'H1');
    const controlIds = await addControls(organization.id, 'Locks', 'Doors');
    await call('POST', `/v1/frameworks/${id}/requirements/${requirement}/controls/link`, { body: { controlIds } });
    for (const query of ['', '?confirm=true', '?confirm=house%20rules'])
      expect(await call('DELETE', `/v1/frameworks/${id}${query}`)).toMatchObject({
        status: 409,
        body: { code: 'confirmation_required', confirmation: 'House rules', records: ['2 requirement maps'] },
      });
    expect((await detail(call, id)).controls).toHaveLength(2);
  });
  test('204 for a custom framework, which stays available with its requirements (rule 21)', async () => {
    const { call, organization } = await app.caller();
    const { id, customFrameworkId } = await addCustom(call);
    const requirement = await addRequirement(call, id, 'H1');
    const [control = ''] = await addControls(organization.id, 'Locks');
    await call('POST', `/v1/frameworks/${id}/requirements/${requirement}/controls/link`, { body: { controlIds: [control] } });
    expect((await confirm(call, 'DELETE', `/v1/frameworks/${id}`)).status).toBe(204);
    expect((await call('GET', '/v1/frameworks/available')).body.data.at(-1)).toMatchObject({ id: customFrameworkId, requirementCount: 1 });
    expect(await requirementsOf(call, customFrameworkId)).toMatchObject([{ id: requirement }]);
    expect((await call('GET', '/v1/frameworks')).body.data).toEqual([]);
    expect(await within(app.database, organization.id, (db) => db.selectFrom('requirement_map').select('id').execute())).toEqual([]);
  });
});

describe.each(contract.filter(({ template }) => template.startsWith('/v1/frameworks/{id}')))('$id', ({ method, template, bodies }) => {
  const requiredQuery = template.endsWith('/scope-preview') ? '?scope=security' : template.endsWith('/oscal') ? '?model=catalog' : '';
  const pathOf = (id: string, requirement = newId('creq')) =>
    template.replace('{id}', id).replace('{requirementKey}', requirement) + requiredQuery;
  test('404 for a framework that the organization has not adopted, or that belongs to another organization (rule 22)', async () => {
    const { call } = await app.caller();
    const foreign = await addCustom((await app.caller()).call);
    for (const id of [newId('frm'), foreign.id, frameworkId('soc2')])
      expect(await call(method, pathOf(id), { body: bodies[0] })).toMatchObject({
        status: 404,
        body: { success: false, error: 'Framework instance not found', code: 'framework_instance_not_found' },
      });
    expect(await call(method, pathOf(foreign.id), { body: bodies[0], ...asProblem })).toMatchObject({
      status: 404,
      body: { status: 404, detail: 'Framework instance not found' },
    });
  });
  if (template.includes('{requirementKey}'))
    test('404 for a requirement that does not belong to the framework', async () => {
      const { call } = await app.caller();
      const [{ id }, otherFramework] = [await addCustom(call), await addCustom(call, 'Other')];
      const foreign = await addRequirement(call, otherFramework.id, 'O1');
      for (const key of [newId('creq'), foreign, catalogue.frameworks[0]?.requirements[0]?.id])
        expect(await call(method, pathOf(id, key), { body: bodies[0] })).toMatchObject({
          status: 404,
          body: { error: 'Requirement not found' },
        });
      expect(await call(method, pathOf(id, foreign), { body: bodies[0], ...asProblem })).toMatchObject({
        status: 404,
        body: { detail: 'Requirement not found' },
      });
    });
});
