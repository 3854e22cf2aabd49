import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { Pool } from '../../server/platform/database/client.ts';
import { openEmbedded } from '../../server/platform/database/embedded.ts';
import { type Database, openOn, tenantSettings } from '../../server/platform/database/open.ts';
import { openServer } from '../../server/platform/database/server.ts';
import { databaseUrl } from './engine.ts';

/**
 * The database of this run, or another like it.
 * @param put what stands between it and the requests that are answered from it, and likewise before what is about no organization @param onLate hears of questions that were refused
 */
export async function openDatabaseBehind<Between extends { readonly pool: Pool }>(
  put: (pool: Pool) => Between,
  onLate?: (error: Error) => void,
  connectionString = databaseUrl ?? '',
): Promise<{ readonly database: Database; readonly between: Between; readonly before: Between }> {
  const onLost = () => undefined;
  const embedded = connectionString
    ? undefined
    : await openEmbedded(inject('dump') ? { dump: new Blob([readFileSync(inject('dump'))]) } : {});
  const { promise, resolve } = Promise.withResolvers<Between>();
  const before = put(embedded ?? openServer({ connectionString, max: 2, onLost }));
  const database = await openOn(
    before.pool,
    (role) => {
      const between = put(embedded?.tenant ?? openServer({ connectionString, max: 4, settings: tenantSettings(role), onLost }));
      resolve(between);
      return between.pool;
    },
    onLate,
  );
  return { database, between: await promise, before };
}
