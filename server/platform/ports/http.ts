/** HTTP client for URLs entered by users: it checks their addresses, limits time and size, and retries where that may help. */
import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, buildConnector, errors, request } from 'undici';
import { type Addresses, AddressRefused, type GuardedAddresses } from './addresses.ts';
import { type Certificate, inspectCertificate, type SecureVersion } from './certificate.ts';
import { pauseBefore } from './retry-pause.ts';
import { Unreachable } from './unreachable.ts';

export interface HttpRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Maximum retries after a transport failure, 429 or 5xx; the default is three. */
  readonly repeats?: number;
  /** Factor for the pauses between retries. */
  readonly pauseFactor?: number;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Keyed by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A call defined by an organization's check. It is never retried. */
export interface FetchRequest {
  readonly method: 'GET' | 'HEAD';
  /** Sent only to the first host. */
  readonly headers: Readonly<Record<string, string>>;
  /** Time limit of an answer in milliseconds. */
  readonly timeoutMs: number;
  /** @returns why a URL must not be called; undefined when it may. Redirects are checked as well. */
  refuse(url: URL): string | undefined;
  readonly signal: AbortSignal;
}

export interface FetchResponse extends Omit<HttpResponse, 'text'> {
  readonly bytes: Buffer;
}

/** Response of a server that may be misconfigured. */
export interface ProbeResponse extends Omit<HttpResponse, 'text'> {
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  /** Start of the body. */
  readonly start: string;
}

/** What the host of a URL resolves to; `unknown` when no name server answered. */
export type AddressStatus = 'permitted' | 'refused' | 'unresolved' | 'unknown';

export interface Http {
  /** @returns the answer, whatever its status @throws Unreachable when there is none */
  ask(url: URL, callOptions?: HttpRequest): Promise<HttpResponse>;
  /**
   * Calls a URL from an organization's check. `refuse` checks this URL and each redirect, connections without TLS are limited to the
   * networks that the installation lists, and there are no retries.
   * @returns the answer, whatever its status @throws Unreachable when there is none
   */
  fetch(url: URL, fetchOptions: FetchRequest): Promise<FetchResponse>;
  /** Returns the server's certificate, valid or not. @param newest newest TLS version to offer @throws Unreachable */
  certificate(url: URL, signal?: AbortSignal, newest?: SecureVersion): Promise<Certificate>;
  /** Sends one GET, even if the certificate is invalid, because nothing secret is sent. Follows no redirects. @throws Unreachable when there is no answer */
  probe(url: URL, signal: AbortSignal): Promise<ProbeResponse>;
  /** Returns whether the host of a URL currently resolves to permitted addresses. Each call of the URL checks this again. */
  addressStatus(url: URL): Promise<AddressStatus>;
}

export interface HttpLimits {
  /** Time limit of one attempt in milliseconds, including the answer. */
  readonly timeout: number;
  /** Milliseconds before the first retry; the next retries wait twice and four times as long. */
  readonly pause: number;
  /** Maximum bytes of an answer; the default is 10 MiB. */
  readonly maxResponseBytes?: number;
}

const defaultMaxBytes = 10 * 1024 * 1024;
const maxRedirects = 5;
/** Limits for calls defined by checks. */
const fetchLimits = { maxResponseBytes: 5 * 1024 * 1024, redirects: 3 } as const;

