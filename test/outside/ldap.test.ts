/** Directories that speak LDAP: Debian's slapd, and stand-ins that answer as no directory should. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { catalogueId } from '../../server/domain/catalogue/ids.ts';
import { addressesBut, networkFrom } from '../../server/platform/ports/addresses.ts';
import { ldapWithin } from '../../server/platform/ports/ldap.ts';
import { connectedClient } from '../../server/platform/ports/ldap-connection.ts';
import { faultInFilter } from '../../server/domain/providers/providers/ldap-directory/filter.ts';
import { fileTime, generalizedTime } from '../../server/domain/providers/providers/ldap-directory/times.ts';
import { call as callAt, type Caller, listenOn, startApp, testConfig } from '../support/app.ts';
import { newAuthority, newCertificate } from '../support/certificate.ts';
import { checkRuns, connect, getCheckRun, runChecks, setVariables, sync } from '../support/integrations.ts';
import { bind, entry, extended, ldapStandIn, message, type Request, result, search, text, tlv } from '../support/ldap-stand-in.ts';
import { administrator, isSlapdInstalled, type Slapd, startSlapd, suffix } from '../support/slapd.ts';

const app = startApp();
const installed = isSlapdInstalled || process.env.CI === 'true';
if (!installed) console.log('slapd is not installed (Debian: apt-get install slapd): no directory was read');
type Call = Caller['call'];

const attempt = (call: Call, credentials: object) =>
  call('POST', '/v1/integrations/connections', { body: { providerSlug: 'ldap-directory', credentials } });
const trusted = (days = 30) => newCertificate(days, inject('authority'));
const localhost = networkFrom('127.0.0.1');
const local = localhost ? [localhost] : [];

/** Runs one check. @returns it with its results, in which what failed comes first */
async function check(call: Call, id: string, checkId: string) {
  await checkRuns(call, id);
  await runChecks(call, id, { checkId });
  const [latest] = await checkRuns(call, id, `?checkId=${checkId}`);
  return getCheckRun(call, latest.id);
}
const found = (run: { results: { resourceId: string; passed: boolean }[] }) =>
  Object.fromEntries(run.results.map(({ resourceId, passed }) => [resourceId, passed]));

