/** Frameworks of the catalog whose parts follow from the standard: levels, roles, and rules that replace each other (rule 28). */
import { describe, expect, test } from 'vitest';
import { catalogue } from '#domain/catalogue/index';
import type { FrameworkSlug } from '#domain/catalogue/types';
import { type Caller, startApp } from '../../support/app.ts';
import { adopt, detail, frameworkId } from '../../support/frameworks.ts';

const app = startApp();
const seedOf = (slug: FrameworkSlug) => catalogue.frameworks.find((framework) => framework.slug === slug);
interface Definition {
  readonly identifier: string;
  readonly inScope: boolean;
}
async function adoptWithScope(call: Caller['call'], slug: FrameworkSlug, scope: string[]): Promise<string> {
  const id = frameworkId(slug);
  const answer = await call('POST', '/v1/frameworks', {
    body: { frameworkIds: [id], frameworkScopes: [{ frameworkId: id, scope }] },
  });
  expect(answer, answer.text).toMatchObject({ status: 201, body: { data: [{ scope }] } });
  return answer.body.data[0].id;
}
const identifiersInScope = async (call: Caller['call'], id: string) =>
  (await detail(call, id)).requirementDefinitions.flatMap((definition: Definition) => (definition.inScope ? definition.identifier : []));

describe('Essential Eight', () => {
  test('201 at maturity level 1 has one requirement for each strategy; level 2 adds one more to each strategy', async () => {
    const { call } = await app.caller();
    const id = await adoptWithScope(call, 'essentialeight', ['maturity_level_1']);
    const first = await identifiersInScope(call, id);
    expect(first).toEqual(['PA', 'PO', 'MF', 'AP', 'AC', 'OM', 'UH', 'RB'].map((strategy) => `${strategy}-ML1`));
    const scope = ['maturity_level_1', 'maturity_level_2'];
    expect(await call('PUT', `/v1/frameworks/${id}/scope`, { body: { scope } })).toMatchObject({ status: 200, body: { scope } });
    expect(await identifiersInScope(call, id)).toHaveLength(16);
  });
  test('400 for a higher maturity level without the first level', async () => {
    const { call } = await app.caller();
    const id = frameworkId('essentialeight');
    expect(
      await call('POST', '/v1/frameworks', {
        body: { frameworkIds: [id], frameworkScopes: [{ frameworkId: id, scope: ['maturity_level_3'] }] },
      }),
    ).toMatchObject({ status: 400 });
  });
});
describe('CIS Controls', () => {
  test('200 for a wider scope: group 1 has 56 safeguards, group 2 adds 74 safeguards, and group 3 adds 23 safeguards', async () => {
    const { call } = await app.caller();
    const id = await adoptWithScope(call, 'cis', ['implementation_group_1']);
    expect(await identifiersInScope(call, id)).toHaveLength(56);
    for (const [scope, count] of [
      [['implementation_group_1', 'implementation_group_2'], 130],
      [['implementation_group_1', 'implementation_group_2', 'implementation_group_3'], 153],
    ] as const) {
      expect(await call('PUT', `/v1/frameworks/${id}/scope`, { body: { scope } })).toMatchObject({ status: 200, body: { scope } });
      expect(await identifiersInScope(call, id)).toHaveLength(count);
    }
  });
  test('400 for a higher implementation group without the first group', async () => {
    const { call } = await app.caller();
    const id = frameworkId('cis');
    const body = { frameworkIds: [id], frameworkScopes: [{ frameworkId: id, scope: ['implementation_group_2'] }] };
    expect(await call('POST', '/v1/frameworks', { body })).toMatchObject({ status: 400 });
  });
});
describe('PCI DSS', () => {
  test('200 for a wider scope: SAQ A has 27 requirements, SAQ A-EP 139, SAQ D 232, and service providers have 15 more', async () => {
    const { call } = await app.caller();
    const id = await adoptWithScope(call, 'pcidss', ['saq_a']);
    expect(await identifiersInScope(call, id)).toHaveLength(27);
    for (const [scope, count] of [
      [['saq_a', 'saq_a_ep'], 139],
      [['saq_a', 'saq_a_ep', 'saq_d'], 232],
      [['saq_a', 'saq_a_ep', 'saq_d', 'service_provider'], 247],
    ] as const) {
      expect(await call('PUT', `/v1/frameworks/${id}/scope`, { body: { scope } })).toMatchObject({ status: 200, body: { scope } });
      expect(await identifiersInScope(call, id)).toHaveLength(count);
    }
  });
  test('201 for SAQ A omits scripts of payment pages, which left SAQ A in January 2025, and controls of other questionnaires', async () => {
    const { call } = await app.caller();
    const id = await adoptWithScope(call, 'pcidss', ['saq_a']);
    const identifiers: string[] = await identifiersInScope(call, id);
    expect(identifiers).toEqual(expect.arrayContaining(['2.2.2', '8.3.6', '9.4.1', '11.3.2', '12.8.5', '12.10.1']));
    for (const omittedIdentifier of ['6.4.3', '11.6.1', '12.3.1']) expect(identifiers).not.toContain(omittedIdentifier);
    const names = (await detail(call, id)).controls.map(({ name }: { name: string }) => name);
    expect(names).toContain('Media and paper with card data');
    expect(names).not.toContain('Environments of several customers');
  });
  test('400 for service providers without the questionnaires', async () => {
    const { call } = await app.caller();
    const id = frameworkId('pcidss');
    const body = { frameworkIds: [id], frameworkScopes: [{ frameworkId: id, scope: ['service_provider'] }] };
    expect(await call('POST', '/v1/frameworks', { body })).toMatchObject({ status: 400 });
  });
});
test('TISAX without prototype protection omits the requirements and controls for prototypes', async () => {
  const { call } = await app.caller();
  const id = await adoptWithScope(call, 'tisax', ['information_security', 'data_protection']);
  const identifiers: string[] = await identifiersInScope(call, id);
  expect(identifiers).toHaveLength(57);
  expect(identifiers).not.toContain('3.1.2');
  expect(identifiers.filter((identifier) => identifier.startsWith('8.'))).toEqual([]);
  const names = (await detail(call, id)).controls.map(({ name }: { name: string }) => name);
  expect(names).toContain('Visitors');
  expect(names).not.toContain('Premises for prototypes');
});
test('NIS 2 without the implementing regulation is the directive alone', async () => {
  const { call } = await app.caller();
  const identifiers: string[] = await identifiersInScope(call, await adoptWithScope(call, 'nis2', ['directive']));
  expect(identifiers).toContain('Art. 21(2)(j)');
  expect(identifiers.filter((identifier) => identifier.startsWith('Annex'))).toEqual([]);
});
test('DORA with the simplified framework omits Art. 5 to 14, and the controls that only these articles require', async () => {
  const { call } = await app.caller();
  const id = await adoptWithScope(call, 'dora', ['simplified_framework', 'incidents', 'testing', 'third_party_risk']);
  const articleNumbers: number[] = (await identifiersInScope(call, id)).map((identifier: string) => Number(/\d+/.exec(identifier)?.[0]));
  expect(new Set(articleNumbers)).toEqual(new Set([16, 17, 18, 19, 20, 23, 24, 25, 28, 29, 30]));
  const names = (await detail(call, id)).controls.map(({ name }: { name: string }) => name);
  expect(names).toContain('Framework and strategy of digital operational resilience');
  expect(names).not.toContain('Legacy systems');
});
test('the EU AI Act for deployers omits requirements that bind only providers', async () => {
  const { call } = await app.caller();
  const identifiers: string[] = await identifiersInScope(call, await adoptWithScope(call, 'aiact', ['general', 'deployer']));
  expect(identifiers).toEqual(expect.arrayContaining(['Art. 4', 'Art. 26(2)', 'Art. 27', 'Art. 50(1)']));
  expect(identifiers).not.toContain('Art. 17');
});
test.each([
  'cyberessentials',
  'essentialeight',
  'nis2',
  'iso42001',
  'dora',
  'iso27701',
  'aiact',
  'iso22301',
  'ccpa',
  'cis',
  'pcidss',
  'tisax',
  'iso9001',
  'iso27018',
] as const)('%s is adopted with a control for each requirement, and with tasks', async (slug) => {
  const { call } = await app.caller();
  const [id = ''] = await adopt(call, frameworkId(slug));
  const { requirementDefinitions, controls, tasks } = await detail(call, id);
  expect(requirementDefinitions.map(({ identifier }: Definition) => identifier)).toEqual(
    seedOf(slug)?.requirements.map(({ identifier }) => identifier),
  );
  const coveredIds = new Set(
    controls.flatMap(({ requirementsMapped }: { requirementsMapped: { requirementId: string }[] }) =>
      requirementsMapped.map(({ requirementId }) => requirementId),
    ),
  );
  expect(seedOf(slug)?.requirements.filter((requirement) => !coveredIds.has(requirement.id))).toEqual([]);
  expect(controls).toHaveLength(catalogue.controls.filter(({ requirements }) => requirements[slug]?.length).length);
  expect(tasks).not.toEqual([]);
});
test('ISO 27017 has its seven additional controls, and ISO 27018 has the 25 controls of its Annex A in order', () => {
  const identifiers = (slug: FrameworkSlug) => seedOf(slug)?.requirements.map(({ identifier }) => identifier);
  expect(identifiers('iso27017')?.filter((identifier) => identifier.startsWith('CLD.'))).toEqual([
    ...['CLD.6.3.1', 'CLD.8.1.5', 'CLD.9.5.1', 'CLD.9.5.2', 'CLD.12.1.5', 'CLD.12.4.5', 'CLD.13.1.4'],
  ]);
  const annex = { 'A.2': 1, 'A.3': 2, 'A.5': 1, 'A.6': 2, 'A.8': 1, 'A.10': 3, 'A.11': 13, 'A.12': 2 };
  expect(identifiers('iso27018')).toEqual(
    Object.entries(annex).flatMap(([section, count]) => Array.from({ length: count }, (_, index) => `${section}.${index + 1}`)),
  );
});
test('ISO 42001 and ISO 27701 have all their numbered requirements', () => {
  const count = (slug: FrameworkSlug, start: string) =>
    seedOf(slug)?.requirements.filter(({ identifier }) => identifier.startsWith(start)).length;
  expect([count('iso42001', 'A.'), count('iso27701', 'A.'), count('iso27701', 'B.')]).toEqual([38, 31, 18]);
});
