import { defineConfig } from 'vitest/config';

// Not isolated: files that run in one process share its modules, and so its app and database (test/support/app.ts).
export default defineConfig({ test: { globalSetup: ['test/support/global.ts', 'test/support/observed.ts'], isolate: false, testTimeout: 20_000, hookTimeout: 30_000, expect: { poll: { timeout: 10_000 } } } });
