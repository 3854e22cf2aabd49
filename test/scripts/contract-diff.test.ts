/** Tests which changes of a contract count as breaking: each rule detects a breaking change, and not the opposite change. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../scripts/contract-diff/document.ts';
import { findContractChanges } from '../../scripts/contract-diff/operations.ts';

const today = '2026-11-20';
const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const operation: JsonObject = {
  operationId: 'closeThing',
  tags: ['things'],
  'x-permission': 'thing:update',
  parameters: [{ name: 'dry', in: 'query', schema: { type: 'boolean' } }],
  requestBody: { required: true, content: json({ type: 'object' }) },
  responses: { 200: { description: 'Done.', headers: { ETag: { schema: { type: 'string' } } }, content: json({ type: 'object' }) } },
};
const securitySchemes: JsonObject = { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, session: { type: 'http', scheme: 'bearer' } };
const servers = [{ url: 'https://one.example' }, { url: 'https://two.example' }];
function contract(fields: JsonObject = {}, schemas: JsonObject = {}, schemes = securitySchemes): JsonObject {
  return {
    servers,
    security: [{ key: [] }, { session: [] }],
    paths: { '/v1/things/close': { post: { ...operation, ...fields } } },
    components: { securitySchemes: schemes, schemas },
  };
}
const diff = (old: JsonObject, now: JsonObject) =>
  findContractChanges(old, now, today).map(({ subject, breaking, what }) => `${breaking ? 'breaks' : 'fine'} ${subject}: ${what}`);
const contractWithBody = (schema: JsonObject) => contract({ requestBody: { required: true, content: json(schema) } });
const contractWithAnswer = (schema: JsonObject) => contract({ responses: { 200: { description: 'Done.', content: json(schema) } } });

const text: JsonObject = { type: 'string' };
const closedObject = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

/** Each case: a schema, a narrower schema, the expected text for narrowing, and the expected text for widening. */
const narrowerCases: [rule: string, wide: JsonObject, narrow: JsonObject, narrowing: string, widening: string][] = [
  ['type', { type: ['string', 'null'] }, text, 'type string or null is now string', 'type string is now string or null'],
  ['whole numbers', { type: 'number' }, { type: 'integer' }, 'type number is now integer', 'type integer is now number'],
  ['enumeration', { enum: ['a', 'b', 'c'] }, { enum: ['a', 'b'] }, 'without the value c', 'with the value c'],
  ['constant', { enum: ['a', 'b'] }, { const: 'a' }, 'without the value b', 'with the value b'],
  ['being enumerated', text, { type: 'string', enum: ['a'] }, 'limited to a', 'no longer limited to an enumeration'],
  ['maxLength', { maxLength: 9 }, { maxLength: 8 }, 'maxLength 9 is now 8', 'maxLength 8 is now 9'],
  ['minLength', {}, { minLength: 1 }, 'minLength none is now 1', 'minLength 1 is now none'],
  ['maximum', { maximum: 10 }, { maximum: 9.5 }, 'maximum 10 is now 9.5', 'maximum 9.5 is now 10'],
  ['minimum', { minimum: -1 }, { minimum: 0 }, 'minimum -1 is now 0', 'minimum 0 is now -1'],
  ['maxItems', {}, { maxItems: 5 }, 'maxItems none is now 5', 'maxItems 5 is now none'],
  ['pattern', {}, { pattern: 'x' }, 'pattern none is now x', 'pattern x is now none'],
  ['format', {}, { format: 'email' }, 'format none is now email', 'format email is now none'],
  ['uniqueItems', { uniqueItems: false }, { uniqueItems: true }, 'uniqueItems none is now true', 'uniqueItems true is now none'],
  ['being required', closedObject({ a: text }), closedObject({ a: text }, ['a']), 'a: required now', 'a: no longer required'],
  ['being closed', { type: 'object' }, closedObject({}), 'is closed now', 'takes any other property now'],
  [
    'other properties',
    { additionalProperties: { type: ['string', 'null'] } },
    { additionalProperties: text },
    '*: type string or null is now string',
    '*: type string is now string or null',
  ],
  ['alternatives', { oneOf: [text, { type: 'null' }] }, { oneOf: [text] }, 'without the alternative null', 'with the alternative null'],
  ['null as an alternative', { oneOf: [text, { type: 'null' }] }, text, 'without the alternative null', 'with the alternative null'],
  [
    'having alternatives',
    closedObject({ a: text }),
    { ...closedObject({ a: text }), oneOf: [{ required: ['a'] }] },
    'limited to alternatives',
    'no longer limited to alternatives',
  ],
  [
    'items',
    { type: 'array', items: { maxLength: 2 } },
    { type: 'array', items: { maxLength: 1 } },
    '[]: maxLength 2 is now 1',
    '[]: maxLength 1 is now 2',
  ],
  [
    'depth',
    closedObject({ a: { type: 'array', items: closedObject({ b: { maximum: 2 } }) } }),
    closedObject({ a: { type: 'array', items: closedObject({ b: { maximum: 1 } }) } }),
    'a[].b: maximum 2 is now 1',
    'a[].b: maximum 1 is now 2',
  ],
  [
    'allOf',
    { allOf: [{ properties: { a: { maxLength: 2 } } }], unevaluatedProperties: false },
    { allOf: [{ properties: { a: { maxLength: 1 } } }], unevaluatedProperties: false },
    'a: maxLength 2 is now 1',
    'a: maxLength 1 is now 2',
  ],
];
const withPlace = (placeName: string, what: string) =>
  `${placeName}${/^[a-z.*]+(\[\].b)?: /.test(what) ? ' ' : what.startsWith('[]') ? '' : ': '}${what}`;
