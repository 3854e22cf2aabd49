/** Tests the mock as a separate process, which `npm run mock` starts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { operations } from '#generated/operations';
import { call } from '../support/app.ts';

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['mock/main.ts'], { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function failureOf(child: ChildProcess) {
  let output = '';
  child.stderr?.on('data', (part) => {
    output += String(part);
  });
  const [code]: unknown[] = await once(child, 'close');
  return { code, said: output };
}

test('200 for each command that the mock prints at the start', async () => {
  const [output] = (await once(start({ MOCK_PORT: '0' }).stdout, 'data')).map(String);
  const commands = [...(output ?? '').matchAll(/curl (.*) (http:\S+)/g)].map(([, options = '', url = '']) => ({
    url,
    headers: Object.fromEntries([...options.matchAll(/-H "(.*?): (.*?)"/g)].map(([, name = '', value = '']) => [name, value])),
  }));
  expect(commands.length).toBe(2);
  for (const { url, headers } of commands) expect(await call('', 'GET', url, { headers })).toMatchObject({ status: 200 });
});
test.each(['MOCK_PORT', 'PORT'])('200 at the address that the mock prints at the start, with %s', async (name) => {
  const [output] = (await once(start({ [name]: '0' }).stdout, 'data')).map(String);
  expect(output).toMatch(
    new RegExp(`^The mock answers ${Object.keys(operations).length} operations .* with Prism: http://localhost:\\d+\n`),
  );
  const url = /http:\S+/.exec(output ?? '')?.[0] ?? '';
  expect(await call(url, 'GET', '/v1/risks', { key: 'any' })).toMatchObject({ status: 200, body: { success: true } });
});
test('the mock does not start on a port that is in use or invalid, and prints the reason in one line', async () => {
  const portHolder = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void portHolder.close());
  await once(portHolder, 'listening');
  const address = portHolder.address();
  const port = String(typeof address === 'object' ? address?.port : address);
  expect(await failureOf(start({ MOCK_PORT: port }))).toEqual({ code: 1, said: `MOCK_PORT ${port} is taken on 127.0.0.1\n` });
  expect(await failureOf(start({ MOCK_PORT: 'http' }))).toEqual({
    code: 1,
    said: 'MOCK_PORT must be a whole number from 0 to 65535, not "http"\n',
  });
});
