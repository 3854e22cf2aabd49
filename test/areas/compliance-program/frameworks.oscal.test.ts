import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { addPolicy } from '../../support/policies.ts';
import { add as addRisk } from '../../support/risks.ts';
import { type Caller, startApp } from '../../support/app.ts';
import { raise } from '../../support/findings.ts';
import { newApiKey, within } from '../../support/organization.ts';
import { findNistFaults } from '../../support/oscal-schema.ts';
import { findFaults } from '../../support/oscal-structure.ts';
import { catalogOf } from '../../support/oscal.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
type Call = Caller['call'];
const models = [
  'catalog',
  'profile',
  'component-definition',
  'system-security-plan',
  'assessment-results',
  'plan-of-action-and-milestones',
] as const;
type Model = (typeof models)[number];

async function exportModel(call: Call, id: string, model: Model) {
  const answer = await call('GET', `/v1/frameworks/${id}/oscal?model=${model}`);
  expect(answer, answer.text.slice(0, 1000)).toMatchObject({ status: 200 });
  expect(answer.headers.get('content-type')).toBe('application/oscal+json');
  expect(findFaults(model, answer.body).slice(0, 10)).toEqual([]);
  expect(findNistFaults(answer.body)).toEqual([]);
  return answer.body[model];
}

async function adoptByName(call: Call, name: string) {
  const available = await call('GET', '/v1/frameworks/available');
  const { id } = available.body.data.find((framework: { name: string }) => framework.name === name);
  const { body } = await call('POST', '/v1/frameworks', { body: { frameworkIds: [id] } });
  return String(body.data[0].id);
}

async function createAnnex(call: Call, requirements: readonly object[]) {
  const { body } = await call('POST', '/v1/frameworks/custom', {
    body: { name: 'Annex', description: 'What a customer demands', version: '2.1' },
  });
  for (const fields of requirements) await call('POST', `/v1/frameworks/${body.id}/requirements`, { body: fields });
  return String(body.id);
}

async function importCatalog(call: Call, id: string, document: unknown) {
  const fileData = Buffer.from(JSON.stringify(document)).toString('base64');
  const answer = await call('POST', `/v1/frameworks/${id}/requirements/import`, {
    body: { fileName: 'c.json', fileType: 'application/oscal+json', fileData },
  });
  expect(answer, answer.text.slice(0, 1000)).toMatchObject({ status: 200 });
  return answer.body;
}

async function requirementsOf(call: Call, id: string) {
  const { body } = await call('GET', `/v1/frameworks/${id}/requirements?limit=250`);
  return body.data.map(({ identifier, name, description, requirementFamily }: Record<string, unknown>) => ({
    identifier,
    name,
    description,
    requirementFamily,
  }));
}

function byIdentifier<Row extends { readonly identifier: unknown }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((left, right) => String(left.identifier).localeCompare(String(right.identifier)));
}

