/** Tests credentials while a user waits, so each test runs only once. Nothing is stored. */
import type { Http } from '#platform/ports/http';
import { Unreachable } from '#platform/ports/unreachable';
import type { ClearFields } from '#platform/ports/vault';
import { type AccessToken, fetchToken } from './access-token.ts';
import { createSecretHider } from '#platform/redaction/text/known-secrets';
import { isProviderFailure, reasonOf } from './failures.ts';
import type { Manifest, Source } from './manifest.ts';
import { type AccessTokens, type Clients, type ConnectionSettings, createSource } from './source.ts';

/** Time limit of the test, in milliseconds. */
const timeoutMs = 60_000;

/** @returns a source that fetches its own tokens @param onToken called with each new token */
export function createTestSource(
  ports: Clients,
  manifest: Manifest,
  connection: ConnectionSettings,
  onToken: (fetched: AccessToken) => void = () => undefined,
): Source {
  const signal = createTimeoutSignal();
  return createSource(manifest, connection, ports, createTokens(ports.http, manifest, connection.credentials, signal, onToken), signal);
}

/** @returns a signal whose timeout is reported as if the provider were unreachable */
function createTimeoutSignal(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Unreachable(`The provider did not answer within ${timeoutMs / 1_000} seconds`)), timeoutMs).unref();
  return controller.signal;
}

function createTokens(
  http: Http,
  { auth }: Manifest,
  credentials: ClearFields,
  signal: AbortSignal,
  onToken: (token: AccessToken) => void,
): AccessTokens {
  let latest: AccessToken | undefined;
  return {
    async token(rejectedToken) {
      if (auth.type !== 'oauth2') throw new Error(`${auth.type} has no access tokens`);
      if (!latest || latest.token === rejectedToken) {
        latest = await fetchToken(http, auth, credentials, signal);
        onToken(latest);
      }
      return latest.token;
    },
  };
}

export interface TestResult {
  readonly ok: boolean;
  readonly message: string;
  readonly details: string | undefined;
  /** The access token that the test fetched, which is stored together with the credentials. */
  readonly token: AccessToken | undefined;
}

export async function testCredentials(ports: Clients, manifest: Manifest, connection: ConnectionSettings): Promise<TestResult> {
  let token: AccessToken | undefined;
  const source = createTestSource(ports, manifest, connection, (fetched) => {
    token = fetched;
  });
  try {
    const message = await manifest.test(source);
    return { ok: true, message: createSecretHider(source.secrets).text(message), details: undefined, token };
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    return { ok: false, ...reasonOf(error, source.secrets), token: undefined };
  }
}
