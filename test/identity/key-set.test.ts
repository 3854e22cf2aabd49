/** Tests how, and for how long, the keys of an identity provider are cached. */
import { generateKeyPairSync } from 'node:crypto';
import http from 'node:http';
import { exportJWK, jwtVerify, SignJWT } from 'jose';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../server/app.ts';
import { keySetAt, KeySetUnavailable } from '#platform/identity/key-set';
import { portsFrom } from '#platform/ports/index';
import { call, startApp, testConfig } from '../support/app.ts';
import { standIn } from '../support/stand-in.ts';

const app = startApp();

afterEach(() => void vi.useRealTimers());

/** Starts a provider that publishes one key, which `rotate` replaces. */
async function startProvider() {
  let generation = 0;
  let keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { port } = await standIn(async () => ({
    json: { keys: [{ ...(await exportJWK(keys.publicKey)), kid: `key ${generation}`, alg: 'ES256' }] },
  }));
  return {
    url: new URL(`http://127.0.0.1:${port}/keys`),
    token: () => new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: `key ${generation}` }).sign(keys.privateKey),
    rotate() {
      generation += 1;
      keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    },
  };
}

test('a new key is accepted and a withdrawn one is not, although the clock was days ahead when the keys were fetched', async () => {
  const { url, token, rotate } = await startProvider();
  const keys = keySetAt(url, { fresh: 200, pause: 100 });
  const verify = async (jwt: string) =>
    jwtVerify(jwt, keys).then(
      () => true,
      () => false,
    );
  const oldToken = await token();
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(Date.now() + 2 * 24 * 3_600_000);
  expect(await verify(oldToken)).toBe(true);
  vi.useRealTimers();
  rotate();
  const newToken = await token();
  await expect.poll(() => verify(newToken), { interval: 20 }).toBe(true);
  await expect.poll(() => verify(oldToken), { interval: 20 }).toBe(false);
});
test('an unknown key causes no fetch until the pause after the last fetch is over', async () => {
  const { url, token, rotate } = await startProvider();
  const keys = keySetAt(url, { pause: 60_000 });
  expect(await jwtVerify(await token(), keys).then(() => true)).toBe(true);
  rotate();
  await expect(jwtVerify(await token(), keys)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});
test('many concurrent requests to a provider that is down fail after one fetch', async () => {
  let fetchCount = 0;
  const { port } = await standIn(() => {
    fetchCount += 1;
    return { status: 500 };
  });
  const keys = keySetAt(new URL(`http://127.0.0.1:${port}/keys`), { recovery: 60_000 });
  const token = await (await startProvider()).token();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => jwtVerify(token, keys)));
  expect(outcomes.every((one) => one.status === 'rejected' && one.reason instanceof KeySetUnavailable)).toBe(true);
  await expect(jwtVerify(token, keys)).rejects.toBeInstanceOf(KeySetUnavailable);
  expect(fetchCount).toBe(1);
});

describe('a key set that cannot be fetched', () => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const tokenOf = (userId: string) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: 'two' })
      .setSubject(userId)
      .setAudience('compliance')
      .setExpirationTime('5m')
      .sign(keys.privateKey);
  const answers: Record<string, (res: http.ServerResponse) => void> = {
    'an error': (res) => void res.writeHead(500).end(),
    'not found': (res) => void res.writeHead(404).end('{"keys":[]}'),
    'no JSON': (res) => void res.end('<html>'),
    'no key set': (res) => void res.end('{"keys":5}'),
    'nothing at all': (res) => void res.destroy(),
    'a redirect to nowhere': (res) => void res.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
  };
  test.each(Object.keys(answers))('503 with Retry-After and a log line while the answer is %s, 200 once keys are served', async (fault) => {
    let isBroken = true;
    const failingProvider = http
      .createServer(async (_req, res) =>
        isBroken
          ? answers[fault]?.(res)
          : void res.end(JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'two', alg: 'ES256' }] })),
      )
      .listen(0, '127.0.0.1');
    await new Promise((resolve) => failingProvider.once('listening', resolve));
    const address = failingProvider.address();
    const config = testConfig({
      SESSION_AUDIENCE: 'compliance',
      SESSION_JWKS_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/keys`,
    });
    const lines: unknown[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const service = http.createServer(createApp(app.database, config, await portsFrom(config), log).app).listen(0, '127.0.0.1');
    await new Promise((resolve) => service.once('listening', resolve));
    const listening = service.address();
    const base = `http://127.0.0.1:${typeof listening === 'object' ? listening?.port : ''}`;
    const { id, owner } = (await app.caller()).organization;
    const bearer = await tokenOf(owner.userId);
    const ask = (path: string) => call(base, 'GET', path, { bearer, headers: { 'X-Organization-Id': id } });
    for (const path of ['/v1/roles', '/v1/risks']) {
      const answer = await ask(path);
      expect(answer, path).toMatchObject({ status: 503, body: { success: false, error: 'Temporarily unavailable' } });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(lines).toMatchObject([
      { level: 50, path: '/v1/roles' },
      { level: 50, path: '/v1/risks' },
    ]);
    for (const line of lines)
      expect(line).toMatchObject({
        requestId: expect.any(String),
        err: {
          type: 'KeySetUnavailable',
          message: expect.stringContaining(`the key set at ${new URL(config.session.jwksUrl ?? '').host} cannot be had`),
        },
      });
    isBroken = false;
    await expect.poll(async () => (await ask('/v1/roles')).status).toBe(200);
    failingProvider.close();
    service.close();
  });
});
