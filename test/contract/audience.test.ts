/** Every operation with an audience requires a session and the permission for the trust portal to release a record to visitors. */
import { describe, expect, test } from 'vitest';
import { type Caller, startApp } from '../support/app.ts';
import { contract, document, resolve } from '../support/contract.ts';
import { newRole } from '../support/organization.ts';
import { pathAt, createRecords } from '../support/records.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** @returns the paths of all fields of a request that are called `audience` */
function audienceFields(schemaOrReference: Schema, ancestors: readonly Schema[] = []): string[] {
  const schema = resolve(schemaOrReference);
  if (ancestors.includes(schema)) return [];
  const enclosing = [...ancestors, schema];
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema;
  const ownFields = Object.entries(properties).flatMap(([name, property]) => [
    ...(name === 'audience' ? [name] : []),
    ...audienceFields(property, enclosing).map((field) => `${name}.${field}`),
  ]);
  return [
    ...ownFields,
    ...(items ? audienceFields(items, enclosing).map((field) => `*.${field}`) : []),
    ...[...allOf, ...anyOf, ...oneOf].flatMap((part) => audienceFields(part, enclosing)),
  ];
}

const app = startApp();
const withAudience = contract.flatMap((operation) => {
  const { requestBody } = document.paths[operation.template]?.[operation.method.toLowerCase()] ?? {};
  const media = requestBody ? Object.values(resolve(requestBody).content ?? {}) : [];
  const fields = [...new Set(media.flatMap(({ schema }) => (schema ? audienceFields(schema) : [])))];
  return fields.length ? [{ ...operation, fields }] : [];
});

test('the audience is a top-level field of every request that accepts an audience', () => {
  expect(withAudience.length).toBeGreaterThanOrEqual(8);
  for (const { id, fields } of withAudience) expect(fields, id).toEqual(['audience']);
});

describe.each(withAudience.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const { method, template, registry } = operation;
  // An example that contains ids refers to records that do not exist here.
  const example = Object(operation.bodies.find((body) => !/_[0-9a-f]{24}/.test(JSON.stringify(body))));
  // The example of an update may change the text, which alone makes the record internal.
  const otherFields = method === 'PATCH' ? {} : example;
  const pathFor = async (caller: Caller) => pathAt(operation, (await createRecords(caller, [template]))[template] ?? {});
  const send = (call: Caller['call'], path: string, audience: string) => call(method, path, { body: { ...otherFields, audience } });
  const permissions = [registry.permission].flat().map(String);

  test('403 for a key, and for a session without the permission for the trust portal', async () => {
    const caller = await app.caller();
    const path = await pathFor(caller);
    const [withoutPortal, withPortal] = [
      await newRole(app.database, caller.organization.id, permissions),
      await newRole(app.database, caller.organization.id, [...permissions, 'trust:update']),
    ];
    const member = await app.session(caller.organization, [withoutPortal]);
    const portalMember = await app.session(caller.organization, [withPortal]);
    for (const audience of ['nda', 'public']) {
      expect(await send(caller.call, path, audience), audience).toMatchObject({ status: 403, body: { code: 'session_required' } });
      expect(await send(member.call, path, audience), audience).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
    }
    expect((await send(member.call, path, 'internal')).status).toBeLessThan(300);
    const released = await send(portalMember.call, path, 'nda');
    expect(released, released.text).toMatchObject({ body: { audience: 'nda' } });
    const { body } = await caller.inPerson('GET', '/v1/audit-logs?limit=1');
    const { changes } = body.data[0].data;
    expect(changes.audience?.current ?? changes.audience).toBe('nda');
  });

  test('accepts the same or a narrower audience from anybody who may change the record', async () => {
    if (method === 'POST' && operation.id !== 'saveManualAnswer') return;
    const caller = await app.caller();
    const path = await pathFor(caller);
    const sendTo = (call: Caller['call'], audience: string) => send(call, path, audience);
    expect((await sendTo(caller.inPerson, 'nda')).status).toBeLessThan(300);
    expect((await sendTo(caller.call, 'nda')).body).toMatchObject({ audience: 'nda' });
    expect(await sendTo(caller.call, 'public')).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect((await sendTo(caller.call, 'internal')).body).toMatchObject({ audience: 'internal' });
  });
});

test.each(['/v1/context', '/v1/knowledge-base/manual-answers'])(
  '403 for a key that changes the text and keeps the audience: %s',
  async (list) => {
    const { call, inPerson } = await app.caller();
    const created = await inPerson('POST', list, { body: { question: 'Who audits you?', answer: 'A firm.', audience: 'public' } });
    expect(created, created.text).toMatchObject({ status: 201 });
    const update = (body: object) => call('PATCH', `${list}/${created.body.id}`, { body });
    expect(await update({ answer: 'Another firm.', audience: 'public' })).toMatchObject({ status: 403 });
    expect(await update({ answer: 'Another firm.' })).toMatchObject({ status: 200, body: { audience: 'internal' } });
  },
);

test('403 for a key that keeps the audience of a policy while it limits the policy to departments', async () => {
  const { call, inPerson } = await app.caller();
  const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Albatross sessions are recorded.' }] }];
  const { body: policy } = await inPerson('POST', '/v1/policies', { body: { name: 'Sessions', content, audience: 'nda' } });
  const limitedToDepartment = { visibility: 'DEPARTMENT', visibleToDepartments: ['hr'], audience: 'nda' };
  expect(await call('PATCH', `/v1/policies/${policy.id}`, { body: limitedToDepartment })).toMatchObject({ status: 403 });
  expect(await inPerson('PATCH', `/v1/policies/${policy.id}`, { body: limitedToDepartment })).toMatchObject({ status: 200 });
});
