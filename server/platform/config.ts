/** Everything the environment decides, checked once at the start. README.md shows it as a table; a test holds it to that. */
import { Environment, type Variables } from './config/environment.ts';
import { address, anchor, bytes, flag, key, list, networks, oneOf, origins, pem, secret, secrets, text, whole } from './config/parsers.ts';

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
  const port = env.take('PORT', whole(0, 65_535), '3000', 'Port to listen on; 0 takes any free one.');
  const host = env.take('HOST', text, '127.0.0.1', 'Address to listen on; `0.0.0.0` for every interface.');
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const ownUrl = `http://${shown === '127.0.0.1' ? 'localhost' : shown}:${port}`;
  const baseUrl =
    env.maybe('BASE_URL', address('http:', 'https:'), 'Public address of the service; otherwise `http://HOST:PORT`.') ?? ownUrl;
  const appUrl =
    env.maybe('APP_URL', address('http:', 'https:'), 'Address of the application that people use; otherwise BASE_URL.') ?? baseUrl;
  const trustProxy = env.take('TRUST_PROXY', whole(0, 10), '0', 'How many proxies in front are believed about the address of the client.');
  // Behind a proxy others are served, too: what runs on a port of somebody's machine may not act with the session of a signed-in user.
  const isPrivate = ['localhost', '127.0.0.1', '::1'].includes(host) && trustProxy === 0;
  return {
    port,
    host,
    baseUrl,
    appUrl,
    portalUrl:
      env.maybe('PORTAL_URL', address('http:', 'https:'), 'Address of the employee portal; otherwise `APP_URL/portal`.') ??
      `${appUrl}/portal`,
    databaseUrl: env.maybe('DATABASE_URL', address('postgres:', 'postgresql:'), 'PostgreSQL 15 or newer; otherwise the embedded database.'),
    dataDir: env.take('DATA_DIR', text, './data', 'Where the embedded database, uploaded files and the generated secret live.'),
    ...storeIn(env),
    storageQuota: env.take(
      'STORAGE_QUOTA',
      bytes,
      '107374182400',
      'Bytes that an organization may store in files of all kinds, uploads included; 0 is no limit.',
    ),
    uploadsUnfinished: env.take(
      'UPLOADS_UNFINISHED',
      whole(1, 1_000_000),
      '500',
      'Uploads of an organization that may wait for their bytes at a time.',
    ),
    databaseTimeout: env.take(
      'DATABASE_TIMEOUT',
      whole(100, 600_000),
      '30000',
      'Milliseconds that one statement may take on PostgreSQL; five seconds more, and a connection that does not answer is given up.',
    ),
    migrate: env.take('MIGRATE', flag, '1', '0 leaves the schema alone at start; run `npm run admin -- migrate` before.'),
    demo: env.take('DEMO', flag, '1', '0 leaves a new embedded database empty; otherwise it gets a demonstration organization.'),
    bootstrapApiKey: env.maybe(
      'BOOTSTRAP_API_KEY',
      key,
      'Key of the demonstration organization (`cak_` and 64 hexadecimal digits); otherwise a random one, printed once.',
    ),
    secret: env.maybe(
      'SECRET',
      secret,
      'Signs links, cursors and checkpoints of audit logs, encrypts stored answers; at least 32 characters, the same on all servers of one database. Otherwise made once in DATA_DIR.',
    ),
    formerSecrets: env.take(
      'FORMER_SECRETS',
      secrets,
      '',
      'Earlier values of SECRET, separated by commas: credentials of integrations that were stored with them can still be read, and are stored with SECRET when they next change; checkpoints of audit logs that were signed with them still hold.',
    ),
    session: sessionsIn(env),
    mail: {
      url: env.maybe(
        'SMTP_URL',
        address('smtp:', 'smtps:'),
        'Mail server that the outbox is sent through, with its credentials; otherwise mails stay in the outbox, table `mail`.',
      ),
      from: env.take('MAIL_FROM', text, 'Compliance <no-reply@localhost>', 'Whom mails are from.'),
    },
    integrations: {
      allowedNetworks: env.take(
        'ALLOWED_NETWORKS',
        networks,
        '',
        'Networks such as `10.1.0.0/16`, separated by commas, that integrations may reach although they are private; otherwise only public addresses.',
      ),
      timeout: env.take(
        'INTEGRATION_TIMEOUT',
        whole(100, 60_000),
        '20000',
        'Milliseconds that another system may take to answer an integration.',
      ),
      pause: env.take(
        'INTEGRATION_PAUSE',
        whole(1, 10_000),
        '1000',
        'Milliseconds before a call to another system is repeated; twice and four times as long before the next ones.',
      ),
    },
    audit: auditIn(env),
    rateLimit: env.take('RATE_LIMIT', whole(0, 1_000_000), '100', 'Requests a minute for each credential and operation; 0 is no limit.'),
    organizationRateLimit: env.take(
      'ORGANIZATION_RATE_LIMIT',
      whole(0, 1_000_000),
      '6000',
      'Requests a minute for each organization, over all its credentials and operations; 0 is no limit.',
    ),
    organizationReads: env.take(
      'ORGANIZATION_READS',
      whole(1, 100),
      '4',
      'Reads of one organization that each server works on at a time; further ones wait.',
    ),
    credentialFailureLimit: env.take(
      'CREDENTIAL_FAILURE_LIMIT',
      whole(1, 1_000_000),
      '100',
      'Wrong credentials a minute from each address, before those that were not good lately are refused; also while RATE_LIMIT is 0.',
    ),
    corsOrigins:
      env.maybe(
        'CORS_ORIGINS',
        origins,
        'Origins of web applications, separated by commas, `*` for any port; otherwise localhost on any port while HOST is a loopback address and TRUST_PROXY is 0.',
      ) ?? (isPrivate ? ['http://localhost:*', 'http://127.0.0.1:*'] : []),
    trustProxy,
    selfHosted: env.take('SELF_HOSTED', flag, '1', '1 grants access to every organization that asks for it.'),
    staffEmailDomains: env.take(
      'STAFF_EMAIL_DOMAINS',
      list,
      '',
      'E-mail domains of the operator, separated by commas; their users are granted access.',
    ),
    customerDomains: env.take(
      'CUSTOMER_DOMAINS',
      list,
      '',
      'Web domains of active customers, separated by commas; their users are granted access.',
    ),
    trustPortalHost:
      env.maybe('TRUST_PORTAL_HOST', text, 'Host that the own domains of trust portals lead to; otherwise that of BASE_URL.') ??
      new URL(baseUrl).hostname,
    dnsServers: env.take(
      'DNS_SERVERS',
      list,
      '',
      'Name servers by address, separated by commas, that such domains are looked up with; otherwise those of the machine.',
    ),
    shutdownTimeout: env.take(
      'SHUTDOWN_TIMEOUT',
      whole(1_000, 600_000),
      '30000',
      'Milliseconds that SIGTERM leaves running requests to end; five seconds more, and the process ends whatever still runs.',
    ),
    logLevel: env.take(
      'LOG_LEVEL',
      oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
      'info',
      'trace, debug, info, warn, error, fatal or silent.',
    ),
    validateResponses: env.take('VALIDATE_RESPONSES', flag, '0', '1 checks every answer against the contract; for development and tests.'),
  };
}

