/** The one way in which the service calls addresses that somebody typed: guarded, bounded in time and size, and repeated where that may help. */
import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, buildConnector, errors, request } from 'undici';
import { type Addresses, AddressRefused, type GuardedAddresses } from './addresses.ts';
import { type Certificate, inspect, type SecureVersion } from './certificate.ts';
import { Unreachable } from './unreachable.ts';

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How often the call may be repeated after a failure of transport, 429 and 5xx; the default is three times. */
  readonly repeats?: number;
  /** How many times as long as usual the pauses before that are. */
  readonly slowly?: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

export interface Answered {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A call that the text of an organization describes. It is made once. */
export interface Fetched {
  readonly method: 'GET' | 'HEAD';
  /** Not sent to another host than the first one. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds that an answer may take. */
  readonly timeoutMs: number;
  /** @returns why an address must not be called; undefined when it may. It is asked about each redirect, too. */
  refuse(url: URL): string | undefined;
  readonly signal: AbortSignal;
}

export interface Received extends Omit<Answered, 'text'> {
  readonly bytes: Buffer;
}

/** One look at a server that may be misconfigured. */
export interface Looked extends Omit<Answered, 'text'> {
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  /** The beginning of the body. */
  readonly start: string;
}

/** What an address leads to: `unknown` when no name server could say. */
export type Standing = 'permitted' | 'refused' | 'unresolved' | 'unknown';

export interface Http {
  /** @returns the answer, of whatever status. @throws Unreachable when there is none */
  ask(url: URL, asked?: Asked): Promise<Answered>;
  /**
   * Calls an address that a check of an organization names. It goes to another host only with permission, without TLS only to the networks
   * that the installation lists, and is never repeated.
   * @returns the answer, of whatever status @throws Unreachable when there is none
   */
  fetch(url: URL, fetched: Fetched): Promise<Received>;
  /** The certificate of the server, whether it is valid or not. @param newest the newest version of TLS that is offered @throws Unreachable */
  certificate(url: URL, signal?: AbortSignal, newest?: SecureVersion): Promise<Certificate>;
  /** One request that reads, whatever the certificate is: nothing secret is sent. No redirect is followed. @throws Unreachable */
  look(url: URL, signal: AbortSignal): Promise<Looked>;
  /** Whether an address may be called, as of now: each call asks again. */
  standing(url: URL): Promise<Standing>;
}

export interface Bounds {
  /** Milliseconds that one attempt may take, answer included. */
  readonly timeout: number;
  /** Milliseconds before the first repetition; the next ones wait twice and four times as long. */
  readonly pause: number;
  /** Bytes that an answer may have; the default is 10 MiB. */
  readonly maxResponseBytes?: number;
}

const mostBytes = 10 * 1024 * 1024;
const redirects = 5;
/** The same of calls that checks describe. */
const fetching = { maxResponseBytes: 5 * 1024 * 1024, redirects: 3 } as const;
/** Longest pause (ms) that another system may ask for. */
const longest = 30_000;

export function httpWithin(addresses: GuardedAddresses, { timeout, pause, maxResponseBytes = mostBytes }: Bounds): Http {
  const agent = agentFor(() => addresses, timeout, maxResponseBytes);
  const fetchingAgent = agentFor((protocol) => (protocol === 'https:' ? addresses : addresses.listed), timeout, fetching.maxResponseBytes);

  const lookingAgent = agentFor(() => addresses, timeout, maxResponseBytes, false);

  async function once(url: URL, { method = 'GET', headers, body, signal }: Asked): Promise<Answered> {
    const { bytes, ...answer } = await send(url, { method, headers, body, signal }, { agent, timeout, most: maxResponseBytes });
    return { ...answer, text: new TextDecoder().decode(bytes) };
  }

  /** Follows where the answer leads, as long as that is the same host. */
  async function follow(url: URL, asked: Asked, left = redirects): Promise<Answered> {
    const answer = await once(url, asked);
    const { location } = answer.headers;
    if (!isRedirect(answer.status) || location === undefined || (asked.method ?? 'GET') !== 'GET') return answer;
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (!next || !isSameHost(url, next)) throw new Unreachable(`${url.host} redirects to another host`);
    if (left === 0) throw new Unreachable(`${url.host} redirects more than ${redirects} times`);
    return follow(next, asked, left - 1);
  }

  async function attempt(url: URL, asked: Asked): Promise<Answered | Unreachable> {
    return follow(url, asked).catch((error: unknown) => {
      if (error instanceof Unreachable && error.passing) return error;
      throw error;
    });
  }

  return {
    async ask(url, asked = {}) {
      if (!/^https?:$/.test(url.protocol)) throw new Unreachable('only http and https are spoken');
      for (let repetition = 0; ; repetition += 1) {
        const found = await attempt(url, asked);
        const last = repetition >= (asked.repeats ?? 3);
        if (!(found instanceof Unreachable) && (last || (found.status !== 429 && found.status < 500))) return found;
        if (last) throw found;
        await wait(
          pauseBefore(repetition, pause * (asked.slowly ?? 1), found instanceof Unreachable ? undefined : found.headers['retry-after']),
          undefined,
          { signal: asked.signal },
        ).catch((error: unknown) => {
          asked.signal?.throwIfAborted();
          throw error;
        });
      }
    },
    fetch: (url, fetched) => fetchFrom(url, fetched, fetchingAgent),
    certificate: (url, signal, newest) =>
      inspect(url, addresses, signal ? AbortSignal.any([signal, AbortSignal.timeout(timeout)]) : AbortSignal.timeout(timeout), newest),
    look: (url, signal) => lookAt(url, { agent: lookingAgent, timeout, signal }),
    standing: (url) => standingOf(url, addresses),
  };
}

/**
 * @param permitted which addresses may be connected to with this protocol
 * @param most bytes of an answer
 * @param trusting whether only servers are called that an authority vouches for
 */
function agentFor(permitted: (protocol: string | undefined) => Addresses, timeout: number, most: number, trusting = true): Agent {
  const connectors = new Map<Addresses, buildConnector.connector>();
  return new Agent({
    maxResponseSize: most,
    connect(options, callback) {
      const addresses = permitted(options.protocol);
      // Who writes an address for a name asks no name server.
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) && !addresses.permits(host)) return callback(new AddressRefused(host), null);
      const connect =
        connectors.get(addresses) ?? buildConnector({ lookup: addresses.lookup, timeout, ...(!trusting && { rejectUnauthorized: false }) });
      connectors.set(addresses, connect);
      connect(options, callback);
    },
  });
}

