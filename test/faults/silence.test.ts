/** Connections to PostgreSQL that fail without being closed. */
import { describe, expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { startServer, temporaryFolder } from '../support/process.ts';
import { silentProxy } from '../support/silent-proxy.ts';
import { hasPostgres, prepare } from './engines.ts';

const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
/** Number of requests, which is more than a server has connections. */
const requestCount = 12;

async function startBehindProxy(env: Record<string, string>) {
  const preparedEnv = await prepare('postgresql', temporaryFolder());
  const proxy = await silentProxy(preparedEnv.env.DATABASE_URL ?? '');
  const server = await startServer({ ...preparedEnv.env, DATABASE_URL: proxy.url, DATABASE_TIMEOUT: '5000', ...env });
  return { proxy, server, key: preparedEnv.organization.key, end: preparedEnv.end };
}

describe.runIf(hasPostgres)('postgresql', () => {
  test('every request is answered when a proxy drops the connections silently, and later requests succeed', async () => {
    const { proxy, server, key, end } = await startBehindProxy({});
    const ask = () => call(server.url, 'GET', '/v1/roles', { key });
    const askAll = () => Promise.all(Array.from({ length: requestCount }, ask));
    // The first requests may take longer than the time limit on a busy machine.
    await expect.poll(async () => new Set((await askAll()).map(({ status }) => status))).toEqual(new Set([200]));
    proxy.forget();
    const answers = await askAll();
    // Requests on dropped connections get 503; requests on connections that were opened later succeed.
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(answers.some(({ status }) => status === 503)).toBe(true);
    for (const { status, headers } of answers) if (status === 503) expect(headers.get('retry-after')).toMatch(/^\d+$/);
    await expect.poll(async () => (await ask()).status).toBe(200);
    await expect.poll(async () => (await call(server.url, 'POST', '/v1/risks', { key, body: risk })).status).toBe(201);
    expect(await server.stop('SIGTERM')).toBe(0);
    await end();
  }, 300_000);
  test('503 from /readyz soon after the database stops answering, however often it is called, and 200 once it answers again', async () => {
    const { proxy, server, end } = await startBehindProxy({});
    const ready = () => call(server.url, 'GET', '/readyz', {});
    expect(await ready()).toMatchObject({ status: 200 });
    proxy.silence();
    const startTime = performance.now();
    expect(await ready()).toMatchObject({ status: 503, body: { status: 'database unreachable' } });
    console.log(`/readyz said 503 after ${Math.round(performance.now() - startTime)} ms`);
    const openConnections = proxy.open;
    for (let times = 0; times < 3; times += 1) expect(await ready()).toMatchObject({ status: 503 });
    expect(proxy.open).toBeLessThanOrEqual(openConnections);
    expect(await call(server.url, 'GET', '/healthz', {})).toMatchObject({ status: 200 });
    proxy.speak();
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect(await server.stop('SIGTERM')).toBe(0);
    await end();
  }, 300_000);
  test('SIGTERM ends the process although the database never answers again', async () => {
    const { proxy, server, key, end } = await startBehindProxy({ DATABASE_TIMEOUT: '600000', SHUTDOWN_TIMEOUT: '1000' });
    proxy.silence();
    const pendingRequest = call(server.url, 'GET', '/v1/roles', { key }).catch(() => undefined);
    expect(await call(server.url, 'GET', '/readyz', {})).toMatchObject({ status: 503 });
    expect(await server.stop('SIGTERM')).toBe(1);
    expect(server.logged(60).map(({ msg }) => msg)).toEqual(['stopped before everything had ended']);
    await pendingRequest;
    await end();
  }, 300_000);
});