describe.each(narrowerCases)('%s', (_rule, wide, narrow, narrowingText, wideningText) => {
  test('narrowing it breaks a request, but not an answer', () => {
    expect(diff(contractWithBody(wide), contractWithBody(narrow))).toEqual([`breaks closeThing: ${withPlace('body', narrowingText)}`]);
    expect(diff(contractWithAnswer(wide), contractWithAnswer(narrow))).toEqual([`fine closeThing: ${withPlace('200', narrowingText)}`]);
  });
  test('widening it breaks an answer, but not a request', () => {
    expect(diff(contractWithAnswer(narrow), contractWithAnswer(wide))).toEqual([`breaks closeThing: ${withPlace('200', wideningText)}`]);
    expect(diff(contractWithBody(narrow), contractWithBody(wide))).toEqual([`fine closeThing: ${withPlace('body', wideningText)}`]);
  });
});

/** Each case: schemas before and after, and the expected texts for the change in a request and in an answer. */
const schemaCases: [rule: string, old: JsonObject, now: JsonObject, body: string[], answer: string[]][] = [
  ['another type', text, { type: 'integer' }, ['breaks body: type string is now integer'], ['breaks 200: type string is now integer']],
  ['another pattern', { pattern: 'a' }, { pattern: 'b' }, ['breaks body: pattern a is now b'], ['breaks 200: pattern a is now b']],
  [
    'another value',
    { enum: ['a'] },
    { enum: ['b'] },
    ['breaks body: without the value a', 'fine body: with the value b'],
    ['fine 200: without the value a', 'breaks 200: with the value b'],
  ],
  [
    'a value that was foretold',
    { enum: ['a'], description: 'More may come.' },
    { enum: ['a', 'b'], description: 'No more.' },
    ['fine body: with the value b'],
    ['fine 200: with the value b'],
  ],
  ['values in another order', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, [], []],
  [
    'a property removed',
    closedObject({ a: text, b: text }),
    closedObject({ a: text }),
    ['breaks body b: removed'],
    ['breaks 200 b: removed'],
  ],
  [
    'a property removed after its sunset',
    closedObject({ b: { ...text, deprecated: true, 'x-sunset': today } }),
    closedObject({}),
    ['fine body b: removed after its sunset'],
    ['fine 200 b: removed after its sunset'],
  ],
  [
    'a property removed before its sunset',
    closedObject({ b: { ...text, deprecated: true, 'x-sunset': '2026-11-21' } }),
    closedObject({}),
    ['breaks body b: removed'],
    ['breaks 200 b: removed'],
  ],
  ['a property added', closedObject({}), closedObject({ a: text }), ['fine body a: new'], ['fine 200 a: new']],
  [
    'a required property added',
    closedObject({}),
    closedObject({ a: text }, ['a']),
    ['breaks body a: new, and required'],
    ['fine 200 a: new'],
  ],
  ['another default', { default: 1 }, { default: 2 }, ['breaks body: default 1 is now 2'], []],
  ['a default removed', { default: 1 }, {}, ['breaks body: default 1 is now none'], []],
  ['a default added', {}, { default: 1 }, ['fine body: default none is now 1'], []],
  [
    'a keyword that no rule knows',
    { not: { const: 1 } },
    { not: { const: 2 } },
    ['breaks body: not is another'],
    ['breaks 200: not is another'],
  ],
  [
    'only other words',
    { ...text, description: 'This.', examples: ['a'], 'x-note': 1 },
    { ...text, description: 'That.', title: 'T' },
    [],
    [],
  ],
  [
    'deprecated',
    closedObject({ a: text }),
    closedObject({ a: { ...text, deprecated: true, 'x-sunset': '2028-01-01' } }),
    ['fine body a: deprecated, leaves on 2028-01-01'],
    ['fine 200 a: deprecated, leaves on 2028-01-01'],
  ],
  [
    'a sunset brought forward',
    { deprecated: true, 'x-sunset': '2028-01-02' },
    { deprecated: true, 'x-sunset': '2028-01-01' },
    ['breaks body: leaves on 2028-01-01, not on 2028-01-02'],
    ['breaks 200: leaves on 2028-01-01, not on 2028-01-02'],
  ],
  [
    'a sunset put off',
    { deprecated: true, 'x-sunset': '2028-01-01' },
    { deprecated: true, 'x-sunset': '2028-01-02' },
    ['fine body: leaves on 2028-01-02, not on 2028-01-01'],
    ['fine 200: leaves on 2028-01-02, not on 2028-01-01'],
  ],
];
test.each(schemaCases)('%s', (_rule, oldSchema, newSchema, body, answer) => {
  const withSubject = (found: string[]) => found.map((line) => line.replace(' ', ' closeThing: '));
  expect(diff(contractWithBody(oldSchema), contractWithBody(newSchema))).toEqual(withSubject(body));
  expect(diff(contractWithAnswer(oldSchema), contractWithAnswer(newSchema))).toEqual(withSubject(answer));
});

