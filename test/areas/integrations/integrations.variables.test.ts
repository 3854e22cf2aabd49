/** Variables of connections: changing them, secret addresses, and their options. */
import { describe, expect, test } from 'vitest';
import { manifestFieldsOf } from '#providers/credential-fields';
import { secretsOf } from '#providers/destinations';
import { providers } from '#providers/providers/index';
import { variablesOf } from '#providers/registry';
import { startApp } from '../../support/app.ts';
import { connectionPath, checkRuns, connect, connectList, people, expectRequestError } from '../../support/integrations.ts';
import { readLog } from '../../support/log.ts';
import { directory, standIn } from '../../support/stand-in.ts';

const app = startApp();
const variablesAt = (id: string) => `/v1/integrations/variables/connections/${id}`;
const optionsAt = (id: string, variable: string) => `${variablesAt(id)}/options/${variable}`;

describe('updateConnectionVariables', () => {
  test('200 changes only the sent variables, and returns null for unset variables', async () => {
    const { call, organization } = await app.caller();
    const { id } = await connectList(call);
    const values = ({ body }: { body: { data: { id: string; currentValue: unknown }[] } }) =>
      Object.fromEntries(body.data.map(({ id: name, currentValue }) => [name, currentValue]));
    const update = async (variables: object) => values(await call('PATCH', variablesAt(id), { body: { variables } }));
    expect(await update({ is_directory: true, target_org_units: ['it'], sync_excluded_emails: 'a@example.com' })).toEqual({
      is_directory: true,
      target_org_units: ['it'],
      sync_excluded_emails: 'a@example.com',
      sync_included_emails: null,
      sync_user_filter_mode: null,
      devices_csv: null,
      devices_url: null,
    });
    expect(await update({ is_directory: null, sync_user_filter_mode: 'exclude' })).toMatchObject({
      is_directory: null,
      target_org_units: ['it'],
      sync_user_filter_mode: 'exclude',
    });
    expect(values(await call('GET', variablesAt(id)))).toMatchObject({ sync_user_filter_mode: 'exclude' });
    expect((await call('GET', connectionPath(id))).body.variables).toEqual({
      target_org_units: ['it'],
      sync_excluded_emails: 'a@example.com',
      sync_user_filter_mode: 'exclude',
    });
    expect((await readLog(app.database, organization.id)).at(-1)).toMatchObject({
      entityType: 'integration',
      entityId: id,
      action: 'Updated variables of integration',
      changes: {
        'variables.is_directory': { previous: true, current: null },
        'variables.sync_user_filter_mode': { previous: null, current: 'exclude' },
      },
    });
  });
  test.each([
    ['text', { sync_excluded_emails: 1 }, { 'variables.sync_excluded_emails': 'must be a string' }],
    ['boolean', { is_directory: 'true' }, { 'variables.is_directory': 'must be true or false' }],
    ['select', { sync_user_filter_mode: 'some' }, { 'variables.sync_user_filter_mode': 'must be one of: all, exclude, include' }],
    ['multi_select', { target_org_units: 'it' }, { 'variables.target_org_units': 'must be an array' }],
    ['unknown', { a: 1, 'b.c': null }, { 'variables.a': "Unknown field 'a'", 'variables.b.c': "Unknown field 'b.c'" }],
  ])('400 for invalid values: %s', async (_type, variables, errors) => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    const answer = await call('PATCH', variablesAt(id), { body: { variables } });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.body.details).toEqual(
      Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, expect.objectContaining({ _errors: [message] })])),
    );
  });
  test('400 for texts in place of numbers, and for unknown values of fixed options', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({}));
    const { id } = await connect(call, 'http-json', { baseUrl: server.url });
    const answer = await call('PATCH', variablesAt(id), {
      body: { variables: { certificate_days: '30', required_headers: ['x-other'], expected_status: true } },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        details: {
          'variables.certificate_days': { _errors: ['must be a number'] },
          'variables.expected_status': { _errors: ['must be a number'] },
          'variables.required_headers': {
            _errors: [expect.stringMatching(/^must be one of: content-security-policy, /)],
          },
        },
      },
    });
  });
  test('200 starts checks once the last required variable is set, but not while the connection is paused (rule 3)', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({}));
    const { id } = await connect(call, 'http-json', { baseUrl: server.url });
    await call('PATCH', variablesAt(id), { body: { variables: { certificate_days: 10, endpoint_path: '' } } });
    expect(await checkRuns(call, id)).toEqual([]);
    await call('POST', connectionPath(id, '/pause'));
    await call('PATCH', variablesAt(id), { body: { variables: { endpoint_path: '/' } } });
    expect(await checkRuns(call, id)).toEqual([]);
    await call('POST', connectionPath(id, '/resume'));
    await call('PATCH', variablesAt(id), { body: { variables: { certificate_days: 20 } } });
    expect(await checkRuns(call, id)).toHaveLength(3);
  });
});

