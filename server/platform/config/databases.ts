import type { Environment } from './environment.ts';
import { urlWithProtocol, listOf } from './parsers.ts';

/** Settings of PostgreSQL and its replicas. */
export function databaseSettings(env: Environment) {
  const postgres = urlWithProtocol('postgres:', 'postgresql:');
  const databaseUrl = env.maybe(
    'DATABASE_URL',
    postgres,
    'Address of PostgreSQL 15 or newer; without it, the embedded database is used. `?pgbouncer=true` at its end says that it is a pooler in transaction mode, such as PgBouncer.',
  );
  const databaseReadUrls = env.maybe(
    'DATABASE_READ_URL',
    listOf(postgres),
    'Addresses of streaming replicas of that database, separated by commas; each answers reads as long as it has everything that was written before them.',
  );
  if (databaseReadUrls !== undefined && databaseUrl === undefined) env.errors.push('DATABASE_URL must be set with DATABASE_READ_URL');
  return { databaseUrl, databaseReadUrls };
}
