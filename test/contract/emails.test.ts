/** Every e-mail field accepts the same addresses and stores them in one form (spec/conventions, 8). */
import { describe, expect, test } from 'vitest';
import { normalizeEmail } from '#platform/identity/email-address';
import { normalizerOf } from '#contract/normalize';
import { type Caller, startApp } from '../support/app.ts';
import { contract, document, resolve } from '../support/contract.ts';
import { bodyTexts, withText } from '../support/request-texts.ts';

const app = startApp();
/** All `spellings` are stored in this form. */
const storedForm = 'ada@xn--bcher-kva.example';
const spellings = [storedForm, ' ada@xn--bcher-kva.example ', 'Ada@BÜCHER.example', 'ada@bücher。example\n', 'ADA@XN--BCHER-KVA.EXAMPLE'];
const invalidAddresses = [
  'a@b',
  'ada',
  'ada@',
  '.ada@example.com',
  'ada.@example.com',
  'ada..marsh@example.com',
  `${'a'.repeat(65)}@example.com`,
  '@example.com',
  'ada@example..com',
  'ada@-example.com',
  'ada@example.com.',
  'ada marsh@example.com',
  'ada@exa mple.com',
  'ada@127.0.0.1',
  'ada@[127.0.0.1]',
  'ada@example.com/x',
  'ada@bü%2f.example',
  'ada@example.com\r\nBcc: eve@example.com',
  'Ada <ada@example.com>',
  'ada@example.com,eve@example.com',
  'ädä@example.com',
  `ada@${'x'.repeat(64)}.example`,
];
/** Invalid addresses that are sent to every operation. */
const sentToOperations = ['a@b', 'ada', 'ada marsh@example.com', 'ada@example.com\r\nBcc: eve@example.com', 'ädä@example.com'];
const emailFieldsOfOperations = contract.flatMap((operation) =>
  bodyTexts(operation.id).flatMap(({ path: field, schema }) => (schema.format === 'email' ? [{ ...operation, field }] : [])),
);

test.each(spellings)('%j is stored in one form', (spelling) => {
  expect(normalizeEmail(spelling)).toBe(storedForm);
  const normalize = normalizerOf({ properties: { people: { items: { properties: { email: { format: 'email' } } } } } });
  expect(normalize?.({ people: [{ email: spelling }, { email: null }, 7] })).toEqual({
    people: [{ email: storedForm }, { email: null }, 7],
  });
});
test.each(invalidAddresses)('%j is not accepted as an address', (text) => {
  expect(normalizeEmail(text)).toBeUndefined();
});
test('every request field whose name ends in email or emails has the format `email`', () => {
  const withFormat = new Set(emailFieldsOfOperations.map(({ id, field }) => `${id} ${field}`));
  const namedFields = contract.flatMap(({ id, registry, template, method }) => {
    const operation = document.paths[template]?.[method.toLowerCase()];
    const schema = operation?.requestBody && resolve(operation.requestBody).content?.['application/json']?.schema;
    return registry.method === 'get' || !schema ? [] : emailFields(schema).map((field) => `${id} ${field}`);
  });
  // The `email` of a node in an organization chart may be any text, such as a room.
  expect(namedFields.filter((field) => !withFormat.has(field))).toEqual(['replaceOrgChart nodes.*.data.email']);
  expect(emailFieldsOfOperations.length).toBeGreaterThan(12);
});

describe.each(emailFieldsOfOperations.map((one) => [`${one.id} ${one.field}`, one] as const))(
  '%s',
  (_name, { method, path, bodies, registry, field }) => {
    const isRateLimited = 'limited' in registry;
    const send = async ({ call, organization }: Caller, email: string) => {
      const body = withText(bodies.find((example) => valueAt(example, field)) ?? bodies[0], field, email);
      const session = await app.session(organization, organization.owner);
      return registry.scope === 'public'
        ? app.call(method, path, { body })
        : 'requiresSession' in registry
          ? session.call(method, path, { body })
          : call(method, path, { body });
    };
    const complaints = (answer: { readonly body: unknown }) => JSON.stringify(answer.body).match(/must be an e-mail address/g) ?? [];

    test('400 for an invalid address', async () => {
      const caller = await app.caller();
      for (const email of sentToOperations) {
        const answer = await send(caller, email);
        if (isRateLimited && answer.status === 429) continue;
        expect(answer, `${email} ${answer.text}`).toMatchObject({ status: 400 });
        expect(complaints(answer), email).not.toEqual([]);
      }
    });
    test('accepts an address with surrounding spaces, in capitals, or with an international domain', async () => {
      const caller = await app.caller();
      for (const email of spellings) expect(complaints(await send(caller, email)), email).toEqual([]);
    });
  },
);

test('200 and 201 return the stored form, and every spelling counts as the same address', async () => {
  const { call } = await app.caller();
  const [first, ...otherBodies] = spellings.map((email) => ({ name: 'Ada Marsh', email }));
  expect(await call('POST', '/v1/employees', { body: first })).toMatchObject({ status: 201, body: { data: { email: storedForm } } });
  for (const body of otherBodies) expect(await call('POST', '/v1/employees', { body }), body.email).toMatchObject({ status: 409 });
  const emails = await call('PUT', '/v1/trust-portal/settings/allowed-emails', { body: { emails: spellings } });
  expect(emails).toMatchObject({ status: 200, body: { data: [storedForm] } });
});
test('200 for invitations to an address with a trailing space and to an international domain, stored in the normal form', async () => {
  const { inPerson: call } = await app.caller();
  const invites = ['kim.vega@example.com ', 'Tom@MÜNCHEN.example'].map((email) => ({ email, roles: ['auditor'] }));
  expect(await call('POST', '/v1/people/invite', { body: { invites } })).toMatchObject({
    status: 200,
    body: {
      data: [
        { email: 'kim.vega@example.com', outcome: 'invited' },
        { email: 'tom@xn--mnchen-3ya.example', outcome: 'invited' },
      ],
    },
  });
  const invitedEmails = (await call('GET', '/v1/auth/invitations')).body.data.map(({ email }: { email: string }) => email);
  expect(invitedEmails).toEqual(['kim.vega@example.com', 'tom@xn--mnchen-3ya.example']);
});

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly type?: string | readonly string[];
  readonly allOf?: readonly Schema[];
}

/** @returns the paths of text fields whose names end in `email` or `emails`, including nested ones */
function emailFields(schemaOrReference: Schema): string[] {
  const { properties = {}, items, allOf = [] } = resolve(schemaOrReference);
  const ownFields = Object.entries(properties).flatMap(([name, property]) => {
    const { type, items: listItems } = resolve(property);
    const isText = (kind: Schema['type']) => kind === 'string' || (Array.isArray(kind) && kind.includes('string'));
    const matchingFields = /email$/i.test(name) && isText(type) ? [name] : /emails$/i.test(name) && listItems ? [`${name}.*`] : [];
    return [...matchingFields, ...emailFields(property).map((inner) => `${name}.${inner}`)];
  });
  return [...ownFields, ...(items ? emailFields(items).map((inner) => `*.${inner}`) : []), ...allOf.flatMap(emailFields)];
}

function valueAt(value: unknown, field: string): unknown {
  return Object.entries(value ?? {}).find(([name]) => name === field.split('.')[0])?.[1];
}
