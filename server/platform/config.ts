/** Everything the environment decides, checked once at the start. README.md shows it as a table; a test holds it to that. */
import { Environment, type Variables } from './config/environment.ts';
import {
  address,
  anchor,
  bytes,
  flag,
  eachOf,
  key,
  list,
  networks,
  oneOf,
  origins,
  pem,
  secret,
  step,
  text,
  whole,
} from './config/parsers.ts';

export type Config = ReturnType<typeof read>;

/** All that is wrong with the environment, one line each. */
export class ConfigError extends Error {}

/** @throws ConfigError */
export function configFrom(env: Variables): Config {
  const environment = new Environment(env);
  const config = read(environment);
  if (environment.wrong.length) throw new ConfigError(environment.wrong.join('\n'));
  return config;
}

/** Name, default and meaning of each setting, in the order of the documentation. */
export function settings() {
  const environment = new Environment({});
  read(environment);
  return environment.known;
}

function read(env: Environment) {
  const port = env.take('PORT', whole(0, 65_535), '3000', 'Port to listen on; 0 selects any free port.');
  const host = env.take('HOST', text, '127.0.0.1', 'Address to listen on; `0.0.0.0` for every interface.');
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const ownUrl = `http://${shown === '127.0.0.1' ? 'localhost' : shown}:${port}`;
  const baseUrl =
    env.maybe('BASE_URL', address('http:', 'https:'), 'Public address of the service; the default is `http://HOST:PORT`.') ?? ownUrl;
  const appUrl =
    env.maybe('APP_URL', address('http:', 'https:'), 'Address of the application that people use; the default is BASE_URL.') ?? baseUrl;
  const trustProxy = env.take(
    'TRUST_PROXY',
    whole(0, 10),
    '0',
    'Number of proxies in front of the service whose information about the client address is trusted.',
  );
  // Behind a proxy others are served, too: what runs on a port of somebody's machine may not act with the session of a signed-in user.
  const isPrivate = ['localhost', '127.0.0.1', '::1'].includes(host) && trustProxy === 0;
  const isProduction =
    env.maybe('NODE_ENV', text, '`production` changes the default of DRAIN_DELAY, and nothing else of the service.') === 'production';
  return {
    port,
    host,
    metricsPort: env.maybe(
      'METRICS_PORT',
      whole(0, 65_535),
      'Port of HOST on which `/metrics` is served in the format of Prometheus; 0 selects any free port. Without it, nothing is measured.',
    ),
    keepAliveTimeout: env.take(
      'KEEP_ALIVE_TIMEOUT',
      whole(1_000, 3_600_000),
      '75000',
      'Time in milliseconds that an idle connection is kept open; longer than a load balancer keeps it, so that none is closed while a request is on its way.',
    ),
    baseUrl,
    appUrl,
    portalUrl:
      env.maybe('PORTAL_URL', address('http:', 'https:'), 'Address of the employee portal; the default is `APP_URL/portal`.') ??
      `${appUrl}/portal`,
    trustUrl:
      env.maybe(
        'TRUST_URL',
        address('http:', 'https:'),
        'Address that the pages of trust portals and the links to what is behind them begin with; the default is `BASE_URL/trust`, where the service shows these pages itself.',
      ) ?? `${baseUrl}/trust`,
    letterUrl:
      env.maybe(
        'LETTER_URL',
        address('http:', 'https:'),
        'Address that the token of a signing link of a letter of engagement follows; the default is `APP_URL/letters`, and the service shows this page at `BASE_URL/letters`.',
      ) ?? `${appUrl}/letters`,
    ...databasesIn(env),
    dataDir: env.take('DATA_DIR', text, './data', 'Folder of the embedded database, the uploaded files and the generated secret.'),
    ...storeIn(env),
    storageQuota: env.take(
      'STORAGE_QUOTA',
      bytes,
      '107374182400',
      'Maximum number of bytes that an organization may store in files, including uploads; 0 means no limit.',
    ),
    uploadsUnfinished: env.take(
      'UPLOADS_UNFINISHED',
      whole(1, 1_000_000),
      '500',
      'Maximum number of uploads of an organization that wait for their bytes at the same time.',
    ),
    databaseTimeout: env.take(
      'DATABASE_TIMEOUT',
      whole(100, 600_000),
      '30000',
      'Maximum duration of a statement on PostgreSQL in milliseconds; a connection that does not answer is closed five seconds later.',
    ),
    migrate: env.take('MIGRATE', flag, '1', '0 does not migrate the schema at the start; run `npm run admin -- migrate` first.'),
    demo: env.take('DEMO', flag, '1', '1 creates a demonstration organization in a new embedded database, 0 leaves it empty.'),
    bootstrapApiKey: env.maybe(
      'BOOTSTRAP_API_KEY',
      key,
      'API key of the demonstration organization (`cak_` and 64 hexadecimal digits); without it, a random key is created and printed once.',
    ),
    secret: env.maybe(
      'SECRET',
      secret,
      'Secret that signs links, cursors and checkpoints of audit logs and encrypts stored answers; it has at least 32 characters and is the same on all servers of a database. Without it, a secret is generated once and stored in DATA_DIR.',
    ),
    formerSecrets: env.take(
      'FORMER_SECRETS',
      eachOf(secret),
      '',
      'Earlier values of SECRET, separated by commas. They decrypt credentials of integrations that were stored with them, until the next change encrypts these with SECRET, and they verify checkpoints of audit logs that they signed.',
    ),
    session: sessionsIn(env),
    mail: {
      url: env.maybe(
        'SMTP_URL',
        address('smtp:', 'smtps:'),
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
        whole(100, 60_000),
        '20000',
        'Maximum time in milliseconds for another system to answer an integration.',
      ),
      pause: env.take(
        'INTEGRATION_PAUSE',
        whole(1, 10_000),
        '1000',
        'Pause in milliseconds before a call to another system is retried; the next pauses are twice and four times as long.',
      ),
      endpoints: {
        aws: env.maybe(
          'AWS_API_URL',
          address('http:', 'https:'),
          'Address that stands for all services of AWS, such as a private gateway; by default, connections to AWS use its public addresses.',
        ),
        azure: env.maybe('AZURE_API_URL', address('http:', 'https:'), 'The same for Azure, with the sign-in of its service principals.'),
        gcp: env.maybe('GCP_API_URL', address('http:', 'https:'), 'The same for Google Cloud, with the tokens of its service accounts.'),
      },
    },
    textModel: textModelIn(env),
    audit: auditIn(env),
    rateLimit: env.take(
      'RATE_LIMIT',
      whole(0, 1_000_000),
      '100',
      'Maximum number of requests per minute for each credential and operation; 0 means no limit.',
    ),
    organizationRateLimit: env.take(
      'ORGANIZATION_RATE_LIMIT',
      whole(0, 1_000_000),
      '6000',
      'Maximum number of requests per minute for each organization, over all credentials and operations; 0 means no limit.',
    ),
    suggestionRateLimit: env.take(
      'SUGGESTION_RATE_LIMIT',
      whole(1, 1_000_000),
      '30',
      'Maximum number of requests in 10 seconds for each credential to the suggestions of the search; applies also when RATE_LIMIT is 0.',
    ),
    trustPageRateLimit: env.take(
      'TRUST_PAGE_RATE_LIMIT',
      whole(1, 1_000_000),
      '120',
      'Maximum number of requests per minute for each client address to public pages of trust portals and to the pages that links lead to; applies also when RATE_LIMIT is 0.',
    ),
    checkInRateLimit: env.take(
      'CHECK_IN_RATE_LIMIT',
      whole(1, 1_000_000),
      '60',
      'Maximum number of check-ins per hour for each computer with the device agent; applies also when RATE_LIMIT is 0.',
    ),
    accessRequestRateLimit: env.take(
      'ACCESS_REQUEST_RATE_LIMIT',
      whole(1, 1_000_000),
      '5',
      'Maximum number of requests for access to a trust portal per hour for each network address and for each e-mail address; applies also when RATE_LIMIT is 0.',
    ),
    accessReclaimRateLimit: env.take(
      'ACCESS_RECLAIM_RATE_LIMIT',
      whole(1, 1_000_000),
      '5',
      'Maximum number of recoveries of a personal link per hour for each network address and for each e-mail address; applies also when RATE_LIMIT is 0.',
    ),
    accessQuestionnaireRateLimit: env.take(
      'ACCESS_QUESTIONNAIRE_RATE_LIMIT',
      whole(1, 1_000_000),
      '10',
      'Maximum number of questionnaires per day for each personal link to a trust portal; applies also when RATE_LIMIT is 0.',
    ),
    letterReminderHours: env.take(
      'LETTER_REMINDER_HOURS',
      whole(1, 720),
      '24',
      'Number of hours after which the party of a letter of engagement can be reminded again; applies also when RATE_LIMIT is 0.',
    ),
    penetrationTestAllowance: env.maybe(
      'PENETRATION_TEST_ALLOWANCE',
      whole(0, 1_000_000),
      'Number of penetration tests that an organization may order in a calendar month; 0 means none. Without it there is no limit.',
    ),
    deviceStaleDays: env.take(
      'DEVICE_STALE_DAYS',
      whole(1, 3650),
      '7',
      'Number of days without a check-in after which a computer with the device agent counts as stale.',
    ),
    deviceAgentChannel: env.take(
      'DEVICE_AGENT_CHANNEL',
      step,
      'stable',
      'Release channel whose installers and updates of the device agent are served.',
    ),
    organizationReads: env.take(
      'ORGANIZATION_READS',
      whole(1, 100),
      '4',
      'Number of reads of one organization that each server handles at the same time; further reads wait.',
    ),
    credentialFailureLimit: env.take(
      'CREDENTIAL_FAILURE_LIMIT',
      whole(1, 1_000_000),
      '100',
      'Number of wrong credentials per minute from an address after which only credentials that were valid lately are accepted from it; applies also when RATE_LIMIT is 0.',
    ),
    corsOrigins:
      env.maybe(
        'CORS_ORIGINS',
        origins,
        'Origins of trusted web applications, separated by commas, with `*` for any port; the default is localhost on any port if HOST is a loopback address and TRUST_PROXY is 0, and none otherwise.',
      ) ?? (isPrivate ? ['http://localhost:*', 'http://127.0.0.1:*'] : []),
    trustProxy,
    selfHosted: env.take('SELF_HOSTED', flag, '1', '1 grants access to every organization that asks for it.'),
    staffEmailDomains: env.take(
      'STAFF_EMAIL_DOMAINS',
      list,
      '',
      'E-mail domains of the operator, separated by commas; users with such an address are granted access.',
    ),
    customerDomains: env.take(
      'CUSTOMER_DOMAINS',
      list,
      '',
      'Web domains of active customers, separated by commas; their users are granted access.',
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
        whole(0, 300_000),
        'Time in milliseconds after SIGTERM during which `/readyz` answers 503 and requests are still taken, so that load balancers send the next ones elsewhere; the default is 5000 with NODE_ENV=production, and 0 otherwise.',
      ) ?? (isProduction ? 5_000 : 0),
    shutdownTimeout: env.take(
      'SHUTDOWN_TIMEOUT',
      whole(1_000, 600_000),
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
      '1 checks every answer against the contract; meant for development and tests.',
    ),
  };
}

