/** Tries credentials while somebody waits: once, without repetitions, and without storing anything. */
import type { Http } from '../../platform/ports/http.ts';
import { Unreachable } from '../../platform/ports/unreachable.ts';
import type { Clear } from '../../platform/ports/vault.ts';
import { type AccessToken, fetchToken } from './access-token.ts';
import { isFailure, reasonOf } from './failures.ts';
import type { Manifest, Source } from './manifest.ts';
import { type AccessTokens, type Calling, type Connected, sourceOf } from './source.ts';

/** Milliseconds that all of it may take. */
const most = 60_000;

/** @returns a source that fetches its own tokens @param token gets the latest of them */
export function passingSource(
  ports: Calling,
  manifest: Manifest,
  connected: Connected,
  token: (fetched: AccessToken) => void = () => undefined,
): Source {
  const signal = endingLate();
  return sourceOf(manifest, connected, ports, tokensOf(ports.http, manifest, connected.credentials, signal, token), signal);
}

/** What takes too long has failed like a provider that cannot be reached. */
function endingLate(): AbortSignal {
  const late = new AbortController();
  setTimeout(() => late.abort(new Unreachable(`The provider did not answer within ${most / 1_000} seconds`)), most).unref();
  return late.signal;
}

function tokensOf(
  http: Http,
  { auth }: Manifest,
  credentials: Clear,
  signal: AbortSignal,
  fetched: (token: AccessToken) => void,
): AccessTokens {
  let latest: AccessToken | undefined;
  return {
    async token(refused) {
      if (auth.type !== 'oauth2') throw new Error(`${auth.type} has no access tokens`);
      if (!latest || latest.token === refused) {
        latest = await fetchToken(http, auth, credentials, signal);
        fetched(latest);
      }
      return latest.token;
    },
  };
}

export interface Tried {
  readonly ok: boolean;
  readonly message: string;
  readonly details: string | undefined;
  /** What was fetched for it, to be stored with the credentials. */
  readonly token: AccessToken | undefined;
}

export async function tryCredentials(ports: Calling, manifest: Manifest, connected: Connected): Promise<Tried> {
  let token: AccessToken | undefined;
  try {
    return {
      ok: true,
      message: await manifest.test(
        passingSource(ports, manifest, connected, (fetched) => {
          token = fetched;
        }),
      ),
      details: undefined,
      token,
    };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { ok: false, ...reasonOf(error, Object.values(connected.credentials).flat()), token: undefined };
  }
}
