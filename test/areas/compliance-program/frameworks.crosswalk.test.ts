/** Shows what carries over from one framework to another, and what adopting another framework would mean. */
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { catalogueId } from '#domain/catalogue/ids';
import { readWorkbook } from '#documents/extraction/workbook';
import { startApp } from '../../support/app.ts';
import { type Content, TestCatalogue } from '../../support/catalogue.ts';
import { adopt } from '../../support/frameworks.ts';
import { within } from '../../support/organization.ts';
import { ownDatabase } from '../../support/own-database.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp(ownDatabase());
const catalogue = new TestCatalogue();

const locks: Content = {
  requirements: { L1: {}, L2: {} },
  controls: {
    doors: { meets: ['L1'], tasks: ['door photos'], policies: ['doors'] },
    keys: { meets: ['L1', 'L2'], tasks: ['key list'], strength: 'supports' },
    alarms: { meets: ['L2'], tasks: ['alarm log'], strength: 'partial' },
  },
  policies: { doors: {} },
  tasks: { 'door photos': {}, 'key list': {}, 'alarm log': {} },
};
/** Shares the controls for doors, keys, and alarms with the other framework, but has its own strengths. */
const sites: Content = {
  parts: { inside: true, outside: false },
  requirements: { S1: {}, S2: {}, S3: {}, S4: { part: 'outside' }, S5: {}, S6: {} },
  controls: {
    doors: { meets: ['S1', 'S6'], tasks: ['door photos'], policies: ['doors'] },
    keys: { meets: ['S2', 'S5'], tasks: ['key list'], strength: 'supports' },
    alarms: { meets: ['S2', 'S3'], tasks: ['alarm log'], strength: 'partial' },
    guards: { meets: ['S3'], tasks: ['rota'], strength: 'partial' },
    fences: { meets: ['S4', 'S5'], tasks: ['walk'] },
  },
  policies: { doors: {} },
  tasks: { 'door photos': {}, 'key list': {}, 'alarm log': {}, rota: {}, walk: {} },
};
const [from, to] = [catalogueId('framework', 'locks'), catalogueId('framework', 'sites')];
const publish = async () => {
  await catalogue.publish(app.database, 'locks', '1.0.0', locks);
  await catalogue.publish(app.database, 'sites', '1.0.0', sites);
};
const crosswalkUrl = (fromId = from) => `/v1/frameworks/crosswalk?from=${fromId}&to=${to}`;
/** Returns the first message of each field. */
const messages = (details: Record<string, { _errors: string[] }>) =>
  Object.fromEntries(Object.entries(details).map(([field, { _errors }]) => [field, _errors[0]]));
const coverages = (requirements: { identifier: string; coverage: string }[]) =>
  Object.fromEntries(requirements.map(({ identifier, coverage }) => [identifier, coverage]));

test('200 with the coverage, the shared controls, and the missing controls of each requirement (rule 38)', async () => {
  await publish();
  const { call } = await app.caller();
  const answer = await call('GET', crosswalkUrl());
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain('locks-to-sites.json');
  const { summary, requirements, ...sides } = answer.body;
  expect(sides).toEqual({ from: { id: from, name: 'locks', version: '2026' }, to: { id: to, name: 'sites', version: '2026' } });
  // S2 has a single control that meets part of it, S3 has one of its two controls, and S5 only shares a supporting control.
  expect(coverages(requirements)).toEqual({ S1: 'full', S2: 'partial', S3: 'partial', S4: 'none', S5: 'none', S6: 'full' });
  expect(summary).toEqual({
    requirementCount: 6,
    fullCount: 2,
    partialCount: 2,
    noneCount: 2,
    sharedControlCount: 3,
    missingControlCount: 2,
  });
  expect(requirements[1]).toEqual({
    id: catalogueId('requirement', 'sites/S2'),
    identifier: 'S2',
    name: 'S2',
    requirementFamily: 'All',
    part: null,
    coverage: 'partial',
    sharedControls: [
      {
        id: catalogueId('control', 'alarms'),
        name: 'alarms',
        strength: 'partial',
        fromRequirements: [{ id: catalogueId('requirement', 'locks/L2'), identifier: 'L2', strength: 'partial' }],
      },
      {
        id: catalogueId('control', 'keys'),
        name: 'keys',
        strength: 'supports',
        fromRequirements: [
          { id: catalogueId('requirement', 'locks/L1'), identifier: 'L1', strength: 'supports' },
          { id: catalogueId('requirement', 'locks/L2'), identifier: 'L2', strength: 'supports' },
        ],
      },
    ],
    missingControls: [],
  });
  expect(requirements[2].missingControls).toEqual([{ id: catalogueId('control', 'guards'), name: 'guards', strength: 'partial' }]);
});