describe('a variable with an address', () => {
  const link = 'https://files.example.com/9f8e7d6c5b4a/devices.csv?sig=s1gn4ture99';
  const values = [
    link,
    'http://u:pw@files.example.com/a',
    'https:/\\\\u@files.example.com',
    'u:pw@files.example.com',
    'ht\ttps://u:p@example.com',
  ];
  test('400 for an address with a user name or a password', async () => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    for (const value of values.slice(1)) {
      const answer = await call('PATCH', variablesAt(id), { body: { variables: { devices_url: value } } });
      expect(answer, value).toMatchObject({
        status: 400,
        body: { details: { 'variables.devices_url': { _errors: ['must not contain a user name or a password'] } } },
      });
    }
  });
  test('200 shows only the host in responses and in the log', async () => {
    const { call, organization } = await app.caller();
    const { id } = await connectList(call);
    const variables = { devices_url: link };
    const createdWithAddress = await call('POST', '/v1/integrations/connections', {
      body: { providerSlug: 'csv-people', label: 'Other', credentials: { csv: 'email,name\n' }, variables },
    });
    const answers = [
      await call('PATCH', variablesAt(id), { body: { variables } }),
      await call('GET', variablesAt(id)),
      await call('GET', connectionPath(id)),
      await call('GET', '/v1/integrations/connections'),
      await call('PATCH', connectionPath(id), { body: { metadata: { connectionName: 'List' } } }),
      createdWithAddress,
    ];
    expect(answers[2]?.body.variables).toEqual({ devices_url: 'https://files.example.com' });
    const texts = [...answers.map(({ text }) => text), JSON.stringify(await readLog(app.database, organization.id))];
    for (const text of texts) expect(text).not.toMatch(/9f8e7d6c5b4a|s1gn4ture99/);
    expect(texts.at(-1)).toContain('https://files.example.com');
  });
  test('has the role link or path in every manifest', () => {
    for (const manifest of providers.all)
      for (const { id, label, placeholder = '', role } of variablesOf(manifest))
        // A JSON pointer is no part of an address.
        if (
          id !== 'json_path' &&
          (/^https?:/.test(placeholder) || /(?:^|_)(?:url|uri|address|endpoint|path)$/i.test(id) || /^address/i.test(label))
        )
          expect(['link', 'path'], `${manifest.slug} ${id}`).toContain(role);
  });
  test('counts as a secret, and so does each of its parts', () => {
    const parts = ['s1gn4ture99', 'p4th-s3cret', 'us3r-n4me', 'p4ss w0rd'];
    const address = 'https://us3r-n4me:p4ss%20w0rd@files.example.com/a/p4th-s3cret/x?sig=s1gn4ture99&a=b#x';
    for (const manifest of providers.all) {
      const links = manifestFieldsOf(manifest).filter(({ role }) => role === 'link');
      for (const { id } of links) expect(secretsOf(manifest, { [id]: address }, {})).toEqual(expect.arrayContaining([address, ...parts]));
      for (const { id } of variablesOf(manifest).filter(({ role }) => role === 'link'))
        expect(secretsOf(manifest, {}, { [id]: address })).toEqual(expect.arrayContaining([address, ...parts]));
    }
  });
});

