/** Unit tests of the rules of integrations, without a database. */
import { describe, expect, test, vi } from 'vitest';
import { parseDevices, planDevices } from '#areas/integrations/integrations/rules/device-plan';
import { remainingSteps } from '#areas/integrations/integrations/rules/entries';
import { planPeople, parsePeople, type KnownMember } from '#areas/integrations/integrations/rules/people-plan';
import { checkProviderConnectable } from '#areas/integrations/integrations/rules/connections';
import { findFieldErrors } from '#providers/credential-fields';
import type { CredentialField, Manifest, Variables } from '#providers/manifest';
import { pathSegment } from '#providers/path-segment';
import { createPeopleFilter } from '#providers/people-filter';
import { parseCsvRows } from '#providers/csv';
import { parsePersonRows } from '#providers/providers/csv-people/people';
import { findUnmetCondition } from '#providers/providers/http-json/endpoint-status';
import { redact, makeValueStorable } from '#providers/redaction';
import { createRegistry, variablesOf } from '#providers/registry';
import { createTestSource } from '#providers/test-credentials';
import { effectiveVariables, isComplete } from '#providers/variables';
import { guardAddresses } from '#platform/ports/addresses';
import { createHttp } from '#platform/ports/http';
import { createLdap } from '#platform/ports/ldap';
import { Unreachable } from '#platform/ports/unreachable';

const check = { id: 'one', name: 'One', description: 'One', run: async () => undefined } as const;
const manifest: Manifest = {
  slug: 'some',
  name: 'Some',
  description: 'Some',
  category: 'Cloud',
  auth: { type: 'custom' },
  checks: [check],
  test: async () => '',
};

describe('manifests', () => {
  test.each([
    ['a slug that is none', { slug: 'Some Thing' }],
    ['nothing that it can do', { checks: [] }],
    ['a check of a service that there is not', { checks: [{ ...check, service: 'x' }] }],
    ['an id of a check that is none', { checks: [{ ...check, id: 'One!' }] }],
    ['a check twice', { checks: [check, check] }],
    ['a service without checks', { services: [{ id: 'x', name: 'X', description: 'X' }] }],
    ['a choice without options', { variables: [{ id: 'v', label: 'V', type: 'select', role: 'other' }] }],
    ['a password that is no secret', { credentialFields: [{ id: 'f', label: 'F', type: 'password', role: 'other', required: true }] }],
    ['an address that is no destination', { credentialFields: [{ id: 'f', label: 'F', type: 'url', role: 'other', required: true }] }],
    ['a field twice', { credentialFields: [1, 2].map(() => ({ id: 'f', label: 'F', type: 'text', role: 'other', required: true })) }],
  ] satisfies [string, Partial<Manifest>][])('are rejected with %s', (_case, fields) => {
    expect(() => createRegistry([{ ...manifest, ...fields }])).toThrow(/are inconsistent/);
  });
  test('are rejected when two have the same slug, and otherwise found by slug', () => {
    expect(() => createRegistry([manifest, manifest])).toThrow('some: is there twice');
    const registry = createRegistry([manifest, { ...manifest, slug: 'another', name: 'Another' }]);
    expect(registry.all.map(({ slug }) => slug)).toEqual(['another', 'some']);
    expect([registry.find('some'), registry.find('none')]).toEqual([manifest, undefined]);
  });
  test('list their own variables before the variables of their checks, which they override', () => {
    const variable = (label: string) => ({ id: 'v', label, type: 'text', role: 'other' }) as const;
    expect(
      variablesOf({
        ...manifest,
        variables: [variable('own')],
        checks: [{ ...check, variables: [variable('of the check'), { ...variable('w'), id: 'w' }] }],
      }).map(({ label }) => label),
    ).toEqual(['own', 'w']);
  });
  test('cannot be connected through the API when they need a browser or are retired', () => {
    expect(checkProviderConnectable({ ...manifest, auth: { type: 'oauth2', grant: 'authorization_code' } })).toMatchObject({
      status: 409,
      body: { error: 'The provider is connected in the application' },
    });
    expect(checkProviderConnectable({ ...manifest, retired: true })).toMatchObject({
      status: 409,
      body: { error: 'The provider cannot be connected' },
    });
    expect(checkProviderConnectable({ ...manifest, auth: { type: 'oauth2', grant: 'client_credentials' } })).toBeUndefined();
  });
});

