/** Scans whose failures nobody finds, although they are in the index of the search (spec/areas/cloud-security, rule 1). */
import type { QueryCreator } from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';

/** @returns a query for the ids of scans that are under way, and of the latest ones of accounts that are not active */
export function idsOfHiddenScans(db: QueryCreator<TenantTables>) {
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