/** What verifies the tokens of sessions. */
function sessionsIn(env: Environment) {
  const hmac = env.maybe(
    'SESSION_SECRET',
    secret,
    'Verifies session tokens (HS256); at least 32 characters. Without any of the three, a key derived from SECRET does.',
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
    'Bucket of S3, or of a store that speaks its protocol, for files; otherwise they are kept in DATA_DIR.',
  );
  const region = env.take('S3_REGION', text, 'us-east-1', 'Region of the bucket.');
  const endpoint = env.maybe(
    'S3_ENDPOINT',
    address('http:', 'https:'),
    'Address of the store, as this service and its clients reach it; otherwise that of S3 in the region.',
  );
  const pathStyle = env.take(
    'S3_PATH_STYLE',
    flag,
    '0',
    '1 names the bucket in the path of addresses instead of in the host, as most stores but S3 want it.',
  );
  const accessKeyId = env.maybe(
    'S3_ACCESS_KEY_ID',
    text,
    'Access key for the bucket; otherwise what the AWS SDK finds in the environment of the machine.',
  );
  const secretAccessKey = env.maybe('S3_SECRET_ACCESS_KEY', text, 'Secret of the access key; set with it or not at all.');
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    env.wrong.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  const credentials = accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey };
  const store = { region, endpoint, pathStyle, credentials };
  return { store, s3: bucket === undefined ? undefined : { bucket, ...store } };
}

/** How audit logs are made to convince somebody who does not trust this installation. */
function auditIn(env: Environment) {
  const place = env.maybe(
    'AUDIT_ANCHOR',
    anchor,
    'Where signed checkpoints of audit logs are written, out of reach of whoever owns the database: `file:///path/of/a/file`, `s3://bucket/prefix` (with the region, address and keys of S3 above), or an http or https address that they are sent to by POST; otherwise they are in the database alone.',
  );
  const mode = env.take(
    'AUDIT_ANCHOR_LOCK',
    oneOf('COMPLIANCE', 'GOVERNANCE'),
    'COMPLIANCE',
    'Mode of the object lock in S3, which the bucket must have been made with.',
  );
  const days = env.take(
    'AUDIT_ANCHOR_RETENTION',
    whole(0, 36_500),
    '0',
    'Days for which S3 keeps a checkpoint from being changed or removed; 0 sets no lock.',
  );
  return {
    anchor: place,
    retention: days === 0 ? undefined : { mode, days },
    checkpointEntries: env.take(
      'AUDIT_CHECKPOINT_ENTRIES',
      whole(1, 1_000_000),
      '1000',
      'After how many new entries an audit log gets a signed checkpoint; where there are fewer, it gets one every hour.',
    ),
  };
}
