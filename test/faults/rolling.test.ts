/** Restarts three servers behind a load balancer one after the other while clients write. */
import { once } from 'node:events';
import http from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Process, startServer, temporaryFolder } from '../support/process.ts';
import { hasPostgres, prepare } from './engines.ts';
import { expectConsistent, newLedger, writeUnderLoad } from './load.ts';

interface Backend {
  readonly process: Process;
  isReady: boolean;
}

/** Starts a load balancer that sends each request once, to a server that was ready at its last check. A lost request is not repeated. */
async function balance(backends: readonly Backend[]): Promise<string> {
  const agent = new http.Agent({ keepAlive: true });
  const checkReadiness = async (backend: Backend) => {
    backend.isReady = await fetch(`${backend.process.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const checkTimer = setInterval(() => backends.forEach((backend) => void checkReadiness(backend)), 50);
  let turn = 0;
  const server = http.createServer((req, res) => {
    const ready = backends.filter(({ isReady }) => isReady);
    const { url } = ready[(turn += 1) % ready.length]?.process ?? { url: '' };
    const forwardedRequest = http.request(url + req.url, { method: req.method, headers: req.headers, agent }, (answer) => {
      // This header applies to a single connection, so it is not forwarded.
      const { connection: _connection, ...headers } = answer.headers;
      res.writeHead(answer.statusCode ?? 0, headers);
      answer.pipe(res);
    });
    forwardedRequest.on('error', () => res.writeHead(502).end());
    req.pipe(forwardedRequest);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    clearInterval(checkTimer);
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  await expect.poll(() => backends.every(({ isReady }) => isReady)).toBe(true);
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** Time in milliseconds in which the load balancer must notice that a server is stopping. It checks every 50 ms. */
const DRAIN_DELAY = '5000';

describe.runIf(hasPostgres)('postgresql', () => {
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
    for (const [index, { process: oldProcess }] of backends.entries()) {
      // The new server starts while the old server still serves requests.
      const [nextProcess, code] = await Promise.all([start(), oldProcess.stop('SIGTERM')]);
      expect(code).toBe(0);
      backends[index] = nextProcess;
      await expect.poll(() => nextProcess.isReady).toBe(true);
    }
    await stopLoad();
    expect([...ledger.statuses.keys()].sort()).toEqual([200, 201]);
    await expectConsistent(url, organization.key, ledger);
    console.log(`${[...ledger.statuses.values()].reduce((sum, count) => sum + count)} requests were answered during the restart`);
    await Promise.all(backends.map(({ process: one }) => one.stop('SIGINT')));
    await end();
  }, 600_000);
});
