/** No record is hidden by an operation with its name: `/v1/tasks/bulk` is no task. Loops over the contract. */
import { expect, test } from 'vitest';
import { pathOf } from '../../scripts/client/path.ts';
import { fixedSiblingsOf } from '#contract/fixed-siblings';
import { createRouteFinder } from '#contract/routes';
import { forms } from '#domain/evidence-forms/forms/index';
import { providers } from '#providers/providers/index';
import { startApp } from '../support/app.ts';
import { contract, resolve } from '../support/contract.ts';

const app = startApp();
const templates = [...new Set(contract.map(({ template }) => template))];
const find = createRouteFinder(templates.map((template) => [template, template] as const));
const namesIn = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const words = [...new Set(templates.flatMap((template) => template.split('/').filter((segment) => /^[^{]/.test(segment))))];
const ordinary = 'ordinary-value';

test('the client throws for exactly the values that lead to another operation, and names the parameter', () => {
  const different: string[] = [];
  let hidden = 0;
  for (const template of templates)
    for (const name of namesIn(template))
      for (const word of words) {
        const values = { ...Object.fromEntries(namesIn(template).map((one) => [one, ordinary])), [name]: word };
        const path = template.replace(/\{(\w+)\}/g, (_all, one: string) => values[one] ?? '');
        const leadsElsewhere = find(path)?.value !== template;
        if (leadsElsewhere) hidden += 1;
        if (refusalOf(template, values)?.includes(`"${name}"`) !== (leadsElsewhere || undefined))
          different.push(`${template} ${name} ${word}`);
      }
  expect(different).toEqual([]);
  expect(hidden).toBeGreaterThan(50);
});

function refusalOf(template: string, values: Readonly<Record<string, string>>): string | undefined {
  try {
    pathOf(template, values);
    return undefined;
  } catch (error) {
    return error instanceof TypeError ? error.message : String(error);
  }
}

/** How the values of parameters that are no ids of ours, and of no enumeration, are kept apart from the fixed segments beside them. */
const apart: Readonly<Record<string, (siblings: readonly string[]) => void | Promise<void>>> = {
  formType: (siblings) => expect(siblings.filter((word) => forms.some(({ type }) => type === word))).toEqual([]),
  providerSlug: (siblings) => expect(siblings.filter((word) => providers.find(word) !== undefined)).toEqual([]),
  // The value that people choose.
  async friendlyUrl(siblings) {
    const { call } = await app.caller();
    for (const friendlyUrl of siblings)
      expect(await call('PATCH', '/v1/trust-portal/settings', { body: { friendlyUrl } }), friendlyUrl).toMatchObject({
        status: 409,
        body: { code: 'address_reserved' },
      });
  },
};
const parameters = [
  ...new Map(
    contract.flatMap(({ template, parameters: own }) =>
      namesIn(template).flatMap((name) => {
        const place = `${template.split(`/{${name}}`)[0]}/{${name}}`;
        const { example, schema = {} } = own.find((one) => one.name === name) ?? {};
        return fixedSiblingsOf(place).size ? [[place, { name, example, values: resolve(schema).enum }] as const] : [];
      }),
    ),
  ),
];
test.each(parameters)('no value of %s is a fixed segment beside it', async (place, { name, example, values }) => {
  const siblings = [...fixedSiblingsOf(place)];
  // Ids of ours have a prefix and digits.
  if (/^[a-z_]+_[0-9a-f]{24}$/.test(String(example))) expect(siblings.filter((word) => /_[0-9a-f]{24}$/.test(word))).toEqual([]);
  else if (values) expect(siblings.filter((word) => values.includes(word))).toEqual([]);
  else if (apart[name]) await apart[name](siblings);
  else expect.unreachable(`what keeps values of ${place} apart from ${siblings.join(', ')}?`);
});
test('many parameters have fixed segments beside them', () => {
  expect(parameters.length).toBeGreaterThan(25);
});
