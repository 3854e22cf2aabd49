/** Fetches and caches an identity provider's key set (JWKS), timed by the monotonic clock. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** The key set cannot be fetched, so tokens cannot be validated. */
export class KeySetUnavailable extends Error {}

export interface KeySetTimes {
  /** How long (ms) the keys are used without checking again. */
  readonly fresh?: number;
  /** How long (ms) after a fetch an unknown key does not cause another fetch, because anyone can send a token with an unknown key. */
  readonly pause?: number;
  /** How long (ms) after a failure no fetch is attempted. */
  readonly recovery?: number;
  /** Time limit for fetching the key set (ms). */
  readonly timeoutMs?: number;
}

/**
 * @param url of the key set
 * @returns a function that finds a token's key, throws KeySetUnavailable while the key set cannot be fetched, and jose's errors for a token
 * without a matching key
 */
export function keySetAt(
  url: URL,
  { fresh = 10 * 60_000, pause = 30_000, recovery = 500, timeoutMs = 5_000 }: KeySetTimes = {},
): JWTVerifyGetKey {
  let cached: { readonly find: JWTVerifyGetKey; readonly at: number } | undefined;
  let failure: { readonly error: KeySetUnavailable; readonly at: number } | undefined;
  let fetching: Promise<void> | undefined;
  const elapsedSince = (startTime: number) => performance.now() - startTime;

  async function refresh(): Promise<void> {
    try {
      cached = { find: createLocalJWKSet(await fetchKeys(url, timeoutMs)), at: performance.now() };
      failure = undefined;
    } catch (error) {
      failure = { error: new KeySetUnavailable(`the key set at ${url.host} cannot be had`, { cause: error }), at: performance.now() };
    }
  }
  async function refreshIfAllowed() {
    if (!failure || elapsedSince(failure.at) > recovery)
      await (fetching ??= refresh().finally(() => {
        fetching = undefined;
      }));
    if (failure) throw failure.error;
  }

  return async (header, token) => {
    if (!cached || elapsedSince(cached.at) > fresh) await refreshIfAllowed();
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !cached || elapsedSince(cached.at) < pause) throw error;
      await refreshIfAllowed();
      return find(header, token);
    }
  };

  function find(...args: Parameters<JWTVerifyGetKey>) {
    if (!cached) throw new KeySetUnavailable(`the key set at ${url.host} was never had`);
    return cached.find(...args);
  }
}

async function fetchKeys(url: URL, timeoutMs: number): Promise<JSONWebKeySet> {
  const answer = await fetch(url, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.status !== 200) throw new Error(`the answer has the status ${answer.status}`);
  const keySet: unknown = await answer.json();
  if (!isKeySet(keySet)) throw new Error('the answer is not a key set');
  return keySet;
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  return (
    typeof value === 'object' &&
    value !== null &&
    'keys' in value &&
    Array.isArray(value.keys) &&
    value.keys.every((key) => typeof key === 'object' && key !== null && 'kty' in key && typeof key.kty === 'string')
  );
}