describe('exportFrameworkOscal', () => {
  test('200 for each model, valid, with ids and times that depend only on the records (rules 31 to 35)', async () => {
    const { call, organization } = await app.callerForEverything();
    const id = await adoptByName(call, 'SOC 2');
    const { body: page } = await call('GET', `/v1/frameworks/${id}/controls?limit=1`);
    const control = page.data[0];
    await call('PATCH', `/v1/controls/${control.id}`, { body: { ownerId: organization.owner.id } });
    const risk = await addRisk(call, { probability: 8, impact: 5, treatmentStrategy: { type: 'mitigate', description: 'Encrypt disks' } });
    await call('PUT', `/v1/risks/${risk.id}/controls`, { body: { controlIds: [control.id] } });
    const tasks = await call('GET', `/v1/frameworks/${id}/tasks?limit=1`);
    await call('PATCH', `/v1/tasks/${tasks.body.data[0].id}`, { body: { reviewDate: '2027-03-01T00:00:00.000Z' } });
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('risk_task')
        .values({ id: newId('rtk'), risk_id: risk.id, task_id: tasks.body.data[0].id })
        .execute(),
    );
    await raise(call, { riskId: risk.id, content: 'No encryption\nof three laptops.' });
    for (const model of models) {
      const first = await call('GET', `/v1/frameworks/${id}/oscal?model=${model}`);
      await exportModel(call, id, model);
      const second = await call('GET', `/v1/frameworks/${id}/oscal?model=${model}`);
      expect(second.text).toBe(first.text);
      expect(first.headers.get('content-disposition')).toBe(`attachment; filename="soc-2-${model}.json"`);
      expect(first.body[model].metadata['last-modified'] <= new Date().toISOString()).toBe(true);
    }
    const { results } = await exportModel(call, id, 'assessment-results');
    const { 'control-implementation': implementation } = await exportModel(call, id, 'system-security-plan');
    expect(results[0].findings).toHaveLength(implementation['implemented-requirements'].length);
    expect(
      results[0].findings.every(({ target }: { target: { status: { state: string } } }) => target.status.state === 'not-satisfied'),
    ).toBe(true);
    const plan = await exportModel(call, id, 'plan-of-action-and-milestones');
    expect(plan.risks).toMatchObject([
      {
        title: 'Laptop theft',
        status: 'open',
        characterizations: [
          {
            facets: [
              { name: 'probability', value: '8' },
              { name: 'impact', value: '5' },
            ],
          },
        ],
        remediations: [
          {
            title: 'mitigate',
            description: 'Encrypt disks',
            tasks: [{ title: tasks.body.data[0].title, timing: { 'on-date': { date: '2027-03-01T00:00:00.000Z' } } }],
          },
        ],
      },
    ]);
    expect(plan['poam-items']).toMatchObject([
      { title: 'Laptop theft', props: expect.arrayContaining([expect.objectContaining({ name: 'control-id' })]) },
      { title: 'No encryption', description: 'No encryption\nof three laptops.', 'related-risks': [{ 'risk-uuid': plan.risks[0].uuid }] },
    ]);
  });

  test('200: a custom framework is unchanged after its exported catalog is imported, and after another export (rule 32)', async () => {
    const { call } = await app.caller();
    const requirements = [
      { identifier: 'A.1 (2)', name: 'One', description: 'Line one\nLine {{ two }} *three*', requirementFamily: 'Access & more' },
      { identifier: '12', name: 'Two "quoted"', description: '', requirementFamily: 'Access & more' },
      { identifier: 'a.1(2)', name: 'Same id in OSCAL', description: 'x' },
      { identifier: 'Ä-§', name: 'Other letters', description: 'ü', requirementFamily: 'access  & more' },
      { identifier: '---', name: 'Without letters', description: 'x' },
      { identifier: 'B-10', name: 'Same name', description: 'ten' },
      { identifier: 'B-9', name: 'Same name', description: 'nine' },
    ];
    const id = await createAnnex(call, requirements);
    const catalog = await exportModel(call, id, 'catalog');
    for (const invalidFields of [{ uuid: 'x' }, { metadata: {} }, { unknown: 1 }])
      expect(findNistFaults({ catalog: { ...catalog, ...invalidFields } })).not.toEqual([]);
    expect(catalog.metadata).toMatchObject({ title: 'Annex', version: '2.1', remarks: 'What a customer demands' });
    const annexCopy = await createAnnex(call, []);
    expect((await importCatalog(call, annexCopy, { catalog })).summary).toMatchObject({ createdCount: 7, refusedCount: 0 });
    const reimported = await requirementsOf(call, annexCopy);
    expect(byIdentifier(reimported)).toEqual(
      byIdentifier(
        (await requirementsOf(call, id)).map((requirement: { requirementFamily: string | null }) => ({
          ...requirement,
          requirementFamily: requirement.requirementFamily?.replace('  ', ' ') ?? null,
        })),
      ),
    );
    const { groups, controls } = await exportModel(call, annexCopy, 'catalog');
    expect({ groups, controls }).toEqual({ groups: catalog.groups, controls: catalog.controls });
    expect((await importCatalog(call, annexCopy, { catalog })).summary).toMatchObject({ unchangedCount: 7 });
  });

  test('200: an imported catalog keeps its control ids, which identify a control when its label changes (rule 36)', async () => {
    const { call } = await app.caller();
    const id = await createAnnex(call, []);
    await importCatalog(call, id, catalogOf());
    const { groups } = await exportModel(call, id, 'catalog');
    const ids = groups.flatMap(({ controls }: { controls: { id: string }[] }) => controls.map((control) => control.id));
    expect(ids.toSorted()).toEqual(['ac-1', 'ac-1.1', 'bk-1']);
    const relabeled = JSON.parse(JSON.stringify(catalogOf()).replaceAll('"AC-1"', '"AC-01"'));
    const secondImport = await importCatalog(call, id, relabeled);
    expect(secondImport.summary).toMatchObject({ updatedCount: 1, createdCount: 0, unchangedCount: 2 });
    expect((await requirementsOf(call, id)).map(({ identifier }: { identifier: string }) => identifier)).toContain('AC-01');
  });

  test('200: a profile lists the controls in scope when some controls are out of scope (rule 33)', async () => {
    const { call } = await app.caller();
    const id = await adoptByName(call, 'SOC 2');
    expect((await exportModel(call, id, 'profile')).imports[0]).toHaveProperty('include-all');
    const { body: preview } = await call('PUT', `/v1/frameworks/${id}/scope`, { body: { scope: ['security'] } });
    expect(preview.scope).toEqual(['security']);
    const profile = await exportModel(call, id, 'profile');
    const catalog = await exportModel(call, id, 'catalog');
    const allIds = catalog.groups.flatMap(({ controls }: { controls: { id: string }[] }) => controls.map((control) => control.id));
    const includedIds = profile.imports[0]['include-controls'][0]['with-ids'];
    expect(includedIds.length).toBeGreaterThan(0);
    expect(includedIds.length).toBeLessThan(allIds.length);
    expect(allIds).toEqual(expect.arrayContaining(includedIds));
    expect(profile['back-matter'].resources[0].rlinks[0].href).toMatch(new RegExp(`/v1/frameworks/${id}/oscal\\?model=catalog$`));
  });

  test('200: a requirement is satisfied when all of its controls are implemented (rule 34)', async () => {
    const { call, organization } = await app.callerForEverything();
    const id = await createAnnex(call, [
      { identifier: 'A-1', name: 'One', description: 'x' },
      { identifier: 'A-2', name: 'Two', description: 'x' },
    ]);
    const { body: page } = await call('GET', `/v1/frameworks/${id}/requirements`);
    const { id: policyId } = await addPolicy(call, { name: 'Access' });
    const { body: control } = await call('POST', '/v1/controls', { body: { name: 'Reviews', description: 'x', policyIds: [policyId] } });
    await call('POST', `/v1/frameworks/${id}/requirements/${page.data[0].id}/controls/link`, { body: { controlIds: [control.id] } });
    const statesOf = async () =>
      (await exportModel(call, id, 'assessment-results')).results[0].findings.map(
        ({ target }: { target: { status: { state: string } } }) => target.status.state,
      );
    expect(await statesOf()).toEqual(['not-satisfied', 'not-satisfied']);
    const modifiedBefore = (await exportModel(call, id, 'system-security-plan')).metadata['last-modified'];
    await within(app.database, organization.id, (db) =>
      db.updateTable('policy').set({ status: 'published' }).where('id', '=', policyId).execute(),
    );
    expect(await statesOf()).toEqual(['satisfied', 'not-satisfied']);
    const plan = await exportModel(call, id, 'system-security-plan');
    expect(plan.metadata['last-modified'] > modifiedBefore).toBe(true);
    expect(plan['control-implementation']['implemented-requirements']).toMatchObject([
      { 'by-components': [{ 'implementation-status': { state: 'implemented' } }, { 'implementation-status': { state: 'implemented' } }] },
      { 'by-components': [{ 'implementation-status': { state: 'planned' } }] },
    ]);
  });

  test('409 for a model without content; catalog and components of an empty framework are valid (rule 31)', async () => {
    const { call } = await app.caller();
    const id = await createAnnex(call, []);
    await exportModel(call, id, 'catalog');
    await exportModel(call, id, 'component-definition');
    for (const model of ['profile', 'system-security-plan', 'assessment-results', 'plan-of-action-and-milestones'])
      for (const options of [{}, asProblem])
        expect(await call('GET', `/v1/frameworks/${id}/oscal?model=${model}`, options)).toMatchObject({
          status: 409,
          body: { code: 'oscal_document_empty' },
        });
  });

  test('400 for no or an unknown model, 404 for a foreign framework, 403 for models that a key or member may not read (rule 35)', async () => {
    const [{ call, organization }, otherCaller] = [await app.caller(), await app.caller()];
    const id = await createAnnex(call, [{ identifier: 'A-1', name: 'One', description: 'x' }]);
    const ask = (callAs: Call, model: string) => callAs('GET', `/v1/frameworks/${id}/oscal?model=${model}`);
    expect((await ask(otherCaller.call, 'catalog')).body.code).toBe('framework_instance_not_found');
    expect((await call('GET', `/v1/frameworks/${id}/oscal`)).status).toBe(400);
    expect((await ask(call, 'assessment-plan')).status).toBe(400);
    const { key } = await newApiKey(app.database, organization.id, {
      scopes: ['framework:read', 'control:read'],
      created_by_member_id: organization.owner.id,
    });
    const statuses = await Promise.all(
      models.map(async (model) => (await app.call('GET', `/v1/frameworks/${id}/oscal?model=${model}`, { key })).status),
    );
    expect(statuses).toEqual([200, 200, 200, 200, 403, 403]);
    const { call: asEmployee } = await app.session(organization, ['employee']);
    const entries = await within(app.database, organization.id, (db) =>
      db.selectFrom('audit_entry').select(['description', 'entity_id']).orderBy('sequence', 'desc').limit(1).execute(),
    );
    expect(entries).toMatchObject([{ entity_id: id, description: expect.stringContaining('Exported framework in OSCAL') }]);
    for (const model of models) expect((await ask(asEmployee, model)).status).toBe(403);
  });
});

