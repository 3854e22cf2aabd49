/** The key set (JWKS) of an identity provider, which is fetched when it is needed and cached by the monotonic clock. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** The key set cannot be fetched, so it cannot be decided whether a token is valid. */
export class KeySetAway extends Error {}

export interface KeySetTimes {
  /** How long (ms) the keys are used without looking whether they still are. */
  readonly fresh?: number;
  /** How long (ms) after a look a key that is not among them is not looked for again: anybody can name one. */
  readonly pause?: number;
  /** How long (ms) after a failure nothing is asked. */
  readonly recovery?: number;
  /** How long (ms) the provider may take. */
  readonly timeoutMs?: number;
}

/**
 * @param url of the key set
 * @returns finds the key of a token, and throws KeySetAway while the keys cannot be had and errors of jose for a token that none of them is for
 */
export function keySetAt(
  url: URL,
  { fresh = 10 * 60_000, pause = 30_000, recovery = 500, timeoutMs = 5_000 }: KeySetTimes = {},
): JWTVerifyGetKey {
  let known: { readonly find: JWTVerifyGetKey; readonly at: number } | undefined;
  let failed: { readonly error: KeySetAway; readonly at: number } | undefined;
  let fetching: Promise<void> | undefined;
  const since = (at: number) => performance.now() - at;

  async function fetched(): Promise<void> {
    try {
      known = { find: createLocalJWKSet(await keysAt(url, timeoutMs)), at: performance.now() };
      failed = undefined;
    } catch (error) {
      failed = { error: new KeySetAway(`the key set at ${url.host} cannot be had`, { cause: error }), at: performance.now() };
    }
  }
  async function look() {
    if (!failed || since(failed.at) > recovery)
      await (fetching ??= fetched().finally(() => {
        fetching = undefined;
      }));
    if (failed) throw failed.error;
  }

  return async (header, token) => {
    if (!known || since(known.at) > fresh) await look();
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !known || since(known.at) < pause) throw error;
      await look();
      return find(header, token);
    }
  };

  function find(...of: Parameters<JWTVerifyGetKey>) {
    if (!known) throw new KeySetAway(`the key set at ${url.host} was never had`);
    return known.find(...of);
  }
}

async function keysAt(url: URL, timeoutMs: number): Promise<JSONWebKeySet> {
  const answer = await fetch(url, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.status !== 200) throw new Error(`the answer has the status ${answer.status}`);
  const found: unknown = await answer.json();
  if (!isKeySet(found)) throw new Error('the answer is not a key set');
  return found;
}

function isKeySet(found: unknown): found is JSONWebKeySet {
  return (
    typeof found === 'object' &&
    found !== null &&
    'keys' in found &&
    Array.isArray(found.keys) &&
    found.keys.every((key) => typeof key === 'object' && key !== null && 'kty' in key && typeof key.kty === 'string')
  );
}