test('200 as a CSV table and as a workbook with the same rows (rule 38)', async () => {
  await publish();
  const { call } = await app.caller();
  const csv = await call('GET', `${crosswalkUrl()}&format=csv`);
  const workbook = await call('GET', `${crosswalkUrl()}&format=xlsx`);
  expect([csv.status, workbook.status]).toEqual([200, 200]);
  const rows: string[][] = parse(csv.text);
  expect(rows).toHaveLength(7);
  expect(rows.slice(0, 3)).toEqual([
    ['Identifier', 'Requirement', 'Family', 'Coverage', 'Shared controls', 'Requirements of locks', 'Missing controls'],
    ['S1', 'S1', 'All', 'full', 'doors (full)', 'L1', ''],
    ['S2', 'S2', 'All', 'partial', 'alarms (partial); keys (supports)', 'L2; L1', ''],
  ]);
  expect(workbook.headers.get('content-disposition')).toContain('locks-to-sites.xlsx');
  expect(JSON.stringify(readWorkbook(new Uint8Array(workbook.bytes)))).toContain('alarms (partial); keys (supports)');
});

test('400 for an unknown framework, for the same framework twice, and for an unknown format', async () => {
  await publish();
  const { call } = await app.caller();
  const details = async (query: string) => messages((await call('GET', `/v1/frameworks/crosswalk?${query}`)).body.details);
  expect(await details(`from=frk_1&to=${to}`)).toEqual({ from: 'must be a framework of the catalog' });
  expect(await details('from=frk_1&to=frk_2')).toEqual({
    from: 'must be a framework of the catalog',
    to: 'must be a framework of the catalog',
  });
  expect(await details(`from=${from}&to=cfrm_1`)).toEqual({ to: 'must be a framework of the catalog' });
  expect(await details(`from=${to}&to=${to}`)).toEqual({ to: 'must be another framework than from' });
  expect(Object.keys(await details(`from=${from}&to=${to}&format=pdf`))).toEqual(['format']);
  await catalogue.publish(app.database, 'sketch', '1.0.0', { ...locks, draft: true });
  expect(await details(`from=${catalogueId('framework', 'sketch')}&to=${to}`)).toEqual({ from: 'must be a framework of the catalog' });
});

