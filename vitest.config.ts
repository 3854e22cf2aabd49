import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** What `npm test` leaves to `npm run check`: what starts servers, browsers and installations, and loops over the contract that others come near to. */
const deep = [
  'browser',
  'faults',
  'package/client-package',
  'package/container',
  'package/foreign',
  'package/package',
  'package/readme',
  'scripts/rules',
  'workflows',
  'admin.test',
  'properties/parity',
  'mock/parity',
  'contract/faults',
  'contract/statuses',
  'identity/keys',
  'identity/operations',
  'tenancy/requests',
].map((name) => `test/${name}*{,/**}`);

// Not isolated: files that run in one process share its modules, and so its app and database (test/support/app.ts). One process for each core:
// vitest leaves one to itself, and has nothing to do there.
// Time limits only end what hangs: none is met by a busy machine.
export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ...(process.env.QUICK ? deep : [])],
    maxWorkers: availableParallelism(),
    globalSetup: ['test/support/global.ts', 'test/support/observed.ts'],
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
