/** Compares a scan with earlier ones to find resolutions and regressions (cloud-security, rule 6). */
import { type RawBuilder, sql } from 'kysely';
import { isAccepted } from '#providers/clouds/exceptions';
import { resourceKey } from '#providers/clouds/resource-key';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newRowId } from '#platform/database/ids';
import { type PreviousScan, previousScansTable } from './previous-scans.ts';

/** A range of positions of failures, which one transaction compares: the positions later than `after`, up to and including `last`. */
export interface FailureRange {
  readonly after: number;
  readonly last: number;
}

/** The maximum number of failures in a range. */
const rangeSize = 1_000;

/** The number of whole days between two times, at least 0. */
const daysBetween = (start: RawBuilder<string>, end: RawBuilder<string>) =>
  sql<number>`greatest(0, floor(extract(epoch from ${end} - ${start}) / 86400))::int`;

/** @returns the next range of failures of a scan, or undefined after the last one */
export async function findNextRange(db: OrganizationDatabase, scanId: string, after: number): Promise<FailureRange | undefined> {
  const { last } = await db
    .selectFrom((inner) =>
      inner
        .selectFrom('integration_check_result')
        .select('place')
        .where('check_run_id', '=', scanId)
        .where('passed', '=', false)
        .where('place', '>', after)
        .orderBy('place')
        .limit(rangeSize)
        .as('piece'),
    )
    .select(({ fn }) => fn.max<number | null>('place').as('last'))
    .executeTakeFirstOrThrow();
  return last === null ? undefined : { after, last };
}

/** Deletes the resolutions and regressions that a comparison has inserted. */
export async function deleteComparison(db: OrganizationDatabase, scanId: string): Promise<void> {
  await db.deleteFrom('finding_regression').where('detected_in_scan_id', '=', scanId).execute();
  await db.deleteFrom('finding_resolution').where('detected_in_scan_id', '=', scanId).execute();
}

export interface ResolutionInput extends FailureRange {
  readonly connectionId: string;
  readonly scanId: string;
  /** The earlier scan whose failures may be resolved. */
  readonly previousScanId: string;
  /** The services to compare with that scan. */
  readonly services: readonly string[];
  /** Positions of failures in that scan whose resources still exist, although no check has evaluated them. */
  readonly present: readonly number[];
}

