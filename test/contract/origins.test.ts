/** Tests which origins may call the service from a browser (CORS), and the headers of all answers. */
import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#platform/database/open';
import { call, listenOn, openTestDatabase, startApp, testConfig } from '../support/app.ts';
import { newOrganization } from '../support/organization.ts';

const app = startApp();
let database: Database;
let base: string;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ base } = await listenOn(
    database,
    testConfig({ CORS_ORIGINS: 'https://app.example.com,http://localhost:*', BASE_URL: 'https://api.example.com' }),
  ));
});
afterAll(() => database.close());

const risk = { title: 't', description: 'd', category: 'other' };
const sendPreflight = (origin: string) =>
  call(base, 'OPTIONS', '/v1/risks', {
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-api-key,content-type' },
  });

test.each(['https://app.example.com', 'http://localhost:5173', 'http://localhost', 'https://api.example.com'])(
  '204 for a preflight from %s, which is an allowed origin',
  async (origin) => {
    const { status, headers } = await sendPreflight(origin);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect(headers.get('access-control-allow-methods')).toContain(method);
    for (const header of ['Content-Type', 'Authorization', 'X-API-Key', 'X-Organization-Id', 'Prefer'])
      expect(headers.get('access-control-allow-headers')).toContain(header);
  },
);
test.each([
  'https://evil.example.org',
  'https://app.example.com.evil.example.org',
  'http://localhost.evil.example.org',
  'http://localhost:80x',
  'null',
])('a preflight from %s gets no permission, and a change from there gets 403', async (origin) => {
  const { key } = await newOrganization(database);
  expect((await sendPreflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
  expect(await call(base, 'POST', '/v1/risks', { key, body: risk, headers: { Origin: origin } })).toMatchObject({
    status: 403,
    body: { success: false, error: 'This origin is not allowed to change anything' },
  });
  const readAnswer = await call(base, 'GET', '/v1/risks', { key, headers: { Origin: origin } });
  expect(readAnswer).toMatchObject({ status: 200, body: { data: [] } });
  expect(readAnswer.headers.get('access-control-allow-origin')).toBeNull();
});
test('the verified domain of a published portal can read public data only (spec/conventions, 1)', async () => {
  const { id, key } = await newOrganization(database);
  const friendlyUrl = id.replace('_', '-');
  const set = (fields: object) => database.system.updateTable('trust_portal').set(fields).where('organization_id', '=', id).execute();
  await call(base, 'PATCH', '/v1/trust-portal/settings', { key, body: { friendlyUrl } });
  await set({ status: 'published', domain: `trust.${friendlyUrl}.example.com` });
  const portalPath = `/v1/trust-access/${friendlyUrl}`;
  const Origin = `https://trust.${friendlyUrl}.example.com`;
  const allowedOrigin = async (path: string, origin = Origin) => {
    const { headers } = await call(base, 'GET', path, { headers: { Origin: origin } });
    return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
  };
  expect(await allowedOrigin(portalPath)).toEqual([null, null]);
  await set({ cname_verified: true, txt_verified: true });
  expect(await allowedOrigin(portalPath)).toEqual([Origin, null]);
  const preflightAnswer = await call(base, 'OPTIONS', `${portalPath}/requests`, {
    headers: { Origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' },
  });
  expect([preflightAnswer.status, preflightAnswer.headers.get('access-control-allow-origin')]).toEqual([204, Origin]);
  for (const path of ['/v1/risks', '/v1/trust-access/admin/requests']) expect(await allowedOrigin(path)).toEqual([null, null]);
  for (const origin of [Origin.replace('https', 'http'), `${Origin}:8443`, 'https://other.example.com', `${Origin}.`])
    expect(await allowedOrigin(portalPath, origin)).toEqual([null, null]);
  await set({ status: 'draft' });
  expect(await allowedOrigin(portalPath)).toEqual([null, null]);
});
test('201 for a request from an allowed origin and for one without an origin, with the exposed headers', async () => {
  const { key } = await newOrganization(database);
  const answer = await call(base, 'POST', '/v1/risks', { key, body: risk, headers: { Origin: 'https://app.example.com' } });
  expect(answer.status).toBe(201);
  for (const header of ['Content-Disposition', 'ETag', 'Link', 'Location', 'X-Request-Id'])
    expect(answer.headers.get('access-control-expose-headers')).toContain(header);
  expect(await call(base, 'POST', '/v1/risks', { key, body: risk })).toMatchObject({ status: 201 });
});
test('behind a proxy, localhost ports get permission only if they are configured', async () => {
  const { base: proxiedBase } = await listenOn(database, testConfig({ TRUST_PROXY: '1', BASE_URL: 'https://api.example.com' }));
  const { key } = await newOrganization(database);
  for (const Origin of ['http://localhost:5173', 'http://127.0.0.1:8080', 'http://localhost']) {
    const { status, headers } = await call(proxiedBase, 'GET', '/v1/risks', { key, headers: { Origin } });
    expect([status, headers.get('access-control-allow-origin')], Origin).toEqual([200, null]);
    expect(await call(proxiedBase, 'POST', '/v1/risks', { key, body: risk, headers: { Origin } }), Origin).toMatchObject({ status: 403 });
  }
});
test('the Vary header of every answer names the headers that the answer depends on', async () => {
  const always = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';
  expect((await app.call('GET', '/v1/risks')).headers.get('vary')).toBe(`${always}, Accept-Encoding`);
  // This error can also be answered as a problem document, so it depends on Accept.
  expect((await app.call('GET', '/v1/nope')).headers.get('vary')).toBe(`${always}, Accept, Accept-Encoding`);
});
test('204 with an Allow header for an OPTIONS request that is not a preflight', async () => {
  const { status, headers } = await app.call('OPTIONS', '/v1/risks');
  expect(status).toBe(204);
  expect(headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
});
test('204 with the methods of the service for OPTIONS *, which asks about the server as a whole', async () => {
  const request = http.request(app.base, { method: 'OPTIONS', path: '*' }).end();
  const [response]: http.IncomingMessage[] = await once(request, 'response');
  response?.resume();
  expect(response).toMatchObject({ statusCode: 204, headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' } });
  expect(response?.headers['x-request-id']).toMatch(/^req_/);
});
test('every answer has security headers and a request id', async () => {
  for (const path of ['/v1/risks', '/v1/nope', '/nope', '/openapi.json', '/healthz', '/docs/']) {
    const { headers } = await app.call('GET', path);
    expect(headers.get('x-request-id'), path).toMatch(/^req_[0-9a-f]{24}$/);
    if (path === '/healthz') continue;
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('content-security-policy'), path).toMatch(/default-src '(self|none)'/);
    expect(headers.get('x-powered-by')).toBeNull();
  }
});
