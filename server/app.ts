import { readFileSync } from 'node:fs';
import express, { type Express, type Request } from 'express';
import helmet from 'helmet';
import { handlers } from './areas/index.ts';
import { works } from './areas/job-handlers.ts';
import { standingsOf } from './areas/standings.ts';
import type { Config } from './platform/config.ts';
import { askingAt } from './contract/ask.ts';
import { authorize } from './contract/authorize.ts';
import { bodyReader } from './contract/body.ts';
import { composeMiddleware } from './contract/compose-middleware.ts';
import { operationRunner } from './contract/run-operation.ts';
import { dispatch, type Outside } from './contract/dispatch.ts';
import { answerError, unknownPath } from './contract/errors.ts';
import { beginRequest } from './contract/request-state.ts';
import { checkFraming } from './contract/framing.ts';
import { contractGate } from './contract/gate.ts';
import type { Document } from './contract/document.ts';
import { answersJson } from './contract/json-answer.ts';
import { announceDeprecation } from './contract/deprecation.ts';
import { originRules } from './contract/origins.ts';
import { limiter } from './contract/rate-limit.ts';
import type { Database } from './platform/database/open.ts';
import { slots } from './platform/database/slots.ts';
import { docs } from './docs/router.ts';
import { problemPages } from './docs/problems.ts';
import { StaticFile } from './docs/static-file.ts';
import { type Health, health } from './platform/health.ts';
import { ephemeralStoreOn } from './platform/ephemeral.ts';
import { listMemberships } from './platform/identity/account.ts';
import { agentSessionsOn } from './platform/identity/agent-sessions.ts';
import { identifier } from './platform/identity/credentials.ts';
import { outsidersOn } from './platform/identity/outsiders.ts';
import { findMemberActor } from './platform/identity/find-actor.ts';
import { sessionsFrom } from './platform/identity/sessions.ts';
import { logos } from './domain/providers/logos.ts';
import type { Log } from './platform/log.ts';
import { findByDomain } from './portal/find.ts';
import { portalPages } from './portal/router.ts';
import { serveFiles } from './platform/ports/file-links.ts';
import type { Ports } from './platform/ports/index.ts';
import { type Worker, worker } from './platform/jobs/worker.ts';

/** Without its texts and examples, which take most of it. */
const document: Document = JSON.parse(readFileSync(new URL('../generated/gate.json', import.meta.url), 'utf8'));

export interface App {
  readonly app: Express;
  readonly health: Health;
  readonly runs: Worker;
}

/** The whole service as an Express application, on an open and migrated database, and its work in the background, which is to be started. */
export function createApp(database: Database, config: Config, ports: Ports, log: Log): App {
  const sessions = sessionsFrom(config.session, ports.secrets);
  const shared = config.databaseUrl === undefined ? undefined : { db: database.system, log };
  const runs = worker(database, ports, log, works);
  const limits = {
    requests: config.rateLimit === 0 ? undefined : limiter(config.rateLimit, shared),
    organization: config.organizationRateLimit === 0 ? undefined : limiter(config.organizationRateLimit, shared, 'organization'),
    own: {
      suggestions: limiter(config.suggestionRateLimit, shared, 'suggestions', 10),
      checkIns: limiter(config.checkInRateLimit, shared, 'check-ins', 3600),
      accessRequests: limiter(config.accessRequestRateLimit, shared, 'access-requests', 3600),
      accessReclaims: limiter(config.accessReclaimRateLimit, shared, 'access-reclaims', 3600),
      accessQuestionnaires: limiter(config.accessQuestionnaireRateLimit, shared, 'access-questionnaires', 86_400),
    },
    pages: {
      portals: limiter(config.trustPageRateLimit, shared, 'trust-pages'),
    },
    failures: limiter(config.credentialFailureLimit, shared, 'credentials'),
  };
  const { gate, warm } = contractGate({
    document,
    validateResponses: config.validateResponses,
    admit: [announceDeprecation, authorize(identifier(database.system, sessions), limits), bodyReader(ports.files.draft)],
    // The embedded engine works on one question at a time: more of one organization at once would only be more that others wait for.
    answer: dispatch(handlers, database.tenant, ports, outsideOf(database), (invoke) =>
      operationRunner(
        database.tenant,
        ports,
        log,
        runs.wake,
        invoke,
        slots(config.databaseUrl === undefined ? 1 : config.organizationReads),
      ),
    ),
  });
  const state = health(database, warm);
  const contractFile = new StaticFile(() => contractOf(config));
  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', config.trustProxy);
  answersJson(app);
  const securityHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'self'"], frameAncestors: ["'self'"] } },
    crossOriginResourcePolicy: false,
    // Only this host, and only where it is known to speak TLS.
    strictTransportSecurity: config.baseUrl.startsWith('https:') && { includeSubDomains: false },
  });
  const operations = composeMiddleware([
    ...originRules({
      allowed: config.corsOrigins,
      own: [config.baseUrl, config.appUrl],
      isPortal: async (host) => (await findByDomain(database.system, host)) !== undefined,
    }),
    gate,
    unknownPath,
  ]);
  // Nothing else lies below these paths, so operations do not take the way through all the routers of pages, which costs a tenth of a read.
  const operationsFirst = composeMiddleware([securityHeaders, operations]);
  app.use(
    composeMiddleware([beginRequest, checkFraming, (req, res, next) => (isBelowContract(req) ? operationsFirst(req, res, next) : next())]),
  );
  app.use(state.routes, securityHeaders);
  app.use(
    portalPages(database, ports, {
      limiter: limits.pages.portals,
      own: ownHosts(config),
      standings: standingsOf,
      ask: askingAt(gate),
      log,
    }),
  );
  app.use(docs(contractFile), problemPages());
  app.get('/', (_req, res) => res.redirect('/docs/'));
  app.get('/openapi.json', (req, res) =>
    contractFile.send(req, res.type('application/json').set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' })),
  );
  app.use('/logos', logos());
  app.use('/files', serveFiles(ports.files, ports.secrets));
  // Paths of the contract that are spelled in another way come to it here.
  app.use(operations, answerError(log));
  return { app, health: state, runs };
}

/** Whether a path is that of an operation, or of none. */
function isBelowContract({ path }: Request): boolean {
  return path.startsWith('/v1/') || path.startsWith('/api/v1/');
}

/** Hosts of the service itself, in lower case and without ports. */
function ownHosts({ baseUrl, appUrl, trustUrl, letterUrl }: Config): string[] {
  return [baseUrl, appUrl, trustUrl, letterUrl].map((address) => new URL(address).hostname);
}

/** What is asked of the database outside of organizations. */
function outsideOf({ system }: Database): Outside {
  return {
    agents: agentSessionsOn(system),
    ephemeral: ephemeralStoreOn(system),
    outsiders: outsidersOn(system),
    membershipsOf: (userId) => listMemberships(system, userId),
    memberOf: (organizationId, userId) => findMemberActor(system, organizationId, { userId }),
  };
}

/** The contract as this installation gives it out: at its own addresses. */
function contractOf({ baseUrl, appUrl }: Config): string {
  const addresses: Readonly<Record<string, string>> = { base_url: baseUrl, app_url: appUrl };
  const named = (variables: object) =>
    Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, { ...variable, default: addresses[name] }]));
  const document: unknown = JSON.parse(readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'));
  return JSON.stringify(document, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && 'url' in value && 'variables' in value
      ? { ...value, variables: named(Object(value.variables)) }
      : value,
  );
}
