/** Tests HTTP calls to addresses that users have entered. */
import { describe, expect, test } from 'vitest';
import { guardAddresses, networkFrom } from '#platform/ports/addresses';
import { createHttp } from '#platform/ports/http';
import { pauseBefore } from '#platform/ports/retry-pause';
import { Unreachable } from '#platform/ports/unreachable';
import { standIn } from '../support/stand-in.ts';

const local = networkFrom('127.0.0.1');
const localAllowed = guardAddresses(local ? [local] : []);
const http = createHttp(localAllowed, { timeout: 60_000, pause: 1 });
const hastyHttp = createHttp(localAllowed, { timeout: 500, pause: 1 });
const publicHttp = createHttp(guardAddresses([]), { timeout: 60_000, pause: 1 });
const ask = (url: string, ...otherArguments: Parameters<typeof http.ask> extends [URL, ...infer R] ? R : never) =>
  http.ask(new URL(url), ...otherArguments);

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '203.0.113.1',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    'localhost',
    '',
    '8.8.8',
  ])('%s is blocked', (address) => {
    expect(guardAddresses([]).permits(address)).toBe(false);
  });
  // Some addresses of each range in https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6-, usually the first and the last,
  // including ranges that are deprecated or that the registry calls globally reachable.
  test.each([
    ['0.0.0.0', '0.1.2.3', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.8', '192.0.0.9', '192.0.0.10', '192.0.0.170', '192.0.0.255'],
    ['192.0.2.0', '192.0.2.255'],
    ['192.31.196.0', '192.31.196.255'],
    ['192.52.193.0', '192.52.193.255'],
    ['192.88.99.0', '192.88.99.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['192.175.48.0', '192.175.48.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['198.51.100.0', '198.51.100.255'],
    ['203.0.113.0', '203.0.113.255'],
    ['224.0.0.0', '239.255.255.255'],
    ['240.0.0.0', '255.255.255.255'],
    ['::', '::1', '::2', '::7f00:1', '::a9fe:a9fe', '::8.8.8.8', '::ffff:ffff'],
    ['::ffff:0:0', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8', '::1:0:0:1', '1::1', 'ff::1'],
    ['64:ff9b::', '64:ff9b::808:808', '64:ff9b:1::', '64:ff9b:1:ffff::1', '64:ff9b:2::1'],
    ['100::', '100::ffff:ffff:ffff:ffff', '100:0:0:1::', '100:0:0:1:ffff::1'],
    [
      '2001::',
      '2001:0:ffff::1',
      '2001:1::1',
      '2001:1::2',
      '2001:1::3',
      '2001:2::1',
      '2001:3::1',
      '2001:4:112::1',
      '2001:5::1',
      '2001:10::1',
      '2001:20::1',
      '2001:30::1',
      '2001:1ff:ffff::1',
    ],
    ['2001:db8::', '2001:db8:ffff::1'],
    ['2002::', '2002:808:808::1'],
    ['2620:4f:8000::', '2620:4f:8000:ffff::1'],
    ['3ffe::1', '3fff::', '3fff:fff:ffff::1'],
    ['4000::1', '5f00::', '5f00:ffff::1', '8000::1', 'e000::1'],
    ['fc00::', 'fd00::1', 'fdff:ffff::1'],
    ['fe80::', 'febf:ffff::1'],
    ['fec0::', 'feff:ffff::1'],
    ['ff00::', 'ff02::1', 'ff0e::1', 'ffff:ffff::1'],
  ])('%s and other addresses of the same special range are blocked', (...range) => {
    expect(range.filter((address) => guardAddresses([]).permits(address))).toEqual([]);
  });
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001::1',
    '3ffd::1',
    '192.0.1.1',
    '223.255.255.255',
  ])('%s is permitted', (address) => {
    expect(guardAddresses([]).permits(address)).toBe(true);
  });
  test('an allowed address is permitted, but not IPv6 addresses that are mapped to it', () => {
    const networks = ['10.1.0.0/16', 'fd00::/8', '192.168.1.1'].map((text) => networkFrom(text)).filter((network) => network !== undefined);
    const { permits } = guardAddresses(networks);
    expect(['10.1.255.1', 'fd12::1', '192.168.1.1'].map(permits)).toEqual([true, true, true]);
    expect(['10.2.0.1', 'fe80::1', '192.168.1.2', '::ffff:10.1.0.1', '64:ff9b::a01:1'].map(permits)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
  test.each(['10.0.0.0/33', '10.0.0', 'example.com', '', '10.0.0.0/8/8'])('%s is rejected as a network', (text) =>
    expect(networkFrom(text)).toBeUndefined(),
  );
  test('a name is looked up for the connection itself, and must lead to an allowed address', async () => {
    const server = await standIn(() => ({ text: 'hello' }));
    expect(await ask(`http://localhost:${server.port}/`)).toMatchObject({ status: 200, text: 'hello' });
    for (const host of ['localhost', '127.0.0.1', '2130706433', '0x7f.1', '[::ffff:7f00:1]', '127.1', '0177.0.0.1'])
      await expect(publicHttp.ask(new URL(`http://${host}:${server.port}/`)), host).rejects.toThrow(/is not allowed/);
    await expect(publicHttp.certificate(new URL(`https://localhost:${server.port}/`))).rejects.toThrow(
      'the address of localhost is not allowed',
    );
    await expect(publicHttp.certificate(new URL(`https://127.0.0.1:${server.port}/`))).rejects.toThrow(
      'the address of 127.0.0.1 is not allowed',
    );
    expect(server.asked).toHaveLength(1);
  });
});

describe('redirects', () => {
  test('are followed on the same host, with the same headers', async () => {
    const server = await standIn(({ path }) => (path === '/a' ? { status: 302, headers: { location: 'b' } } : { text: 'there' }));
    expect(await ask(`${server.url}/a`, { headers: { authorization: 'Bearer x' } })).toMatchObject({ status: 200, text: 'there' });
    expect(server.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/a', 'Bearer x'],
      ['/b', 'Bearer x'],
    ]);
  });
  test.each([
    'http://localhost:PORT/',
    'http://127.0.0.1:1/',
    'https://127.0.0.1:PORT/x',
    '//example.com/',
    'file:///etc/passwd',
    'http://[',
  ])('to %s are not followed', async (location) => {
    const server = await standIn(() => ({ status: 307, headers: { location: location.replace('PORT', String(server.port)) } }));
    const [outcome] = await Promise.allSettled([ask(`${server.url}/`)]);
    // A redirect to the same host over TLS would be followed, but the server does not speak TLS.
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching(location.startsWith('https') ? /could not be reached/ : /redirects to another host$/) },
    });
    expect(server.asked.length).toBeLessThanOrEqual(location.startsWith('https') ? 4 : 1);
  });
  test('end after five, and are an error for a POST', async () => {
    const server = await standIn(() => ({ status: 302, headers: { location: '/' } }));
    await expect(ask(`${server.url}/`)).rejects.toThrow('redirects more than 5 times');
    expect(await ask(`${server.url}/`, { method: 'POST', body: 'x' })).toMatchObject({ status: 302 });
  });
});

