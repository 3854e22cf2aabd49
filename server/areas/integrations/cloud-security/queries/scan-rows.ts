/** Writes the rows of a scan, in chunks while it runs. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { resourceKey } from '#providers/clouds/resource-key';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { ScanRow } from '../rules/evaluate.ts';
import { type PreviousScan, previousScansTable } from './previous-scans.ts';
import { deleteComparison } from './reconcile.ts';

type Schemas = components['schemas'];

/** Marks a scan as running, and deletes all rows that an earlier attempt has written. */
export async function beginScan(db: OrganizationDatabase, scanId: string): Promise<void> {
  await db.deleteFrom('integration_check_result').where('check_run_id', '=', scanId).execute();
  await deleteComparison(db, scanId);
  await db
    .updateTable('integration_check_run')
    .set((eb) => ({ status: 'running', started_at: eb.fn.coalesce('started_at', sql<string>`clock_timestamp()`) }))
    .where('id', '=', scanId)
    .execute();
}

/** A row as the worker wrote it. */
interface WrittenRow extends ScanRow {
  readonly id: string;
  readonly check_run_id: string;
  readonly place: number;
  readonly collected_at: string;
}

const columns = [
  'id',
  'check_run_id',
  'place',
  'passed',
  'title',
  'description',
  'severity',
  'remediation',
  'evidence',
  'resource_type',
  'resource_id',
  'service_id',
  'finding_key',
  'check_key',
  'region',
  'project_display_name',
  'collected_at',
] as const;

/**
 * Inserts results. A failure that the earlier scan of its service also found keeps the time since which it has failed.
 * @param rows JSON list, which the database parses to save the server the work @returns the number of inserted rows
 */
export async function insertRows(db: OrganizationDatabase, rows: string, previousScans: readonly PreviousScan[]): Promise<number> {
  const { numInsertedOrUpdatedRows: insertedCount } = await db
    .insertInto('integration_check_result')
    .columns([...columns, 'failing_since'])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<WrittenRow>`jsonb_to_recordset(${rows}::jsonb)`.as<'w'>(
            sql`w(id text, check_run_id text, place integer, passed boolean, title text, description text, severity text, remediation text, evidence jsonb, resource_type text, resource_id text, service_id text, finding_key text, check_key text, region text, project_display_name text, collected_at timestamptz)`,
          ),
        )
        .leftJoin(previousScansTable(previousScans), 'f.service_id', 'w.service_id')
        .select([
          ...columns.map((column) => `w.${column}` as const),
          sql<string | null>`case when not w.passed then coalesce(
            (select coalesce(p.failing_since, p.collected_at) from integration_check_result p
              where p.resource_key = ${resourceKey(sql.ref('f.scan_id'), sql.ref('w.resource_id'))} and p.check_key = w.check_key
                and not p.passed and p.service_id is not null limit 1),
            w.collected_at) end`.as('failing_since'),
        ]),
    )
    .executeTakeFirstOrThrow();
  return Number(insertedCount ?? 0);
}

export interface ScanEnd {
  readonly status: 'completed' | 'failed' | 'inconclusive';
  readonly passed: number;
  readonly failed: number;
  readonly scanned: readonly string[];
  readonly failedServices: readonly string[];
  readonly scanMode: string | null;
  readonly error: string | null;
  readonly errorCode: Schemas['CloudScanErrorCode'] | null;
}

export async function endScan(db: OrganizationDatabase, scanId: string, end: ScanEnd): Promise<void> {
  await db
    .updateTable('integration_check_run')
    .set({
      status: end.status,
      completed_at: sql<string>`clock_timestamp()`,
      total_checked: end.passed + end.failed,
      passed_count: end.passed,
      failed_count: end.failed,
      scanned_services: [...end.scanned],
      failed_services: [...end.failedServices],
      scan_mode: end.scanMode,
      error_message: end.error,
      error_code: end.errorCode,
    })
    .where('id', '=', scanId)
    .execute();
}

/** Finds the scan that a job runs. */
export function findScanOfRun(db: OrganizationDatabase, scanId: string) {
  return db
    .selectFrom('integration_check_run')
    .select(
      columnsOf(
        'integration_check_run',
        'id',
        'status',
        'checkId',
        'scanMode',
        'passedCount',
        'failedCount',
        'scannedServices',
        'completedAt',
      ),
    )
    .where('id', '=', scanId)
    .executeTakeFirst();
}