const parameter = (fields: JsonObject = {}) => ({ parameters: [{ name: 'dry', in: 'query', schema: { type: 'boolean' }, ...fields }] });
const body = (fields: JsonObject) => ({ requestBody: { required: true, content: json({ type: 'object' }), ...fields } });
const answer = (fields: JsonObject) => ({ responses: { 200: { description: 'Done.', content: json({ type: 'object' }), ...fields } } });
const done = { description: 'Done.' };
const header = (fields: JsonObject = {}) => answer({ headers: { ETag: { schema: text, ...fields } } });
const deprecatedFields = { deprecated: true, 'x-deprecated': '2025-01-01', 'x-sunset': '2026-01-01' };

/** Each case: fields of an operation before and after, and the expected texts for the change. */
const operations: [rule: string, old: JsonObject, now: JsonObject, said: string[]][] = [
  ['nothing', {}, {}, []],
  ['other words and tags', {}, { summary: 'Close', description: 'Closes.', tags: ['other'] }, []],
  ['another operationId', {}, { operationId: 'endThing' }, ['breaks its operationId is now endThing']],
  ['another permission', {}, { 'x-permission': 'thing:delete' }, ['breaks permission thing:update is now thing:delete']],
  [
    'a further permission',
    {},
    { 'x-permission': ['thing:update', 'task:read'] },
    ['breaks permission thing:update is now task:read and thing:update'],
  ],
  [
    'one permission less',
    { 'x-permission': ['thing:update', 'task:read'] },
    {},
    ['fine permission task:read and thing:update is now thing:update'],
  ],
  [
    'any of two permissions',
    {},
    { 'x-permission': { anyOf: ['thing:update', 'task:read'] } },
    ['fine permission thing:update is now task:read or thing:update'],
  ],
  [
    'one of two permissions',
    { 'x-permission': { anyOf: ['thing:update', 'task:read'] } },
    {},
    ['breaks permission task:read or thing:update is now thing:update'],
  ],
  [
    'all instead of any',
    { 'x-permission': { anyOf: ['a:read', 'b:read'] } },
    { 'x-permission': ['a:read', 'b:read'] },
    ['breaks permission a:read or b:read is now a:read and b:read'],
  ],
  ['permissions in another order', { 'x-permission': ['b:read', 'a:read'] }, { 'x-permission': ['a:read', 'b:read'] }, []],
  ['any credential', {}, { 'x-permission': 'authenticated' }, ['fine permission thing:update is now authenticated']],
  [
    'a credential where none was needed',
    { 'x-permission': 'public', security: [] },
    { 'x-permission': 'authenticated', security: [{ key: [] }] },
    ['breaks permission public is now authenticated', 'breaks needs a credential now'],
  ],
  ['a credential less', {}, { security: [{ key: [] }] }, ['breaks no longer takes session']],
  ['a credential more', { security: [{ key: [] }] }, {}, ['fine also takes session']],
  ['credentials in another order', {}, { security: [{ session: [] }, { key: [] }] }, []],
  ['an address less', {}, { servers: servers.slice(1) }, ['breaks no longer under https://one.example']],
  ['an address more', {}, { servers: [...servers, { url: 'https://three.example' }] }, ['fine also under https://three.example']],
  ['a parameter removed', {}, { parameters: [] }, ['breaks query dry: removed']],
  ['a parameter removed after its sunset', parameter(deprecatedFields), { parameters: [] }, ['fine query dry: removed after its sunset']],
  ['a parameter added', { parameters: [] }, parameter(), ['fine query dry: new']],
  ['a required parameter added', { parameters: [] }, parameter({ required: true }), ['breaks query dry: new, and required']],
  ['a parameter required', parameter(), parameter({ required: true }), ['breaks query dry: required now']],
  ['a parameter no longer required', parameter({ required: true }), parameter(), ['fine query dry: no longer required']],
  ['a parameter narrower', parameter(), parameter({ schema: { type: 'boolean', enum: [true] } }), ['breaks query dry: limited to true']],
  [
    'a parameter wider',
    parameter({ schema: { maximum: 1 } }),
    parameter({ schema: { maximum: 2 } }),
    ['fine query dry: maximum 1 is now 2'],
  ],
  ['a parameter written otherwise', parameter(), parameter({ explode: false }), ['breaks query dry: is written in another way']],
  ['a header in another case', parameter({ name: 'X-Dry', in: 'header' }), parameter({ name: 'x-dry', in: 'header' }), []],
  ['a body added', { requestBody: null }, body({ required: false }), ['fine body: new']],
  ['a required body added', { requestBody: null }, body({}), ['breaks body: new, and required']],
  ['a body removed', {}, { requestBody: null }, ['breaks body: removed']],
  ['a body required', body({ required: false }), body({}), ['breaks body: required now']],
  ['a body no longer required', body({}), body({ required: false }), ['fine body: no longer required']],
  ['a body type less', {}, body({ content: {} }), ['breaks body: no longer application/json']],
  ['a body type more', body({ content: {} }), body({}), ['fine body: also application/json']],
  ['a smaller body', {}, { 'x-body-limit': 1000 }, ['breaks body: may have 1000 bytes, not 1048576']],
  ['a larger body', { 'x-body-limit': 1000 }, {}, ['fine body: may have 1048576 bytes, not 1000']],
  ['a status removed', { responses: { 200: done, 404: done } }, { responses: { 200: done } }, ['breaks 404: removed']],
  ['a refusal added', { responses: { 200: done } }, { responses: { 200: done, 304: done, 409: done } }, ['fine 304: new', 'fine 409: new']],
  ['a success added', { responses: { 200: done } }, { responses: { 200: done, 202: done } }, ['breaks 202: new']],
  [
    'an answer type less',
    {},
    { responses: { 200: { ...done, headers: { ETag: { schema: text } } } } },
    ['breaks 200: no longer application/json'],
  ],
  [
    'an answer type more',
    { responses: { 200: { ...done, content: {} } } },
    { responses: { 200: { ...done, content: json({}) } } },
    ['fine 200: also application/json'],
  ],
  ['a header removed', header(), answer({}), ['breaks 200 header ETag: removed']],
  ['a header added', answer({}), header(), ['fine 200 header ETag: new']],
  ['a header no longer required', header({ required: true }), header(), ['breaks 200 header ETag: no longer required']],
  ['a header required', header(), header({ required: true }), []],
  ['a header of another type', header(), header({ schema: { type: 'integer' } }), ['breaks 200 header ETag: type string is now integer']],
  ['deprecated', {}, { deprecated: true, 'x-sunset': '2028-01-01' }, ['fine deprecated, leaves on 2028-01-01']],
  ['no longer deprecated', deprecatedFields, {}, ['fine no longer deprecated']],
  [
    'the headers of what leaves',
    {},
    answer({ headers: { Deprecation: {}, Sunset: {}, ETag: {} } }),
    ['breaks 200 header ETag: type string is now any'],
  ],
  [
    'leaving sooner',
    { deprecated: true, 'x-sunset': '2028-02-01' },
    { deprecated: true, 'x-sunset': '2028-01-01' },
    ['breaks leaves on 2028-01-01, not on 2028-02-01'],
  ],
];
test.each(operations)('%s', (_rule, oldOperation, newOperation, expectedChanges) => {
  const changes = diff(contract(oldOperation), contract(newOperation));
  expect(changes).toEqual(expectedChanges.map((line) => line.replace(' ', ' closeThing: ')));
});
test('removing an operation is breaking unless its sunset has come; adding one is not', () => {
  const [none, leaves] = [{ ...contract(), paths: {} }, contract(deprecatedFields)];
  expect(diff(contract(), none)).toEqual(['breaks closeThing: POST /v1/things/close removed']);
  expect(diff(leaves, none)).toEqual(['fine closeThing: POST /v1/things/close removed after its sunset']);
  expect(diff(none, contract())).toEqual(['fine closeThing: new in things']);
});
test('removing or changing a security scheme is breaking; adding a scheme or changing a description is not', () => {
  const { key = {}, session = {} } = securitySchemes;
  expect(diff(contract(), contract({}, {}, { key }))).toEqual(['breaks security: scheme session removed']);
  expect(diff(contract(), contract({}, {}, { session, key: { type: 'apiKey', in: 'header', name: 'Key' } }))).toEqual([
    'breaks security: scheme key is another',
  ]);
  expect(
    diff(
      contract(),
      contract({}, {}, { ...securitySchemes, further: key, session: { type: 'http', scheme: 'bearer', description: 'A session.' } }),
    ),
  ).toEqual([]);
});
test('references are followed, including recursive ones, with the keywords next to them', () => {
  const tree = (name: JsonObject): JsonObject =>
    closedObject({ name, branches: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } });
  const body = { requestBody: { required: true, content: json({ $ref: '#/components/schemas/Tree' }) } };
  expect(diff(contract(body, { Tree: tree(text) }), contract(body, { Tree: tree({ ...text, maxLength: 5 }) }))).toEqual([
    'breaks closeThing: body name: maxLength none is now 5',
  ]);
  const status = (...values: string[]) => ({ Status: { enum: values, description: 'More may come.' } });
  const shown = answer({ content: json(closedObject({ status: { $ref: '#/components/schemas/Status', description: 'How far it is.' } })) });
  expect(diff(contract(shown, status('a')), contract(shown, status('a', 'b')))).toEqual(['fine closeThing: 200 status: with the value b']);
});

