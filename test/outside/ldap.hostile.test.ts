/** Tests invalid addresses and filters, and hostile answers of directory servers. */
import { describe, expect, inject, test } from 'vitest';
import { guardAddresses, networkFrom } from '#platform/ports/addresses';
import { createLdap } from '#platform/ports/ldap';
import { connectClient } from '#platform/ports/ldap-connection';
import { findFilterError } from '#providers/providers/ldap-directory/filter';
import { parseFileTime, parseGeneralizedTime } from '#providers/providers/ldap-directory/times';
import { call as callAt, listenOn, startApp, testConfig } from '../support/app.ts';
import { newAuthority, newCertificate } from '../support/certificate.ts';
import { bind, entry, extended, ldapStandIn, message, type Request, result, search, text, tlv } from '../support/ldap-stand-in.ts';

const app = startApp();
const trustedCertificate = () => newCertificate(30, inject('authority'));
const localhost = networkFrom('127.0.0.1');
const local = localhost ? [localhost] : [];

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
])('%s is a valid filter: %s', async (filter, isValid) => {
  expect((await findFilterError(filter)) === undefined).toBe(isValid);
});
test('filters that are too long are rejected, however deeply they are nested', async () => {
  for (const filter of [`(cn=${'a'.repeat(2_000)})`, '(&'.repeat(900), '(!'.repeat(1_000)])
    expect(await findFilterError(filter)).toMatchObject({ message: expect.any(String) });
});
test('times of directories are parsed', () => {
  expect([parseFileTime('0'), parseFileTime('9223372036854775807'), parseFileTime('x')]).toEqual([undefined, undefined, undefined]);
  expect(parseFileTime('133485408000000000')).toBe(Date.parse('2024-01-01T00:00:00Z'));
  expect(parseGeneralizedTime('20240101120000Z')).toBe(Date.parse('2024-01-01T12:00:00Z'));
  expect(parseGeneralizedTime('202401011200+0200')).toBe(Date.parse('2024-01-01T10:00:00Z'));
  expect(parseGeneralizedTime('20240101120000.123456Z')).toBe(Date.parse('2024-01-01T12:00:00Z'));
  expect([parseGeneralizedTime('000001010000'), parseGeneralizedTime('20241301000000Z'), parseGeneralizedTime('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

describe('addresses', () => {
  test('422 for networks that are not allowed, in any notation, without a connection', async () => {
    const restrictedServer = await listenOn(app.database, testConfig({ ALLOWED_NETWORKS: '' }));
    const hostileServer = await ldapStandIn(() => undefined);
    const { organization } = await app.caller();
    for (const host of ['localhost', '127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
      for (const scheme of ['ldap', 'ldaps']) {
        const credentials = { url: `${scheme}://${host}:${hostileServer.port}`, bindDn: 'cn=a', bindPassword: 'x', baseDn: 'dc=b' };
        const body = { providerSlug: 'ldap-directory', credentials };
        const answer = await callAt(restrictedServer.base, 'POST', '/v1/integrations/connections', { key: organization.key, body });
        expect(answer, `${host} ${answer.text}`).toMatchObject({ status: 422, body: { error: expect.stringContaining('is not allowed') } });
      }
    expect(hostileServer.state.connections).toBe(0);
    restrictedServer.server.close();
  });
  test('the name is resolved once, for the connection itself', async () => {
    const hostileServer = await ldapStandIn(({ id, socket }) => socket.write(message(id, result(0x78))));
    let lookupCount = 0;
    const addresses = guardAddresses(local);
    const client = connectClient(
      { host: 'changing.example.com', port: hostileServer.port, secure: false, authorities: undefined, timeout: 2_000 },
      {
        permits: addresses.permits,
        lookup(_name, options, done) {
          lookupCount += 1;
          if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
          else done(null, '127.0.0.1', 4);
        },
      },
      () => undefined,
    );
    // The stand-in accepts StartTLS but does not speak TLS.
    await expect(client).rejects.toThrow();
    expect([lookupCount, hostileServer.state.connections]).toEqual([1, 1]);
  });
});

describe('a hostile directory', () => {
  const secret = 'dir3ctory-s3cret';
  const server = (url: string, signal = AbortSignal.timeout(120_000)) => ({
    url: new URL(url),
    bindDn: 'cn=a,dc=b',
    password: secret,
    organizationId: 'org_of_the_test',
    signal,
  });
  const everybody = { base: 'dc=b', filter: '(objectClass=*)', attributes: ['mail'] };
  const ldap = createLdap(local, { timeout: 20_000 });
  const hasty = createLdap(local, { timeout: 500 });
  /** Accepts every bind, and answers searches as the test specifies. */
  const acceptEverybody =
    (onSearch: (request: Request) => void) =>
    (request: Request): void => {
      if (request.tag === bind) request.socket.write(message(request.id, result(0x61)));
      else if (request.tag === search) onSearch(request);
    };

  test('returns the people that it sends, but no attributes that were not requested, and referrals are not followed', async () => {
    const hostileServer = await ldapStandIn(
      acceptEverybody(({ id, socket }) => {
        socket.write(
          message(id, entry('uid=a,dc=b', { mail: 'a@example.com', MAIL: 'b@example.com', userPassword: 'x', __proto__x: 'y', dn: 'z' })),
        );
        socket.write(message(id, tlv(0x73, text('ldap://elsewhere.example.com/dc=c'))));
        socket.write(message(id, result(0x65)));
      }),
      trustedCertificate(),
    );
    expect(await ldap.search(server(hostileServer.url), everybody)).toMatchObject([{ values: new Map([['mail', ['b@example.com']]]) }]);
  });
  test('an incomplete list is an error, so that nobody is missing from it', async () => {
    const nextPage = tlv(0xa0, [
      tlv(0x30, [text('1.2.840.113556.1.4.319'), tlv(0x04, [tlv(0x30, [tlv(0x02, Buffer.from([0])), text('more')])])]),
    ]);
    let pageCount = 0;
    const hostileServer = await ldapStandIn(
      acceptEverybody(({ id, socket }) => {
        pageCount += 1;
        if (pageCount === 1) socket.write(message(id, entry('uid=a,dc=b', { mail: 'a@example.com' })));
        socket.write(message(id, result(0x65), nextPage));
      }),
      trustedCertificate(),
    );
    await expect(ldap.search(server(hostileServer.url), everybody)).rejects.toThrow('gave only a part of its entries');
    expect(pageCount).toBe(2);
  });
  test('no secret is sent before TLS, and messages from before TLS are ignored', async () => {
    const hostileServer = await ldapStandIn(
      (request) => {
        const { id, tag, socket } = request;
        if (tag === extended) {
          // An attacker between client and server adds an answer to the bind, and people.
          socket.write(
            Buffer.concat([
              message(id, result(0x78)),
              message(3, result(0x61)),
              message(4, entry('uid=evil', { mail: 'evil@example.com' })),
            ]),
          );
          hostileServer.upgrade(socket);
        } else if (tag === bind) socket.write(message(id, result(0x61, 49, 'no')));
      },
      trustedCertificate(),
      false,
    );
    await expect(ldap.search(server(hostileServer.url), everybody)).rejects.toMatchObject({ isAboutCredentials: true });
    expect(hostileServer.state.plain).not.toContain(secret);
    expect(hostileServer.state.secret).toContain(secret);
  });
  test.each([true, false])('the password is not sent to a server without a trusted certificate (TLS first: %s)', async (beginsWithTls) => {
    const hostileServer = await ldapStandIn(
      ({ id, tag, socket }) => {
        socket.write(message(id, result(tag === extended ? 0x78 : 0x61)));
        if (tag === extended) hostileServer.upgrade(socket);
      },
      newCertificate(30, newAuthority()),
      beginsWithTls,
    );
    await expect(ldap.search(server(hostileServer.url), everybody)).rejects.toThrow('CERT_SIGNATURE_FAILURE');
    expect(`${hostileServer.state.plain}${hostileServer.state.secret}`).not.toContain(secret);
  });
  test('a connection that ends is not opened again, especially not without TLS', async () => {
    const hostileServer = await ldapStandIn(
      (request) => {
        const { id, tag, socket } = request;
        if (tag === extended) {
          socket.write(message(id, result(0x78)));
          hostileServer.upgrade(socket);
        } else if (tag === bind) {
          socket.write(message(id, result(0x61)));
          socket.end();
        }
      },
      trustedCertificate(),
      false,
    );
    await expect(ldap.search(server(hostileServer.url), everybody)).rejects.toThrow('could not be reached');
    expect(hostileServer.state.connections).toBe(1);
    expect(hostileServer.state.plain).not.toContain(secret);
  });
  test.each([
    ['says nothing', () => undefined],
    [
      'never comes to an end',
      ({ id, tag, socket }: Request) => {
        if (tag === bind) socket.write(message(id, result(0x61)));
        else if (tag === search) {
          const fullMessage = message(id, entry('uid=a,dc=b', { mail: 'a@example.com' }));
          let offset = 0;
          const timer = setInterval(() => socket.write(fullMessage.subarray(offset, (offset += 1))), 20);
          socket.on('close', () => clearInterval(timer));
        }
      },
    ],
  ])('a server that %s is abandoned after the timeout for an answer', async (_what, answer) => {
    const hostileServer = await ldapStandIn(answer, trustedCertificate());
    await expect(hasty.search(server(hostileServer.url), everybody)).rejects.toThrow('did not answer in time');
  });
  test.each([
    ['entries without end', (id: number) => message(id, entry('uid=a,dc=b', { mail: 'a'.repeat(50_000) }))],
    ['an entry without end', () => tlv(0x30, Buffer.alloc(65_000), 0x7fffffff)],
  ])('a search fails when the directory sends %s', async (_what, next) => {
    const hostileServer = await ldapStandIn(
      acceptEverybody(({ id, socket }) => {
        const send = () => {
          while (!socket.destroyed && socket.write(next(id)));
          if (!socket.destroyed) socket.once('drain', send);
        };
        send();
      }),
      trustedCertificate(),
    );
    await expect(ldap.search(server(hostileServer.url), everybody)).rejects.toThrow(
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
  ])('an invalid answer ends only the worker: %s', async (_what, answer) => {
    const hostileServer = await ldapStandIn(
      acceptEverybody(({ id, socket }) => {
        socket.write(answer(id));
        socket.write(message(id, result(0x65)));
      }),
      trustedCertificate(),
    );
    const { call } = await app.caller();
    const failedSearch = createLdap(local, { timeout: 3_000 }).search(server(hostileServer.url), everybody);
    const [outcome] = await Promise.allSettled([failedSearch, call('GET', '/v1/risks')]);
    expect(outcome.status === 'rejected' ? String(outcome.reason) : `found ${JSON.stringify(outcome.value)}`).toMatch(
      /could not be read: its worker|did not answer|could not be reached|found \[\]/,
    );
  });
  test('aborting ends the search', async () => {
    const hostileServer = await ldapStandIn(
      acceptEverybody(() => undefined),
      trustedCertificate(),
    );
    const aborting = new AbortController();
    const pendingSearch = ldap.search(server(hostileServer.url, aborting.signal), everybody);
    await expect.poll(() => hostileServer.state.connections).toBe(1);
    aborting.abort(new Error('enough'));
    await expect(pendingSearch).rejects.toThrow('enough');
  });
});
