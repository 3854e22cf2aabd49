import { readFileSync } from 'node:fs';
import express, { type Express, type Request } from 'express';
import helmet from 'helmet';
import { handlers } from '#areas/index';
import { jobHandlers } from '#areas/job-handlers';
import { findProgress } from '#areas/framework-progress';
import type { Config } from '#platform/config';
import { createOperationCaller } from '#contract/call-operation';
import { authorize } from '#contract/authorize';
import { bodyReader } from '#contract/body';
import { composeMiddleware } from '#contract/compose-middleware';
import { createOperationRunner } from '#contract/run-operation';
import { dispatch, type SystemQueries } from '#contract/dispatch';
import { answerError, unknownPath } from '#contract/errors';
import { beginRequest } from '#contract/request-state';
import { checkFraming } from '#contract/framing';
import { createGate } from '#contract/gate';
import type { Document } from '#contract/document';
import { installJsonResponse } from '#contract/json-answer';
import { announceDeprecation } from '#contract/deprecation';
import { originRules } from '#contract/origins';
import { assertUnambiguousPath } from '#contract/plain-path';
import { createLimiter } from '#contract/rate-limit';
import { answerServerOptions } from '#contract/server-options';
import type { Database } from '#platform/database/open';
import { createSlots } from '#platform/database/slots';
import { createDocsRouter } from '#docs/router';
import { createProblemsRouter } from '#docs/problems';
import { StaticFile } from '#docs/static-file';
import { type Health, health } from '#platform/health';
import { createEphemeralStore } from '#platform/ephemeral';
import { listMemberships } from '#platform/identity/account';
import { createAccounts } from '#platform/identity/accounts';
import { createAgentSessions } from '#platform/identity/agent-sessions';
import { createIdentifier } from '#platform/identity/credentials';
import { createExternalParties } from '#platform/identity/external-parties';
import { findSessionHolder } from '#platform/identity/find-actor';
import { sessionsFrom } from '#platform/identity/sessions';
import { serveLogos } from '#providers/logos';
import type { Log } from '#platform/log';
import { findByDomain } from '#portal/find';
import { portalPages } from '#portal/router';
import { serveFiles } from '#platform/ports/file-links';
import type { Ports } from '#platform/ports/index';
import { type Worker, createWorker } from '#platform/jobs/worker';

/** The contract without its texts and examples, which make up most of it. */
const document: Document = JSON.parse(readFileSync(new URL('../generated/gate.json', import.meta.url), 'utf8'));

export interface App {
  readonly app: Express;
  readonly health: Health;
  readonly runs: Worker;
}

