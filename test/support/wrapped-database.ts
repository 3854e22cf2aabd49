import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { Pool } from '#platform/database/client';
import { openEmbedded } from '#platform/database/embedded';
import { type Database, openWithPool, tenantSettings } from '#platform/database/open';
import { openServer } from '#platform/database/server';
import { databaseUrl } from './engine.ts';

/**
 * The database of this run, or another one like it, with a layer in between.
 * @param wrap returns the layer between the database and requests of organizations; called again for requests without an organization
 * @param onLate is called for statements that were rejected
 */
export async function openWrappedDatabase<Between extends { readonly pool: Pool }>(
  wrap: (pool: Pool) => Between,
  onLate?: (error: Error) => void,
  connectionString = databaseUrl ?? '',
): Promise<{ readonly database: Database; readonly between: Between; readonly before: Between }> {
  const onLost = () => undefined;
  const embedded = connectionString
    ? undefined
    : await openEmbedded(inject('dump') ? { dump: new Blob([readFileSync(inject('dump'))]) } : {});
  const { promise, resolve } = Promise.withResolvers<Between>();
  const baseLayer = wrap(embedded ?? openServer({ connectionString, max: 2, onLost }));
  const database = await openWithPool(
    baseLayer.pool,
    (role) => {
      const layer = wrap(embedded?.tenant ?? openServer({ connectionString, max: 4, settings: tenantSettings(role), onLost }));
      resolve(layer);
      return layer.pool;
    },
    onLate,
  );
  return { database, between: await promise, before: baseLayer };
}
