/** Start and stop, as the operator sees them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/database/open.ts';
import { call } from '../support/app.ts';
import { bootstrapKey as key, startProcess, temporaryFolder } from '../support/process.ts';

const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };

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
  expect((await call(third.url, 'GET', `/v1/risks/${created.body.data.id}`, { key })).body.data).toMatchObject(risk);
  expect(await call(third.url, 'GET', '/healthz', {})).toMatchObject({ status: 200 });
  expect(await call(third.url, 'GET', '/readyz', {})).toMatchObject({ status: 200, body: { status: 'ready' } });
  expect(await third.stop('SIGTERM')).toBe(0);
}, 60_000);
test('SIGTERM under load: every request that began is answered', async () => {
  const server = await startProcess({ DATA_DIR: temporaryFolder(), RATE_LIMIT: '0' });
  const answers: number[] = [];
  let refused = 0;
  const agent = new http.Agent({ keepAlive: true });
  const send = () => new Promise<boolean>((resolve) => {
    const body = JSON.stringify(risk);
    const request = http.request(`${server.url}/v1/risks`, { method: 'POST', agent, headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length } }, (response) => {
      response.resume().on('end', () => { answers.push(response.statusCode ?? 0); resolve(true); }).on('error', () => { answers.push(-1); resolve(false); });
    });
    // Refused before it was sent is no answer owed.
    request.on('error', (error) => { if ('code' in error && error.code === 'ECONNREFUSED') refused += 1; else if (!request.reusedSocket) answers.push(-1); resolve(false); });
    request.end(body);
  });
  let stopping: Promise<unknown> | undefined;
  await Promise.all(Array.from({ length: 8 }, async () => { while (await send()) if (answers.length >= 60) stopping ??= server.stop('SIGTERM'); }));
  agent.destroy();
  expect(await stopping).toBe(0);
  expect(answers.filter((status) => status !== 201)).toEqual([]);
  expect(answers.length).toBeGreaterThan(60);
  expect(refused).toBeGreaterThanOrEqual(0);
}, 60_000);
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
    [{ DATA_DIR: path.join(folder, 'a'), PORT: port }, [`PORT ${port} is taken on 127.0.0.1`]],
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, [/^DATABASE_URL: .*ECONNREFUSED/]],
    [{ MIGRATE: '0' }, [/^the database cannot be used: the schema lacks 0001_foundation\.sql, .*; run: npm run admin -- migrate$/]],
    [{ DATABASE_URL: 'mysql://localhost/x', PORT: 'http', LOG_LEVEL: 'loud', RATE_LIMIT: '-1' }, [
      'PORT must be a whole number from 0 to 65535, not "http"',
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://',
      'RATE_LIMIT must be a whole number from 0 to 1000000, not "-1"',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
    ]],
  ];
  for (const [env, lines] of cases) {
    const { said, exit } = await startProcess({ DATA_DIR: path.join(folder, 'b'), ...env });
    expect(await exit(), said.err).toBe(1);
    expect(said.err.trim().split('\n')).toEqual(lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
  }
  taken.close();
}, 60_000);
test('a data directory of a newer version is left as it is', async () => {
  const DATA_DIR = temporaryFolder();
  expect(await (await startProcess({ DATA_DIR, DEMO: '0' })).stop('SIGTERM')).toBe(0);
  const database = await openDatabase({ dataDir: path.join(DATA_DIR, 'database') });
  await database.system.insertInto('migration').values({ name: '9999_later.sql', hash: 'x' }).execute();
  await database.close();
  const { said, exit } = await startProcess({ DATA_DIR });
  expect(await exit()).toBe(1);
  expect(said.err.trim()).toBe('the database cannot be used: its schema is of a newer version (9999_later.sql)');
}, 60_000);
test('a data directory of another PostgreSQL version is left as it is', async () => {
  const DATA_DIR = temporaryFolder();
  mkdirSync(path.join(DATA_DIR, 'database'));
  writeFileSync(path.join(DATA_DIR, 'database', 'PG_VERSION'), '17\n');
  const { said, exit } = await startProcess({ DATA_DIR });
  expect(await exit()).toBe(1);
  expect(said.err.trim()).toMatch(/PostgreSQL 17.*PostgreSQL 18.*export/);
}, 60_000);
