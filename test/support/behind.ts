import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { Pool } from '../../server/database/client.ts';
import { openEmbedded } from '../../server/database/embedded.ts';
import { type Database, databaseOn, tenantSettings } from '../../server/database/open.ts';
import { openServer } from '../../server/database/server.ts';

/**
 * The database of this run, or another like it.
 * @param put what stands between it and the requests that are answered from it @param onLate hears of questions that were refused
 */
export async function openDatabaseBehind<Between extends { readonly pool: Pool }>(put: (pool: Pool) => Between, onLate?: (error: Error) => void, connectionString = inject('databaseUrl')): Promise<{ readonly database: Database; readonly between: Between }> {
  const onLost = () => undefined;
  if (connectionString) {
    const between = put(openServer({ connectionString, max: 4, settings: tenantSettings, onLost }));
    return { database: databaseOn(openServer({ connectionString, max: 2, onLost }), between.pool, onLate), between };
  }
  const system = await openEmbedded(inject('dump') ? { dump: new Blob([readFileSync(inject('dump'))]) } : {});
  const between = put(system.tenant);
  return { database: databaseOn(system, between.pool, onLate), between };
}
