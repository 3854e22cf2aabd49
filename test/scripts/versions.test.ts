/** Tests how completing the contract adds the versions of records. */
import { expect, test } from 'vitest';
import type { Document, Operation } from '../../scripts/complete-contract/document.ts';
import { etagExampleOf } from '../../scripts/complete-contract/headers.ts';
import { addVersions, versionMemberOf } from '../../scripts/complete-contract/versions.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const [text, version] = [{ type: 'string' }, ref('RecordVersion')];
/** The answer of an operation whose examples are the components of these names. */
const answer = (schema: string, ...examples: string[]) => ({
  content: {
    'application/json': {
      schema: ref(schema),
      examples: Object.fromEntries(examples.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
    },
  },
});
const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
function completed() {
  const document = {
    paths: {
      '/v1/widgets': {
        get: {
          operationId: 'listWidgets',
          responses: { 200: answer('WidgetList', 'list') },
        },
        patch: { operationId: 'updateWidget', responses: { 200: answer('WidgetResult', 'latest', 'later') } },
      },
    },
    components: {
      responses: {},
      examples: {
        latest: { value: { success: true, data: { id: 'b', ...times, updatedAt: '2026-01-04T00:00:00.000Z' } } },
        later: { value: { success: true, data: { id: 'b', ...times, updatedAt: '2026-01-03T00:00:00.000Z' } } },
        list: {
          value: {
            success: true,
            data: [{ id: 'a', ...times }, { id: 'b', ...times, updatedAt: '2026-01-02T00:00:00.000Z' }, { kind: 'note' }],
          },
        },
      },
      schemas: {
        RecordVersion: { type: 'integer' },
        WidgetCore: {
          'x-version': 'version',
          required: ['id', 'updatedAt', 'owner'],
          properties: { id: text, updatedAt: text, owner: text },
        },
        Widget: { allOf: [ref('WidgetCore')] },
        WidgetNote: { required: ['kind'], properties: { kind: text } },
        Edition: { 'x-version': 'recordVersion', required: ['version'], properties: { version: text } },
        WidgetResult: { properties: { success: {}, data: ref('Widget') } },
        WidgetList: { properties: { success: {}, data: { type: 'array', items: { oneOf: [ref('PlainWidget'), ref('WidgetNote')] } } } },
        PlainWidget: { 'x-version': 'version', required: ['id'], properties: { id: text } },
      },
    },
  } as unknown as Document;
  addVersions(document);
  return document;
}

test('a record gets its version after the time of its last change, or at the end', () => {
  const { schemas } = completed().components;
  expect(schemas.WidgetCore).toEqual({
    required: ['id', 'updatedAt', 'version', 'owner'],
    properties: { id: text, updatedAt: text, version, owner: text },
  });
  expect(schemas.Edition).toEqual({ required: ['version', 'recordVersion'], properties: { version: text, recordVersion: version } });
});
test('examples get the version: 1, or 2 for a record that was changed', () => {
  const { value } = completed().components.examples.list ?? {};
  expect(value).toMatchObject({ data: [{ id: 'a', version: 1 }, { id: 'b', version: 2 }, { kind: 'note' }] });
  expect(JSON.stringify(value?.data)).toMatch(/\{"kind":"note"\}\]$/);
});
test('each later state of a record in the examples has a higher version', () => {
  const { examples } = completed().components;
  expect([examples.later, examples.latest].map((example) => example?.value)).toMatchObject([
    { data: { version: 3 } },
    { data: { version: 4 } },
  ]);
});
test('the example of an ETag has the version in the first example of the answer', () => {
  const document = completed();
  const exampleOf = (operation: Operation | undefined) => etagExampleOf(document, operation?.responses[200] ?? {}, '"7.abc"');
  const { get, patch } = document.paths['/v1/widgets'] ?? {};
  expect([exampleOf(patch), exampleOf(get)]).toEqual(['"4.abc"', '"abc"']);
});
test('the version is found in all parts of a record, and in the prescribed envelope', () => {
  const document = completed();
  const memberOf = (name: string) => versionMemberOf(document, ref(name));
  expect(['Widget', 'Edition', 'WidgetResult', 'WidgetNote', 'WidgetList'].map(memberOf)).toEqual([
    'version',
    'recordVersion',
    'data.version',
    undefined,
    undefined,
  ]);
});