/** PostgreSQL, and a replica of it. */
function databasesIn(env: Environment) {
  const postgres = address('postgres:', 'postgresql:');
  const databaseUrl = env.maybe(
    'DATABASE_URL',
    postgres,
    'Address of PostgreSQL 15 or newer; without it, the embedded database is used. `?pgbouncer=true` at its end says that it is a pooler in transaction mode, such as PgBouncer.',
  );
  const databaseReadUrls = env.maybe(
    'DATABASE_READ_URL',
    eachOf(postgres),
    'Addresses of streaming replicas of that database, separated by commas; each answers reads as long as it has everything that was written before them.',
  );
  if (databaseReadUrls !== undefined && databaseUrl === undefined) env.wrong.push('DATABASE_URL must be set with DATABASE_READ_URL');
  return { databaseUrl, databaseReadUrls };
}

/** What verifies the tokens of sessions. */
function sessionsIn(env: Environment) {
  const hmac = env.maybe(
    'SESSION_SECRET',
    secret,
    'Secret of at least 32 characters that verifies session tokens (HS256). Without this, SESSION_PUBLIC_KEY and SESSION_JWKS_URL, a key derived from SECRET verifies them.',
  );
  const publicKey = env.maybe('SESSION_PUBLIC_KEY', pem, 'Public key (PEM) that verifies session tokens (RS256 or ES256).');
  const jwksUrl = env.maybe(
    'SESSION_JWKS_URL',
    address('http:', 'https:'),
    'Address of the key set that verifies session tokens (RS256 or ES256).',
  );
  const issuer = env.maybe('SESSION_ISSUER', text, 'The `iss` that session tokens must have.');
  const audience = env.maybe('SESSION_AUDIENCE', text, 'The `aud` that session tokens must have; required with SESSION_JWKS_URL.');
  if (jwksUrl !== undefined && audience === undefined)
    env.wrong.push('SESSION_AUDIENCE must be set with SESSION_JWKS_URL: the key set may sign tokens for other services, too');
  return { secret: hmac, publicKey, jwksUrl, issuer, audience };
}

