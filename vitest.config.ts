import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { deepTests } from './test/support/deep.ts';
import LongestFirst from './test/support/longest-first.ts';

// Not isolated: files that run in one process share its modules, and so its app and database (test/support/app.ts). One process for each core:
// vitest leaves one to itself, and has nothing to do there.
// Time limits only end what hangs: none is met by a busy machine.
export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ...(process.env.QUICK ? deepTests.map((start) => `test/${start}*{,/**}`) : [])],
    maxWorkers: availableParallelism(),
    globalSetup: ['test/support/global.ts', 'test/support/observed.ts'],
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 150_000 } },
  },
});
