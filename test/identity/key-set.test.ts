/** What is remembered of the keys of an identity provider, and for how long. */
import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, jwtVerify, SignJWT } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { keySetAt, KeySetAway } from '../../server/identity/key-set.ts';
import { standIn } from '../support/stand-in.ts';

afterEach(() => void vi.useRealTimers());

/** A provider that shows one key, until `rotate`. */
async function provider() {
  let generation = 0;
  let keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { port } = await standIn(async () => ({ json: { keys: [{ ...await exportJWK(keys.publicKey), kid: `key ${generation}`, alg: 'ES256' }] } }));
  return {
    url: new URL(`http://127.0.0.1:${port}/keys`),
    token: () => new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: `key ${generation}` }).sign(keys.privateKey),
    rotate() {
      generation += 1;
      keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    },
  };
}

test('a new key is found, and a withdrawn one is not, although the clock was days ahead when the keys were fetched', async () => {
  const { url, token, rotate } = await provider();
  const keys = keySetAt(url, { fresh: 200, pause: 100 });
  const verified = async (jwt: string) => jwtVerify(jwt, keys).then(() => true, () => false);
  const old = await token();
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(Date.now() + 2 * 24 * 3_600_000);
  expect(await verified(old)).toBe(true);
  vi.useRealTimers();
  rotate();
  const made = await token();
  await expect.poll(() => verified(made), { interval: 20 }).toBe(true);
  await expect.poll(() => verified(old), { interval: 20 }).toBe(false);
});
test('an unknown key is looked for once in a while, however often it is named', async () => {
  const { url, token, rotate } = await provider();
  const keys = keySetAt(url, { pause: 60_000 });
  expect(await jwtVerify(await token(), keys).then(() => true)).toBe(true);
  rotate();
  await expect(jwtVerify(await token(), keys)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});
test('many that ask at once of a provider that is away hear so, after one question', async () => {
  let asked = 0;
  const { port } = await standIn(() => { asked += 1; return { status: 500 }; });
  const keys = keySetAt(new URL(`http://127.0.0.1:${port}/keys`), { recovery: 60_000 });
  const token = await (await provider()).token();
  const heard = await Promise.allSettled(Array.from({ length: 20 }, () => jwtVerify(token, keys)));
  expect(heard.every((one) => one.status === 'rejected' && one.reason instanceof KeySetAway)).toBe(true);
  await expect(jwtVerify(token, keys)).rejects.toBeInstanceOf(KeySetAway);
  expect(asked).toBe(1);
});
