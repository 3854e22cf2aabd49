/** Tests how the server starts and stops, as the operator sees it. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { findNodeFault, oldestNode } from '#platform/node-version';
import {
  accountOfNobody,
  bootstrapKey as key,
  startServer,
  startProcess,
  startWithoutWaiting,
  temporaryFolder,
} from '../support/process.ts';
import { engines, prepare } from './engines.ts';
import { connect } from './wire.ts';

const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };

const portOf = (server: net.Server): number => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

test('the first start prints the key, rows survive kill -9, a second process fails and names the first, SIGTERM gives exit code 0', async () => {
  const DATA_DIR = temporaryFolder();
  const first = await startProcess({ DATA_DIR });
  expect(first.said.out).toContain(`curl -H "X-API-Key: ${key}" "${first.url}/v1/risks?limit=3"`);
  expect(first.said.out).toContain(`${first.url}/docs/`);
  const createAnswer = await call(first.url, 'POST', '/v1/risks', { key, body: risk });
  expect(createAnswer.status).toBe(201);

  const second = await startProcess({ DATA_DIR });
  expect(await second.exit()).toBe(1);
  expect(second.said.err.trim().split('\n')).toEqual([expect.stringContaining(`in use by another process (pid ${first.pid})`)]);

  expect(await first.stop('SIGKILL')).toBe('SIGKILL');
  const thirdProcess = await startProcess({ DATA_DIR });
  expect(thirdProcess.said.out).not.toContain('X-API-Key');
  expect(thirdProcess.said.out, 'a lost key').toContain('key create --organization ID --owner EMAIL');
  expect((await call(thirdProcess.url, 'GET', `/v1/risks/${createAnswer.body.data.id}`, { key })).body.data).toMatchObject(risk);
  expect(await call(thirdProcess.url, 'GET', '/healthz', {})).toMatchObject({ status: 200 });
  expect(await call(thirdProcess.url, 'GET', '/readyz', {})).toMatchObject({ status: 200, body: { status: 'ready' } });
  expect(await thirdProcess.stop('SIGTERM')).toBe(0);
});
test.each(engines)('%s: the server exits with 0 on SIGTERM under load, and every request that had begun is answered', async (engine) => {
  const {
    env,
    organization: { key: loadKey },
    end,
  } = await prepare(engine, temporaryFolder());
  const server = await startServer(env);
  const answers: number[] = [];
  const agent = new http.Agent({ keepAlive: true });
  const send = () =>
    new Promise<boolean>((resolve) => {
      const body = JSON.stringify(risk);
      const request = http.request(
        `${server.url}/v1/risks`,
        { method: 'POST', agent, headers: { 'X-API-Key': loadKey, 'Content-Type': 'application/json', 'Content-Length': body.length } },
        (response) => {
          response
            .resume()
            .on('end', () => {
              answers.push(response.statusCode ?? 0);
              resolve(true);
            })
            .on('error', () => {
              answers.push(-1);
              resolve(false);
            });
        },
      );
      // A request may fail if the connection was refused or was closed while idle. The rows show that it was not executed.
      request.on('error', (error) => {
        if (!('code' in error && error.code === 'ECONNREFUSED') && !request.reusedSocket) answers.push(-1);
        resolve(false);
      });
      request.end(body);
    });
  let stopPromise: Promise<unknown> | undefined;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (await send()) if (answers.length >= 60) stopPromise ??= server.stop('SIGTERM');
    }),
  );
  agent.destroy();
  expect(await stopPromise).toBe(0);
  expect(answers.filter((status) => status !== 201)).toEqual([]);
  expect(answers.length).toBeGreaterThan(60);
  const restarted = await startServer(env);
  expect((await call(restarted.url, 'GET', '/v1/risks', { key: loadKey })).body.data).toHaveLength(answers.length);
  expect((await call(restarted.url, 'GET', '/v1/audit-logs/verification', { key: loadKey })).body).toMatchObject({
    intact: true,
    headSequence: answers.length,
  });
  expect(await restarted.stop('SIGINT')).toBe(0);
  await end();
});
test('SIGTERM does not wait for connections without a request', async () => {
  const server = await startServer((await prepare('embedded', temporaryFolder())).env);
  const silentConnection = connect(server.url);
  const usedConnection = connect(server.url);
  await usedConnection.say('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => usedConnection.heard).toContain('alive');
  const startTime = performance.now();
  expect(await server.stop('SIGTERM')).toBe(0);
  await silentConnection.ended;
  // A server that waits for connections takes the thirty seconds that a running request has.
  expect(performance.now() - startTime).toBeLessThan(25_000);
});
test('a second SIGTERM ends the server at once with exit code 1, whatever is still running', async () => {
  const server = await startServer((await prepare('embedded', temporaryFolder())).env);
  const hangingConnection = connect(server.url);
  await hangingConnection.say('POST /v1/risks HTTP/1.1\r\nHost: a\r\nContent-Le');
  server.child.kill('SIGTERM');
  // The server accepts no more connections while it stops and waits for the hanging request.
  await expect
    .poll(() =>
      call(server.url, 'GET', '/healthz', { headers: { Connection: 'close' } }).then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused');
  expect(server.child.exitCode).toBe(null);
  expect(await server.stop('SIGTERM')).toBe(1);
  await hangingConnection.ended;
});
test('one error line and exit code 1 if the server may not write to its directory', async () => {
  const folder = temporaryFolder();
  const nobody = accountOfNobody();
  const { env } = await prepare('embedded', folder);
  const empty = path.join(folder, 'empty');
  mkdirSync(empty);
  // Everybody may read the folder, but nobody may create or overwrite files in it.
  execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
  await Promise.all(
    [empty, env.DATA_DIR ?? '', path.join(empty, 'below')].map(async (DATA_DIR) => {
      const { said, exit } = await startProcess({ ...env, DATA_DIR }, undefined, nobody);
      expect(await exit(), said.err).toBe(1);
      expect(said.err.trim().split('\n')).toEqual([expect.stringMatching(/^DATA_DIR .*: .*(EACCES|EROFS|EPERM)/)]);
    }),
  );
  execFileSync('chmod', ['-R', 'u+w', folder]);
  expect(await (await startServer(env)).stop('SIGTERM')).toBe(0);
});
test('one error line and exit code 1 for everything that prevents the start', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const portHolder = http.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => portHolder.once('listening', resolve));
  const address = portHolder.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  const cases: [env: Record<string, string>, lines: (string | RegExp)[]][] = [
    [{ DATA_DIR: path.join(file, 'data') }, [/^DATA_DIR .*ENOTDIR/]],
    // The start fails before it creates anything, especially a key that nobody would see.
    [{ DATA_DIR: path.join(folder, 'a'), PORT: port }, [`PORT ${port} is taken on 127.0.0.1`]],
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, [/^DATABASE_URL: .*ECONNREFUSED/]],
    [
      {
        ...(await prepare('embedded', path.join(folder, 'c'))).env,
        AUDIT_ANCHOR: `file://${path.join(folder, 'none', 'checkpoints.ndjson')}`,
      },
      [/^AUDIT_ANCHOR cannot be written: ENOENT.*checkpoints\.ndjson/],
    ],
    [{ MIGRATE: '0' }, [/^the database cannot be used: the schema lacks 0001_foundation\.sql, .*; run: npm run admin -- migrate$/]],
    [
      { DATABASE_URL: 'mysql://localhost/x', PORT: 'http', LOG_LEVEL: 'loud', RATE_LIMIT: '-1' },
      [
        'PORT must be a whole number from 0 to 65535, not "http"',
        'DATABASE_URL must be an address that begins with postgres:// or postgresql://',
        'RATE_LIMIT must be a whole number from 0 to 1000000, not "-1"',
        'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
      ],
    ],
  ];
  await Promise.all(
    cases.map(async ([env, lines], index) => {
      const { said, exit } = await startProcess({ DATA_DIR: path.join(folder, `case-${index}`), ...env });
      expect(await exit(), said.err).toBe(1);
      expect(said.err.trim().split('\n')).toEqual(lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
    }),
  );
  expect(existsSync(path.join(folder, 'a'))).toBe(false);
  portHolder.close();
});
test('200 from /healthz and 503 from everything else as soon as the server starts, while the database does not answer yet', async () => {
  const silentDatabase = net.createServer().listen(0, '127.0.0.1');
  await once(silentDatabase, 'listening');
  const [database, port] = [portOf(silentDatabase), await freePort()];
  const { child, said, exit } = startWithoutWaiting({
    PORT: String(port),
    DATABASE_URL: `postgres://nobody@127.0.0.1:${database}/none`,
    DATA_DIR: temporaryFolder(),
  });
  const base = `http://127.0.0.1:${port}`;
  await expect
    .poll(() => call(base, 'GET', '/healthz', {}).catch(() => undefined))
    .toMatchObject({ status: 200, body: { status: 'alive' } });
  for (const path of ['/readyz', '/startupz'])
    expect(await call(base, 'GET', path, {})).toMatchObject({ status: 503, body: { status: 'starting' } });
  const rejected = await call(base, 'POST', '/v1/roles', { key, body: {} });
  expect(rejected).toMatchObject({ status: 503, body: { success: false, code: 'unavailable' } });
  expect(rejected.headers.get('retry-after')).toBe('1');
  expect(rejected.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
  // The prescribed errors of risks have no code.
  expect(Object.keys((await call(base, 'GET', '/v1/risks', { key })).body)).toEqual(['success', 'error']);
  await expect.poll(() => said.out).toContain('Preparing the database …');
  child.kill('SIGTERM');
  expect(await exit()).toBe(1);
  silentDatabase.close();
});
test('after SIGTERM, 503 from /readyz and 200 from other paths during DRAIN_DELAY, and each answer ends its connection', async () => {
  const { env, organization } = await prepare('embedded', temporaryFolder());
  // The delay is longer than any machine takes for the following requests.
  const server = await startServer({ ...env, DRAIN_DELAY: '120000' });
  expect(await call(server.url, 'GET', '/startupz', {})).toMatchObject({ status: 200, body: { status: 'started' } });
  const answerBefore = await call(server.url, 'GET', '/v1/risks', { key: organization.key });
  expect(answerBefore.headers.get('connection')).toBe('keep-alive');
  expect(answerBefore.headers.get('keep-alive')).toBe('timeout=75');
  const stopResult = server.stop('SIGTERM');
  await expect.poll(() => call(server.url, 'GET', '/readyz', {})).toMatchObject({ status: 503, body: { status: 'stopping' } });
  const answerDuring = await call(server.url, 'POST', '/v1/risks', { key: organization.key, body: risk });
  expect(answerDuring.status).toBe(201);
  expect(answerDuring.headers.get('connection')).toBe('close');
  expect(await call(server.url, 'GET', '/healthz', {})).toMatchObject({ status: 200 });
  // A second signal ends the server without waiting.
  server.child.kill('SIGTERM');
  expect(await stopResult).toBe(1);
});
test('SIGTERM ends the server with exit code 0 once DRAIN_DELAY is over, and SIGINT ends it at once', async () => {
  const { env } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, DRAIN_DELAY: '1500' });
  const startTime = performance.now();
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(performance.now() - startTime).toBeGreaterThanOrEqual(1_500);
  const otherServer = await startServer({ ...env, LOG_LEVEL: 'info', DRAIN_DELAY: '120000' });
  expect(await otherServer.stop('SIGINT')).toBe(0);
  expect(otherServer.said.err).toContain('"drainDelay":0');
});
test('the start accepts exactly the Node.js versions that package.json allows', () => {
  const { engines: requiredEngines }: { engines: { node: string } } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(requiredEngines.node).toBe(`>=${oldestNode}`);
  for (const version of [`${oldestNode}.0`, '22.14.0', '24.0.0', process.versions.node])
    expect(findNodeFault(version), version).toBeUndefined();
  for (const version of ['22.12.9', '20.19.0', '18.20.8'])
    expect(findNodeFault(version)).toBe(`Node.js ${oldestNode} or newer is required, and this is ${version}`);
});
test('a data directory of a newer version is not changed', async () => {
  const { env } = await prepare('embedded', temporaryFolder(), ({ system }) =>
    system.insertInto('migration').values({ name: '9999_later.sql', hash: 'x' }).execute(),
  );
  const { said, exit } = await startProcess(env);
  expect(await exit()).toBe(1);
  expect(said.err.trim()).toBe('the database cannot be used: its schema belongs to a newer version (9999_later.sql)');
});
test('a data directory of another PostgreSQL version is not changed', async () => {
  const DATA_DIR = temporaryFolder();
  mkdirSync(path.join(DATA_DIR, 'database'));
  writeFileSync(path.join(DATA_DIR, 'database', 'PG_VERSION'), '17\n');
  const { said, exit } = await startProcess({ DATA_DIR });
  expect(await exit()).toBe(1);
  expect(said.err.trim()).toMatch(/PostgreSQL 17.*PostgreSQL 18.*export/);
});
