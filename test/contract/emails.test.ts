/** Every e-mail field accepts the same addresses and stores them in one form (spec/conventions, 8). */
import { describe, expect, test } from 'vitest';
import { normalEmail } from '#platform/identity/email-address';
import { normalizerOf } from '#contract/normalize';
import { type Caller, startApp } from '../support/app.ts';
import { contract, document, resolve } from '../support/contract.ts';
import { bodyTexts, withText } from '../support/request-texts.ts';

const app = startApp();
/** The stored form of `Ada@BÜCHER.example` and of all these spellings. */
const stored = 'ada@xn--bcher-kva.example';
const spellings = [stored, ' ada@xn--bcher-kva.example ', 'Ada@BÜCHER.example', 'ada@bücher。example\n', 'ADA@XN--BCHER-KVA.EXAMPLE'];
const wrong = [
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
/** Values that are sent to every operation. */
const sent = ['a@b', 'ada', 'ada marsh@example.com', 'ada@example.com\r\nBcc: eve@example.com', 'ädä@example.com'];
const emailFieldsOfOperations = contract.flatMap((operation) =>
  bodyTexts(operation.id).flatMap(({ path: field, schema }) => (schema.format === 'email' ? [{ ...operation, field }] : [])),
);

test.each(spellings)('%j is stored in one form', (spelling) => {
  expect(normalEmail(spelling)).toBe(stored);
  const normalize = normalizerOf({ properties: { people: { items: { properties: { email: { format: 'email' } } } } } });
  expect(normalize?.({ people: [{ email: spelling }, { email: null }, 7] })).toEqual({ people: [{ email: stored }, { email: null }, 7] });
});
test.each(wrong)('%j is not an address', (text) => {
  expect(normalEmail(text)).toBeUndefined();
});
test('every request field that is named like an e-mail address has the format', () => {
  const known = new Set(emailFieldsOfOperations.map(({ id, field }) => `${id} ${field}`));
  const named = contract.flatMap(({ id, registry, template, method }) => {
    const operation = document.paths[template]?.[method.toLowerCase()];
    const schema = operation?.requestBody && resolve(operation.requestBody).content?.['application/json']?.schema;
    return registry.method === 'get' || !schema ? [] : emailFields(schema).map((field) => `${id} ${field}`);
  });
  // A node of an organization chart may contain any text here, such as a room.
  expect(named.filter((field) => !known.has(field))).toEqual(['replaceOrgChart nodes.*.data.email']);
  expect(emailFieldsOfOperations.length).toBeGreaterThan(12);
});

describe.each(emailFieldsOfOperations.map((one) => [`${one.id} ${one.field}`, one] as const))(
  '%s',
  (_name, { method, path, bodies, registry, field }) => {
    const limited = 'limited' in registry;
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
      for (const email of sent) {
        const answer = await send(caller, email);
        if (limited && answer.status === 429) continue;
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

test('200 and 201 with the stored form, which every spelling finds', async () => {
  const { call } = await app.caller();
  const [first, ...others] = spellings.map((email) => ({ name: 'Ada Marsh', email }));
  expect(await call('POST', '/v1/employees', { body: first })).toMatchObject({ status: 201, body: { data: { email: stored } } });
  for (const body of others) expect(await call('POST', '/v1/employees', { body }), body.email).toMatchObject({ status: 409 });
  const emails = await call('PUT', '/v1/trust-portal/settings/allowed-emails', { body: { emails: spellings } });
  expect(emails).toMatchObject({ status: 200, body: { data: [stored] } });
});
test('200 for an invitation to an address with a trailing space, and a per-item error for an invalid one', async () => {
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
  const listed = (await call('GET', '/v1/auth/invitations')).body.data.map(({ email }: { email: string }) => email);
  expect(listed).toEqual(['kim.vega@example.com', 'tom@xn--mnchen-3ya.example']);
});

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly type?: string | readonly string[];
  readonly allOf?: readonly Schema[];
}

/** Text fields whose names end in `email` or `emails`, also in nested lists and objects. */
function emailFields(given: Schema): string[] {
  const { properties = {}, items, allOf = [] } = resolve(given);
  const own = Object.entries(properties).flatMap(([name, property]) => {
    const { type, items: listed } = resolve(property);
    const isText = (kind: Schema['type']) => kind === 'string' || (Array.isArray(kind) && kind.includes('string'));
    const found = /email$/i.test(name) && isText(type) ? [name] : /emails$/i.test(name) && listed ? [`${name}.*`] : [];
    return [...found, ...emailFields(property).map((inner) => `${name}.${inner}`)];
  });
  return [...own, ...(items ? emailFields(items).map((inner) => `*.${inner}`) : []), ...allOf.flatMap(emailFields)];
}

function valueAt(value: unknown, field: string): unknown {
  return Object.entries(value ?? {}).find(([name]) => name === field.split('.')[0])?.[1];
}
