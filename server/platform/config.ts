/** Reads the configuration from the environment and validates it once at startup. A test keeps the table in OPERATIONS.md up to date. */
import { auditSettings } from './config/audit.ts';
import { databaseSettings } from './config/databases.ts';
import { Environment, type Variables } from './config/environment.ts';
import { rateLimitSettings } from './config/limits.ts';
import {
  urlWithProtocol,
  bytes,
  listOf,
  flag,
  apiKey,
  list,
  networks,
  oneOf,
  origins,
  secret,
  pathSegment,
  text,
  integer,
} from './config/parsers.ts';
import { appRoutes } from './config/app-routes.ts';
import { sessionSettings } from './config/sessions.ts';
import { storeSettings } from './config/store.ts';
import { textModelSettings } from './config/text-model.ts';

export type Config = ReturnType<typeof read>;

/** The message lists all errors in the environment, one per line. */
export class ConfigError extends Error {}

/** @throws ConfigError when variables are invalid or missing */
export function configFrom(env: Variables): Config {
  const environment = new Environment(env);
  const config = read(environment);
  if (environment.errors.length) throw new ConfigError(environment.errors.join('\n'));
  return config;
}

/** Returns the name, default and meaning of each setting in the order of the documentation. */
export function settings() {
  const environment = new Environment({});
  read(environment);
  return environment.known;
}

