/** Tries credentials while somebody waits: once, without repetitions, and without storing anything. */
import type { Ports } from '../../platform/ports/index.ts';
import type { Http } from '../../platform/ports/http.ts';
import type { Clear } from '../../platform/ports/vault.ts';
import { type AccessToken, fetchToken } from './access-token.ts';
import { isFailure, reasonOf } from './failures.ts';
import type { Manifest, Source, Variables } from './manifest.ts';
import { type AccessTokens, sourceOf } from './source.ts';

/** Milliseconds that all of it may take. */
const most = 60_000;

/** @returns a source that fetches its own tokens @param token gets the latest of them */
export function passingSource(
  http: Http,
  manifest: Manifest,
  credentials: Clear,
  variables: Variables,
  token: (fetched: AccessToken) => void = () => undefined,
): Source {
  const signal = AbortSignal.timeout(most);
  return sourceOf(manifest, { credentials, variables }, http, tokensOf(http, manifest, credentials, signal, token), signal);
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

export async function tryCredentials({ http }: Ports, manifest: Manifest, credentials: Clear, variables: Variables): Promise<Tried> {
  let token: AccessToken | undefined;
  try {
    return {
      ok: true,
      message: await manifest.test(
        passingSource(http, manifest, credentials, variables, (fetched) => {
          token = fetched;
        }),
      ),
      details: undefined,
      token,
    };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { ok: false, ...reasonOf(error, Object.values(credentials).flat()), token: undefined };
  }
}