export function createHttp(addresses: GuardedAddresses, { timeout, pause, maxResponseBytes = defaultMaxBytes }: HttpLimits): Http {
  const agent = agentFor(() => addresses, timeout, maxResponseBytes);
  const fetchAgent = agentFor((protocol) => (protocol === 'https:' ? addresses : addresses.listed), timeout, fetchLimits.maxResponseBytes);

  const probeAgent = agentFor(() => addresses, timeout, maxResponseBytes, false);

  async function sendOnce(url: URL, { method = 'GET', headers, body, signal }: HttpRequest): Promise<HttpResponse> {
    const { bytes, ...answer } = await send(url, { method, headers, body, signal }, { agent, timeout, maxBytes: maxResponseBytes });
    return { ...answer, text: new TextDecoder().decode(bytes) };
  }

  /** Follows redirects on the same host. */
  async function follow(url: URL, callOptions: HttpRequest, redirectsLeft = maxRedirects): Promise<HttpResponse> {
    const answer = await sendOnce(url, callOptions);
    const { location } = answer.headers;
    if (!isRedirect(answer.status) || location === undefined || (callOptions.method ?? 'GET') !== 'GET') return answer;
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (!next || !isSameHost(url, next)) throw new Unreachable(`${url.host} redirects to another host`);
    if (redirectsLeft === 0) throw new Unreachable(`${url.host} redirects more than ${maxRedirects} times`);
    return follow(next, callOptions, redirectsLeft - 1);
  }

  async function attempt(url: URL, callOptions: HttpRequest): Promise<HttpResponse | Unreachable> {
    return follow(url, callOptions).catch((error: unknown) => {
      if (error instanceof Unreachable && error.isTransient) return error;
      throw error;
    });
  }

  return {
    async ask(url, callOptions = {}) {
      if (!/^https?:$/.test(url.protocol)) throw new Unreachable('only http and https are spoken');
      for (let repetition = 0; ; repetition += 1) {
        const result = await attempt(url, callOptions);
        const isLastAttempt = repetition >= (callOptions.repeats ?? 3);
        if (!(result instanceof Unreachable) && (isLastAttempt || (result.status !== 429 && result.status < 500))) return result;
        if (isLastAttempt) throw result;
        await wait(
          pauseBefore(
            repetition,
            pause * (callOptions.pauseFactor ?? 1),
            result instanceof Unreachable ? undefined : result.headers['retry-after'],
          ),
          undefined,
          { signal: callOptions.signal },
        ).catch((error: unknown) => {
          callOptions.signal?.throwIfAborted();
          throw error;
        });
      }
    },
    fetch: (url, fetchOptions) => fetchFrom(url, fetchOptions, fetchAgent),
    certificate: (url, signal, newest) =>
      inspectCertificate(
        url,
        addresses,
        signal ? AbortSignal.any([signal, AbortSignal.timeout(timeout)]) : AbortSignal.timeout(timeout),
        newest,
      ),
    probe: (url, signal) => probeServer(url, { agent: probeAgent, timeout, signal }),
    addressStatus: (url) => addressStatusOf(url, addresses),
  };
}

/**
 * @param addressesFor returns which addresses may be connected to with this protocol
 * @param maxBytes maximum bytes of an answer
 * @param requiresTrust whether a valid certificate is required
 */
function agentFor(
  addressesFor: (protocol: string | undefined) => Addresses,
  timeout: number,
  maxBytes: number,
  requiresTrust = true,
): Agent {
  const connectors = new Map<Addresses, buildConnector.connector>();
  return new Agent({
    maxResponseSize: maxBytes,
    connect(options, callback) {
      const addresses = addressesFor(options.protocol);
      // A literal address is not resolved, so `lookup` would not check it.
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) && !addresses.permits(host)) return callback(new AddressRefused(host), null);
      const connect =
        connectors.get(addresses) ??
        buildConnector({ lookup: addresses.lookup, timeout, ...(!requiresTrust && { rejectUnauthorized: false }) });
      connectors.set(addresses, connect);
      connect(options, callback);
    },
  });
}

interface SendOptions {
  readonly method: NonNullable<HttpRequest['method']> | 'HEAD';
  readonly headers: HttpRequest['headers'];
  readonly body?: string | undefined;
  readonly signal: AbortSignal | undefined;
}

async function send(
  url: URL,
  { method, headers, body, signal }: SendOptions,
  { agent, timeout, maxBytes }: { readonly agent: Agent; readonly timeout: number; readonly maxBytes: number },
): Promise<FetchResponse> {
  const timeoutSignal = AbortSignal.timeout(timeout);
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method,
      headers: { 'user-agent': 'compliance-automation', ...headers },
      body: body ?? null,
      signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
    });
    const flatHeaders = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')] as const);
    return { status: answer.statusCode, headers: Object.fromEntries(flatHeaders), bytes: Buffer.from(await answer.body.arrayBuffer()) };
  } catch (error) {
    signal?.throwIfAborted();
    throw unreachableError(url, error, timeoutSignal.aborted, timeout, maxBytes);
  }
}