/** Creates the whole service as an Express application on an open, migrated database. The caller starts its background work. */
export function createApp(database: Database, config: Config, ports: Ports, log: Log): App {
  const sessions = sessionsFrom(config.session, ports.secrets);
  const sharedCounts = config.databaseUrl === undefined ? undefined : { db: database.system, log };
  const runs = createWorker(database, ports, log, jobHandlers);
  const limits = {
    requests: config.rateLimit === 0 ? undefined : createLimiter(config.rateLimit, sharedCounts),
    organization:
      config.organizationRateLimit === 0 ? undefined : createLimiter(config.organizationRateLimit, sharedCounts, 'organization'),
    own: {
      suggestions: createLimiter(config.suggestionRateLimit, sharedCounts, 'suggestions', 10),
      checkIns: createLimiter(config.checkInRateLimit, sharedCounts, 'check-ins', 3600),
      accessRequests: createLimiter(config.accessRequestRateLimit, sharedCounts, 'access-requests', 3600),
      accessReclaims: createLimiter(config.accessReclaimRateLimit, sharedCounts, 'access-reclaims', 3600),
      accessQuestionnaires: createLimiter(config.accessQuestionnaireRateLimit, sharedCounts, 'access-questionnaires', 86_400),
    },
    pages: {
      portals: createLimiter(config.trustPageRateLimit, sharedCounts, 'trust-pages'),
    },
    failures: createLimiter(config.credentialFailureLimit, sharedCounts, 'credentials'),
  };
  const { gate, warm } = createGate({
    document,
    validateResponses: config.validateResponses,
    admit: [announceDeprecation, authorize(createIdentifier(database.system, sessions), limits), bodyReader(ports.files.draft)],
    // The embedded engine runs one query at a time, so several reads of one organization would only make other requests wait longer.
    answer: dispatch(handlers, database.tenant, ports, systemQueries(database), (invoke) =>
      createOperationRunner(
        database.tenant,
        ports,
        log,
        runs.wake,
        invoke,
        createSlots(config.databaseUrl === undefined ? 1 : config.organizationReads),
      ),
    ),
  });
  const healthEndpoints = health(database, warm);
  const contractFile = new StaticFile(() => contractOf(config));
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('strict routing').set('trust proxy', config.trustProxy);
  installJsonResponse(app);
  const securityHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'self'"], frameAncestors: ["'self'"] } },
    crossOriginResourcePolicy: false,
    // HSTS covers this host only, and is sent only where the host is known to serve TLS.
    strictTransportSecurity: config.baseUrl.startsWith('https:') && { includeSubDomains: false },
  });
  const checkOrigin = originRules({
    allowed: config.corsOrigins,
    own: [config.baseUrl, config.appUrl],
    isPortal: async (host) => (await findByDomain(database.system, host)) !== undefined,
  });
  const operations = composeMiddleware([...checkOrigin, gate, unknownPath]);
  // Nothing else is served below these paths, so operations skip the routers of pages, which cost a tenth of a read.
  const operationsFirst = composeMiddleware([securityHeaders, operations]);
  app.use(
    composeMiddleware([beginRequest, checkFraming, (req, res, next) => (isBelowContract(req) ? operationsFirst(req, res, next) : next())]),
  );
  app.use(healthEndpoints.routes, securityHeaders, answerServerOptions);
  app.use(
    portalPages(database, ports, {
      limiter: limits.pages.portals,
      own: ownHosts(config),
      readProgress: findProgress,
      ask: createOperationCaller(gate),
      log,
    }),
  );
  // Portal pages answer such a path with a page of their own, so this check comes after them.
  app.use(assertUnambiguousPath, createDocsRouter(contractFile), createProblemsRouter());
  app.get('/', (_req, res) => res.redirect('/docs/'));
  app.get('/openapi.json', (req, res) =>
    contractFile.send(req, res.type('application/json').set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' })),
  );
  app.use('/logos', serveLogos());
  app.use('/files', ...checkOrigin, serveFiles(ports.files, ports.secrets));
  // Here the gate answers every other path with 404 and the contract's CORS headers.
  app.use(operations, answerError(log));
  return { app, health: healthEndpoints, runs };
}

/** Returns whether a path belongs to the contract, even if no operation has it. */
function isBelowContract({ path }: Request): boolean {
  return path.startsWith('/v1/') || path.startsWith('/api/v1/');
}

/** Returns the hosts of the service itself, in lower case and without ports. */
function ownHosts({ baseUrl, appUrl, trustUrl, letterUrl }: Config): string[] {
  return [baseUrl, appUrl, trustUrl, letterUrl].map((url) => new URL(url).hostname);
}

/** Builds the queries that run outside any organization. */
function systemQueries({ system }: Database): SystemQueries {
  return {
    accounts: createAccounts(system),
    agents: createAgentSessions(system),
    ephemeral: createEphemeralStore(system),
    externalParties: createExternalParties(system),
    membershipsOf: (account) => listMemberships(system, account),
    memberOf: async (organizationId, { userId, signedInAt }) => {
      const holder = await findSessionHolder(system, organizationId, { userId });
      return holder && (holder.notBefore === null || holder.notBefore <= signedInAt) ? holder.actor : undefined;
    },
  };
}

/** Returns the contract with this installation's own URLs. */
function contractOf({ baseUrl, appUrl }: Config): string {
  const urls: Readonly<Record<string, string>> = { base_url: baseUrl, app_url: appUrl };
  const withDefaults = (variables: object) =>
    Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, { ...variable, default: urls[name] }]));
  const document: unknown = JSON.parse(readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'));
  return JSON.stringify(document, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && 'url' in value && 'variables' in value
      ? { ...value, variables: withDefaults(Object(value.variables)) }
      : value,
  );
}