test('200 with the work that the organization has done, and with the work that would be new (rule 39)', async () => {
  await publish();
  const { call, organization } = await app.caller();
  await adopt(call, from);
  const preview = async (query = '') => (await call('GET', `/v1/frameworks/available/${to}/adoption-preview${query}`)).body;
  const complete = (names: readonly string[]) =>
    within(app.database, organization.id, async (db) => {
      await db.updateTable('task').set({ status: 'done' }).where('title', 'in', names).execute();
      await db.updateTable('policy').set({ status: 'published' }).execute();
    });
  const before = await preview();
  expect(before).toMatchObject({
    frameworkId: to,
    scope: ['inside', 'outside'],
    summary: {
      requirementCount: 6,
      fullCount: 0,
      partialCount: 0,
      noneCount: 6,
      reusedControlCount: 3,
      addedControlCount: 2,
      addedPolicyCount: 0,
      addedTaskCount: 2,
    },
    addedControls: [{ name: 'fences' }, { name: 'guards' }],
    addedPolicies: [],
    addedTasks: [{ name: 'rota' }, { name: 'walk' }],
  });
  await complete(['alarm log', 'key list']);
  // The policy of the doors is published, but their photos are missing.
  const insidePreview = await preview('?scope=inside');
  expect(insidePreview.scope).toEqual(['inside']);
  expect(coverages(insidePreview.requirements)).toEqual({ S1: 'partial', S2: 'partial', S3: 'partial', S5: 'none', S6: 'partial' });
  await complete(['door photos']);
  expect(coverages((await preview()).requirements)).toMatchObject({ S1: 'full', S6: 'full', S4: 'none' });
  // The preview adopted nothing.
  expect((await call('GET', '/v1/frameworks')).body.data).toHaveLength(1);
  const archived = await within(app.database, organization.id, (db) =>
    db.updateTable('control').set({ archived_at: new Date().toISOString() }).where('name', '=', 'doors').returning('id').execute(),
  );
  expect(archived).toHaveLength(1);
  expect(await preview()).toMatchObject({
    summary: { addedControlCount: 3 },
    requirements: [{ coverage: 'none' }, {}, {}, {}, {}, {}],
  });
  // Another organization has done nothing.
  const otherCaller = await app.caller();
  expect((await otherCaller.call('GET', `/v1/frameworks/available/${to}/adoption-preview`)).body.summary).toMatchObject({
    noneCount: 6,
    reusedControlCount: 0,
  });
});

test('400 for an invalid scope, 404 for a framework that cannot be adopted, and 409 for an adopted framework', async () => {
  await publish();
  const { call } = await app.caller();
  const preview = (id: string, query = '', options = {}) => call('GET', `/v1/frameworks/available/${id}/adoption-preview${query}`, options);
  expect(messages((await preview(to, '?scope=outside')).body.details)).toEqual({ scope: 'must include the required part: inside' });
  expect(messages((await preview(to, '?scope=inside&scope=attic')).body.details)).toEqual({
    scope: 'must be parts of the framework: inside, outside',
  });
  expect(messages((await preview(from, '?scope=inside')).body.details)).toEqual({
    scope: 'must be empty, because the framework has no parts',
  });
  expect((await preview(from)).body).toMatchObject({ scope: null, summary: { noneCount: 2 } });
  expect(await preview('frk_1')).toMatchObject({ status: 404, body: { code: 'framework_not_found' } });
  await adopt(call, from);
  for (const options of [{}, asProblem])
    expect(await preview(from, '', options)).toMatchObject({ status: 409, body: { code: 'framework_already_adopted' } });
});

test('200 with the strength of each link of the catalog, and null for other links (rule 25)', async () => {
  await publish();
  const { call } = await app.caller();
  const [instance = ''] = await adopt(call, from);
  const requirement = catalogueId('requirement', 'locks/L2');
  const linkStrengths = async () =>
    (await call('GET', `/v1/frameworks/${instance}/requirements/${requirement}`)).body.relatedControls.map(
      ({ strength, control }: { strength: string | null; control: { name: string } }) => [control.name, strength],
    );
  expect(await linkStrengths()).toEqual([
    ['alarms', 'partial'],
    ['keys', 'supports'],
  ]);
  const controls: { id: string; name: string }[] = (await call('GET', `/v1/frameworks/${instance}/controls`)).body.data;
  const doors = controls.find(({ name }) => name === 'doors')?.id ?? '';
  await call('POST', `/v1/frameworks/${instance}/requirements/${requirement}/controls/link`, { body: { controlIds: [doors] } });
  expect(await linkStrengths()).toContainEqual(['doors', null]);
  const strengths = ({ requirementsMapped }: { requirementsMapped: { strength: string | null }[] }) =>
    requirementsMapped.map(({ strength }) => strength);
  expect(strengths((await call('GET', `/v1/controls/${doors}`)).body)).toEqual(['full', null]);
});

test('200 with null as the standard of a framework that does not come from a publication (rule 25)', async () => {
  const { call } = await app.caller();
  const { data } = (await call('GET', '/v1/frameworks/available')).body;
  expect(data.find(({ name }: { name: string }) => name === 'locks')).toMatchObject({ standard: null });
});
