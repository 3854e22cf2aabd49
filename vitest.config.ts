import { defineConfig } from 'vitest/config';

// Not isolated: files that run in one process share its modules, and so its app and database (test/support/app.ts).
// Time limits only end what hangs: none is met by a busy machine.
export default defineConfig({
  test: {
    globalSetup: ['test/support/global.ts', 'test/support/observed.ts'],
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
