/** Finds the earlier scans with which the services of a scan are compared (cloud-security, rule 6). */
import { sql } from 'kysely';
import { resourceKey } from '#providers/clouds/resource-key';
import type { OrganizationDatabase } from '#platform/database/handle';

/** A service, and the latest successful scan of the same kind that covered it. */
export interface PreviousScan {
  readonly service_id: string;
  readonly scan_id: string;
}

/** A failure of an earlier scan, identified by its position in the results of that scan. */
export interface PreviousFailure {
  readonly scan_id: string;
  readonly place: number;
}

export interface ScanKind {
  readonly connectionId: string;
  readonly checkId: string;
  readonly scanMode: string;
}

/** @param scanId the current scan @returns the latest earlier scan of each service, without services that no earlier scan has covered */
export function findPreviousScans(
  db: OrganizationDatabase,
  scanId: string,
  services: readonly string[],
  { connectionId, checkId, scanMode }: ScanKind,
): Promise<PreviousScan[]> {
  return db
    .selectFrom(sql<{ service_id: string }>`unnest(${[...services]}::text[])`.as<'s'>(sql`s(service_id)`))
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('integration_check_run as r')
          .select('r.id')
          .where('r.connection_id', '=', connectionId)
          .where('r.check_id', '=', checkId)
          .where('r.scan_mode', '=', scanMode)
          .where('r.status', '=', 'completed')
          .where('r.id', '<>', scanId)
          .where(sql<boolean>`s.service_id = any(r.scanned_services)`)
          .orderBy('r.created_at', 'desc')
          .orderBy('r.id', 'desc')
          .limit(1)
          .as('former'),
      (join) => join.onTrue(),
    )
    .select(['s.service_id', 'former.id as scan_id'])
    .execute();
}

/** Creates a table for queries from the earlier scans: `f(service_id, scan_id)`. */
export const previousScansTable = (previousScans: readonly PreviousScan[]) =>
  sql<PreviousScan>`jsonb_to_recordset(${JSON.stringify(previousScans)}::jsonb)`.as<'f'>(sql`f(service_id text, scan_id text)`);

/** @param resources JSON list of resources that no check has evaluated @returns the failures of these resources in the earlier scans */
export function findPreviousFailures(
  db: OrganizationDatabase,
  previousScans: readonly PreviousScan[],
  resources: string,
): Promise<PreviousFailure[]> {
  return db
    .selectFrom(
      sql<{ service_id: string; resource_id: string }>`jsonb_to_recordset(${resources}::jsonb)`.as<'u'>(
        sql`u(service_id text, resource_id text)`,
      ),
    )
    .innerJoin(previousScansTable(previousScans), 'f.service_id', 'u.service_id')
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('integration_check_result as one')
          .select('one.place')
          .where(({ eb, ref }) => eb('one.resource_key', '=', resourceKey(ref('f.scan_id'), ref('u.resource_id'))))
          .whereRef('one.service_id', '=', 'u.service_id')
          .where('one.passed', '=', false)
          // OFFSET 0 keeps the planner from turning this subquery into another kind of join, so that it looks up each row in the index.
          .offset(0)
          .as('p'),
      (join) => join.onTrue(),
    )
    .select(['f.scan_id', 'p.place'])
    .distinct()
    .execute();
}
