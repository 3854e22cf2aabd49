/** No id equals a fixed path segment: `/v1/tasks/bulk` is an operation, so no task may have the id `bulk`. Loops over the contract. */
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
const findRoute = createRouteFinder(templates.map((template) => [template, template] as const));
const parameterNames = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const fixedSegments = [...new Set(templates.flatMap((template) => template.split('/').filter((segment) => /^[^{]/.test(segment))))];
const ordinaryValue = 'ordinary-value';

test('the client throws for exactly the values that would call another operation, and names the parameter', () => {
  const different: string[] = [];
  let hiddenCount = 0;
  for (const template of templates)
    for (const name of parameterNames(template))
      for (const word of fixedSegments) {
        const values = { ...Object.fromEntries(parameterNames(template).map((one) => [one, ordinaryValue])), [name]: word };
        const path = template.replace(/\{(\w+)\}/g, (_all, one: string) => values[one] ?? '');
        const leadsElsewhere = findRoute(path)?.value !== template;
        if (leadsElsewhere) hiddenCount += 1;
        if (refusalOf(template, values)?.includes(`"${name}"`) !== (leadsElsewhere || undefined))
          different.push(`${template} ${name} ${word}`);
      }
  expect(different).toEqual([]);
  expect(hiddenCount).toBeGreaterThan(50);
});

function refusalOf(template: string, values: Readonly<Record<string, string>>): string | undefined {
  try {
    pathOf(template, values);
    return undefined;
  } catch (error) {
    return error instanceof TypeError ? error.message : String(error);
  }
}

/** For parameters that are neither generated ids nor enumerations: checks that no valid value equals a sibling segment. */
const ensureDistinct: Readonly<Record<string, (siblings: readonly string[]) => void | Promise<void>>> = {
  formType: (siblings) => expect(siblings.filter((word) => forms.some(({ type }) => type === word))).toEqual([]),
  providerSlug: (siblings) => expect(siblings.filter((word) => providers.find(word) !== undefined)).toEqual([]),
  // People choose this value.
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
    contract.flatMap(({ template, parameters: operationParameters }) =>
      parameterNames(template).flatMap((name) => {
        const parameterPath = `${template.split(`/{${name}}`)[0]}/{${name}}`;
        const { example, schema = {} } = operationParameters.find((one) => one.name === name) ?? {};
        return fixedSiblingsOf(parameterPath).size ? [[parameterPath, { name, example, values: resolve(schema).enum }] as const] : [];
      }),
    ),
  ),
];
test.each(parameters)('no value of %s equals a fixed segment at the same position', async (parameterPath, { name, example, values }) => {
  const siblings = [...fixedSiblingsOf(parameterPath)];
  // Generated ids have a prefix and hexadecimal digits.
  if (/^[a-z_]+_[0-9a-f]{24}$/.test(String(example))) expect(siblings.filter((word) => /_[0-9a-f]{24}$/.test(word))).toEqual([]);
  else if (values) expect(siblings.filter((word) => values.includes(word))).toEqual([]);
  else if (ensureDistinct[name]) await ensureDistinct[name](siblings);
  else expect.unreachable(`what keeps values of ${parameterPath} apart from ${siblings.join(', ')}?`);
});
test('more than a few parameters have fixed segments at the same position', () => {
  expect(parameters.length).toBeGreaterThan(25);
});
