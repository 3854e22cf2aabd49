/** Adopts the NIST frameworks and CMMC, completely and by level (frameworks, rules 7, 25 and 28). */
import { expect, test } from 'vitest';
import { catalogue } from '#domain/catalogue/index';
import { type Caller, startApp } from '../../support/app.ts';
import { adopt, detail, frameworkId } from '../../support/frameworks.ts';

const app = startApp();
interface Definition {
  readonly id: string;
  readonly identifier: string;
  readonly inScope: boolean;
}
interface MappedControl {
  readonly requirementsMapped: readonly { readonly requirementId: string }[];
}
const identifiersInScope = async (call: Caller['call'], id: string): Promise<string[]> =>
  (await detail(call, id)).requirementDefinitions.flatMap((definition: Definition) => (definition.inScope ? definition.identifier : []));

test.each(['nistcsf', 'nist800171', 'nist800171r3', 'cmmc', 'nist80053', 'fedramp', 'hipaa'] as const)(
  '201 adopts %s with a control for each requirement, and with tasks',
  async (slug) => {
    const { call } = await app.caller();
    const [id = ''] = await adopt(call, frameworkId(slug));
    const { requirementDefinitions, controls, tasks } = await detail(call, id);
    const seed = catalogue.frameworks.find((framework) => framework.slug === slug);
    expect(requirementDefinitions.map(({ identifier }: Definition) => identifier)).toEqual(
      seed?.requirements.map(({ identifier }) => identifier),
    );
    const coveredIds = new Set(
      controls.flatMap(({ requirementsMapped }: MappedControl) => requirementsMapped.map(({ requirementId }) => requirementId)),
    );
    expect(requirementDefinitions.filter(({ id }: Definition) => !coveredIds.has(id))).toEqual([]);
    expect(controls).toHaveLength(catalogue.controls.filter(({ requirements }) => requirements[slug]?.length).length);
    expect(tasks).not.toEqual([]);
  },
);

test('CMMC is adopted at level 1, and widened to levels 2 and 3', async () => {
  const { call } = await app.caller();
  const id = frameworkId('cmmc');
  const add = (scope: string[]) =>
    call('POST', '/v1/frameworks', { body: { frameworkIds: [id], frameworkScopes: [{ frameworkId: id, scope }] } });
  expect(await add(['level_2'])).toMatchObject({ status: 400 });
  const instance = (await add(['level_1'])).body.data[0].id;
  const levelOneIdentifiers = await identifiersInScope(call, instance);
  expect(levelOneIdentifiers).toHaveLength(15);
  expect(levelOneIdentifiers.every((identifier) => identifier.includes('.L1-b.1.'))).toBe(true);
  const names = async () => (await detail(call, instance)).controls.map(({ name }: { name: string }) => name);
  expect(await names()).not.toContain('Threat hunting');
  const widened = { scope: ['level_1', 'level_2', 'level_3'] };
  expect(await call('PUT', `/v1/frameworks/${instance}/scope`, { body: widened })).toMatchObject({ status: 200, body: widened });
  expect(await identifiersInScope(call, instance)).toHaveLength(15 + 110 + 24);
  expect(await names()).toContain('Threat hunting');
});

test('FedRAMP is adopted at the low baseline, and widened to the moderate baseline, which contains the low baseline', async () => {
  const { call } = await app.caller();
  const id = frameworkId('fedramp');
  const frameworkScopes = [{ frameworkId: id, scope: ['low'] }];
  const instance = (await call('POST', '/v1/frameworks', { body: { frameworkIds: [id], frameworkScopes } })).body.data[0].id;
  const lowIdentifiers = await identifiersInScope(call, instance);
  expect(lowIdentifiers).toHaveLength(156);
  expect(lowIdentifiers).toContain('CA-8');
  expect(await call('PUT', `/v1/frameworks/${instance}/scope`, { body: { scope: ['low', 'moderate'] } })).toMatchObject({ status: 200 });
  expect(await identifiersInScope(call, instance)).toHaveLength(323);
});

test('NIST SP 800-53 is adopted at the low baseline, and widened to the moderate and high baselines', async () => {
  const { call } = await app.caller();
  const id = frameworkId('nist80053');
  const add = (scope: string[]) =>
    call('POST', '/v1/frameworks', { body: { frameworkIds: [id], frameworkScopes: [{ frameworkId: id, scope }] } });
  expect(await add(['moderate_baseline'])).toMatchObject({ status: 400 });
  const instance = (await add(['low_baseline'])).body.data[0].id;
  expect(await identifiersInScope(call, instance)).toHaveLength(149);
  const names = async () => (await detail(call, instance)).controls.map(({ name }: { name: string }) => name);
  expect(await names()).not.toContain('Alternate sites and telecommunications');
  const widen = (scope: string[]) => call('PUT', `/v1/frameworks/${instance}/scope`, { body: { scope } });
  expect(await widen(['low_baseline', 'moderate_baseline'])).toMatchObject({ status: 200 });
  expect(await identifiersInScope(call, instance)).toHaveLength(287);
  expect(await names()).toContain('Alternate sites and telecommunications');
  expect(await widen(['low_baseline', 'moderate_baseline', 'high_baseline'])).toMatchObject({ status: 200 });
  expect(await identifiersInScope(call, instance)).toHaveLength(370);
});
