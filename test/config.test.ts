/** Tests the settings of the service. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError, configFrom, settings } from '#platform/config';
import { withListenUrl } from '#platform/config/with-listen-url';

test('every setting has a row in OPERATIONS.md, with its default and its meaning', () => {
  const operations = readFileSync('OPERATIONS.md', 'utf8');
  for (const { name, fallback, meaning } of settings())
    expect(operations).toContain(`| \`${name}\` |${fallback ? ` \`${fallback}\` ` : ' '}| ${meaning} |`);
});
test('the configuration is valid without any settings', () => {
  expect(configFrom({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    baseUrl: 'http://localhost:3000',
    appUrl: 'http://localhost:3000',
    dataDir: './data',
    rateLimit: 100,
    corsOrigins: ['http://localhost:*', 'http://127.0.0.1:*'],
  });
});
test('requests are accepted for some seconds after SIGTERM in production only, and metrics are off by default', () => {
  expect(configFrom({})).toMatchObject({ drainDelay: 0, metricsPort: undefined, keepAliveTimeout: 75_000 });
  expect(configFrom({ NODE_ENV: 'production' }).drainDelay).toBe(5_000);
  expect(configFrom({ NODE_ENV: 'production', DRAIN_DELAY: '0' }).drainDelay).toBe(0);
});
test('no origin is trusted by default if the service is reachable from other machines', () => {
  expect(configFrom({ HOST: '0.0.0.0' }).corsOrigins).toEqual([]);
  // Behind a proxy, other machines reach a service that listens on this machine only.
  expect(configFrom({ TRUST_PROXY: '1' }).corsOrigins).toEqual([]);
  expect(configFrom({ TRUST_PROXY: '1', CORS_ORIGINS: 'https://app.example.com' }).corsOrigins).toEqual(['https://app.example.com']);
});
test('a key set without an audience is rejected, because its tokens may be meant for another service', () => {
  const SESSION_JWKS_URL = 'https://login.example.com/keys';
  expect(() => configFrom({ SESSION_JWKS_URL })).toThrow(
    new ConfigError('SESSION_AUDIENCE must be set with SESSION_JWKS_URL: the key set may sign tokens for other services, too'),
  );
  expect(configFrom({ SESSION_JWKS_URL, SESSION_AUDIENCE: 'compliance' })).toMatchObject({
    session: { jwksUrl: SESSION_JWKS_URL, audience: 'compliance' },
  });
});
test('several replicas are separated by commas', () => {
  const DATABASE_READ_URL = 'postgres://one/compliance, postgres://other:6432/compliance?pgbouncer=true,';
  expect(configFrom({ DATABASE_URL: 'postgres://primary/compliance', DATABASE_READ_URL }).databaseReadUrls).toEqual([
    'postgres://one/compliance',
    'postgres://other:6432/compliance?pgbouncer=true',
  ]);
});
test('a replica without its primary is rejected', () => {
  expect(() => configFrom({ DATABASE_READ_URL: 'postgres://replica/compliance' })).toThrow(
    new ConfigError('DATABASE_URL must be set with DATABASE_READ_URL'),
  );
});
test.each([
  ['DATABASE_READ_URL', 'https://replica/compliance'],
  ['DATABASE_READ_URL', 'postgres://replica/compliance, https://other/compliance'],
  ['PORT', '70000'],
  ['PORT', '80.5'],
  ['METRICS_PORT', '70000'],
  ['DRAIN_DELAY', '5s'],
  ['KEEP_ALIVE_TIMEOUT', '0'],
  ['BASE_URL', 'localhost'],
  ['BASE_URL', 'ftp://x'],
  ['MIGRATE', 'yes'],
  ['BOOTSTRAP_API_KEY', 'cak_1'],
  ['SECRET', 'short'],
  ['FORMER_SECRETS', 'short'],
  ['ALLOWED_NETWORKS', '10.0.0.0/33'],
  ['INTEGRATION_TIMEOUT', '0'],
  ['SESSION_SECRET', 'short'],
  ['SESSION_PUBLIC_KEY', 'x'],
  ['SESSION_PUBLIC_KEY', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
  ['SESSION_JWKS_URL', 'x'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://a.example.com/path'],
  ['LOG_LEVEL', 'x'],
  ['TRUST_PROXY', '-1'],
  ['VALIDATE_RESPONSES', '2'],
])('%s=%s is rejected with an error that names the setting and contains no secret', (name, value) => {
  try {
    configFrom({ [name]: value });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(`${name} must be `);
    if (/SECRET|KEY/.test(name)) expect(String(error)).not.toContain(value);
  }
});
test('paths of pages replace and complete the default ones', () => {
  const { appRoutes } = configFrom({
    APP_ROUTES: '{"task": "/work/{id}?in={organizationId}", "control": "/{organizationId}/controls/{id}"}',
  });
  expect(appRoutes).toEqual({
    ...configFrom({}).appRoutes,
    task: '/work/{id}?in={organizationId}',
    control: '/{organizationId}/controls/{id}',
  });
});
test.each([
  ['{', 'a JSON object of types and paths'],
  ['["/tasks"]', 'a JSON object of types and paths'],
  ['{"ticket": "/{id}"}', '"ticket" is no type of records; the types are organization, risk, task,'],
  ['{"task": 7}', '"task" must be a text'],
  ['{"task": "tasks/{id}"}', '"task" must be a path that begins with /'],
  ['{"task": "//other.example.com/{id}"}', '"task" must be a path that begins with /'],
  ['{"task": "/tasks/{ID}"}', '"task" has the placeholder {ID}; the placeholders are {organizationId}, {id}, {parentId},'],
  ['{"task": "/tasks/{id"}', '"task" has the placeholder {id;'],
  ['{"task_item": "/items{parentPage}"}', '"task_item" has the placeholder {parentPage};'],
  ['{"task": "{parentPage}/{id}"}', '"task" has a placeholder for a parent, but these records have none'],
  ['{"organization": "/home"}', '"organization" must contain {organizationId} in its path'],
])('APP_ROUTES=%s is rejected with the reason', (APP_ROUTES, reason) => {
  expect(() => configFrom({ APP_ROUTES })).toThrow(reason);
});
test('links use the port that the system has chosen, and a configured base URL stays the same', () => {
  const url = 'http://localhost:41234';
  expect(withListenUrl(configFrom({ PORT: '0' }), url)).toMatchObject({
    baseUrl: url,
    appUrl: url,
    portalUrl: `${url}/portal`,
    trustUrl: `${url}/trust`,
    letterUrl: `${url}/letters`,
  });
  const otherUrls = { APP_URL: 'https://app.example.com', TRUST_URL: 'http://localhost:01/trust' };
  expect(withListenUrl(configFrom({ PORT: '0', ...otherUrls }), url)).toMatchObject({
    baseUrl: url,
    appUrl: otherUrls.APP_URL,
    portalUrl: 'https://app.example.com/portal',
    trustUrl: otherUrls.TRUST_URL,
    letterUrl: 'https://app.example.com/letters',
  });
  const configWithUrl = configFrom({ BASE_URL: 'https://compliance.example.com' });
  expect(withListenUrl(configWithUrl, url)).toBe(configWithUrl);
});