describe('repetitions', () => {
  test.each([
    [429, 4],
    [500, 4],
    [503, 4],
    [404, 1],
    [200, 1],
  ])('a request with the answer %i is sent at most %i times, and then the answer is returned', async (status, times) => {
    const server = await standIn(() => ({ status }));
    expect((await ask(server.url)).status).toBe(status);
    expect(server.asked).toHaveLength(times);
  });
  test('do not happen if the caller disables them', async () => {
    const server = await standIn(() => ({ status: 500 }));
    await ask(server.url, { repeats: 0 });
    expect(server.asked).toHaveLength(1);
  });
  test('also happen after a broken connection, until there is an answer', async () => {
    let brokenCount = 2;
    const server = await standIn((_asked, response) => (brokenCount-- > 0 ? void response.destroy() : { text: 'at last' }));
    expect(await ask(server.url)).toMatchObject({ text: 'at last' });
    expect(server.asked).toHaveLength(3);
  });
  test.each([
    [0, undefined, 1000],
    [1, undefined, 2000],
    [2, undefined, 4000],
    [0, '7', 7000],
    [0, '0', 0],
    [0, '900', 30_000],
    [0, 'soon', 1000],
    [1, new Date(0).toUTCString(), 0],
  ])('pause %i with Retry-After %s: %i ms', (repetition, retryAfter, pause) => {
    expect(pauseBefore(repetition, 1000, retryAfter)).toBe(pause);
  });
});

describe('limits', () => {
  test('an answer that does not arrive or does not end is aborted after the timeout', async () => {
    const silentServer = await standIn(() => undefined);
    await expect(hastyHttp.ask(new URL(silentServer.url), { repeats: 0 })).rejects.toThrow(
      `127.0.0.1:${silentServer.port} did not answer within 0.5 seconds`,
    );
    const endless = await standIn((_asked, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    await expect(hastyHttp.ask(new URL(endless.url), { repeats: 0 })).rejects.toThrow('did not answer within 0.5 seconds');
  });
  test('an answer that is too large is an error, and the request is not repeated', async () => {
    const server = await standIn(() => ({ text: 'x'.repeat(10 * 1024 * 1024 + 1) }));
    await expect(ask(server.url)).rejects.toThrow('answered with more than 10 MiB');
    expect(server.asked).toHaveLength(1);
  });
  test('the caller can abort earlier, also while the request waits', async () => {
    const server = await standIn(() => ({ status: 429, headers: { 'retry-after': '20' } }));
    const aborting = new AbortController();
    const pendingAnswer = ask(server.url, { signal: aborting.signal });
    await expect.poll(() => server.asked.length).toBe(1);
    aborting.abort(new Error('enough'));
    await expect(pendingAnswer).rejects.toThrow('enough');
    expect(server.asked).toHaveLength(1);
  });
  test('an unknown name and a closed port are reported with their reasons', async () => {
    await expect(ask('http://nobody.invalid', { repeats: 0 })).rejects.toThrow(
      /^nobody\.invalid could not be reached \((ENOTFOUND|EAI_AGAIN)\)$/,
    );
    await expect(ask('http://127.0.0.1:1', { repeats: 0 })).rejects.toThrow('127.0.0.1:1 could not be reached (ECONNREFUSED)');
    await expect(ask('ftp://127.0.0.1')).rejects.toThrow(Unreachable);
    await expect(ask('http://127.0.0.1:1', { headers: { authorization: 'Bearer \u{1F511}' } })).rejects.toThrow(
      'a credential holds a character that cannot be sent',
    );
  });
});
