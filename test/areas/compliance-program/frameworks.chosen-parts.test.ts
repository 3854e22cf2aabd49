/** Frameworks of the catalog whose parts follow from the standard: levels, roles, and rules that take each other's place (rule 28). */
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
async function adoptIn(call: Caller['call'], slug: FrameworkSlug, scope: string[]): Promise<string> {
  const id = frameworkId(slug);
  const answer = await call('POST', '/v1/frameworks', {
    body: { frameworkIds: [id], frameworkScopes: [{ frameworkId: id, scope }] },
  });
  expect(answer, answer.text).toMatchObject({ status: 201, body: { data: [{ scope }] } });
  return answer.body.data[0].id;
}
const inScope = async (call: Caller['call'], id: string) =>
  (await detail(call, id)).requirementDefinitions.flatMap((one: Definition) => (one.inScope ? one.identifier : []));

describe('Essential Eight', () => {
  test('201 at maturity level 1 has a requirement for each strategy; level 2 adds one to each', async () => {
    const { call } = await app.caller();
    const id = await adoptIn(call, 'essentialeight', ['maturity_level_1']);
    const first = await inScope(call, id);
    expect(first).toEqual(['PA', 'PO', 'MF', 'AP', 'AC', 'OM', 'UH', 'RB'].map((strategy) => `${strategy}-ML1`));
    const scope = ['maturity_level_1', 'maturity_level_2'];
    expect(await call('PUT', `/v1/frameworks/${id}/scope`, { body: { scope } })).toMatchObject({ status: 200, body: { scope } });
    expect(await inScope(call, id)).toHaveLength(16);
  });
  test('400 for a higher level without the first', async () => {
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
  test('200 for a wider scope: group 1 has 56 safeguards, group 2 adds 74, and group 3 the last 23', async () => {
    const { call } = await app.caller();
    const id = await adoptIn(call, 'cis', ['implementation_group_1']);
    expect(await inScope(call, id)).toHaveLength(56);
    for (const [scope, count] of [
      [['implementation_group_1', 'implementation_group_2'], 130],
      [['implementation_group_1', 'implementation_group_2', 'implementation_group_3'], 153],
    ] as const) {
      expect(await call('PUT', `/v1/frameworks/${id}/scope`, { body: { scope } })).toMatchObject({ status: 200, body: { scope } });
      expect(await inScope(call, id)).toHaveLength(count);
    }
  });
  test('400 for a higher group without the first', async () => {
    const { call } = await app.caller();
    const id = frameworkId('cis');
    const body = { frameworkIds: [id], frameworkScopes: [{ frameworkId: id, scope: ['implementation_group_2'] }] };
    expect(await call('POST', '/v1/frameworks', { body })).toMatchObject({ status: 400 });
  });
});
describe('PCI DSS', () => {
  test('200 for a wider scope: SAQ A has 27 requirements, SAQ A-EP 139, SAQ D 232, and service providers have 15 more', async () => {
    const { call } = await app.caller();
    const id = await adoptIn(call, 'pcidss', ['saq_a']);
    expect(await inScope(call, id)).toHaveLength(27);
    for (const [scope, count] of [
      [['saq_a', 'saq_a_ep'], 139],
      [['saq_a', 'saq_a_ep', 'saq_d'], 232],
      [['saq_a', 'saq_a_ep', 'saq_d', 'service_provider'], 247],
    ] as const) {
      expect(await call('PUT', `/v1/frameworks/${id}/scope`, { body: { scope } })).toMatchObject({ status: 200, body: { scope } });
      expect(await inScope(call, id)).toHaveLength(count);
    }
  });
  test('201 for SAQ A leaves out scripts of payment pages, which left it in January 2025, and work that only others have', async () => {
    const { call } = await app.caller();
    const id = await adoptIn(call, 'pcidss', ['saq_a']);
    const named: string[] = await inScope(call, id);
    expect(named).toEqual(expect.arrayContaining(['2.2.2', '8.3.6', '9.4.1', '11.3.2', '12.8.5', '12.10.1']));
    for (const left of ['6.4.3', '11.6.1', '12.3.1']) expect(named).not.toContain(left);
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
test('TISAX without prototype protection has neither its questions nor its work', async () => {
  const { call } = await app.caller();
  const id = await adoptIn(call, 'tisax', ['information_security', 'data_protection']);
  const named: string[] = await inScope(call, id);
  expect(named).toHaveLength(57);
  expect(named).not.toContain('3.1.2');
  expect(named.filter((identifier) => identifier.startsWith('8.'))).toEqual([]);
  const names = (await detail(call, id)).controls.map(({ name }: { name: string }) => name);
  expect(names).toContain('Visitors');
  expect(names).not.toContain('Premises for prototypes');
});
test('NIS 2 without the implementing regulation is the directive alone', async () => {
  const { call } = await app.caller();
  const named: string[] = await inScope(call, await adoptIn(call, 'nis2', ['directive']));
  expect(named).toContain('Art. 21(2)(j)');
  expect(named.filter((identifier) => identifier.startsWith('Annex'))).toEqual([]);
});
test('DORA with the simplified framework leaves out Art. 5 to 14, and what only they ask for', async () => {
  const { call } = await app.caller();
  const id = await adoptIn(call, 'dora', ['simplified_framework', 'incidents', 'testing', 'third_party_risk']);
  const articles: number[] = (await inScope(call, id)).map((identifier: string) => Number(/\d+/.exec(identifier)?.[0]));
  expect(new Set(articles)).toEqual(new Set([16, 17, 18, 19, 20, 23, 24, 25, 28, 29, 30]));
  const names = (await detail(call, id)).controls.map(({ name }: { name: string }) => name);
  expect(names).toContain('Framework and strategy of digital operational resilience');
  expect(names).not.toContain('Legacy systems');
});
test('the EU AI Act for deployers leaves out what binds providers alone', async () => {
  const { call } = await app.caller();
  const named: string[] = await inScope(call, await adoptIn(call, 'aiact', ['general', 'deployer']));
  expect(named).toEqual(expect.arrayContaining(['Art. 4', 'Art. 26(2)', 'Art. 27', 'Art. 50(1)']));
  expect(named).not.toContain('Art. 17');
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
] as const)('%s is adopted with a control for each requirement, and with work for each control', async (slug) => {
  const { call } = await app.caller();
  const [id = ''] = await adopt(call, frameworkId(slug));
  const { requirementDefinitions, controls, tasks } = await detail(call, id);
  expect(requirementDefinitions.map(({ identifier }: Definition) => identifier)).toEqual(
    seedOf(slug)?.requirements.map(({ identifier }) => identifier),
  );
  const met = new Set(
    controls.flatMap(({ requirementsMapped }: { requirementsMapped: { requirementId: string }[] }) =>
      requirementsMapped.map(({ requirementId }) => requirementId),
    ),
  );
  expect(seedOf(slug)?.requirements.filter((requirement) => !met.has(requirement.id))).toEqual([]);
  expect(controls).toHaveLength(catalogue.controls.filter(({ requirements }) => requirements[slug]?.length).length);
  expect(tasks).not.toEqual([]);
});
test('ISO 27017 has its seven additional controls, and ISO 27018 the 25 of its Annex A in a row', () => {
  const identifiers = (slug: FrameworkSlug) => seedOf(slug)?.requirements.map(({ identifier }) => identifier);
  expect(identifiers('iso27017')?.filter((identifier) => identifier.startsWith('CLD.'))).toEqual([
    ...['CLD.6.3.1', 'CLD.8.1.5', 'CLD.9.5.1', 'CLD.9.5.2', 'CLD.12.1.5', 'CLD.12.4.5', 'CLD.13.1.4'],
  ]);
  const annex = { 'A.2': 1, 'A.3': 2, 'A.5': 1, 'A.6': 2, 'A.8': 1, 'A.10': 3, 'A.11': 13, 'A.12': 2 };
  expect(identifiers('iso27018')).toEqual(
    Object.entries(annex).flatMap(([section, count]) => Array.from({ length: count }, (_, index) => `${section}.${index + 1}`)),
  );
});
test('numbers of ISO 42001 and ISO 27701 are whole', () => {
  const count = (slug: FrameworkSlug, start: string) =>
    seedOf(slug)?.requirements.filter(({ identifier }) => identifier.startsWith(start)).length;
  expect([count('iso42001', 'A.'), count('iso27701', 'A.'), count('iso27701', 'B.')]).toEqual([38, 31, 18]);
});