interface Sent {
  readonly method: NonNullable<Asked['method']> | 'HEAD';
  readonly headers: Asked['headers'];
  readonly body?: string | undefined;
  readonly signal: AbortSignal | undefined;
}

async function send(
  url: URL,
  { method, headers, body, signal }: Sent,
  { agent, timeout, most }: { readonly agent: Agent; readonly timeout: number; readonly most: number },
): Promise<Received> {
  const late = AbortSignal.timeout(timeout);
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method,
      headers: { 'user-agent': 'compliance-automation', ...headers },
      body: body ?? null,
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    const flat = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')] as const);
    return { status: answer.statusCode, headers: Object.fromEntries(flat), bytes: Buffer.from(await answer.body.arrayBuffer()) };
  } catch (error) {
    signal?.throwIfAborted();
    throw unreachable(url, error, late.aborted, timeout, most);
  }
}

/** Bytes that a look takes of a body. */
const glimpse = 16_384;

async function lookAt(
  url: URL,
  { agent, timeout, signal }: { readonly agent: Agent; readonly timeout: number; readonly signal: AbortSignal },
): Promise<Looked> {
  const late = AbortSignal.timeout(timeout);
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      headers: { 'user-agent': 'compliance-automation' },
      signal: AbortSignal.any([signal, late]),
      reset: true,
    });
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of body) {
      if (!(part instanceof Uint8Array)) continue;
      parts.push(part);
      size += part.length;
      if (size >= glimpse) break;
    }
    const { 'set-cookie': cookies = [], ...others } = headers;
    const flat = Object.entries(others).map(([name, value]) => [name, [value].flat().join(', ')] as const);
    const start = new TextDecoder().decode(Buffer.concat(parts).subarray(0, glimpse));
    return { status: statusCode, headers: Object.fromEntries(flat), cookies: [cookies].flat(), start };
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(url, error, late.aborted, timeout, mostBytes);
  }
}

function standingOf(url: URL, addresses: Addresses): Promise<Standing> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return Promise.resolve(addresses.permits(host) ? 'permitted' : 'refused');
  const { promise, resolve } = Promise.withResolvers<Standing>();
  addresses.lookup(host, { all: true }, (error) => {
    if (!error) return resolve('permitted');
    if (error instanceof AddressRefused) return resolve('refused');
    resolve(error.code === 'ENOTFOUND' || error.code === 'ENODATA' ? 'unresolved' : 'unknown');
  });
  return promise;
}

/** Follows redirects to hosts that may be called. Headers that are dropped on the way to another host stay away. */
async function fetchFrom(url: URL, fetched: Fetched, agent: Agent, left: number = fetching.redirects): Promise<Received> {
  const { method, headers, timeoutMs, refuse, signal } = fetched;
  if (!/^https?:$/.test(url.protocol)) throw new Unreachable('only http and https are spoken');
  const refused = refuse(url);
  if (refused !== undefined) throw new Unreachable(refused);
  const answer = await send(url, { method, headers, signal }, { agent, timeout: timeoutMs, most: fetching.maxResponseBytes });
  const { location } = answer.headers;
  if (!isRedirect(answer.status) || location === undefined) return answer;
  if (left === 0) throw new Unreachable(`${url.host} redirects more than ${fetching.redirects} times`);
  if (!URL.canParse(location, url.href)) throw new Unreachable(`${url.host} redirects to what is no address`);
  const next = new URL(location, url);
  // A redirect may name a user, whose name and password would be sent as a header.
  next.username = next.password = '';
  return fetchFrom(next, { ...fetched, headers: isSameHost(url, next) ? headers : {} }, agent, left - 1);
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/**
 * Milliseconds to wait before a call is repeated.
 * @param repetition 0 before the first one @param pause before that @param asked for by the other system, in seconds or as a date
 */
export function pauseBefore(repetition: number, pause: number, asked: string | undefined): number {
  const own = pause * 2 ** repetition;
  if (asked === undefined) return own;
  const waitMs = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now();
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), longest) : own;
}

/** From http to https it is the same host still, never the other way. */
function isSameHost(from: URL, to: URL): boolean {
  return to.origin === from.origin || (to.hostname === from.hostname && from.protocol === 'http:' && to.protocol === 'https:');
}

function unreachable(url: URL, error: unknown, late: boolean, timeout: number, most: number): Unreachable {
  if (late) return new Unreachable(`${url.host} did not answer within ${timeout / 1_000} seconds`, true);
  if (error instanceof AddressRefused) return new Unreachable(error.message);
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return new Unreachable(`${url.host} answered with more than ${most / 1024 / 1024} MiB`);
  if (error instanceof errors.InvalidArgumentError) return new Unreachable('a credential holds a character that cannot be sent');
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new Unreachable(`${url.host} could not be reached${code}`, true);
}
