/** Tests the LDAP provider with a third-party directory server: Debian's slapd. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { catalogueId } from '#domain/catalogue/ids';
import { type Caller, startApp } from '../support/app.ts';
import { newAuthority, newCertificate } from '../support/certificate.ts';
import { connect, runCheck, setVariables, sync } from '../support/integrations.ts';
import { administrator, isSlapdInstalled, type Slapd, startSlapd, suffix } from '../support/slapd.ts';

const app = startApp();
const installed = isSlapdInstalled || process.env.CI === 'true';
if (!installed) console.log('slapd is not installed (Debian: apt-get install slapd): no directory was read');
type Call = Caller['call'];

const connectTo = (call: Call, credentials: object) =>
  call('POST', '/v1/integrations/connections', { body: { providerSlug: 'ldap-directory', credentials } });
const trustedCertificate = (days = 30) => newCertificate(days, inject('authority'));

const passedByResource = (run: { results: { resourceId: string; passed: boolean }[] }) =>
  Object.fromEntries(run.results.map(({ resourceId, passed }) => [resourceId, passed]));

const person = (uid: string, ...attributes: readonly string[]) =>
  [
    `dn: uid=${uid},ou=people,${suffix}`,
    'objectClass: inetOrgPerson',
    'objectClass: shadowAccount',
    `uid: ${uid}`,
    `sn: ${uid}`,
    ...attributes,
  ].join('\n') + '\n\n';
const account = (name: string) =>
  `dn: cn=${name},${suffix}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: ${name}\nuserPassword: ${name}-s3cret\n\n`;
const people = [
  `dn: ou=people,${suffix}\nobjectClass: organizationalUnit\nou: people\n\n`,
  account('reader'),
  account('limited'),
  person(
    'rosa',
    'cn: Rosa Lind',
    'mail: Rosa.Lind@example.com',
    'departmentNumber: it',
    'employeeType: otp',
    'pwdLastSuccess: 20200101000000Z',
  ),
  person('emil', 'cn: Emil Frost', 'mail: emil.frost@example.com', 'departmentNumber: finance', 'employeeType: password'),
  person('ines', 'cn:: SW7DqXMgTmFnbA==', 'mail: ines.nagl@example.com', 'departmentNumber: it', 'pwdAccountLockedTime: 000001010000Z'),
  person('paul', 'cn: Paul Ott', 'mail: paul.ott@example.com', 'shadowExpire: 100'),
  person('robot', 'cn: Robot', 'employeeType: otp'),
  `dn: cn=Admins,${suffix}\nobjectClass: groupOfNames\ncn: Admins\nmember: UID=rosa, OU=people,${suffix}\n\n`,
  `dn: cn=staff,${suffix}\nobjectClass: posixGroup\ncn: staff\ngidNumber: 7\nmemberUid: rosa\nmemberUid: robot\n\n`,
].join('');
const limits = [
  `limits dn.exact="cn=reader,${suffix}" size.prtotal=unlimited size.hard=unlimited`,
  `limits dn.exact="cn=limited,${suffix}" size=2`,
];

describe.runIf(installed)('a third-party directory', () => {
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await startSlapd(people, trustedCertificate(), limits);
  });
  afterAll(() => slapd.end());
  const reader = () => ({
    url: slapd.url,
    bindDn: `cn=reader,${suffix}`,
    bindPassword: 'reader-s3cret',
    baseDn: suffix,
    userFilter: '(objectClass=inetOrgPerson)',
  });

  test('syncs its people with their status, over StartTLS and over TLS, and deactivates people who have left', async () => {
    const { call } = await app.caller();
    const { id, metadata } = await connect(call, 'ldap-directory', reader());
    expect(metadata).toEqual({ host: new URL(slapd.url).host });
    const { result: first } = await sync(call, 'ldap-directory');
    expect(first).toMatchObject({ totalFound: 4, totalSuspended: 2, counts: { imported: 2, error: 0 }, droppedCount: 1 });
    expect(first.people).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ email: 'rosa.lind@example.com', status: 'imported' }),
        expect.objectContaining({ email: 'emil.frost@example.com', status: 'imported' }),
        expect.objectContaining({ email: 'ines.nagl@example.com', providerStatus: 'suspended' }),
        expect.objectContaining({ email: 'paul.ott@example.com', providerStatus: 'inactive' }),
      ]),
    );
    const replacement = await call('PUT', `/v1/integrations/connections/${id}/credentials`, {
      body: {
        credentials: { url: slapd.secureUrl, bindPassword: 'reader-s3cret', userFilter: '(&(objectClass=inetOrgPerson)(!(uid=emil)))' },
      },
    });
    expect(replacement, replacement.text).toMatchObject({ status: 200 });
    const { result: second } = await sync(call, 'ldap-directory');
    expect(second).toMatchObject({ totalFound: 3, counts: { imported: 0, deactivated: 1, error: 0 } });
    expect(second.people).toContainEqual(expect.objectContaining({ email: 'emil.frost@example.com', status: 'deactivated' }));
  });

  test('determines second factors from an attribute, and never shows the values of the attribute', async () => {
    const { call } = await app.caller();
    const { id } = await connect(call, 'ldap-directory', reader());
    expect((await call('GET', '/v1/integrations/connections/providers/ldap-directory')).body.requiredVariables).toEqual([
      'two_factor_attribute',
    ]);
    expect(await runCheck(call, id, 'two-factor')).toMatchObject({
      status: 'failed',
      totalChecked: 0,
      errorMessage: expect.stringContaining('not set'),
    });
    await setVariables(call, id, { two_factor_attribute: 'employeeType', two_factor_values: 'OTP, passkey' });
    expect(passedByResource(await runCheck(call, id, 'two-factor'))).toEqual({
      'rosa.lind@example.com': true,
      'emil.frost@example.com': false,
      robot: true,
    });
    expect(await call('PUT', '/v1/integrations/sync/two-factor-source', { body: { providerSlug: 'ldap-directory' } })).toMatchObject({
      status: 200,
    });
    expect((await call('GET', '/v1/integrations/sync/two-factor-statuses')).body.data).toEqual(
      expect.arrayContaining([
        { email: 'rosa.lind@example.com', status: 'enabled' },
        { email: 'emil.frost@example.com', status: 'missing' },
      ]),
    );
    await setVariables(call, id, { two_factor_attribute: 'userPassword', two_factor_values: null });
    expect(JSON.stringify(await runCheck(call, id, 'two-factor'))).not.toContain('s3cret');
    await setVariables(call, id, { two_factor_attribute: 'a)(b' });
    expect(await runCheck(call, id, 'two-factor')).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining('is not the name of an attribute'),
    });
  });

  test('determines group members from group entries, and people who have not signed in for a time', async () => {
    const { call } = await app.caller();
    const { id } = await connect(call, 'ldap-directory', reader());
    expect(passedByResource(await runCheck(call, id, 'user-access'))).toEqual({
      'rosa.lind@example.com': true,
      'emil.frost@example.com': false,
      robot: true,
    });
    const options = await call('GET', `/v1/integrations/variables/connections/${id}/options/owner_groups`);
    expect(options.body.data.map(({ value }: { value: string }) => value)).toEqual(['Admins', 'staff']);
    await setVariables(call, id, { owner_groups: ['Admins'], target_org_units: ['it', 'finance'] });
    expect(passedByResource(await runCheck(call, id, 'user-access'))).toEqual({
      'rosa.lind@example.com': true,
      'emil.frost@example.com': false,
    });
    const idle = await runCheck(call, id, 'idle-accounts');
    expect(idle.results).toMatchObject([
      { resourceId: 'rosa.lind@example.com', passed: false, evidence: { lastSignIn: '2020-01-01T00:00:00.000Z' } },
    ]);
  });

  test('422 for requests that the directory rejects, without the password in the answer', async () => {
    const { call } = await app.caller();
    const expectNoSecret = (text: string) => {
      for (const secret of ['reader-s3cret', 'wr0ng-s3cret']) expect(text).not.toContain(secret);
    };
    for (const [change, error] of [
      [{ bindPassword: 'wr0ng-s3cret' }, 'does not accept the name and the password'],
      [{ bindDn: `cn=nobody,${suffix}` }, 'does not accept the name and the password'],
      [{ baseDn: `ou=none,${suffix}` }, 'does not have the entry'],
      [{ baseDn: 'no=such,,name=' }, 'distinguished name'],
      [{ userFilter: '(uid=none)' }, 'No entry of the directory fits the filter'],
      [{ url: slapd.url.replace('ldap:', 'ldaps:') }, 'could not be reached'],
      [{ url: 'ldap://localhost:9' }, 'could not be reached (ECONNREFUSED)'],
      [{ url: 'ldap://no-such-name.invalid' }, 'could not be reached (ENOTFOUND)'],
    ] as const) {
      const answer = await connectTo(call, { ...reader(), ...change });
      expect(answer, answer.text).toMatchObject({ status: 422, body: { error: expect.stringContaining(error) } });
      expectNoSecret(answer.text);
    }
    const { id } = await connect(call, 'ldap-directory', reader());
    const administratorConnection = await connect((await app.caller()).call, 'ldap-directory', {
      ...reader(),
      bindDn: administrator.bindDn,
      bindPassword: administrator.bindPassword,
    });
    expect(administratorConnection.status).toBe('active');
    expect(
      await call('PUT', `/v1/integrations/connections/${id}/credentials`, { body: { credentials: { bindPassword: 'wr0ng-s3cret' } } }),
    ).toMatchObject({ status: 422 });
  });
  test('a sync fails completely when the directory returns only a part of its people', async () => {
    const { call } = await app.caller();
    await connect(call, 'ldap-directory', { ...reader(), bindDn: `cn=limited,${suffix}`, bindPassword: 'limited-s3cret' });
    const run = await sync(call, 'ldap-directory');
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('lets fewer entries be read than there are') });
  });
  test.each([
    ['has run out', () => newCertificate(-1, inject('authority')), 'CERT_HAS_EXPIRED'],
    ['is of nobody that is known', () => newCertificate(30, newAuthority()), 'CERT_SIGNATURE_FAILURE'],
    ['is its own', () => newCertificate(30), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('422 when the certificate of the directory %s', async (_what, certificate, code) => {
    const otherServer = await startSlapd(people, certificate());
    try {
      const { call } = await app.caller();
      for (const url of [otherServer.url, otherServer.secureUrl])
        expect(await connectTo(call, { ...reader(), url })).toMatchObject({
          status: 422,
          body: { error: expect.stringContaining(`(${code})`) },
        });
    } finally {
      await otherServer.end();
    }
  });
  test('422 when the directory does not speak TLS, and no password is sent', async () => {
    const otherServer = await startSlapd(people);
    try {
      const { call } = await app.caller();
      expect(await connectTo(call, { ...reader(), url: otherServer.url })).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining('does not speak TLS') },
      });
    } finally {
      await otherServer.end();
    }
  });
  test('2,500 people arrive in pages, and the service answers requests meanwhile', async () => {
    const manyPeople = Array.from({ length: 2_500 }, (_, n) => person(`p${n}`, `cn: Person ${n}`, `mail: p${n}@example.com`)).join('');
    const otherServer = await startSlapd(people + manyPeople, trustedCertificate(), [...limits, 'sizelimit size.pr=500']);
    try {
      const { call } = await app.caller();
      await connect(call, 'ldap-directory', { ...reader(), url: otherServer.secureUrl });
      const started = await call('POST', '/v1/integrations/sync/ldap-directory/employees?dryRun=true');
      expect(await call('GET', '/v1/risks')).toMatchObject({ status: 200 });
      await expect.poll(async () => (await call('GET', `/v1/runs/${started.body.id}`)).body.status).toBe('completed');
      expect((await call('GET', `/v1/runs/${started.body.id}`)).body.result).toMatchObject({ totalFound: 2_504, droppedCount: 1 });
    } finally {
      await otherServer.end();
    }
  });
});

test('200 with the checks, each for its task', async () => {
  const { call } = await app.caller();
  const { data } = (await call('GET', '/v1/integrations/checks/providers/ldap-directory')).body;
  expect(data.map(({ id, taskMapping }: { id: string; taskMapping: string }) => [id, taskMapping])).toEqual([
    ['two-factor', catalogueId('task', 'two-factor-auth')],
    ['user-access', catalogueId('task', 'employee-access')],
    ['idle-accounts', catalogueId('task', 'access-review-log')],
  ]);
});

describe('credentials', () => {
  const validCredentials = { url: 'ldaps://localhost:9', bindDn: 'cn=a,dc=b', bindPassword: 'x', baseDn: 'dc=b' };
  test.each([
    [{ url: 'http://directory.example.com' }, 'url'],
    [{ url: 'ldap://user:password@directory.example.com' }, 'url'],
    [{ url: 'ldap://directory.example.com/dc=example?uid' }, 'url'],
    [{ url: 'ldap://directory.example.com:99999' }, 'url'],
    [{ url: 'ldapi://%2fvar%2frun%2fldapi' }, 'url'],
    [{ bindDn: 'EXTERNAL' }, 'bindDn'],
    [{ bindPassword: '' }, 'bindPassword'],
    [{ baseDn: 'example' }, 'baseDn'],
    [{ userFilter: '(uid=a' }, 'userFilter'],
    [{ userFilter: '(uid=a)(uid=b)' }, 'userFilter'],
  ])('400 for %j', async (change, field) => {
    const { call } = await app.caller();
    const answer = await connectTo(call, { ...validCredentials, ...change });
    expect(answer, answer.text).toMatchObject({ status: 400, body: { details: { [`credentials.${field}`]: {} } } });
  });
});
