/** Tests that the script adds everything that follows from the contract, and does not change what the contract already contains. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { labelOf } from '../../scripts/complete-contract/label-of.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'complete-'));
afterAll(() => rmSync(folder, { recursive: true }));

const contents = `paths:
  /v1/widgets: { $ref: areas/machines/widgets/paths.yaml#/widgets }
  /v1/widgets/{id}: { $ref: areas/machines/widgets/paths.yaml#/widget }
  /v1/widgets/{id}/drawing: { $ref: areas/machines/widgets/paths.yaml#/drawing }
  /v1/employees: { $ref: areas/workforce/employees/paths.yaml#/employees }
`;
const rules = `# Widgets

1. A widget turns
   in one direction.
2. (internal) Its screws are in a table.
3. (not built yet) Widgets that fly.
4. Nothing else turns.

## States

1. A widget is on.
`;
const parameter = (name: string, place = 'query') => ({ name, in: place, example: 'x' });
const json = (name: string) => ({ content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } });
const one = { operationId: 'getWidget', 'x-permission': 'control:read' };
const shared = {
  'x-shared-parameters': {
    OrganizationId: parameter('X-Organization-Id', 'header'),
    IdempotencyKey: parameter('Idempotency-Key', 'header'),
    IfMatch: parameter('If-Match', 'header'),
    IfNoneMatch: parameter('If-None-Match', 'header'),
    IfRange: parameter('If-Range', 'header'),
    Limit: parameter('limit'),
    Cursor: parameter('cursor'),
    Count: parameter('count'),
    SortOrder: parameter('sortOrder'),
  },
  'x-shared-headers': {
    ETag: { example: '"1"' },
    Location: { example: '/' },
    Link: { example: '</v1/x?cursor=1>; rel="next"' },
    FileETag: { example: '"2"' },
    AcceptRanges: { example: 'bytes' },
    ContentRange: { example: 'bytes 0-1/9' },
    UnsatisfiedRange: { example: 'bytes */9' },
  },
  'x-given': { servers: [{ url: '/api' }], security: [{ apiKeyAsBearer: [] }], securitySchemes: { apiKeyAsBearer: { type: 'http' } } },
};
const bundle = {
  ...shared,
  tags: [
    { name: 'widgets', description: 'What turns.\n' },
    { name: 'employees', description: 'Who works.' },
  ],
  'x-tagGroups': [{ name: 'Machines', tags: ['widgets'] }],
  'x-problems': {
    shared: JSON.parse(readFileSync('generated/openapi.json', 'utf8'))['x-problems'],
    widgets: {
      widget_not_found: { status: 404, error: 'Widget not found', meaning: 'There is none.', action: 'Take another.' },
      widget_stuck: { status: 409, error: 'It is stuck at {place}', meaning: 'It is stuck.', action: 'Pull.', example: { place: 'A' } },
    },
  },
  paths: {
    '/v1/widgets': {
      get: {
        operationId: 'listWidgets',
        parameters: [{ ...parameter('limit'), description: 'Our own.' }, parameter('sortBy'), parameter('status')],
        responses: { 200: { description: 'One page.', ...json('WidgetPage') } },
      },
      post: {
        operationId: 'createWidget',
        requestBody: { required: false, content: {} },
        'x-problems': ['widget_not_found', 'widget_stuck'],
        responses: { 201: { description: 'Made.', ...json('Widget') }, 400: { $ref: '#/components/responses/WidgetInvalid' } },
      },
    },
    '/v1/widgets/{id}': {
      parameters: [parameter('id', 'path')],
      get: { ...one, responses: { 200: { description: 'It.', ...json('Widget') } } },
      patch: { operationId: 'updateWidget', requestBody: { content: {} }, responses: { 200: { description: 'It.', ...json('Widget') } } },
      put: {
        operationId: 'setWidget',
        requestBody: json('WidgetPart'),
        responses: { 200: { description: 'Another.', ...json('WidgetPart') } },
      },
      delete: { operationId: 'deleteWidget', responses: { 204: { description: 'Gone.' } } },
    },
    '/v1/widgets/{id}/drawing': {
      parameters: [parameter('id', 'path')],
      get: {
        operationId: 'getWidgetDrawing',
        'x-permission': 'control:read',
        parameters: [parameter('Range', 'header')],
        responses: { 200: { description: 'It.', headers: { 'Content-Length': { example: '9' } }, content: { 'image/png': {} } } },
      },
    },
    '/v1/employees': {
      get: { operationId: 'listEmployees', 'x-permission': 'public', responses: { 200: { description: 'All.' } } },
    },
  },
  components: {
    securitySchemes: {},
    schemas: {
      Widget: { type: 'object', description: 'One.', properties: { parts: { type: 'array', items: { properties: { name: {} } } } } },
      WidgetCore: { type: 'object', properties: {} },
      ShelfCore: {
        type: 'object',
        description: 'Open.',
        properties: {
          place: { type: 'object', description: 'Where.', properties: { room: { type: 'string' } } },
          tools: { type: 'array', items: { type: 'object', description: 'One.', properties: {} } },
        },
      },
      Shelf: {
        type: 'object',
        description: 'All.',
        properties: { maker: { type: ['object', 'null'], description: 'Who.', properties: {} }, at: { type: 'object', properties: {} } },
      },
      WidgetState: { type: 'string', enum: ['in_review', 'todo'], 'x-labels': { todo: 'Still to do' } },
      WidgetFlag: { properties: { on: { enum: [true] } }, not: { enum: ['off'] } },
      WidgetPart: { allOf: [{ $ref: '#/components/schemas/WidgetCore' }] },
      WidgetSeen: { type: 'object', allOf: [{ $ref: '#/components/schemas/WidgetCore' }], required: ['at'], properties: { at: {} } },
      WidgetValue: { type: ['string', 'array', 'null'], description: 'Any.', maxLength: 9, items: { type: 'string' } },
      WidgetFile: { oneOf: [{ title: 'In the body' }] },
      WidgetPicture: { oneOf: [{ title: 'In the body' }, { title: 'Drawn' }] },
      WidgetPage: { additionalProperties: true, properties: { data: {}, nextCursor: {} } },
    },
    responses: {
      WidgetInvalid: {
        description: 'A field does not fit.',
        'x-errors': {
          invalid: {
            summary: 'Two faults',
            details: {
              name: ['must not be blank', { code: 'not_allowed', message: 'is odd' }],
              _errors: { code: 'required', message: 'one is missing' },
            },
          },
        },
      },
    },
    headers: {},
    examples: {},
  },
};
const area = path.join(folder, 'spec', 'areas', 'machines', 'widgets');
mkdirSync(area, { recursive: true });
writeFileSync(path.join(area, 'rules.md'), rules);
writeFileSync(path.join(folder, 'spec/openapi.yaml'), contents);
const file = path.join(folder, 'openapi.json');
writeFileSync(file, JSON.stringify(bundle));
const completeContract = () => execFileSync(process.execPath, ['scripts/complete-contract.ts', file, path.join(folder, 'spec')]);
completeContract();
const text = readFileSync(file, 'utf8');
const { paths, components } = JSON.parse(text);
const [widgets, widget, employees] = ['/v1/widgets', '/v1/widgets/{id}', '/v1/employees'].map((name) => paths[name]);
const drawing = paths['/v1/widgets/{id}/drawing'].get;
const refs = (...names: string[]) => names.map((name) => ({ $ref: `#/components/parameters/${name}` }));

