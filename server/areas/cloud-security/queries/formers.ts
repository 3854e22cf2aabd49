/** What the services of a scan are compared with (spec/areas/cloud-security, rule 6). */
import { sql } from 'kysely';
import { resourceKey } from '../../../domain/clouds/resource-key.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

/** A service, and the latest successful scan of the same kind that has covered it. Scans of other services say nothing about it. */
export interface Former {
  readonly service_id: string;
  readonly scan_id: string;
}

/** A failure of a former scan, by its place among the results of that scan. */
export interface FormerPlace {
  readonly scan_id: string;
  readonly place: number;
}

export interface ScanKind {
  readonly connectionId: string;
  readonly checkId: string;
  readonly scanMode: string;
}

/** @param scanId of the scan itself @returns nothing for services that no scan of the same kind has covered: this one is their baseline */
export function findFormers(
  db: OrganizationDatabase,
  scanId: string,
  services: readonly string[],
  { connectionId, checkId, scanMode }: ScanKind,
): Promise<Former[]> {
  return db
    .selectFrom(sql<{ service_id: string }>`unnest(${[...services]}::text[])`.as<'s'>(sql`s(service_id)`))
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('integration_check_run as r')
          .select('r.id')
          .where('r.connection_id', '=', connectionId)
          .where('r.check_id', '=', checkId)
          .where('r.scan_mode', '=', scanMode)
          .where('r.status', '=', 'success')
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

/** As a table of a query: `f(service_id, scan_id)`. */
export const formersTable = (formers: readonly Former[]) =>
  sql<Former>`jsonb_to_recordset(${JSON.stringify(formers)}::jsonb)`.as<'f'>(sql`f(service_id text, scan_id text)`);

/** @param resources a list in JSON, of resources that no check has looked at @returns the failures of the former scans that they have */
export function failedBefore(db: OrganizationDatabase, formers: readonly Former[], resources: string): Promise<FormerPlace[]> {
  return db
    .selectFrom(
      sql<{ service_id: string; resource_id: string }>`jsonb_to_recordset(${resources}::jsonb)`.as<'u'>(
        sql`u(service_id text, resource_id text)`,
      ),
    )
    .innerJoin(formersTable(formers), 'f.service_id', 'u.service_id')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('integration_check_result as one')
          .select('one.place')
          .where(({ eb, ref }) => eb('one.resource_key', '=', resourceKey(ref('f.scan_id'), ref('u.resource_id'))))
          .whereRef('one.service_id', '=', 'u.service_id')
          .where('one.passed', '=', false)
          // Each is looked up: the planner makes no other join of it.
          .offset(0)
          .as('p'),
      (join) => join.onTrue(),
    )
    .select(['f.scan_id', 'p.place'])
    .distinct()
    .execute();
}