/** Inserts resolutions for failures of an earlier scan that this scan has not found. */
export async function insertResolutions(
  db: OrganizationDatabase,
  { connectionId, scanId, previousScanId, services, present, after, last }: ResolutionInput,
): Promise<void> {
  const now = sql<string>`now()`;
  await db
    .insertInto('finding_resolution')
    .columns([
      'id',
      'connection_id',
      'check_id',
      'resource_id',
      'resource_type',
      'resolved_at',
      'resolution_method',
      'resolved_from_scan_id',
      'detected_in_scan_id',
      'days_open',
    ])
    .expression((eb) =>
      eb
        .selectFrom((inner) =>
          inner
            .selectFrom('integration_check_result as one')
            .distinctOn(['one.check_key', 'one.resource_id'])
            .select((expression) => [
              'one.check_key',
              'one.resource_id',
              'one.resource_type',
              'one.service_id',
              'one.failing_since',
              'one.collected_at',
              expression(expression.ref('one.place'), '=', sql<number>`any(${[...present]}::int[])`).as('is_present'),
            ])
            .where('one.check_run_id', '=', previousScanId)
            .where('one.passed', '=', false)
            .where('one.check_key', 'is not', null)
            .where('one.place', '>', after)
            .where('one.place', '<=', last)
            .where(sql<boolean>`one.service_id = any(${[...services]}::text[])`)
            .orderBy('one.check_key')
            .orderBy('one.resource_id')
            .as('p'),
        )
        .select([
          newRowId('fres').as('id'),
          sql.val(connectionId).as('connection_id'),
          sql<string>`p.check_key`.as('check_id'),
          'p.resource_id',
          'p.resource_type',
          now.as('resolved_at'),
          sql<'external_fix'>`case
            when ${isAccepted(connectionId, sql.ref('p.check_key'), sql.ref('p.resource_id'))} then 'exception_marked'
            when not p.is_present and (select true from integration_check_result c
              where c.resource_key = ${resourceKey(scanId, sql.ref('p.resource_id'))} and c.service_id = p.service_id limit 1) is null
              then 'resource_deleted'
            else 'external_fix' end`.as('resolution_method'),
          sql.val(previousScanId).as('resolved_from_scan_id'),
          sql.val(scanId).as('detected_in_scan_id'),
          daysBetween(sql<string>`coalesce(p.failing_since, p.collected_at)`, now).as('days_open'),
        ])
        .where(({ ref }) => hasNotFailed(scanId, ref('p.check_key'), ref('p.resource_id'))),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface RegressionInput extends FailureRange {
  readonly connectionId: string;
  readonly scanId: string;
  readonly previousScans: readonly PreviousScan[];
}

/** Inserts regressions for failures of this scan that were resolved before and that the earlier scan did not find. */
export async function insertRegressions(
  db: OrganizationDatabase,
  { connectionId, scanId, previousScans, after, last }: RegressionInput,
): Promise<void> {
  const now = sql<string>`now()`;
  await db
    .insertInto('finding_regression')
    .columns([
      'id',
      'connection_id',
      'check_id',
      'resource_id',
      'previously_resolved_at',
      'previous_resolution_id',
      'regressed_at',
      'detected_in_scan_id',
      'days_clean',
    ])
    .expression((eb) =>
      eb
        .selectFrom((inner) =>
          inner
            .selectFrom('integration_check_result as one')
            .innerJoin(previousScansTable(previousScans), 'f.service_id', 'one.service_id')
            .distinctOn(['one.check_key', 'one.resource_id'])
            .select(['one.check_key', 'one.resource_id', 'f.scan_id'])
            .where('one.check_run_id', '=', scanId)
            .where('one.passed', '=', false)
            .where('one.check_key', 'is not', null)
            .where('one.place', '>', after)
            .where('one.place', '<=', last)
            .orderBy('one.check_key')
            .orderBy('one.resource_id')
            .as('n'),
        )
        .innerJoinLateral(
          (inner) =>
            inner
              .selectFrom('finding_resolution as one')
              .select(['one.id', 'one.resolved_at'])
              .where(({ eb, ref }) => eb('one.resource_key', '=', resourceKey(connectionId, ref('n.resource_id'))))
              .whereRef('one.check_id', '=', 'n.check_key')
              .orderBy('one.resolved_at', 'desc')
              .limit(1)
              .as('r'),
          (join) => join.onTrue(),
        )
        .select([
          newRowId('freg').as('id'),
          sql.val(connectionId).as('connection_id'),
          sql<string>`n.check_key`.as('check_id'),
          sql<string>`n.resource_id`.as('resource_id'),
          'r.resolved_at as previously_resolved_at',
          'r.id as previous_resolution_id',
          now.as('regressed_at'),
          sql.val(scanId).as('detected_in_scan_id'),
          daysBetween(sql<string>`r.resolved_at`, now).as('days_clean'),
        ])
        .where(({ ref }) => hasNotFailed(ref('n.scan_id'), ref('n.check_key'), ref('n.resource_id'))),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

// A scalar subquery, because the planner cannot turn it into a join: it looks up each failure in an index, whatever the statistics are.
const hasNotFailed = (scanId: unknown, checkKey: unknown, resourceId: unknown) =>
  sql<boolean>`(select true from integration_check_result o where o.resource_key = ${resourceKey(scanId, resourceId)}
    and o.check_key = ${checkKey} and not o.passed and o.service_id is not null limit 1) is null`;