/** Maximum bytes of a body that `probe` reads. */
const maxProbeBytes = 16_384;

async function probeServer(
  url: URL,
  { agent, timeout, signal }: { readonly agent: Agent; readonly timeout: number; readonly signal: AbortSignal },
): Promise<ProbeResponse> {
  const timeoutSignal = AbortSignal.timeout(timeout);
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      headers: { 'user-agent': 'compliance-automation' },
      signal: AbortSignal.any([signal, timeoutSignal]),
      reset: true,
    });
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of body) {
      if (!(part instanceof Uint8Array)) continue;
      parts.push(part);
      size += part.length;
      if (size >= maxProbeBytes) break;
    }
    const { 'set-cookie': cookies = [], ...otherHeaders } = headers;
    const flatHeaders = Object.entries(otherHeaders).map(([name, value]) => [name, [value].flat().join(', ')] as const);
    const start = new TextDecoder().decode(Buffer.concat(parts).subarray(0, maxProbeBytes));
    return { status: statusCode, headers: Object.fromEntries(flatHeaders), cookies: [cookies].flat(), start };
  } catch (error) {
    signal.throwIfAborted();
    throw unreachableError(url, error, timeoutSignal.aborted, timeout, defaultMaxBytes);
  }
}

function addressStatusOf(url: URL, addresses: Addresses): Promise<AddressStatus> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return Promise.resolve(addresses.permits(host) ? 'permitted' : 'refused');
  const { promise, resolve } = Promise.withResolvers<AddressStatus>();
  addresses.lookup(host, { all: true }, (error) => {
    if (!error) return resolve('permitted');
    if (error instanceof AddressRefused) return resolve('refused');
    resolve(error.code === 'ENOTFOUND' || error.code === 'ENODATA' ? 'unresolved' : 'unknown');
  });
  return promise;
}

/** Follows redirects to permitted hosts. Headers dropped on the way to another host are not sent again. */
async function fetchFrom(
  url: URL,
  fetchOptions: FetchRequest,
  agent: Agent,
  redirectsLeft: number = fetchLimits.redirects,
): Promise<FetchResponse> {
  const { method, headers, timeoutMs, refuse, signal } = fetchOptions;
  if (!/^https?:$/.test(url.protocol)) throw new Unreachable('only http and https are spoken');
  const refusalReason = refuse(url);
  if (refusalReason !== undefined) throw new Unreachable(refusalReason);
  const answer = await send(url, { method, headers, signal }, { agent, timeout: timeoutMs, maxBytes: fetchLimits.maxResponseBytes });
  const { location } = answer.headers;
  if (!isRedirect(answer.status) || location === undefined) return answer;
  if (redirectsLeft === 0) throw new Unreachable(`${url.host} redirects more than ${fetchLimits.redirects} times`);
  if (!URL.canParse(location, url.href)) throw new Unreachable(`${url.host} redirects to what is no address`);
  const next = new URL(location, url);
  // A redirect may contain a name and password, which would be sent as a header.
  next.username = next.password = '';
  return fetchFrom(next, { ...fetchOptions, headers: isSameHost(url, next) ? headers : {} }, agent, redirectsLeft - 1);
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** An upgrade from http to https counts as the same host, but not the reverse. */
function isSameHost(source: URL, target: URL): boolean {
  return (
    target.origin === source.origin || (target.hostname === source.hostname && source.protocol === 'http:' && target.protocol === 'https:')
  );
}

function unreachableError(url: URL, error: unknown, hasTimedOut: boolean, timeout: number, maxBytes: number): Unreachable {
  if (hasTimedOut) return new Unreachable(`${url.host} did not answer within ${timeout / 1_000} seconds`, true);
  if (error instanceof AddressRefused) return new Unreachable(error.message);
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return new Unreachable(`${url.host} answered with more than ${maxBytes / 1024 / 1024} MiB`);
  if (error instanceof errors.InvalidArgumentError) return new Unreachable('a credential holds a character that cannot be sent');
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new Unreachable(`${url.host} could not be reached${code}`, true);
}
