/** Exports the frameworks of the catalog in OSCAL (frameworks, rules 25, 32 and 33). */
import { expect, test } from 'vitest';
import { catalogue } from '#domain/catalogue/index';
import { catalogOf } from '#areas/compliance-program/frameworks/documents/oscal/catalog';
import { controlIdsOf } from '#areas/compliance-program/frameworks/documents/oscal/control-ids';
import { profileOf } from '#areas/compliance-program/frameworks/documents/oscal/profile';
import { startApp } from '../../support/app.ts';
import { addCustom, adopt, detail, frameworkId } from '../../support/frameworks.ts';
import { findNistFaults } from '../../support/oscal-schema.ts';

const app = startApp();

test.each(catalogue.frameworks)(
  '$name is exported as a valid catalog with a valid profile',
  ({ id, parts, requirements, ...framework }) => {
    const [optionalPart] = parts.filter(({ required }) => !required);
    const program = {
      organization: { id: 'org_1', name: 'House' },
      instanceId: id,
      framework,
      requirements: controlIdsOf(
        requirements.map((requirement) => ({
          ...requirement,
          kind: 'platform' as const,
          inScope: optionalPart === undefined || requirement.part !== optionalPart.id,
        })),
        new Map(),
      ),
      lastModified: '2026-11-27T00:00:00.000Z',
      documentUrl: (model: string) => `https://api.example.com/${model}`,
    };
    for (const document of [catalogOf(program), profileOf(program)]) expect(findNistFaults(document)).toEqual([]);
  },
);

interface Definition {
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
}
const textsOf = ({ requirementDefinitions }: { requirementDefinitions: readonly Definition[] }) =>
  new Map(requirementDefinitions.map(({ identifier, name, description }) => [identifier, `${name}\n${description}`]));

test('SOC 2 keeps its points of focus when its exported catalog is imported', async () => {
  const { call } = await app.caller();
  const [id = ''] = await adopt(call, frameworkId('soc2'));
  const texts = textsOf(await detail(call, id));
  expect(texts.get('CC9.1')).toMatch(/\n\nPoints of focus:\n- [^\n]+\.\n- [^\n]+\.$/);
  const { body: document } = await call('GET', `/v1/frameworks/${id}/oscal?model=catalog`);
  const { id: customId } = await addCustom(call);
  const answer = await call('POST', `/v1/frameworks/${customId}/requirements/import`, {
    body: {
      fileName: 'soc2.json',
      fileType: 'application/oscal+json',
      fileData: Buffer.from(JSON.stringify(document)).toString('base64'),
    },
  });
  expect(answer.body.summary).toMatchObject({ createdCount: 61, refusedCount: 0 });
  expect(textsOf(await detail(call, customId))).toEqual(texts);
});
