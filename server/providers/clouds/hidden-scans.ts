/** Selects scans whose failures are hidden from the search, although they are indexed (cloud-security, rule 1). */
import type { QueryCreator } from 'kysely';
import type { TenantTables } from '#generated/database';

/** @returns a query for the ids of running scans, and of the latest scans of inactive accounts */
export function selectHiddenScanIds(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('integration_check_run')
    .select('integration_check_run.id')
    .where('integration_check_run.status', 'in', ['pending', 'running'])
    .unionAll(
      db
        .selectFrom('integration_connection')
        .select((eb) => eb.ref('integration_connection.latest_scan_id').$notNull().as('id'))
        .where('integration_connection.latest_scan_id', 'is not', null)
        .where('integration_connection.status', '<>', 'active'),
    );
}
