/** Measures the memory of a server that has answered every operation of the contract (BENCHMARKS.md, Starts and memory). */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callEveryOperation } from '../support/every-operation.ts';
import { memoryOfImage } from '../support/image.ts';
import { startProcess, temporaryFolder } from '../support/process.ts';
import { engines, prepare } from './engines.ts';

/** Maximum memory in MiB: the goal on PostgreSQL, and 10% more than the measured value on the embedded engine. */
const maxMemory = { postgresql: 250, embedded: 510 } as const;

test.runIf(existsSync('/proc/self/status')).each(engines)(
  'a server on %s that has answered every operation stays below the memory limit',
  async (engine) => {
    const { env, organization, end } = await prepare(engine, temporaryFolder());
    try {
      const server = await startProcess({ ...env, ...memoryOfImage });
      const statuses = await callEveryOperation(server.url, organization.key);
      // A busy machine may answer 503, after which a client repeats the request.
      expect([...statuses].filter(([, status]) => status >= 500 && status !== 503)).toEqual([]);
      const [, resident] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
      expect(Number(resident) / 1024).toBeLessThan(maxMemory[engine]);
      await server.stop('SIGINT');
    } finally {
      await end();
    }
  },
  600_000,
);