test.each([
  [{ type: 'number' }, 'a', 'must be a number'],
  [{ type: 'number' }, '1.5', undefined],
  [{ type: 'select', options: [{ value: 'a', label: 'A' }] }, 'b', 'must be one of: a'],
  [{ type: 'multi_select', options: [{ value: 'a', label: 'A' }] }, ['a'], undefined],
  [{ type: 'multi_select', options: [{ value: 'a', label: 'A' }] }, ['b'], 'must be one of: a'],
  [{ type: 'multi_select', options: [] }, 'a', 'must be an array'],
  [{ type: 'multi_select', pattern: '^[a-z]+$' }, ['a', 'b'], undefined],
  [{ type: 'multi_select', pattern: '^[a-z]+$' }, ['a', 'B'], 'must have the form ^[a-z]+$'],
  [{ type: 'text', pattern: '^arn:' }, 'x', 'must have the form ^arn:'],
  [{ type: 'textarea' }, 'a\nb', undefined],
  [{ type: 'text' }, 'a\nb', 'must be one line of text'],
  [{ type: 'url' }, 'https://example.com/x', undefined],
  [{ type: 'url' }, 'x', 'must be an address that begins with http:// or https://'],
] satisfies [Partial<CredentialField> & Pick<CredentialField, 'type'>, string | string[], string | undefined][])(
  'the field %j with the value %j has the error: %s',
  (field, value, message) => {
    expect(findFieldErrors([{ id: 'f', label: 'F', required: true, ...field }], { f: value })).toEqual(
      message === undefined ? {} : { 'credentials.f': expect.objectContaining({ message }) },
    );
  },
);

