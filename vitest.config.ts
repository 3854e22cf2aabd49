import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Two at least, because many of the tests wait for processes of their own. Not isolated: files that run in one process share its modules, and so its app and database (test/support/app.ts).
export default defineConfig({ test: { globalSetup: ['test/support/global.ts', 'test/support/observed.ts'], isolate: false, maxWorkers: Math.max(2, availableParallelism() - 1), testTimeout: 20_000, hookTimeout: 30_000, expect: { poll: { timeout: 10_000 } } } });