/** A store of objects, and its bucket where files are kept if not in DATA_DIR. */
function storeIn(env: Environment) {
  const bucket = env.maybe(
    'S3_BUCKET',
    text,
    'Bucket for files in S3 or a compatible store; without it, files are stored in DATA_DIR. Files above 64 MiB are sent in parts; let a lifecycle rule of the bucket remove incomplete uploads.',
  );
  const region = env.take('S3_REGION', text, 'us-east-1', 'Region of the bucket.');
  const endpoint = env.maybe(
    'S3_ENDPOINT',
    address('http:', 'https:'),
    'Address of the store, as the service and its clients reach it; the default is S3 in the region.',
  );
  const pathStyle = env.take(
    'S3_PATH_STYLE',
    flag,
    '0',
    '1 puts the bucket into the path of addresses instead of the host; most stores other than S3 require it.',
  );
  const accessKeyId = env.maybe(
    'S3_ACCESS_KEY_ID',
    text,
    'Access key for the bucket; without it, the AWS SDK looks for credentials in its environment.',
  );
  const secretAccessKey = env.maybe('S3_SECRET_ACCESS_KEY', text, 'Secret of the access key; required with S3_ACCESS_KEY_ID.');
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    env.wrong.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  const credentials = accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey };
  const store = { region, endpoint, pathStyle, credentials };
  return { store, s3: bucket === undefined ? undefined : { bucket, ...store } };
}