function read(env: Environment) {
  const port = env.take('PORT', integer(0, 65_535), '3000', 'Port to listen on; 0 selects any free port.');
  const host = env.take('HOST', text, '127.0.0.1', 'Address to listen on; `0.0.0.0` for every interface.');
  const displayHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const ownUrl = `http://${displayHost === '127.0.0.1' ? 'localhost' : displayHost}:${port}`;
  const baseUrl =
    env.maybe('BASE_URL', urlWithProtocol('http:', 'https:'), 'Public address of the service; the default is `http://HOST:PORT`.') ??
    ownUrl;
  const appUrl =
    env.maybe('APP_URL', urlWithProtocol('http:', 'https:'), 'Address of the application that people use; the default is BASE_URL.') ??
    baseUrl;
  const trustProxy = env.take(
    'TRUST_PROXY',
    integer(0, 10),
    '0',
    'Number of proxies in front of the service whose information about the client address is trusted.',
  );
  // Decides the default of CORS_ORIGINS. Users behind a proxy are on other machines, where any local program could serve a page on
  // localhost that uses their session.
  const isLocalOnly = ['localhost', '127.0.0.1', '::1'].includes(host) && trustProxy === 0;
  const isProduction =
    env.maybe('NODE_ENV', text, '`production` changes the default of DRAIN_DELAY, and nothing else of the service.') === 'production';
  return {
    port,
    host,
    metricsPort: env.maybe(
      'METRICS_PORT',
      integer(0, 65_535),
      'Port of HOST on which `/metrics` is served in the format of Prometheus; 0 selects any free port. Without it, nothing is measured.',
    ),
    keepAliveTimeout: env.take(
      'KEEP_ALIVE_TIMEOUT',
      integer(1_000, 3_600_000),
      '75000',
      'Time in milliseconds that an idle connection is kept open; longer than a load balancer keeps it, so that none is closed while a request is on its way.',
    ),
    baseUrl,
    appUrl,
    appRoutes: env.take(
      'APP_ROUTES',
      appRoutes,
      '{}',
      'Paths of pages of the application below APP_URL, as a JSON object such as `{"task": "/{organizationId}/work/{id}"}`; types that it does not name keep their paths. [The guide](spec/guides.md#links-into-your-application) explains them.',
    ),
    portalUrl:
      env.maybe('PORTAL_URL', urlWithProtocol('http:', 'https:'), 'Address of the employee portal; the default is `APP_URL/portal`.') ??
      `${appUrl}/portal`,
    trustUrl:
      env.maybe(
        'TRUST_URL',
        urlWithProtocol('http:', 'https:'),
        'Base URL of trust portals without a custom domain, of the personal links to these, and of the links for signing an NDA; the default is `BASE_URL/trust`, where the service shows these pages itself.',
      ) ?? `${baseUrl}/trust`,
    letterUrl:
      env.maybe(
        'LETTER_URL',
        urlWithProtocol('http:', 'https:'),
        'Base URL of the links for signing letters of engagement and confirming signatures, which end in a token; the default is `APP_URL/letters`. The service itself shows these pages at `BASE_URL/letters`.',
      ) ?? `${appUrl}/letters`,
    ...databaseSettings(env),
    dataDir: env.take('DATA_DIR', text, './data', 'Folder of the embedded database, the uploaded files and the generated secret.'),
    ...storeSettings(env),
    storageQuota: env.take(
      'STORAGE_QUOTA',
      bytes,
      '107374182400',
      'Maximum number of bytes that an organization may store in files, including uploads; 0 means no limit.',
    ),
    uploadsUnfinished: env.take(
      'UPLOADS_UNFINISHED',
      integer(1, 1_000_000),
      '500',
      'Maximum number of uploads of an organization that wait for their bytes at the same time.',
    ),
    databaseTimeout: env.take(
      'DATABASE_TIMEOUT',
      integer(100, 600_000),
      '30000',
      'Maximum duration of a statement on PostgreSQL in milliseconds; a connection that does not answer is closed five seconds later.',
    ),
    migrate: env.take('MIGRATE', flag, '1', '0 does not migrate the schema at the start; run `npm run admin -- migrate` first.'),
    demo: env.take('DEMO', flag, '1', '1 creates a demonstration organization in a new embedded database, 0 leaves it empty.'),
    bootstrapApiKey: env.maybe(
      'BOOTSTRAP_API_KEY',
      apiKey,
      'API key of the demonstration organization (`cak_` and 64 hexadecimal digits); without it, a random key is created and printed once.',
    ),
    secret: env.maybe(
      'SECRET',
      secret,
      'Secret that signs links, cursors and checkpoints of audit logs, and encrypts credentials of integrations and the responses stored for an Idempotency-Key; it has at least 32 characters and is the same on all servers of a database. Without it, a secret is generated once and stored in DATA_DIR.',
    ),
    formerSecrets: env.take(
      'FORMER_SECRETS',
      listOf(secret),
      '',
      'Earlier values of SECRET, separated by commas. They decrypt credentials of integrations that were stored with them, until the next change encrypts these with SECRET, and they verify checkpoints of audit logs that they signed.',
    ),
    session: sessionSettings(env),
    mail: {
      url: env.maybe(
        'SMTP_URL',
        urlWithProtocol('smtp:', 'smtps:'),
        'Address of the mail server, with its credentials; without it, mails stay in the outbox, the table `mail`.',
      ),
      from: env.take('MAIL_FROM', text, 'Compliance <no-reply@localhost>', 'Sender of e-mails.'),
    },
    integrations: {
      allowedNetworks: env.take(
        'ALLOWED_NETWORKS',
        networks,
        '',
        'Private networks that integrations may reach, such as `10.1.0.0/16`, separated by commas; by default they reach public addresses only.',
      ),
      timeout: env.take(
        'INTEGRATION_TIMEOUT',
        integer(100, 60_000),
        '20000',
        'Maximum time in milliseconds for another system to answer an integration.',
      ),
      pause: env.take(
        'INTEGRATION_PAUSE',
        integer(1, 10_000),
        '1000',
        'Pause in milliseconds before a call to another system is retried; the next pauses are twice and four times as long.',
      ),
      endpoints: {
        aws: env.maybe(
          'AWS_API_URL',
          urlWithProtocol('http:', 'https:'),
          'Address that stands for all services of AWS, such as a private gateway; by default, connections to AWS use its public addresses.',
        ),
        azure: env.maybe(
          'AZURE_API_URL',
          urlWithProtocol('http:', 'https:'),
          'The same for Azure, including the sign-in of service principals.',
        ),
        gcp: env.maybe(
          'GCP_API_URL',
          urlWithProtocol('http:', 'https:'),
          'The same for Google Cloud, including the tokens of service accounts.',
        ),
      },
    },
    textModel: textModelSettings(env),
    audit: auditSettings(env),
    ...rateLimitSettings(env),
    letterReminderHours: env.take(
      'LETTER_REMINDER_HOURS',
      integer(1, 720),
      '24',
      'Number of hours after which the party of a letter of engagement can be reminded again; applies also when RATE_LIMIT is 0.',
    ),
    penetrationTestAllowance: env.maybe(
      'PENETRATION_TEST_ALLOWANCE',
      integer(0, 1_000_000),
      'Number of penetration tests that an organization may order in a calendar month; 0 means none. Without it there is no limit.',
    ),
    deviceStaleDays: env.take(
      'DEVICE_STALE_DAYS',
      integer(1, 3650),
      '7',
      'Number of days without a check-in after which a computer with the device agent counts as stale.',
    ),
    deviceAgentChannel: env.take(
      'DEVICE_AGENT_CHANNEL',
      pathSegment,
      'stable',
      'Release channel whose installers and updates of the device agent are served.',
    ),
    organizationReads: env.take(
      'ORGANIZATION_READS',
      integer(1, 100),
      '4',
      'Number of reads of one organization that each server handles at the same time; further reads wait.',
    ),
    credentialFailureLimit: env.take(
      'CREDENTIAL_FAILURE_LIMIT',
      integer(1, 1_000_000),
      '100',
      'Number of failed credentials per minute, for each client network or account, above which only credentials that worked in the last 24 hours are accepted; applies also when RATE_LIMIT is 0.',
    ),
    corsOrigins:
      env.maybe(
        'CORS_ORIGINS',
        origins,
        'Origins of trusted web applications, separated by commas, with `*` for any port; the default is localhost on any port if HOST is a loopback address and TRUST_PROXY is 0, and none otherwise.',
      ) ?? (isLocalOnly ? ['http://localhost:*', 'http://127.0.0.1:*'] : []),
    trustProxy,
    selfHosted: env.take('SELF_HOSTED', flag, '1', '1 gives every organization that requests it access to the service.'),
    staffEmailDomains: env.take(
      'STAFF_EMAIL_DOMAINS',
      list,
      '',
      'E-mail domains of the staff of the operator, separated by commas; an organization gets access if a user with such a verified address requests it. Staff cannot be assignees or approvers.',
    ),
    customerDomains: env.take(
      'CUSTOMER_DOMAINS',
      list,
      '',
      'Web domains of active customers, separated by commas; an organization with such a website gets access if a user with a verified address of that domain requests it.',
    ),
    trustPortalHost:
      env.maybe('TRUST_PORTAL_HOST', text, 'Host that custom domains of trust portals point to; the default is the host of BASE_URL.') ??
      new URL(baseUrl).hostname,
    dnsServers: env.take(
      'DNS_SERVERS',
      list,
      '',
      'Addresses of the name servers that look up custom domains, separated by commas; the default is the name servers of the machine.',
    ),
    drainDelay:
      env.maybe(
        'DRAIN_DELAY',
        integer(0, 300_000),
        'Time in milliseconds after SIGTERM during which `/readyz` answers 503 and requests are still taken, so that load balancers send the next ones elsewhere; the default is 5000 with NODE_ENV=production, and 0 otherwise.',
      ) ?? (isProduction ? 5_000 : 0),
    shutdownTimeout: env.take(
      'SHUTDOWN_TIMEOUT',
      integer(1_000, 600_000),
      '30000',
      'Time in milliseconds that running requests have to finish after SIGTERM and DRAIN_DELAY; five seconds later the process ends even if requests are still running.',
    ),
    logLevel: env.take(
      'LOG_LEVEL',
      oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
      'info',
      'Lowest level that is logged: trace, debug, info, warn, error, fatal or silent.',
    ),
    validateResponses: env.take(
      'VALIDATE_RESPONSES',
      flag,
      '0',
      '1 checks every response against the contract; meant for development and tests.',
    ),
  };
}