test('a required variable counts as set when it has a default, and as unset when it is empty', () => {
  const variables = [
    { id: 'v', label: 'V', type: 'multi_select', role: 'other', required: true, options: [] },
    { id: 'w', label: 'W', type: 'number', role: 'other', required: true, default: 1 },
  ] as const;
  const manifestWithVariables = { ...manifest, variables };
  expect([{}, { v: [] }, { v: ['a'] }, { v: 'a', w: 0 }].map((values) => isComplete(manifestWithVariables, values))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(effectiveVariables(manifestWithVariables, { v: ['a'] })).toEqual({ v: ['a'], w: 1 });
});

describe('people', () => {
  test('are read from a list with any order of columns, separated by commas or semicolons', () => {
    const person = { email: 'a@example.com', name: 'A, B', status: 'active' };
    const read = (csv: string) => parsePersonRows(parseCsvRows(csv, 'email'));
    expect(read('\uFEFFName,EMAIL,other\r\n"A, B",a@example.com,x\r\n\r\n')).toEqual([{ row: 2, ...person }]);
    expect(read('email;name;status\na@example.com;A, B;ACTIVE')).toEqual([{ row: 2, ...person }]);
    expect(() => read('name\nA')).toThrow('The list has no column email');
    expect(() => read('email\n"a')).toThrow(/^The list is not CSV: /);
    expect(() => read('')).toThrow('The list has no column email');
  });
  test('are validated one by one', () => {
    const { people, dropped, invalidEmails } = parsePeople([
      {
        email: ' A@Example.com ',
        firstName: 'Ada',
        lastName: 'Marsh',
        role: 'a, ,b',
        startDate: '2026-05-18',
        department: 'x'.repeat(65),
        externalId: '7',
      },
      { email: 'b@example.com', name: 'B\u0000', startDate: 'soon', status: 'suspended' },
      { email: 'a@example.com', name: 'again' },
      { email: 'nobody' },
      { name: 'x' },
      'x',
      null,
      { email: 'c@example.com', status: 'retired' },
    ]);
    expect(dropped.map(({ row }) => row)).toEqual([3, 4, 5, 6, 7, 8]);
    expect([...invalidEmails]).toEqual(['nobody', 'c@example.com']);
    expect(people).toEqual([
      {
        email: 'a@example.com',
        name: 'Ada Marsh',
        status: 'active',
        roles: ['a', 'b'],
        department: undefined,
        startDate: '2026-05-18T00:00:00.000Z',
        externalId: '7',
      },
      {
        email: 'b@example.com',
        name: 'B',
        status: 'suspended',
        roles: [],
        department: undefined,
        startDate: undefined,
        externalId: undefined,
      },
    ]);
  });
  test.each([
    [{}, 'a@example.com', 'selected'],
    [{ sync_user_filter_mode: 'exclude', sync_excluded_emails: 'b@example.com\n A@example.com ' }, 'a@example.com', 'excluded'],
    [{ sync_user_filter_mode: 'exclude', sync_excluded_emails: '@example.com' }, 'a@example.com', 'excluded'],
    [{ sync_user_filter_mode: 'exclude', sync_excluded_emails: '@example.com' }, 'a@sub.example.com', 'selected'],
    [{ sync_user_filter_mode: 'exclude', sync_excluded_emails: 'example.com' }, 'a@sub.example.com', 'excluded'],
    [{ sync_user_filter_mode: 'exclude', sync_excluded_emails: 'a@example.com' }, 'aa@example.com', 'selected'],
    [{ sync_user_filter_mode: 'all', sync_excluded_emails: 'a@example.com' }, 'a@example.com', 'selected'],
    [{ sync_user_filter_mode: 'include', sync_included_emails: ' ; ' }, 'a@example.com', 'selected'],
    [{ sync_user_filter_mode: 'include', sync_included_emails: 'b@example.com' }, 'a@example.com', 'outside'],
    [{ target_org_units: ['hr'] }, 'a@example.com', 'outside'],
    [{ target_org_units: ['it', 'hr'] }, 'a@example.com', 'selected'],
  ] satisfies [Variables, string, string][])('the filter %j returns for %s: %s', (variables, email, expected) => {
    expect(createPeopleFilter(variables)({ email, department: 'it' })).toBe(expected);
  });
  test('of other domains are ignored, even if the source is a directory of all employees', () => {
    const member = (email: string): KnownMember => ({ id: email, email, isActive: true, roles: ['employee'] });
    const { people, invalidEmails } = parsePeople([{ email: 'a@example.com' }, { email: 'E@example.com', status: 'on leave' }]);
    const plan = planPeople(
      { people, invalidEmails, isDirectory: true, selection: () => 'selected' },
      ['a@example.com', 'b@example.com', 'c@example.org', 'd@sub.example.com', 'e@example.com'].map(member),
    );
    expect(plan.map(({ email, status }) => [email, status])).toEqual([
      ['a@example.com', 'skipped'],
      ['b@example.com', 'deactivated'],
    ]);
  });
});

describe('a list of people or devices', () => {
  test('with too many columns or lines is rejected before its lines are read', () => {
    const columns = `email${',x'.repeat(200_000)}`;
    expect(() => parseCsvRows(`${columns}\n${'a\n'.repeat(40_000)}`, 'email')).toThrow('The list has more than 100 columns');
    expect(() => parseCsvRows(`email\n${'a\n'.repeat(50_001)}`, 'email')).toThrow('The list has more than 50000 lines');
    expect(parseCsvRows(`email\n${'a\n'.repeat(50_000)}`, 'email')).toHaveLength(50_000);
  });
  test.each(['0000-01-01', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00', '2026-13-01', 'soon'])(
    'ignores %s as a time, which the database cannot store',
    (time) => {
      const { people } = parsePeople([{ email: 'a@example.com', startDate: time }]);
      expect(people).toMatchObject([{ startDate: undefined }]);
      const { devices } = parseDevices([{ name: 'A', platform: 'mac', userEmail: 'a@example.com', lastSeenAt: time }]);
      expect(devices[0]?.lastSeenAt ?? '2026-01-01').toMatch(/^(?!0000)\d{4}-/);
    },
  );
  test('continues where it stopped, also when it has the same device again', () => {
    const plan = ['a', 'a', 'b', 'c', 'b'];
    expect(remainingSteps(plan, [], (step) => step)).toEqual(plan);
    expect(remainingSteps(plan, ['a', 'b'], (step) => step)).toEqual(['a', 'c', 'b']);
    expect(remainingSteps(plan, plan, (step) => step)).toEqual([]);
  });
  test('of devices has each device once, identified by serial number and by id separately', () => {
    const device = (name: string, serialNumber?: string, externalId?: string) => ({
      name,
      platform: 'linux',
      userEmail: 'a@example.com',
      serialNumber,
      externalId,
    });
    const { devices } = parseDevices([
      device('one', '1001', '7'),
      device('other', undefined, '1001'),
      device('one again', undefined, '7'),
      device('and again', '1001'),
    ]);
    const plan = planDevices(devices, { connectionId: 'icn', devices: [], members: new Map([['a@example.com', 'mem']]) });
    expect(plan.map(({ status, reason }) => reason ?? status)).toEqual(['imported', 'imported', 'listed twice', 'listed twice']);
  });
});

test.each([
  ['{"a":{"b":null}}', 'a.b', 'exists', '', false],
  ['{"a":[1]}', 'a.0', 'gt', '0', true],
  ['{"a":"x"}', 'a', 'gt', '0', false],
  ['{"a":true}', 'a', 'eq', 'true', true],
  ['{"a":"abc"}', 'a', 'contains', 'b', true],
  ['{}', 'constructor', 'exists', '', false],
  ['{}', '', 'eq', 'x', true],
])('in %s the condition %s %s %s holds: %s', (text, json_path, json_operator, json_value, isMet) => {
  expect(findUnmetCondition(text, { json_path, json_operator, json_value }) === undefined).toBe(isMet);
});

describe('stored messages of providers', () => {
  test.each([
    ['Authorization: Bearer abc.def', 'Authorization: [REDACTED]'],
    ['sent Basic YTpi to it', 'sent Basic [REDACTED] to it'],
    ['client_secret=abc&x=1', 'client_secret=[REDACTED]&x=1'],
    ['{"access_token": "abc", "ok": 1}', '{"access_token": [REDACTED], "ok": 1}'],
    ['eyJhbGciOi.eyJzdWIi.c2ln rest', '[REDACTED] rest'],
    ['key ghp_abcdefgh12 and AKIAABCDEFGH', 'key [REDACTED] and [REDACTED]'],
    ['id 0123456789abcdef01234567 end', 'id [REDACTED] end'],
    ['{"error":"token=abc"}', '{"error":"token=[REDACTED]"}'],
    ['the api key: abc', 'the api key: [REDACTED]'],
    ['GET /Users answered 500', 'GET /Users answered 500'],
    ['my-own-word here', '[REDACTED] here'],
  ])('%s becomes %s', (text, redacted) => {
    expect(redact(text, ['my-own-word', 'a'])).toBe(redacted);
  });
  test('contain only characters that the database accepts', () => {
    expect(makeValueStorable({ 'a\0': ['b\0', '\ud83d', 1, null, { c: true }] })).toEqual({ a: ['b', '\ufffd', 1, null, { c: true }] });
  });
});

test('a credential test that takes too long ends as Unreachable, not as an internal error', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const limits = { timeout: 1_000, pause: 1 };
    const ports = {
      http: createHttp(guardAddresses([]), limits),
      ldap: createLdap([], limits),
      endpoints: { aws: undefined, azure: undefined, gcp: undefined },
    };
    const { signal } = createTestSource(ports, manifest, { credentials: {}, variables: {}, organizationId: 'org_of_the_test' });
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(signal.reason).toBeInstanceOf(Unreachable);
  } finally {
    vi.useRealTimers();
  }
});

describe('a name in the path of a request', () => {
  test.each(['', '.', '..'])('is rejected as %j', (name) => expect(() => pathSegment(name)).toThrow('is no name'));
  test.each(['main', 'release/1.0', '../x', '%2e%2e', '..\\..', 'a?b#c', '...', '\ud800'])('stays one path segment as %j', (name) => {
    const { pathname } = new URL(`https://git.example.com/repos/branches/${pathSegment(name)}/protection`);
    expect(decodeURIComponent(pathname)).toBe(`/repos/branches/${name.toWellFormed()}/protection`);
    expect(pathname.split('/')).toHaveLength(5);
  });
});
