import { mkdtempSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, inject } from 'vitest';
import { createApp } from '../../server/app.ts';
import { type Config, configFrom } from '../../server/platform/config.ts';
import { type Database, openDatabase } from '../../server/platform/database/open.ts';
import { sessionsFrom } from '../../server/platform/identity/sessions.ts';
import { portsFrom } from '../../server/platform/ports/index.ts';
import { startNameServer } from './dns.ts';
import { databaseUrl } from './engine.ts';
import { observing, observingLog } from './observed.ts';
import { everyPermission, newMember, newOrganization, type TestMember, type TestOrganization } from './organization.ts';

/** On a busy machine the one session of the embedded engine is waited for as long as it takes. */
export function openTestDatabase(): Promise<Database> {
  return openDatabase(databaseUrl ? { databaseUrl } : { dump: new Blob([readFileSync(inject('dump'))]), acquireTimeout: 60_000 });
}

/** No limits, and every answer checked against the contract. Servers of tests may be called, and at once again. */
export function testConfig(env: Record<string, string> = {}): Config {
  return configFrom({
    LOG_LEVEL: 'fatal',
    RATE_LIMIT: '0',
    ORGANIZATION_RATE_LIMIT: '0',
    CREDENTIAL_FAILURE_LIMIT: '1000000',
    SUGGESTION_RATE_LIMIT: '1000000',
    CHECK_IN_RATE_LIMIT: '1000000',
    ACCESS_REQUEST_RATE_LIMIT: '1000000',
    ACCESS_RECLAIM_RATE_LIMIT: '1000000',
    ACCESS_QUESTIONNAIRE_RATE_LIMIT: '1000000',
    TRUST_PAGE_RATE_LIMIT: '1000000',
    VALIDATE_RESPONSES: '1',
    DEMO: '0',
    SECRET: 'the same of all servers on one database',
    ALLOWED_NETWORKS: '127.0.0.1',
    INTEGRATION_PAUSE: '1',
    DATA_DIR: mkdtempSync(path.join(tmpdir(), 'data-')),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...env,
  });
}