/** The language model that drafts texts, if any. */
function textModelIn(env: Environment) {
  const url = env.maybe(
    'TEXT_MODEL_URL',
    address('http:', 'https:'),
    'Address of a language model that drafts answers and summaries: an API of the OpenAI-compatible chat form, without `/chat/completions`, such as `https://models.example.com/v1`. Without it, texts are made by rules and quotations alone.',
  );
  const name = env.maybe('TEXT_MODEL', text, 'Name of the model, as that API calls it; required with TEXT_MODEL_URL.');
  const apiKey = env.maybe('TEXT_MODEL_KEY', text, 'Key of that API, sent as a bearer token.');
  const allowedNetworks = env.take(
    'TEXT_MODEL_NETWORKS',
    networks,
    '',
    'Private networks that the language model may be in, such as `127.0.0.1/32`, separated by commas; by default it has a public address. Integrations do not reach these networks.',
  );
  const timeout = env.take(
    'TEXT_MODEL_TIMEOUT',
    whole(100, 300_000),
    '30000',
    'Maximum time in milliseconds for an answer of the language model.',
  );
  const callsPerDay = env.take(
    'TEXT_MODEL_CALLS',
    whole(0, 10_000_000),
    '1000',
    'Maximum number of calls to the language model for each organization and day (UTC); beyond it, texts are made by rules and quotations.',
  );
  if (url !== undefined && name === undefined) env.wrong.push('TEXT_MODEL must be set with TEXT_MODEL_URL');
  return url === undefined || name === undefined ? undefined : { url, name, apiKey, allowedNetworks, timeout, callsPerDay };
}

/** How audit logs are made to convince somebody who does not trust this installation. */
function auditIn(env: Environment) {
  const place = env.maybe(
    'AUDIT_ANCHOR',
    anchor,
    'Place outside of the database that signed checkpoints of audit logs are written to: `file:///path/of/a/file`, `s3://bucket/prefix` (with the S3 region, address and keys above), or an http or https address that receives them by POST. Without it, they are in the database only.',
  );
  const mode = env.take(
    'AUDIT_ANCHOR_LOCK',
    oneOf('COMPLIANCE', 'GOVERNANCE'),
    'COMPLIANCE',
    'Mode of the object lock in S3; the bucket must have been created with object lock.',
  );
  const days = env.take(
    'AUDIT_ANCHOR_RETENTION',
    whole(0, 36_500),
    '0',
    'Number of days during which S3 prevents a checkpoint from being changed or removed; 0 sets no lock.',
  );
  return {
    anchor: place,
    retention: days === 0 ? undefined : { mode, days },
    checkpointEntries: env.take(
      'AUDIT_CHECKPOINT_ENTRIES',
      whole(1, 1_000_000),
      '1000',
      'Number of new entries after which an audit log gets a signed checkpoint; with fewer new entries it gets one every hour.',
    ),
  };
}
