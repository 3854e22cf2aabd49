/** Starts the real app for tests, and sends requests to it. */
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
import { guardStatuses } from './guarded-statuses.ts';
import { recordAnswers, createRecordingLog } from './observed.ts';
import { everyPermission, newMember, newOrganization, type TestMember, type TestOrganization } from './organization.ts';

/** Opens the database of this process. On a busy machine, requests may wait a minute for the single session of the embedded engine. */
export function openTestDatabase(): Promise<Database> {
  return openDatabase(databaseUrl ? { databaseUrl } : { dump: new Blob([readFileSync(inject('dump'))]), acquireTimeout: 60_000 });
}

/** Settings without rate limits. Every answer is checked against the contract, and test servers on this machine may be called. */
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

/** Starts the real app on a database. It listens on a port, by default a free one, until the process ends. Starts no background work. */
export async function listenOn(database: Database, config: Config, port = 0) {
  const ports = await portsFrom(config);
  const { app, runs } = createApp(database, config, ports, createRecordingLog(config.logLevel));
  // Connections are kept open as long as in the service, so that a client does not use a connection that is being closed.
  const { keepAliveTimeout } = config;
  const server = http.createServer({ keepAliveTimeout }, recordAnswers(app)).listen(port, '127.0.0.1').unref();
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return { server, ports, runs, base: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}` };
}

/** Makes this process trust the certificates of test servers. All processes do this, because any of them may work on a run. */
export function trustAuthority() {
  tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), inject('authority').cert]);
}

type App = Awaited<ReturnType<typeof startOn>>;
let running: Promise<App> | undefined;
/** Servers on one database share their files, because any of them may work on a run that needs an upload. */
const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'data-'));
/** Starts the app and its background work. It listens until the process ends. */
async function startOn(database: Database, env: Record<string, string> = {}) {
  trustAuthority();
  await guardStatuses(database);
  const names = await startNameServer();
  const config = testConfig({ DATA_DIR, DNS_SERVERS: names.address, TRUST_PORTAL_HOST: 'portals.example.net', ...env });
  const listening = await listenOn(database, config);
  listening.runs.start();
  return { database, config, names, ...listening };
}

export type Caller = Awaited<ReturnType<ReturnType<typeof startApp>['caller']>>;

/**
 * Starts the real app, which tests call over HTTP. Fresh organizations isolate the tests.
 * @param openOtherDatabase opens a database for this file instead of the one that all files of a process share
 * @param env settings of the app on the other database
 */
export function startApp(openOtherDatabase?: () => Promise<Database>, env?: Record<string, string>) {
  let app: App;
  beforeAll(async () => {
    app = openOtherDatabase
      ? await startOn(await openOtherDatabase(), env)
      : await (running ??= openTestDatabase().then((database) => startOn(database)));
  });
  // Stops remaining background work, which would delay the runs of the next test file.
  afterAll(async () => {
    if (openOtherDatabase) await app.runs.stop();
    await app.database.system
      .updateTable('run')
      .set({ status: 'cancelled', lease: null, finished_at: new Date().toISOString() })
      .where('status', 'in', ['queued', 'running'])
      .execute();
  });
  const ask = (method: string, url: string, options: RequestOptions = {}) => call(app.base, method, url, options);
  /** @returns a caller with the session of a member */
  async function personOf(organization: Pick<TestOrganization, 'id'>, member: TestMember) {
    const token = await sessionsFrom(app.config.session, app.ports.secrets).issue(member.userId, 600);
    return {
      token,
      call: (method: string, url: string, { headers, ...options }: RequestOptions = {}) =>
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
      call: (method: string, url: string, options: RequestOptions = {}) => ask(method, url, { key: organization.key, ...options }),
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
    /** Creates an organization. @returns a caller with a key of its owner; `inPerson` calls in a session of the owner */
    caller: (scopes?: readonly string[]) => callerOf(scopes),
    /** Creates the same as `caller`, with an owner who is also an auditor and therefore has every permission. */
    callerForEverything: (scopes?: readonly string[]) => callerOf(scopes, everyPermission),
    /** @returns a caller with the session of a member, or of a new member with these roles */
    async session(organization: Pick<TestOrganization, 'id'>, rolesOrMember: readonly string[] | TestMember) {
      const member = 'id' in rolesOrMember ? rolesOrMember : await newMember(app.database, organization.id, rolesOrMember);
      return { member, ...(await personOf(organization, member)) };
    },
  };
}

export interface RequestOptions {
  readonly key?: string | undefined;
  readonly bearer?: string;
  readonly accept?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is sent as it is, instead of `body` as JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  /** The media type of the body; JSON by default. */
  readonly type?: string | undefined;
}

/** Sends a request. @returns the answer with its content as bytes, as text, and, if it is JSON, parsed in `body` */
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
  }: RequestOptions,
) {
  const allHeaders = {
    ...(key && { 'x-api-key': key }),
    ...(accept && { accept }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(type && { 'content-type': type }),
    ...headers,
  };
  const response = await fetch(base + url, { method, headers: allHeaders, redirect: 'manual', ...(raw !== undefined && { body: raw }) });
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
    next = /<([^<>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return bodies;
}
