import { mkdtempSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, inject } from 'vitest';
import { createApp } from '../../server/app.ts';
import { type Config, configFrom } from '#platform/config';
import { type Database, openDatabase } from '#platform/database/open';
import { sessionsFrom } from '#platform/identity/sessions';
import { portsFrom } from '#platform/ports/index';
import { startNameServer } from './dns.ts';
import { databaseUrl } from './engine.ts';
import { recordAnswers, createRecordingLog } from './observed.ts';
import { everyPermission, newMember, newOrganization, type TestMember, type TestOrganization } from './organization.ts';

/** On a busy machine, requests wait for the single session of the embedded engine as long as necessary. */
export function openTestDatabase(): Promise<Database> {
  return openDatabase(databaseUrl ? { databaseUrl } : { dump: new Blob([readFileSync(inject('dump'))]), acquireTimeout: 60_000 });
}

/** No limits, every answer is checked against the contract, and test servers on this machine may be called, repeatedly without a pause. */
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

/** The real app on this database. It listens on a free port, or on this one, until the process ends. Background work is not started. */
export async function listenOn(database: Database, config: Config, port = 0) {
  const ports = await portsFrom(config);
  const { app, runs } = createApp(database, config, ports, createRecordingLog(config.logLevel));
  // As long as the service keeps connections open: a client must not find one closed that it is about to use.
  const { keepAliveTimeout } = config;
  const server = http.createServer({ keepAliveTimeout }, recordAnswers(app)).listen(port, '127.0.0.1').unref();
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return { server, ports, runs, base: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}` };
}

/** Makes all processes trust the certificates of test servers, because any process may work on a run. */
export function trustAuthority() {
  tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), inject('authority').cert]);
}

type App = Awaited<ReturnType<typeof startOn>>;
let running: Promise<App> | undefined;
/** Servers on one database share their files, because any of them may work on a run that needs an upload. */
const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'data-'));
/** The app listens until the process ends. */
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
 * The real app over HTTP. Tests are isolated by fresh organizations.
 * @param open opens another database than the one that all files of a process share: the app on it does background work until the file ends
 * @param env settings of an app on another database
 */
export function startApp(open?: () => Promise<Database>, env?: Record<string, string>) {
  let app: App;
  beforeAll(async () => {
    app = open ? await startOn(await open(), env) : await (running ??= openTestDatabase().then((database) => startOn(database)));
  });
  // Stops unneeded work, which would delay that of the next file.
  afterAll(async () => {
    if (open) await app.runs.stop();
    await app.database.system
      .updateTable('run')
      .set({ status: 'cancelled', lease: null, finished_at: new Date().toISOString() })
      .where('status', 'in', ['queued', 'running'])
      .execute();
  });
  const ask = (method: string, url: string, options: Options = {}) => call(app.base, method, url, options);
  /** A caller with the session of a member. */
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
    /** The folder of the app's files. */
    get dataDir() {
      return app.config.dataDir;
    },
    get base() {
      return app.base;
    },
    get ports() {
      return app.ports;
    },
    /** The name server that the app uses. */
    get names() {
      return app.names;
    },
    /** Sends requests without credentials. */
    call: ask,
    /** A fresh organization, and a caller with a key of its owner. Operations that require a person are called by the owner in person. */
    caller: (scopes?: readonly string[]) => callerOf(scopes),
    /** The same with an owner who is also an auditor and therefore has every permission. */
    callerForEverything: (scopes?: readonly string[]) => callerOf(scopes, everyPermission),
    /** A caller with the session of a member, or of a new one with these roles. */
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
  /** A raw body, and its type. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly type?: string | undefined;
}

/** Sends a request. JSON answers are parsed, text is returned as text, and everything else as bytes. */
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
