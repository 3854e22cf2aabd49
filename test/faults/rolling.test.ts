/** Three servers behind a load balancer, which are restarted one after the other while clients write. */
import { once } from 'node:events';
import http from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Process, startServer, temporaryFolder } from '../support/process.ts';
import { installed, prepare } from './engines.ts';
import { expectWhole, newLedger, writeUnderLoad } from './load.ts';

interface Backend {
  readonly process: Process;
  isReady: boolean;
}

/** Sends each request to a server that was ready when it was last asked, once: what is lost there is lost. */
async function balance(backends: readonly Backend[]): Promise<string> {
  const agent = new http.Agent({ keepAlive: true });
  const look = async (backend: Backend) => {
    backend.isReady = await fetch(`${backend.process.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const looking = setInterval(() => backends.forEach((backend) => void look(backend)), 50);
  let turn = 0;
  const server = http.createServer((req, res) => {
    const ready = backends.filter(({ isReady }) => isReady);
    const { url } = ready[(turn += 1) % ready.length]?.process ?? { url: '' };
    const onward = http.request(url + req.url, { method: req.method, headers: req.headers, agent }, (answer) => {
      // Of this connection alone.
      const { connection: _connection, ...headers } = answer.headers;
      res.writeHead(answer.statusCode ?? 0, headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.writeHead(502).end());
    req.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    clearInterval(looking);
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  await expect.poll(() => backends.every(({ isReady }) => isReady)).toBe(true);
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** Milliseconds in which the load balancer has to see that a server is about to stop: it looks every 50. */
const DRAIN_DELAY = '5000';

describe.runIf(installed)('postgresql', () => {
  test('a rolling restart of three servers loses no request', async () => {
    const { env, organization, end } = await prepare('postgresql', temporaryFolder());
    const start = async (): Promise<Backend> => ({
      process: await startServer({ ...env, DRAIN_DELAY, SECRET: 'one secret for all servers of a database' }),
      isReady: false,
    });
    const backends = await Promise.all([start(), start(), start()]);
    const url = await balance(backends);
    const ledger = newLedger();
    const stopLoad = writeUnderLoad(() => url, organization.key, ledger, { clients: 3, pauseMs: 20 });
    for (const [index, { process: old }] of backends.entries()) {
      // The next one starts while the old one still serves.
      const [next, code] = await Promise.all([start(), old.stop('SIGTERM')]);
      expect(code).toBe(0);
      backends[index] = next;
      await expect.poll(() => next.isReady).toBe(true);
    }
    await stopLoad();
    expect([...ledger.statuses.keys()].sort()).toEqual([200, 201]);
    await expectWhole(url, organization.key, ledger);
    console.log(`${[...ledger.statuses.values()].reduce((sum, count) => sum + count)} requests were answered during the restart`);
    await Promise.all(backends.map(({ process: one }) => one.stop('SIGINT')));
    await end();
  }, 600_000);
});
