import type { Mutant } from './mutant.ts';

/** What keeps the service answering while its database does not. */
export const mutants: readonly Mutant[] = [
  {
    name: 'a connection that is waited for without end',
    file: 'server/platform/database/server.ts',
    from: 'query_timeout: statementTimeout + grace,',
    to: '',
    tests: ['test/faults/silence.test.ts'],
  },
  {
    name: 'readiness that waits for the database without end',
    file: 'server/platform/health.ts',
    from: 'return Promise.race([asked, late])',
    to: 'return Promise.race([asked])',
    tests: ['test/faults/silence.test.ts'],
  },
  {
    name: 'a process that waits for its database to the end',
    file: 'server/main.ts',
    from: '        process.exit(1);\n      }, config',
    to: '      }, config',
    tests: ['test/faults/silence.test.ts'],
  },
];
