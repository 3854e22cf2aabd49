/**
 * Starts a PostgreSQL server and runs the test suite on it. Passes its arguments on to vitest. With `--pooler`, the suite connects through
 * PgBouncer, with fewer connections than it would open.
 */
import { spawnSync } from 'node:child_process';
import { isPgbouncerInstalled } from '../test/support/pgbouncer.ts';
import { postgresPrograms, startPostgres, withoutDisk } from '../test/support/postgres.ts';

const args = process.argv.slice(2);
const isPooled = args[0] === '--pooler';
const missing = postgresPrograms() === undefined ? 'PostgreSQL' : isPooled && !isPgbouncerInstalled ? 'PgBouncer' : undefined;
if (missing !== undefined && process.env.CI !== 'true') {
  console.log(`${missing} is not installed: the suite did not run on it (Debian: apt-get install ${missing.toLowerCase()})`);
} else {
  // Autovacuum runs often, because tests fill tables faster than a service does, and without statistics, queries over all organizations
  // take a hundred times as long.
  const server = await startPostgres([...withoutDisk, 'autovacuum_naptime=10s']);
  try {
    const { status } = spawnSync('vitest', ['run', ...args.slice(isPooled ? 1 : 0)], {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: server.url, ...(isPooled && { TEST_POOLER: '1' }) },
    });
    process.exitCode = status ?? 1;
  } finally {
    await server.end();
  }
}
