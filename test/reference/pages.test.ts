/** Tests the contents of the files of the reference, and that their links lead to existing targets. */
import { beforeAll, expect, test } from 'vitest';
import { operations } from '#generated/operations';
import { type Document, operationsOf, readContract, resolveReference, type Schema } from '../../scripts/docs/contract.ts';
import { assembleDocs } from '../../scripts/docs/files.ts';
import { documentOf, groupsOf } from '../../scripts/docs/groups.ts';
import { permissionOf } from '../../scripts/docs/permission.ts';
import type { Entry } from '../../scripts/docs/search.ts';

const contract: Document = JSON.parse(readContract());
const groups = groupsOf(contract);
let files: ReadonlyMap<string, string>;
const documentIn = (name: string): Document => JSON.parse(files.get(name) ?? '');
beforeAll(async () => {
  files = await assembleDocs();
});

test('each operation is on the page of one group, and on the page of all operations', () => {
  const ids = Object.keys(operations).sort();
  const idsIn = (name: string) => operationsOf(documentIn(name)).map(({ operation }) => operation.operationId);
  expect(groups.flatMap(({ slug }) => idsIn(`${slug}.json`)).sort()).toEqual(ids);
  expect(idsIn('all.json').sort()).toEqual(ids);
});
test('the page of a group contains exactly the components that it refers to', () => {
  for (const { slug } of groups) {
    const { paths, components } = documentIn(`${slug}.json`);
    const text = JSON.stringify([paths, components]);
    const includedComponents = Object.entries(components).flatMap(([kind, parts]) =>
      kind === 'securitySchemes' ? [] : Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    );
    const referencedComponents = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference));
    expect(includedComponents.sort()).toEqual([...referencedComponents].sort());
  }
});
test('every link leads to an existing file and an existing anchor', () => {
  const parts = new Map([...files].map(([name, text]) => [name, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))]));
  for (const { slug } of groups)
    for (const { operation } of operationsOf(documentIn(`${slug}.json`)))
      for (const part of [`tag/${operation.tags[0]}`, `tag/${operation.tags[0]}/operation/${operation.operationId}`])
        parts.get(`${slug}.html`)?.add(part);
  const entries: Entry[] = JSON.parse(files.get('search.json') ?? '');
  const links = [
    ...[...files].flatMap(([from, text]) =>
      from.endsWith('.html') ? [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, href = '']) => ({ from, to: href })) : [],
    ),
    ...entries.map(({ address }) => ({ from: 'search.json', to: address })),
  ];
  expect(links.length).toBeGreaterThan(500);
  const deadLinks = links.filter(({ from, to: href }) => {
    const [name, part] = href.split('#');
    const target = parts.get(name || from);
    return !target || (part !== undefined && !target.has(part));
  });
  expect(deadLinks).toEqual([]);
});
test('descriptions that apply to all operations are not repeated on each', () => {
  const allOperations = documentIn('all.json');
  expect(files.get('all.json')?.includes(JSON.stringify({ pattern: '\\S' }).slice(1, -1))).toBe(false);
  for (const { operation, parameters } of operationsOf(allOperations)) {
    expect(parameters.map(({ name }) => name)).not.toContain('X-Organization-Id');
    expect(operation.description).toMatch(/\n\nNeeds [^{]+\.$/);
    expect(operation['x-codeSamples']).toHaveLength(3);
  }
  // The contract itself is not changed.
  expect(files.get('openapi.json') === readContract()).toBe(true);
});
test.each([
  ['risk:read', 'Needs the permission `risk:read`.'],
  [['task:read', 'policy:read'], 'Needs the permissions `task:read` and `policy:read`.'],
  [{ anyOf: ['risk:read', 'vendor:read'] }, 'Needs one of the permissions `risk:read` or `vendor:read`.'],
  [{ byRecord: 'update' }, 'Needs the permission to update the kind of record that it is about, such as `risk:update` for a risk.'],
  ['authenticated', 'Needs no permission: any API key or session will do.'],
  ['public', 'Needs no API key and no session.'],
])('the permission %j is described in words', (permission, words) => {
  const [first] = operationsOf(contract);
  if (!first) throw new Error('no operation');
  expect(permissionOf({ ...first.operation, 'x-permission': permission })).toBe(words);
  expect(() => permissionOf({ ...first.operation, 'x-permission': { sometimes: 'read' } })).toThrow('there are no words');
});
test('a property that has a value in an example also has an example', () => {
  const { components } = documentIn('all.json');
  const withoutExample: string[] = [];
  for (const { operation } of operationsOf(documentIn('all.json')))
    for (const answer of Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([, one]) => resolveReference(components.responses, one)))
      for (const { schema, examples = {} } of Object.values(answer.content ?? {}))
        for (const example of Object.values(examples)) {
          const { value } = resolveReference(components.examples, example);
          const { properties = {} }: Schema = schema ? resolveReference(components.schemas, schema) : {};
          for (const [name, property] of Object.entries(properties)) {
            const exampleValue = typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined;
            const isShort = (typeof exampleValue === 'string' && exampleValue.length < 70) || typeof exampleValue === 'number';
            const {
              type,
              enum: values,
              const: constant,
              example: ownExample,
            } = { ...resolveReference(components.schemas, property), ...property };
            if (isShort && type && values === undefined && constant === undefined && ownExample === undefined)
              withoutExample.push(`${operation.operationId} ${name}`);
          }
        }
  expect([...new Set(withoutExample)]).toEqual([]);
});
test('an area without a group is an error', () => {
  expect(() => groupsOf({ ...contract, 'x-tagGroups': contract['x-tagGroups'].slice(1) })).toThrow('is in 0 groups');
  expect(documentOf(contract, { name: 'None', slug: 'none', areas: [] }, '').paths).toEqual({});
});
test('each text, number and time of a record has an example or a list of values', () => {
  const { schemas } = documentIn('all.json').components;
  const bareProperties: string[] = [];
  for (const [name, schema] of Object.entries(schemas))
    (function walk(part: Schema, where: string) {
      for (const [property, inner] of Object.entries(part.properties ?? {})) {
        // Examples of lists show their first pages, which have no previous one.
        if (isBare(inner) && property !== 'previousCursor') bareProperties.push(`${where}.${property}`);
        walk(inner, `${where}.${property}`);
      }
      if (part.items) walk(part.items, `${where}[]`);
      for (const alternative of part.allOf ?? []) walk(alternative, where);
    })(schema, name);
  expect(bareProperties).toEqual([]);

  /** @returns whether a property has exactly one simple type, no list of values and no example */
  function isBare(property: Schema): boolean {
    const { type, enum: values, const: constant, example } = { ...resolveReference(schemas, property), ...property };
    const types = [type].flat().filter((one) => one !== 'null' && one !== undefined);
    const isPlain = types.length > 0 && types.every((one) => one === 'string' || one === 'number' || one === 'integer');
    return isPlain && values === undefined && constant === undefined && example === undefined;
  }
});