test('a complete contract is not changed', () => {
  completeContract();
  expect(readFileSync(file, 'utf8')).toBe(text);
});
test('an operation gets the tag of its folder', () => {
  expect(widgets.post.tags).toEqual(['widgets']);
  expect(employees.get.tags).toEqual(['employees']);
});
test('a path gets the parameter X-Organization-Id, unless it is public', () => {
  expect(widget.parameters).toEqual([parameter('id', 'path'), ...refs('OrganizationId')]);
  expect(employees).not.toHaveProperty('parameters');
});
test('a list gets the parameters for pages and the sort order that it does not declare itself', () => {
  const [limit, ...otherParameters] = bundle.paths['/v1/widgets'].get.parameters;
  expect(widgets.get.parameters).toEqual([limit, otherParameters[0], ...refs('SortOrder'), otherParameters[1], ...refs('Cursor', 'Count')]);
  expect(widgets.get.responses[200].headers.Link.example).toBe('</v1/widgets?cursor=1>; rel="next"');
});
test('a POST gets the parameter Idempotency-Key, and its 201 the header Location', () => {
  expect(widgets.post.parameters).toEqual(refs('IdempotencyKey'));
  expect(widgets.post.responses[201].headers).toHaveProperty('Location');
});
test('reads and changes of a record get preconditions, and answers that contain the record get an ETag', () => {
  expect(widget.get.parameters).toEqual(refs('IfNoneMatch'));
  for (const method of ['put', 'patch', 'delete']) expect(widget[method].parameters).toEqual(refs('IfMatch'));
  for (const method of ['get', 'patch']) expect(widget[method].responses[200].headers).toHaveProperty('ETag');
  expect(widget.put.responses[200].headers).not.toHaveProperty('ETag');
});
test('an operation that takes Range also takes If-Range, and answers a part and the lack of it', () => {
  const { 200: whole, 206: part } = drawing.responses;
  expect(drawing.parameters).toEqual([parameter('Range', 'header'), ...refs('IfRange')]);
  expect(whole.headers).toMatchObject({ ETag: { example: '"2"' }, 'Accept-Ranges': { example: 'bytes' }, 'Content-Length': {} });
  expect(part).toMatchObject({ headers: { ETag: { example: '"2"' }, 'Content-Range': {} }, content: whole.content });
  expect(part.headers).not.toHaveProperty('Content-Length');
  expect(drawing.responses[416]).toEqual({ $ref: '#/components/responses/RangeNotSatisfiable' });
});
test('a body is required unless it declares that it is not, or {} is valid', () => {
  expect([widgets.post, widget.patch, widget.put].map(({ requestBody }) => requestBody.required)).toEqual([false, true, false]);
});
test('schemas are closed, except core schemas and schemas that declare that they are open', () => {
  const { Widget, WidgetCore, WidgetPart, WidgetPage } = components.schemas;
  expect(Widget).toMatchObject({ additionalProperties: false, properties: { parts: { items: { additionalProperties: false } } } });
  expect(Object.keys(Widget)).toEqual(['type', 'description', 'additionalProperties', 'properties']);
  expect(WidgetCore).not.toHaveProperty('additionalProperties');
  expect(WidgetPart).toMatchObject({ unevaluatedProperties: false });
  expect(WidgetPage).toMatchObject({ additionalProperties: true });
});
test('schemas are rewritten for code generators of other languages', () => {
  const { WidgetSeen, WidgetValue, WidgetFile, WidgetPicture } = components.schemas;
  expect(WidgetSeen).toEqual({
    type: 'object',
    unevaluatedProperties: false,
    allOf: [{ $ref: '#/components/schemas/WidgetCore' }, { type: 'object', required: ['at'], properties: { at: {} } }],
  });
  expect(WidgetValue).toEqual({
    description: 'Any.',
    anyOf: [{ type: 'string', maxLength: 9 }, { type: 'array', items: { type: 'string' } }, { type: 'null' }],
  });
  const titles = [WidgetFile, WidgetPicture].map(({ oneOf }) => oneOf.map(({ title }: { title: string }) => title));
  expect(titles).toEqual([['Widget file: in the body'], ['Widget picture: in the body', 'Drawn']]);
});
test('an object in a core schema, or one that may be null, becomes a component', () => {
  const { Shelf, ShelfCore, ShelfPlace, ShelfTool, ShelfMaker } = components.schemas;
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  expect(ShelfCore.properties).toEqual({
    place: { ...reference('ShelfPlace'), description: 'Where.' },
    tools: { type: 'array', items: { ...reference('ShelfTool'), description: 'One.' } },
  });
  expect(ShelfPlace).toEqual({
    type: 'object',
    description: 'Where.',
    additionalProperties: false,
    properties: { room: { type: 'string' } },
  });
  expect(ShelfTool).toMatchObject({ type: 'object', additionalProperties: false });
  expect(Shelf.properties.maker).toEqual({ description: 'Who.', oneOf: [reference('ShelfMaker'), { type: 'null' }] });
  expect(ShelfMaker).toMatchObject({ type: 'object', description: 'Who.' });
  expect(Shelf.properties.at).toMatchObject({ type: 'object' });
});
test('an error gets its code, and is also declared as a problem document', () => {
  const { content, description } = components.responses.WidgetNotFound;
  expect(widgets.post.responses[404]).toEqual({ $ref: '#/components/responses/WidgetNotFound' });
  expect(description).toBe('There is none.');
  expect(content['application/json']).toMatchObject({
    schema: { additionalProperties: false, required: ['success', 'error', 'code'], properties: { code: { enum: ['widget_not_found'] } } },
    examples: { widget_not_found: { value: { success: false, error: 'Widget not found', code: 'widget_not_found' } } },
  });
  expect(content['application/problem+json'].examples.widget_not_found.value).toEqual({
    type: '/problems/widget_not_found',
    title: 'Widget not found',
    status: 404,
    detail: 'Widget not found',
    code: 'widget_not_found',
  });
});
test('a status with several errors lists their codes, and the additional members that any of them has', () => {
  const { schema, examples } = widgets.post.responses[409].content['application/json'];
  expect(schema.properties.code.enum).toEqual(['request_in_progress', 'widget_stuck']);
  expect(schema.required).toEqual(['success', 'error', 'code']);
  expect(schema.properties.place).toMatchObject({ type: 'string' });
  expect(examples.widget_stuck.value).toEqual({ success: false, error: 'It is stuck at A', code: 'widget_stuck', place: 'A' });
});
test('an error that the source declares is kept, and gets its code', () => {
  const { content } = components.responses.WidgetInvalid;
  expect(content['application/json'].examples).toEqual({
    invalid: {
      summary: 'Two faults',
      value: {
        success: false,
        error: 'Validation failed',
        code: 'validation_failed',
        details: {
          name: {
            _errors: ['must not be blank', 'is odd'],
            _codes: [
              { code: 'blank', params: {} },
              { code: 'not_allowed', params: {} },
            ],
            in: 'body',
          },
          _errors: ['one is missing'],
          _codes: [{ code: 'required', params: {} }],
        },
      },
    },
  });
});
test('employees and risks have neither error codes nor problem documents', () => {
  const answer = employees.get.responses[429];
  const { content } = components.responses[answer.$ref.split('/').at(-1)];
  expect(Object.keys(content)).toEqual(['application/json']);
  expect(content['application/json'].schema).toEqual({ $ref: '#/components/schemas/GivenError' });
  expect(Object.values(content['application/json'].examples)).toEqual([
    expect.objectContaining({ value: { success: false, error: 'Too many requests' } }),
  ]);
});
test('the prescribed servers and credentials apply to employees and risks only', () => {
  expect(employees).toMatchObject({ servers: [{ url: '/api' }], get: { security: [{ apiKeyAsBearer: [] }] } });
  expect(widgets).not.toHaveProperty('servers');
  expect(components.securitySchemes).toEqual({ apiKeyAsBearer: { type: 'http' } });
});
test('the description of a tag includes the rules of its area that concern callers', () => {
  expect(JSON.parse(text).tags).toEqual([
    { name: 'widgets', description: 'What turns.\n\n**Rules**\n\n- A widget turns in one direction.\n- Nothing else turns.\n' },
    { name: 'employees', description: 'Who works.' },
  ]);
});
test('each enumeration gets labels, and keeps those of the source', () => {
  expect(components.schemas.WidgetState['x-labels']).toEqual({ in_review: 'In review', todo: 'Still to do' });
  expect(components.schemas.WidgetFlag).not.toHaveProperty('x-labels');
});
test.each([
  ['in_review', 'In review'],
  ['AUTO_TASKS', 'Auto tasks'],
  ['updatedAt', 'Updated at'],
  ['board-meeting', 'Board meeting'],
  ['soc2_type1', 'SOC 2 Type 1'],
  ['iso27001', 'ISO 27001'],
  ['iso_27001', 'ISO 27001'],
  ['policy_pdf', 'Policy PDF'],
  ['apiKey:create', 'API key: create'],
  ['30days', '30 days'],
  ['macos', 'macOS'],
  ['Identity & Access', 'Identity and Access'],
  ['wrong_type', 'Wrong type'],
  ['email', 'E-mail'],
  ['success', 'Succeeded'],
  ['app:read', 'Logs and devices: read'],
])('%s is called %s', (value, label) => {
  expect(labelOf(value)).toBe(label);
});
