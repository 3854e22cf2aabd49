/** What a server holds in memory once it has answered every operation of the contract (BENCHMARKS.md, Starts and memory). */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callEveryOperation } from '../support/every-operation.ts';
import { memoryOfImage } from '../support/image.ts';
import { startProcess, temporaryFolder } from '../support/process.ts';
import { engines, prepare } from './engines.ts';

/** In MiB: the goal on PostgreSQL, and what was measured and a tenth more. */
const most = { postgresql: 250, embedded: 510 } as const;

test.runIf(existsSync('/proc/self/status')).each(engines)(
  'every operation, on %s',
  async (engine) => {
    const { env, organization, end } = await prepare(engine, temporaryFolder());
    try {
      const server = await startProcess({ ...env, ...memoryOfImage });
      const statuses = await callEveryOperation(server.url, organization.key);
      // What is asked of a busy machine may have to be asked again.
      expect([...statuses].filter(([, status]) => status >= 500 && status !== 503)).toEqual([]);
      const [, resident] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
      expect(Number(resident) / 1024).toBeLessThan(most[engine]);
      await server.stop('SIGINT');
    } finally {
      await end();
    }
  },
  600_000,
);
