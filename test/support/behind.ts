import { readFileSync } from 'node:fs';
import type { PostgresPool } from 'kysely';
import { inject } from 'vitest';
import { openEmbedded } from '../../server/database/embedded.ts';
import { type Database, openOn } from '../../server/database/open.ts';
import { openServer } from '../../server/database/server.ts';

/** The database of this run, or another like it. @param put what stands between it and the requests that are answered from it */
export async function openDatabaseBehind<Between extends { readonly pool: PostgresPool }>(put: (pool: PostgresPool) => Between): Promise<{ readonly database: Database; readonly between: Between }> {
  const connectionString = inject('databaseUrl');
  const onLost = () => undefined;
  const system = connectionString ? openServer({ connectionString, max: 2, onLost }) : await openEmbedded({ dump: new Blob([readFileSync(inject('dump'))]) });
  const { promise, resolve } = Promise.withResolvers<Between>();
  const database = await openOn(system, (role) => {
    const between = put(connectionString ? openServer({ connectionString, max: 4, settings: [`role=${role}`], onLost }) : system);
    resolve(between);
    // The embedded engine is one pool behind both, which is closed once.
    return connectionString ? between.pool : { ...between.pool, end: () => Promise.resolve() };
  });
  return { database, between: await promise };
}
