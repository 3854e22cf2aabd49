/** The test suite once more, on a PostgreSQL server of its own. Passes its arguments on to vitest. */
import { spawnSync } from 'node:child_process';
import { postgresPrograms, startPostgres } from '../test/support/postgres.ts';

if (postgresPrograms() === undefined && process.env.CI !== 'true') {
  console.log('PostgreSQL is not installed: the suite ran only on the embedded engine (Debian: apt-get install postgresql)');
} else {
  const server = await startPostgres();
  try {
    const { status } = spawnSync('vitest', ['run', ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: server.url },
    });
    process.exitCode = status ?? 1;
  } finally {
    await server.end();
  }
}
