/** Start and stop, as the operator sees them. */
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

test('the first start prints the key, rows survive kill -9, a second process is refused by the pid of the first, SIGTERM ends with 0', async () => {
  const DATA_DIR = temporaryFolder();
  const first = await startProcess({ DATA_DIR });
  expect(first.said.out).toContain(`curl -H "X-API-Key: ${key}" "${first.url}/v1/risks?limit=3"`);
  expect(first.said.out).toContain(`${first.url}/docs/`);
  const created = await call(first.url, 'POST', '/v1/risks', { key, body: risk });
  expect(created.status).toBe(201);

  const second = await startProcess({ DATA_DIR });
  expect(await second.exit()).toBe(1);
  expect(second.said.err.trim().split('\n')).toEqual([expect.stringContaining(`in use by another process (pid ${first.pid})`)]);

  expect(await first.stop('SIGKILL')).toBe('SIGKILL');
  const third = await startProcess({ DATA_DIR });
  expect(third.said.out).not.toContain('X-API-Key');
  expect(third.said.out, 'a lost key').toContain('key create --organization ID --owner EMAIL');
  expect((await call(third.url, 'GET', `/v1/risks/${created.body.data.id}`, { key })).body.data).toMatchObject(risk);
  expect(await call(third.url, 'GET', '/healthz', {})).toMatchObject({ status: 200 });
  expect(await call(third.url, 'GET', '/readyz', {})).toMatchObject({ status: 200, body: { status: 'ready' } });
  expect(await third.stop('SIGTERM')).toBe(0);
});
test.each(engines)('%s: SIGTERM under load ends with 0, and every request that began is answered', async (engine) => {
  const {
    env,
    organization: { key: own },
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
        { method: 'POST', agent, headers: { 'X-API-Key': own, 'Content-Type': 'application/json', 'Content-Length': body.length } },
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
      // No answer is owed to who was refused before anything was sent, or met the end of an idle connection: the rows tell.
      request.on('error', (error) => {
        if (!('code' in error && error.code === 'ECONNREFUSED') && !request.reusedSocket) answers.push(-1);
        resolve(false);
      });
      request.end(body);
    });
  let stopping: Promise<unknown> | undefined;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (await send()) if (answers.length >= 60) stopping ??= server.stop('SIGTERM');
    }),
  );
  agent.destroy();
  expect(await stopping).toBe(0);
  expect(answers.filter((status) => status !== 201)).toEqual([]);
  expect(answers.length).toBeGreaterThan(60);
  const again = await startServer(env);
  expect((await call(again.url, 'GET', '/v1/risks', { key: own })).body.data).toHaveLength(answers.length);
  expect((await call(again.url, 'GET', '/v1/audit-logs/verification', { key: own })).body).toMatchObject({
    intact: true,
    headSequence: answers.length,
  });
  expect(await again.stop('SIGINT')).toBe(0);
  await end();
});
test('SIGTERM does not wait for who is connected and asks nothing', async () => {
  const server = await startServer((await prepare('embedded', temporaryFolder())).env);
  const silent = connect(server.url);
  const asked = connect(server.url);
  await asked.say('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => asked.heard).toContain('alive');
  const since = performance.now();
  expect(await server.stop('SIGTERM')).toBe(0);
  await silent.ended;
  // Containers are given ten seconds; a request that runs, thirty.
  expect(performance.now() - since).toBeLessThan(10_000);
});
test('a second SIGTERM ends it at once with 1, whatever still runs', async () => {
  const server = await startServer((await prepare('embedded', temporaryFolder())).env);
  const hanging = connect(server.url);
  await hanging.say('POST /v1/risks HTTP/1.1\r\nHost: a\r\nContent-Le');
  server.child.kill('SIGTERM');
  // It takes no more connections: it is stopping, and waits for the one that hangs.
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
  await hanging.ended;
});
test('one clear line and exit code 1 where it may not write', async () => {
  const folder = temporaryFolder();
  const nobody = accountOfNobody();
  const { env } = await prepare('embedded', folder);
  const empty = path.join(folder, 'empty');
  mkdirSync(empty);
  // Everybody may look, nobody may write: neither beside what is there, nor over it.
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
test('one clear line and exit code 1 for everything that keeps it from starting', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const taken = http.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  const cases: [env: Record<string, string>, lines: (string | RegExp)[]][] = [
    [{ DATA_DIR: path.join(file, 'data') }, [/^DATA_DIR .*ENOTDIR/]],
    // Before a first start makes anything, above all a key that nobody would see.
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
  taken.close();
});
test('200 of /healthz and 503 of everything else from the first moment, while the database lets itself be waited for', async () => {
  const silent = net.createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const [database, port] = [portOf(silent), await freePort()];
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
  const refused = await call(base, 'POST', '/v1/roles', { key, body: {} });
  expect(refused).toMatchObject({ status: 503, body: { success: false, code: 'unavailable' } });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
  // What is given of risks has no code.
  expect(Object.keys((await call(base, 'GET', '/v1/risks', { key })).body)).toEqual(['success', 'error']);
  await expect.poll(() => said.out).toContain('Preparing the database …');
  child.kill('SIGTERM');
  expect(await exit()).toBe(1);
  silent.close();
});
test('after SIGTERM 503 of /readyz, and 200 as before for DRAIN_DELAY, each on a connection that ends with it', async () => {
  const { env, organization } = await prepare('embedded', temporaryFolder());
  // Longer than any machine takes for what follows.
  const server = await startServer({ ...env, DRAIN_DELAY: '120000' });
  expect(await call(server.url, 'GET', '/startupz', {})).toMatchObject({ status: 200, body: { status: 'started' } });
  const before = await call(server.url, 'GET', '/v1/risks', { key: organization.key });
  expect(before.headers.get('connection')).toBe('keep-alive');
  expect(before.headers.get('keep-alive')).toBe('timeout=75');
  const stopped = server.stop('SIGTERM');
  await expect.poll(() => call(server.url, 'GET', '/readyz', {})).toMatchObject({ status: 503, body: { status: 'stopping' } });
  const during = await call(server.url, 'POST', '/v1/risks', { key: organization.key, body: risk });
  expect(during.status).toBe(201);
  expect(during.headers.get('connection')).toBe('close');
  expect(await call(server.url, 'GET', '/healthz', {})).toMatchObject({ status: 200 });
  // A second signal does not wait.
  server.child.kill('SIGTERM');
  expect(await stopped).toBe(1);
});
test('SIGTERM ends it with 0 once DRAIN_DELAY is over, SIGINT at once', async () => {
  const { env } = await prepare('embedded', temporaryFolder());
  const server = await startServer({ ...env, DRAIN_DELAY: '1500' });
  const since = performance.now();
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(performance.now() - since).toBeGreaterThanOrEqual(1_500);
  const other = await startServer({ ...env, LOG_LEVEL: 'info', DRAIN_DELAY: '120000' });
  expect(await other.stop('SIGINT')).toBe(0);
  expect(other.said.err).toContain('"drainDelay":0');
});
test('Node.js is new enough where package.json says so', () => {
  const { engines: needed }: { engines: { node: string } } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(needed.node).toBe(`>=${oldestNode}`);
  for (const version of [`${oldestNode}.0`, '22.14.0', '24.0.0', process.versions.node])
    expect(findNodeFault(version), version).toBeUndefined();
  for (const version of ['22.12.9', '20.19.0', '18.20.8'])
    expect(findNodeFault(version)).toBe(`Node.js ${oldestNode} or newer is required, and this is ${version}`);
});
test('a data directory of a newer version is left as it is', async () => {
  const { env } = await prepare('embedded', temporaryFolder(), ({ system }) =>
    system.insertInto('migration').values({ name: '9999_later.sql', hash: 'x' }).execute(),
  );
  const { said, exit } = await startProcess(env);
  expect(await exit()).toBe(1);
  expect(said.err.trim()).toBe('the database cannot be used: its schema belongs to a newer version (9999_later.sql)');
});
test('a data directory of another PostgreSQL version is left as it is', async () => {
  const DATA_DIR = temporaryFolder();
  mkdirSync(path.join(DATA_DIR, 'database'));
  writeFileSync(path.join(DATA_DIR, 'database', 'PG_VERSION'), '17\n');
  const { said, exit } = await startProcess({ DATA_DIR });
  expect(await exit()).toBe(1);
  expect(said.err.trim()).toMatch(/PostgreSQL 17.*PostgreSQL 18.*export/);
});