const person = (uid: string, ...more: readonly string[]) =>
  [
    `dn: uid=${uid},ou=people,${suffix}`,
    'objectClass: inetOrgPerson',
    'objectClass: shadowAccount',
    `uid: ${uid}`,
    `sn: ${uid}`,
    ...more,
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

describe.runIf(installed)('a directory that is not of our making', () => {
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await startSlapd(people, trusted(), limits);
  });
  afterAll(() => slapd.end());
  const reader = () => ({
    url: slapd.url,
    bindDn: `cn=reader,${suffix}`,
    bindPassword: 'reader-s3cret',
    baseDn: suffix,
    userFilter: '(objectClass=inetOrgPerson)',
  });

  test('brings its people in with their status, over StartTLS and over TLS; who has gone is deactivated', async () => {
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
    const replaced = await call('PUT', `/v1/integrations/connections/${id}/credentials`, {
      body: { credentials: { url: slapd.secureUrl, userFilter: '(&(objectClass=inetOrgPerson)(!(uid=emil)))' } },
    });
    expect(replaced, replaced.text).toMatchObject({ status: 200 });
    const { result: second } = await sync(call, 'ldap-directory');
    expect(second).toMatchObject({ totalFound: 3, counts: { imported: 0, deactivated: 1, error: 0 } });
    expect(second.people).toContainEqual(expect.objectContaining({ email: 'emil.frost@example.com', status: 'deactivated' }));
  });

  test('tells second factors by an attribute, and never shows its values', async () => {
    const { call } = await app.caller();
    const { id } = await connect(call, 'ldap-directory', reader());
    expect((await call('GET', '/v1/integrations/connections/providers/ldap-directory')).body.requiredVariables).toEqual([
      'two_factor_attribute',
    ]);
    expect(await check(call, id, 'two-factor')).toMatchObject({
      status: 'failed',
      totalChecked: 0,
      errorMessage: expect.stringContaining('not set'),
    });
    await setVariables(call, id, { two_factor_attribute: 'employeeType', two_factor_values: 'OTP, passkey' });
    expect(found(await check(call, id, 'two-factor'))).toEqual({
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
    expect(JSON.stringify(await check(call, id, 'two-factor'))).not.toContain('s3cret');
    await setVariables(call, id, { two_factor_attribute: 'a)(b' });
    expect(await check(call, id, 'two-factor')).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining('is not the name of an attribute'),
    });
  });

  test('tells who is in a group, by entries of groups; and who has not signed in for a time', async () => {
    const { call } = await app.caller();
    const { id } = await connect(call, 'ldap-directory', reader());
    expect(found(await check(call, id, 'user-access'))).toEqual({
      'rosa.lind@example.com': true,
      'emil.frost@example.com': false,
      robot: true,
    });
    const options = await call('GET', `/v1/integrations/variables/connections/${id}/options/owner_groups`);
    expect(options.body.data.map(({ value }: { value: string }) => value)).toEqual(['Admins', 'staff']);
    await setVariables(call, id, { owner_groups: ['Admins'], target_org_units: ['it', 'finance'] });
    expect(found(await check(call, id, 'user-access'))).toEqual({ 'rosa.lind@example.com': true, 'emil.frost@example.com': false });
    const idle = await check(call, id, 'idle-accounts');
    expect(idle.results).toMatchObject([
      { resourceId: 'rosa.lind@example.com', passed: false, evidence: { lastSignIn: '2020-01-01T00:00:00.000Z' } },
    ]);
  });

  test('422 for what the directory refuses, without the password', async () => {
    const { call } = await app.caller();
    const without = (text_: string) => {
      for (const secret of ['reader-s3cret', 'wr0ng-s3cret']) expect(text_).not.toContain(secret);
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
      const answer = await attempt(call, { ...reader(), ...change });
      expect(answer, answer.text).toMatchObject({ status: 422, body: { error: expect.stringContaining(error) } });
      without(answer.text);
    }
    const { id } = await connect(call, 'ldap-directory', reader());
    const limited = await connect((await app.caller()).call, 'ldap-directory', {
      ...reader(),
      bindDn: administrator.bindDn,
      bindPassword: administrator.bindPassword,
    });
    expect(limited.status).toBe('active');
    expect(
      await call('PUT', `/v1/integrations/connections/${id}/credentials`, { body: { credentials: { bindPassword: 'wr0ng-s3cret' } } }),
    ).toMatchObject({ status: 422 });
  });
  test('a sync fails as a whole when the directory lets only a part of its people be read', async () => {
    const { call } = await app.caller();
    await connect(call, 'ldap-directory', { ...reader(), bindDn: `cn=limited,${suffix}`, bindPassword: 'limited-s3cret' });
    const run = await sync(call, 'ldap-directory');
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('lets fewer entries be read than there are') });
  });
  test.each([
    ['has run out', () => newCertificate(-1, inject('authority')), 'CERT_HAS_EXPIRED'],
    ['is of nobody that is known', () => newCertificate(30, newAuthority()), 'CERT_SIGNATURE_FAILURE'],
    ['is its own', () => newCertificate(30), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('422 when its certificate %s', async (_what, certificate, code) => {
    const other = await startSlapd(people, certificate());
    try {
      const { call } = await app.caller();
      for (const url of [other.url, other.secureUrl])
        expect(await attempt(call, { ...reader(), url })).toMatchObject({
          status: 422,
          body: { error: expect.stringContaining(`(${code})`) },
        });
    } finally {
      await other.end();
    }
  });
  test('422 when it does not speak TLS: nobody is asked for a password without', async () => {
    const other = await startSlapd(people);
    try {
      const { call } = await app.caller();
      expect(await attempt(call, { ...reader(), url: other.url })).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining('does not speak TLS') },
      });
    } finally {
      await other.end();
    }
  });
  test('2,500 people come in pages, and while they come the service answers', async () => {
    const many = Array.from({ length: 2_500 }, (_, n) => person(`p${n}`, `cn: Person ${n}`, `mail: p${n}@example.com`)).join('');
    const other = await startSlapd(people + many, trusted(), [...limits, 'sizelimit size.pr=500']);
    try {
      const { call } = await app.caller();
      await connect(call, 'ldap-directory', { ...reader(), url: other.secureUrl });
      const started = await call('POST', '/v1/integrations/sync/ldap-directory/employees?dryRun=true');
      expect(await call('GET', '/v1/risks')).toMatchObject({ status: 200 });
      await expect.poll(async () => (await call('GET', `/v1/runs/${started.body.id}`)).body.status).toBe('completed');
      expect((await call('GET', `/v1/runs/${started.body.id}`)).body.result).toMatchObject({ totalFound: 2_504, droppedCount: 1 });
    } finally {
      await other.end();
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
  const whole = { url: 'ldaps://localhost:9', bindDn: 'cn=a,dc=b', bindPassword: 'x', baseDn: 'dc=b' };
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
    const answer = await attempt(call, { ...whole, ...change });
    expect(answer, answer.text).toMatchObject({ status: 400, body: { details: { [`credentials.${field}`]: {} } } });
  });
});