describe('the command', () => {
  const releasedContract: { paths: Record<string, Record<string, JsonObject>> } = JSON.parse(
    readFileSync('generated/openapi.json', 'utf8'),
  );
  function createReleaseFolder(edit: (contract: typeof releasedContract) => void) {
    const releaseFolder = mkdtempSync(path.join(tmpdir(), 'released-'));
    onTestFinished(() => rmSync(releaseFolder, { recursive: true }));
    const releasedCopy = structuredClone(releasedContract);
    edit(releasedCopy);
    writeFileSync(path.join(releaseFolder, '1.4.0.json'), JSON.stringify(releasedCopy));
    return releaseFolder;
  }
  const run = (releaseFolder: string, ...options: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/contract-diff.ts', '--released', releaseFolder, ...options]).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, said: stdout }),
    );
  const { '/v1/risks': risks = {}, ...otherPaths } = releasedContract.paths;

  test('exits with 0 and prints a changelog section when nothing breaks, and stores the contract as the released one', async () => {
    const releaseFolder = createReleaseFolder((releasedCopy) => {
      releasedCopy.paths = otherPaths;
    });
    expect(await run(releaseFolder, '--version', '1.5.0', '--release')).toEqual({
      code: 0,
      said: '## 1.5.0\nThe API, compared with 1.4.0:\n\n### Not breaking\n- `listRisks`, `createRisk`: new in risks\n',
    });
    expect(readdirSync(releaseFolder)).toEqual(['1.5.0.json']);
    expect(await run(releaseFolder, '--version', '1.5.0')).toEqual({ code: 0, said: '## Unreleased\nThe API is the same as in 1.5.0.\n' });
  });
  test('exits with 1 and releases nothing when something breaks, and exits with 0 for a new major version', async () => {
    const releaseFolder = createReleaseFolder((releasedCopy) => {
      releasedCopy.paths = { ...otherPaths, '/v1/risks': { ...risks, patch: { ...risks.post, operationId: 'bulkRisks' } } };
    });
    const expectedOutput = (version: string) =>
      `## ${version}\nThe API, compared with 1.4.0:\n\n### Breaking\n- \`bulkRisks\`: PATCH /v1/risks removed\n`;
    expect(await run(releaseFolder, '--version', '1.5.0', '--release')).toMatchObject({ code: 1, said: expectedOutput('1.5.0') });
    expect(readdirSync(releaseFolder)).toEqual(['1.4.0.json']);
    expect(await run(releaseFolder, '--version', '2.0.0')).toMatchObject({ code: 0, said: expectedOutput('2.0.0') });
  });
});