/** The real app on this database, listening on a free port or this one until the process ends. Its work in the background is not started. */
export async function listenOn(database: Database, config: Config, port = 0) {
  const ports = await portsFrom(config);
  const { app, runs } = createApp(database, config, ports, observingLog(config.logLevel));
  // As long as the service keeps them: a client that is about to use a connection must not find it closed.
  const { keepAliveTimeout } = config;
  const server = http.createServer({ keepAliveTimeout }, observing(app)).listen(port, '127.0.0.1').unref();
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return { server, ports, runs, base: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}` };
}

/** Whichever process works on a run: the servers of tests are trusted by all of them. */
export function trustAuthority() {
  tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), inject('authority').cert]);
}

type App = Awaited<ReturnType<typeof startOn>>;
let running: Promise<App> | undefined;
/** Servers on one database have the same files: whichever works on a run finds what another was sent. */
const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'data-'));
/** It listens until the process ends. */
async function startOn(database: Database, env: Record<string, string> = {}) {
  trustAuthority();
  const names = await startNameServer();
  const config = testConfig({ DATA_DIR, DNS_SERVERS: names.address, TRUST_PORTAL_HOST: 'portals.example.net', ...env });
  const listening = await listenOn(database, config);
  listening.runs.start();
  return { database, config, names, ...listening };
}

export type Caller = Awaited<ReturnType<ReturnType<typeof startApp>['caller']>>;

/**
 * The real app, over HTTP. A fresh organization is a test's isolation.
 * @param open another database than the one that all files of a process share: its app works in the background until the file ends
 * @param env settings of an app on another database
 */
export function startApp(open?: () => Promise<Database>, env?: Record<string, string>) {
  let app: App;
  beforeAll(async () => {
    app = open ? await startOn(await open(), env) : await (running ??= openTestDatabase().then((database) => startOn(database)));
  });
  // Work that nobody waits for any longer would keep that of the next file waiting.
  afterAll(async () => {
    if (open) await app.runs.stop();
    await app.database.system
      .updateTable('run')
      .set({ status: 'cancelled', lease: null, finished_at: new Date().toISOString() })
      .where('status', 'in', ['queued', 'running'])
      .execute();
  });
  const ask = (method: string, url: string, options: Options = {}) => call(app.base, method, url, options);
  /** Asks with the session of a member. */
  async function personOf(organization: Pick<TestOrganization, 'id'>, member: TestMember) {
    const token = await sessionsFrom(app.config.session, app.ports.secrets).issue(member.userId, 600);
    return {
      token,
      call: (method: string, url: string, { headers, ...options }: Options = {}) =>
        ask(method, url, { bearer: token, headers: { 'X-Organization-Id': organization.id, ...headers }, ...options }),
    };
  }
  async function callerOf(scopes?: readonly string[], roles?: readonly string[]) {
    const organization = await newOrganization(app.database, scopes, roles);
    const { token, call: inPerson } = await personOf(organization, organization.owner);
    return {
      organization,
      token,
      inPerson,
      call: (method: string, url: string, options: Options = {}) => ask(method, url, { key: organization.key, ...options }),
    };
  }
  return {
    get database() {
      return app.database;
    },
    /** Where its files are. */
    get dataDir() {
      return app.config.dataDir;
    },
    get base() {
      return app.base;
    },
    get ports() {
      return app.ports;
    },
    /** The name server that the app asks. */
    get names() {
      return app.names;
    },
    /** Without any credential. */
    call: ask,
    /** A fresh organization, and a caller with a key of its owner's. What takes a person the owner does in person. */
    caller: (scopes?: readonly string[]) => callerOf(scopes),
    /** The same with an owner who is an auditor, too, and so may do everything. */
    callerForEverything: (scopes?: readonly string[]) => callerOf(scopes, everyPermission),
    /** A caller with the session of a member; of a new one with these roles, unless one is given. */
    async session(organization: Pick<TestOrganization, 'id'>, who: readonly string[] | TestMember) {
      const member = 'id' in who ? who : await newMember(app.database, organization.id, who);
      return { member, ...(await personOf(organization, member)) };
    },
  };
}

export interface Options {
  readonly key?: string | undefined;
  readonly bearer?: string;
  readonly accept?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body as it is to be sent, and its type. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly type?: string | undefined;
}

/** Sends a request. JSON answers come parsed, others as text; what is no text is in the bytes. */
export async function call(
  base: string,
  method: string,
  url: string,
  {
    key,
    bearer,
    accept,
    headers,
    body,
    raw = body === undefined ? undefined : JSON.stringify(body),
    type = raw === undefined ? undefined : 'application/json',
  }: Options,
) {
  const all = {
    ...(key && { 'x-api-key': key }),
    ...(accept && { accept }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(type && { 'content-type': type }),
    ...headers,
  };
  const response = await fetch(base + url, { method, headers: all, redirect: 'manual', ...(raw !== undefined && { body: raw }) });
  const bytes = await response.bytes();
  const text = new TextDecoder().decode(bytes);
  const isJson =
    /json\b(?!-)/.test(response.headers.get('content-type') ?? '') && !response.headers.get('content-type')?.includes('ndjson');
  return { status: response.status, headers: response.headers, bytes, text, body: text && isJson ? JSON.parse(text) : undefined };
}

/** Follows the Link header from page to page. @returns the bodies */
export async function allPages(ask: (method: string, url: string) => Promise<Awaited<ReturnType<typeof call>>>, url: string) {
  const bodies = [];
  for (let next: string | undefined = url; next;) {
    const page: Awaited<ReturnType<typeof call>> = await ask('GET', next);
    if (page.status !== 200) throw new Error(`${next}: ${page.status} ${page.text}`);
    bodies.push(page.body);
    next = /^<(.*)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return bodies;
}
