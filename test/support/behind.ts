import { readFileSync } from 'node:fs';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { inject } from 'vitest';
import { openEmbedded } from '../../server/database/embedded.ts';
import type { Database } from '../../server/database/open.ts';
import { openServer } from '../../server/database/server.ts';

/** The database of this run, or another like it. @param put what stands between it and the requests that are answered from it */
export async function openDatabaseBehind<Between extends { readonly pool: PostgresPool }>(put: (pool: PostgresPool) => Between): Promise<{ readonly database: Database; readonly between: Between }> {
  const connectionString = inject('databaseUrl');
  const onLost = () => undefined;
  const system = connectionString ? openServer({ connectionString, max: 2, onLost }) : await openEmbedded({ dump: new Blob([readFileSync(inject('dump'))]) });
  const tenant = connectionString ? openServer({ connectionString, max: 4, settings: ['role=tenant'], onLost }) : system;
  const between = put(tenant);
  const database: Database = {
    system: new Kysely({ dialect: new PostgresDialect({ pool: system }) }),
    tenant: new Kysely({ dialect: new PostgresDialect({ pool: between.pool }) }),
    close: async () => { await Promise.all([...new Set([system, tenant])].map((one) => one.end())); },
  };
  return { database, between };
}