test.each([
  ['(objectClass=person)', true],
  ['objectClass=person', true],
  ['(&(objectClass=person)(!(employeeType=service)))', true],
  ['(|(cn=a*b*c)(mail=*@example.com)(memberOf:1.2.840.113556.1.4.1941:=cn=a,dc=b))', true],
  [String.raw`(cn=a\28b\29)`, true],
  ['(cn=Größe)', true],
  ['()', false],
  ['(&)', false],
  ['(!(cn=a)', false],
  ['(&(cn=a)(cn=b)', false],
  ['(cn=a)(cn=b)', false],
  ['(cn=(a))', false],
  ['cn', false],
  [String.raw`(cn=\zz)`, false],
  [String.raw`(cn=\c3\a9)`, false],
])('%s is a filter: %s', async (filter, isOne) => {
  expect((await faultInFilter(filter)) === undefined).toBe(isOne);
});
test('long filters are none, however deep', async () => {
  for (const filter of [`(cn=${'a'.repeat(2_000)})`, '(&'.repeat(900), '(!'.repeat(1_000)])
    expect(await faultInFilter(filter)).toEqual(expect.any(String));
});
test('times of directories', () => {
  expect([fileTime('0'), fileTime('9223372036854775807'), fileTime('x')]).toEqual([undefined, undefined, undefined]);
  expect(fileTime('133485408000000000')).toBe(Date.parse('2024-01-01T00:00:00Z'));
  expect(generalizedTime('20240101120000Z')).toBe(Date.parse('2024-01-01T12:00:00Z'));
  expect(generalizedTime('202401011200+0200')).toBe(Date.parse('2024-01-01T10:00:00Z'));
  expect(generalizedTime('20240101120000.123456Z')).toBe(Date.parse('2024-01-01T12:00:00Z'));
  expect([generalizedTime('000001010000'), generalizedTime('20241301000000Z'), generalizedTime('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

describe('addresses', () => {
  test('422 for networks that are not allowed, in any notation, without a connection', async () => {
    const shut = await listenOn(app.database, testConfig({ ALLOWED_NETWORKS: '' }));
    const other = await ldapStandIn(() => undefined);
    const { organization } = await app.caller();
    for (const host of ['localhost', '127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
      for (const scheme of ['ldap', 'ldaps']) {
        const credentials = { url: `${scheme}://${host}:${other.port}`, bindDn: 'cn=a', bindPassword: 'x', baseDn: 'dc=b' };
        const body = { providerSlug: 'ldap-directory', credentials };
        const answer = await callAt(shut.base, 'POST', '/v1/integrations/connections', { key: organization.key, body });
        expect(answer, `${host} ${answer.text}`).toMatchObject({ status: 422, body: { error: expect.stringContaining('is not allowed') } });
      }
    expect(other.state.connections).toBe(0);
    shut.server.close();
  });
  test('the name is resolved once, for the connection itself', async () => {
    const other = await ldapStandIn(({ id, socket }) => socket.write(message(id, result(0x78))));
    let asked = 0;
    const addresses = addressesBut(local);
    const client = connectedClient(
      { host: 'changing.example.com', port: other.port, secure: false, authorities: undefined, timeout: 2_000 },
      {
        permits: addresses.permits,
        lookup(_name, options, done) {
          asked += 1;
          if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
          else done(null, '127.0.0.1', 4);
        },
      },
      () => undefined,
    );
    // The stand-in says yes to TLS, and has none.
    await expect(client).rejects.toThrow();
    expect([asked, other.state.connections]).toEqual([1, 1]);
  });
});

describe('a directory of somebody else', () => {
  const secret = 'dir3ctory-s3cret';
  const server = (url: string, signal = AbortSignal.timeout(120_000)) => ({
    url: new URL(url),
    bindDn: 'cn=a,dc=b',
    password: secret,
    organizationId: 'org_of_the_test',
    signal,
  });
  const everybody = { base: 'dc=b', filter: '(objectClass=*)', attributes: ['mail'] };
  const ldap = ldapWithin(local, { timeout: 20_000 });
  const hasty = ldapWithin(local, { timeout: 500 });
  /** Accepts everybody, and answers searches as the test says. */
  const welcoming =
    (searched: (request: Request) => void) =>
    (request: Request): void => {
      if (request.tag === bind) request.socket.write(message(request.id, result(0x61)));
      else if (request.tag === search) searched(request);
    };

  test('its people are those that it sends: what was not asked for is left out, and other directories are not followed', async () => {
    const other = await ldapStandIn(
      welcoming(({ id, socket }) => {
        socket.write(
          message(id, entry('uid=a,dc=b', { mail: 'a@example.com', MAIL: 'b@example.com', userPassword: 'x', __proto__x: 'y', dn: 'z' })),
        );
        socket.write(message(id, tlv(0x73, text('ldap://elsewhere.example.com/dc=c'))));
        socket.write(message(id, result(0x65)));
      }),
      trusted(),
    );
    expect(await ldap.search(server(other.url), everybody)).toMatchObject([{ values: new Map([['mail', ['b@example.com']]]) }]);
  });
  test('a list whose end did not come is none, so that nobody is missing from it', async () => {
    const more = tlv(0xa0, [
      tlv(0x30, [text('1.2.840.113556.1.4.319'), tlv(0x04, [tlv(0x30, [tlv(0x02, Buffer.from([0])), text('more')])])]),
    ]);
    let pages = 0;
    const other = await ldapStandIn(
      welcoming(({ id, socket }) => {
        pages += 1;
        if (pages === 1) socket.write(message(id, entry('uid=a,dc=b', { mail: 'a@example.com' })));
        socket.write(message(id, result(0x65), more));
      }),
      trusted(),
    );
    await expect(ldap.search(server(other.url), everybody)).rejects.toThrow('gave only a part of its entries');
    expect(pages).toBe(2);
  });
  test('nothing secret is said before TLS, and what was said before it counts for nothing', async () => {
    const other = await ldapStandIn(
      (request) => {
        const { id, tag, socket } = request;
        if (tag === extended) {
          // What somebody in between adds: an answer to the bind, and people.
          socket.write(
            Buffer.concat([
              message(id, result(0x78)),
              message(3, result(0x61)),
              message(4, entry('uid=evil', { mail: 'evil@example.com' })),
            ]),
          );
          other.upgrade(socket);
        } else if (tag === bind) socket.write(message(id, result(0x61, 49, 'no')));
      },
      trusted(),
      false,
    );
    await expect(ldap.search(server(other.url), everybody)).rejects.toMatchObject({ isOfCredentials: true });
    expect(other.state.plain).not.toContain(secret);
    expect(other.state.secret).toContain(secret);
  });
  test.each([true, false])('nobody hears the password whose certificate is not good (TLS first: %s)', async (first) => {
    const other = await ldapStandIn(
      ({ id, tag, socket }) => {
        socket.write(message(id, result(tag === extended ? 0x78 : 0x61)));
        if (tag === extended) other.upgrade(socket);
      },
      newCertificate(30, newAuthority()),
      first,
    );
    await expect(ldap.search(server(other.url), everybody)).rejects.toThrow('CERT_SIGNATURE_FAILURE');
    expect(`${other.state.plain}${other.state.secret}`).not.toContain(secret);
  });
  test('a connection that ends is not made again, least of all without TLS', async () => {
    const other = await ldapStandIn(
      (request) => {
        const { id, tag, socket } = request;
        if (tag === extended) {
          socket.write(message(id, result(0x78)));
          other.upgrade(socket);
        } else if (tag === bind) {
          socket.write(message(id, result(0x61)));
          socket.end();
        }
      },
      trusted(),
      false,
    );
    await expect(ldap.search(server(other.url), everybody)).rejects.toThrow('could not be reached');
    expect(other.state.connections).toBe(1);
    expect(other.state.plain).not.toContain(secret);
  });
  test.each([
    ['says nothing', () => undefined],
    [
      'never comes to an end',
      ({ id, tag, socket }: Request) => {
        if (tag === bind) socket.write(message(id, result(0x61)));
        else if (tag === search) {
          const whole = message(id, entry('uid=a,dc=b', { mail: 'a@example.com' }));
          let at = 0;
          const timer = setInterval(() => socket.write(whole.subarray(at, (at += 1))), 20);
          socket.on('close', () => clearInterval(timer));
        }
      },
    ],
  ])('one that %s is left after the time of an answer', async (_what, answer) => {
    const other = await ldapStandIn(answer, trusted());
    await expect(hasty.search(server(other.url), everybody)).rejects.toThrow('did not answer in time');
  });
  test.each([
    ['entries without end', (id: number) => message(id, entry('uid=a,dc=b', { mail: 'a'.repeat(50_000) }))],
    ['an entry without end', () => tlv(0x30, Buffer.alloc(65_000), 0x7fffffff)],
  ])('%s are too much', async (_what, next) => {
    const other = await ldapStandIn(
      welcoming(({ id, socket }) => {
        const send = () => {
          while (!socket.destroyed && socket.write(next(id)));
          if (!socket.destroyed) socket.once('drain', send);
        };
        send();
      }),
      trusted(),
    );
    await expect(ldap.search(server(other.url), everybody)).rejects.toThrow(
      /has more than 50,000 entries, or long ones|did not answer in time/,
    );
  });
  test.each([
    [
      'attributes that reach beyond the entry',
      (id: number) => message(id, tlv(0x64, [text('uid=a'), tlv(0x30, Buffer.alloc(0), 1_000_000)])),
    ],
    [
      'a length below nothing',
      (id: number) =>
        message(
          id,
          tlv(0x64, [text('uid=a'), tlv(0x30, [tlv(0x30, [text('mail'), tlv(0x31, [tlv(0x04, Buffer.alloc(8), 0xfffffff0)])])])]),
        ),
    ],
    ['what is no LDAP', () => Buffer.from('HTTP/1.1 200 OK\r\n\r\n')],
  ])('%s end nothing but the worker', async (_what, answer) => {
    const other = await ldapStandIn(
      welcoming(({ id, socket }) => {
        socket.write(answer(id));
        socket.write(message(id, result(0x65)));
      }),
      trusted(),
    );
    const { call } = await app.caller();
    const refused = ldapWithin(local, { timeout: 3_000 }).search(server(other.url), everybody);
    const [ended] = await Promise.allSettled([refused, call('GET', '/v1/risks')]);
    expect(ended.status === 'rejected' ? String(ended.reason) : `found ${JSON.stringify(ended.value)}`).toMatch(
      /could not be read: its worker|did not answer|could not be reached|found \[\]/,
    );
  });
  test('somebody who waits no longer ends the search', async () => {
    const other = await ldapStandIn(
      welcoming(() => undefined),
      trusted(),
    );
    const waiting = new AbortController();
    const searching = ldap.search(server(other.url, waiting.signal), everybody);
    await expect.poll(() => other.state.connections).toBe(1);
    waiting.abort(new Error('enough'));
    await expect(searching).rejects.toThrow('enough');
  });
});