describe('importFrameworkProfile', () => {
  const profileOf = (...imports: object[]) => ({ profile: { imports } });
  const send = (call: Call, id: string, profile: object, catalogFrameworkId: string, query = '') =>
    call('POST', `/v1/frameworks/${id}/requirements/import-profile${query}`, { body: { profile, catalogFrameworkId } });
  async function withCatalog() {
    const caller = await app.caller();
    const [catalog, id] = [await createAnnex(caller.call, []), await createAnnex(caller.call, [])];
    await importCatalog(caller.call, catalog, catalogOf());
    return { ...caller, catalog, id };
  }
  const placesIn = ({ results }: { results: { place: string }[] }) => results.map(({ place }) => place).toSorted();

  test('200 imports the controls that the profile selects, and changes nothing the next time (rule 37)', async () => {
    const { call, catalog, id } = await withCatalog();
    const profile = profileOf({ 'include-controls': [{ 'with-ids': ['ac-1', 'none'] }] });
    const dryRun = await send(call, id, profile, catalog, '?dryRun=true');
    expect(dryRun).toMatchObject({ status: 200, body: { summary: { createdCount: 1 }, results: [{ id: null }] } });
    expect(await requirementsOf(call, id)).toEqual([]);
    expect((await send(call, id, profile, catalog)).body.summary).toMatchObject({ total: 1, createdCount: 1 });
    expect(await requirementsOf(call, id)).toMatchObject([{ identifier: 'AC-1', requirementFamily: 'Access' }]);
    expect((await send(call, id, profile, catalog)).body.summary).toMatchObject({ total: 1, unchangedCount: 1 });
    expect((await exportModel(call, id, 'catalog')).groups[0].controls[0].id).toBe('ac-1');
  });

  test('200 selects controls by patterns, with enhancements, without excluded controls, and all controls (rule 37)', async () => {
    const { call, catalog, id } = await withCatalog();
    const select = async (...imports: object[]) => placesIn((await send(call, id, profileOf(...imports), catalog, '?dryRun=true')).body);
    expect(await select({ 'include-all': {} })).toEqual(['ac-1', 'ac-1.1', 'bk-1']);
    expect(await select({})).toEqual(['ac-1', 'ac-1.1', 'bk-1']);
    expect(await select({ 'include-controls': [{ matching: [{ pattern: '?k-*' }] }] })).toEqual(['bk-1']);
    expect(await select({ 'include-controls': [{ 'with-ids': ['ac-1'], 'with-child-controls': 'yes' }] })).toEqual(['ac-1', 'ac-1.1']);
    expect(await select({ 'include-all': {}, 'exclude-controls': [{ 'with-ids': ['ac-1.1'] }] })).toEqual(['ac-1', 'bk-1']);
    expect(await select(...['ac-1', 'bk-1'].map((controlId) => ({ 'include-controls': [{ 'with-ids': [controlId] }] })))).toEqual([
      'ac-1',
      'bk-1',
    ]);
  });

  test('200 imports a catalog and a profile in one request, and accepts an exported profile (rule 37)', async () => {
    const { call, catalog, id } = await withCatalog();
    const fileData = Buffer.from(JSON.stringify(catalogOf())).toString('base64');
    const withFile = (body: object) =>
      call('POST', `/v1/frameworks/${id}/requirements/import`, {
        body: { fileName: 'c.json', fileType: 'application/json', fileData, ...body },
      });
    const backupProfile = profileOf({ 'include-controls': [{ 'with-ids': ['bk-1'] }] });
    expect(placesIn((await withFile({ profile: backupProfile })).body)).toEqual(['bk-1']);
    const exportedProfile = { profile: await exportModel(call, catalog, 'profile') };
    expect((await send(call, id, exportedProfile, catalog)).body.summary).toMatchObject({ createdCount: 2, unchangedCount: 1 });
    expect(await withFile({ profile: {} })).toMatchObject({ status: 400, body: { details: { profile: expect.anything() } } });
    expect(await withFile({ profile: backupProfile, fileName: 'a.csv', fileType: 'text/csv' })).toMatchObject({
      status: 400,
      body: { details: { profile: { _errors: ['can be given with a catalog only'] } } },
    });
    expect((await withFile({ profile: profileOf({ 'include-controls': [{ 'with-ids': ['none'] }] }) })).status).toBe(400);
  });

  test('400 for an invalid profile, an empty selection, and an unknown catalog; 404 for a framework of another organization', async () => {
    const [{ call, catalog, id }, theirs] = [await withCatalog(), await withCatalog()];
    const fullProfile = profileOf({ 'include-all': {} });
    const invalidProfiles: unknown[] = [
      {},
      { profile: [] },
      profileOf(),
      { profile: { imports: [7] } },
      profileOf({ 'include-controls': 'x' }),
      profileOf({ 'include-controls': [7] }),
      profileOf({ 'include-controls': [{ 'with-ids': [7] }] }),
      profileOf({ 'include-controls': [{ matching: 'x' }] }),
      profileOf({ 'include-controls': [{ matching: [{ pattern: 'x'.repeat(201) }] }] }),
      profileOf({ 'exclude-controls': [7] }),
    ];
    for (const profile of invalidProfiles)
      expect(await send(call, id, Object(profile), catalog)).toMatchObject({
        status: 400,
        body: { details: { profile: expect.anything() } },
      });
    const emptySelection = await send(call, id, profileOf({ 'include-controls': [{ 'with-ids': ['none'] }] }), catalog);
    expect(emptySelection).toMatchObject({
      status: 400,
      body: { details: { profile: { _errors: ['must select controls of the catalog'] } } },
    });
    for (const sourceId of [theirs.catalog, id, 'frm_1'])
      expect(await send(call, id, fullProfile, sourceId)).toMatchObject({
        status: 400,
        body: { details: { catalogFrameworkId: expect.anything() } },
      });
    expect((await send(call, theirs.id, fullProfile, catalog)).body.code).toBe('framework_instance_not_found');
  });

  test('a control whose label another requirement still has is refused, and accepted by the next import (rule 36)', async () => {
    const { call } = await app.caller();
    const id = await createAnnex(call, []);
    const catalogWith = (labels: Readonly<Record<string, string>>) => ({
      catalog: { controls: Object.entries(labels).map(([key, value]) => ({ id: key, title: key, props: [{ name: 'label', value }] })) },
    });
    await importCatalog(call, id, catalogWith({ a: 'L-1' }));
    const moved = catalogWith({ a: 'L-2', b: 'L-1' });
    expect((await importCatalog(call, id, moved)).summary).toMatchObject({ updatedCount: 1, refusedCount: 1 });
    expect((await importCatalog(call, id, moved)).summary).toMatchObject({ unchangedCount: 1, createdCount: 1 });
    expect((await importCatalog(call, id, catalogWith({ a: 'L-1' }))).results).toMatchObject([{ outcome: 'refused' }]);
    expect(
      (
        await importCatalog(call, id, {
          catalog: {
            controls: [
              { id: 'a', title: 'x' },
              { id: 'a', title: 'y' },
            ],
          },
        })
      ).results,
    ).toMatchObject([{ outcome: 'updated', identifier: 'a' }, { outcome: 'refused' }]);
  });
});