describe('listVariableOptions', () => {
  test('200 returns fixed options, options of the provider, and no options for a text', async () => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    const options = async (variable: string, search = '') => (await call('GET', `${optionsAt(id, variable)}${search}`)).body.data;
    expect(await options('sync_user_filter_mode')).toEqual([
      { value: 'all', label: 'Everybody' },
      { value: 'exclude', label: 'Everybody but those excluded' },
      { value: 'include', label: 'Only those included' },
    ]);
    expect(await options('sync_user_filter_mode', '?search=ONLY')).toEqual([{ value: 'include', label: 'Only those included' }]);
    expect(await options('sync_excluded_emails')).toEqual([]);
    expect(await options('target_org_units')).toEqual([
      { value: 'finance', label: 'finance' },
      { value: 'it', label: 'it' },
    ]);
    expect(await options('target_org_units', '?search=FIN')).toEqual([{ value: 'finance', label: 'finance' }]);
  });
  test('200 returns the current groups and departments of a directory', async () => {
    const { call } = await app.caller();
    const scim = await directory([
      { userName: 'ada@example.com', groups: ['staff', 'owners'], department: 'it' },
      { userName: 'ben@example.com', groups: ['staff'] },
    ]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    expect((await call('GET', optionsAt(id, 'owner_groups'))).body.data).toEqual([
      { value: 'owners', label: 'owners' },
      { value: 'staff', label: 'staff' },
    ]);
    expect((await call('GET', optionsAt(id, 'target_org_units'))).body.data).toEqual([{ value: 'it', label: 'it' }]);
  });
  test('200 and 502 never show the access token that is fetched for the request', async () => {
    const { call } = await app.caller();
    const scim = await directory([{ userName: 'ada@example.com', groups: ['staff'] }]);
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    scim.state.users = [{ userName: 'ada@example.com', groups: [`seen token-${scim.state.issued + 1}-of-the-directory`] }];
    const options = (await call('GET', optionsAt(id, 'owner_groups'))).body.data;
    expect(options).toHaveLength(1);
    expect(options[0].value).toBe('seen [REDACTED]');
    scim.state.refuse = { status: 400, text: `no good: token-${scim.state.issued + 1}-of-the-directory` };
    const failed = await call('GET', optionsAt(id, 'owner_groups'));
    expect(failed).toMatchObject({ status: 502 });
    expect(failed.text).not.toContain('of-the-directory');
  });
  test('404 for an unknown variable', async () => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    await expectRequestError(call, 'GET', optionsAt(id, 'none'), undefined, 404, 'Variable not found');
  });
  test('400 for a search that is too long', async () => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    expect(await call('GET', `${optionsAt(id, 'target_org_units')}?search=${'x'.repeat(201)}`)).toMatchObject({
      status: 400,
      body: { details: { search: { _errors: ['must have at most 200 characters'] } } },
    });
  });
  test('409 while the connection is inactive; fixed options are still returned', async () => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    await call('POST', connectionPath(id, '/pause'));
    await expectRequestError(call, 'GET', optionsAt(id, 'target_org_units'), undefined, 409, 'Connection is not active but paused');
    expect((await call('GET', optionsAt(id, 'sync_user_filter_mode'))).status).toBe(200);
  });
  test('502 when the provider fails, without secrets', async () => {
    const { call } = await app.caller();
    const scim = await directory();
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    scim.state.refuse = { status: 400, text: `no good: ${scim.state.secret}` };
    await expectRequestError(
      call,
      'GET',
      optionsAt(id, 'owner_groups'),
      undefined,
      502,
      'Provider failed: GET /Users answered 400: no good: [REDACTED]',
    );
    const listServer = await standIn(() => ({ text: people }));
    const { id: fetchedListId } = await connect(call, 'csv-people', { url: `${listServer.url}/people.csv` });
    listServer.answer = () => ({ status: 404 });
    await expectRequestError(
      call,
      'GET',
      optionsAt(fetchedListId, 'target_org_units'),
      undefined,
      502,
      `Provider failed: The list was not found at 127.0.0.1:${listServer.port}`,
    );
    await app.database.system
      .updateTable('integration_credential')
      .set({ key_id: 'unknown' })
      .where('connection_id', '=', fetchedListId)
      .execute();
    await expectRequestError(
      call,
      'GET',
      optionsAt(fetchedListId, 'target_org_units'),
      undefined,
      502,
      'Provider failed: The stored credentials cannot be read. Replace them.',
    );
  });
});
