import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { Pool } from '#platform/database/client';
import { openEmbedded } from '#platform/database/embedded';
import { type Database, openWithPool, tenantSettings } from '#platform/database/open';
import { openServer } from '#platform/database/server';
import { databaseUrl } from './engine.ts';

/**
 * Opens the database of this run, or another one, with a layer between the service and the database.
 * @param wrap creates a layer; it is called for requests without an organization (`before`) and for requests of organizations (`between`)
 * @param onLate is called for statements that were rejected
 */
export async function openWrappedDatabase<Layer extends { readonly pool: Pool }>(
  wrap: (pool: Pool) => Layer,
  onLate?: (error: Error) => void,
  connectionString = databaseUrl ?? '',
): Promise<{ readonly database: Database; readonly between: Layer; readonly before: Layer }> {
  const onLost = () => undefined;
  const embedded = connectionString
    ? undefined
    : await openEmbedded(inject('dump') ? { dump: new Blob([readFileSync(inject('dump'))]) } : {});
  const { promise, resolve } = Promise.withResolvers<Layer>();
  const systemLayer = wrap(embedded ?? openServer({ connectionString, max: 2, onLost }));
  const database = await openWithPool(
    systemLayer.pool,
    (role) => {
      const tenantLayer = wrap(embedded?.tenant ?? openServer({ connectionString, max: 4, settings: tenantSettings(role), onLost }));
      resolve(tenantLayer);
      return tenantLayer.pool;
    },
    onLate,
  );
  return { database, between: await promise, before: systemLayer };
}
